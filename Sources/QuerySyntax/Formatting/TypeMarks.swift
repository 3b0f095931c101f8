// SPDX-License-Identifier: MIT

import Diagnostics

/// Finds the marks of types such as `List<List<Int>>`, which stand without spaces.
enum TypeMarks {
  /// For each part whether it is `<` or `>` of a type.
  static func found(in parts: [StatementPart], _ source: ScriptText) -> [Bool] {
    var found = Array(repeating: false, count: parts.count)
    for index in parts.indices where parts[index].token.kind == .less && !found[index] {
      for mark in marks(from: index, in: parts, source) { found[mark] = true }
    }
    return found
  }

  /// The marks of the type whose first `<` is at an index; none if that compares.
  private static func marks(
    from start: Int, in parts: [StatementPart], _ source: ScriptText
  ) -> [Int] {
    var marks: [Int] = []
    var open = 0
    var index = start
    while index < parts.count {
      switch parts[index].token.kind {
      case .less:
        guard index > 0, source[parts[index - 1].token.range].lowercased() == Keyword.list.rawValue
        else { return [] }
        open += 1
        marks.append(index)
      case .greater:
        guard index > 0, parts[index - 1].token.kind != .less else { return [] }
        open -= 1
        marks.append(index)
        if open == 0 { return marks }
      case .name: guard isTypeWord(index, in: parts, source) else { return [] }
      default: return []
      }
      index += 1
    }
    return []
  }

  /// Whether a word may stand in a type: its name, or the `in` and the unit behind that.
  private static func isTypeWord(
    _ index: Int, in parts: [StatementPart], _ source: ScriptText
  ) -> Bool {
    guard index > 1, parts[index - 1].token.kind != .less else { return index > 1 }
    let words = [parts[index - 1], parts[index]].map { source[$0.token.range].lowercased() }
    return words[0] == Keyword.in.rawValue
      || (words[1] == Keyword.in.rawValue && parts[index - 2].token.kind == .less)
  }
}
