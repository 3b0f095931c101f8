// SPDX-License-Identifier: MIT

import Diagnostics

/// Finds the marks of types such as `List<List<Int>>` and `Record<City Text>`, which stand without
/// spaces.
enum TypeMarks {
  /// For each part whether it is `<` or `>` of a type.
  static func found(in parts: [StatementPart], _ source: ScriptText) -> [Bool] {
    var found = Array(repeating: false, count: parts.count)
    for index in parts.indices where parts[index].token.kind == .less && !found[index] {
      var reading = TypeReading(parts: parts, source: source, index: index - 1)
      guard reading.takeType() else { continue }
      for mark in reading.marks { found[mark] = true }
    }
    return found
  }
}

/// Reads a type from a word on.
private struct TypeReading {
  let parts: [StatementPart]
  let source: ScriptText
  var index: Int
  var marks: [Int] = []
  private var depth = 0

  init(parts: [StatementPart], source: ScriptText, index: Int) {
    self.parts = parts
    self.source = source
    self.index = index
  }

  private var word: String? {
    guard parts.indices.contains(index), Parser.isName(parts[index].token.kind) else { return nil }
    return source[parts[index].token.range].lowercased()
  }

  /// Whether a type stands there, which is then passed.
  mutating func takeType() -> Bool {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Parser.maximumDepth, let word else { return false }
    index += 1
    switch word {
    case Keyword.list.rawValue: return take(.less) && takeType() && take(.greater)
    case Parser.record:
      guard take(.less) else { return false }
      repeat {
        guard self.word != nil else { return false }
        index += 1
        guard takeType() else { return false }
      } while takeComma()
      return take(.greater)
    default:
      guard self.word == Keyword.in.rawValue else { return true }
      index += 1
      guard self.word != nil else { return false }
      index += 1
      return true
    }
  }

  private mutating func take(_ mark: Token.Kind) -> Bool {
    guard parts.indices.contains(index), parts[index].token.kind == mark else { return false }
    marks.append(index)
    index += 1
    return true
  }

  private mutating func takeComma() -> Bool {
    guard parts.indices.contains(index), parts[index].token.kind == .comma else { return false }
    index += 1
    return true
  }
}
