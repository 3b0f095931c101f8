// SPDX-License-Identifier: MIT

import Diagnostics

// Stages that jq writes as paths from the row that comes in: `.[]`, `.name`, `.rooms[]`.
extension Parser {
  /// Reports a path that stands in the place of a stage; nil where none begins.
  mutating func foreignPath() -> Stop? {
    guard token.kind == .dot || token.kind == .range else { return nil }
    let start = token.range
    let pipe = cursor.previous
    skipToStageEnd()
    if token.kind == .pipe, cursor.peek(1).kind == .equal,
      cursor.peek(1).range.start == token.range.end
    {
      cursor.advance()
      skipToStageEnd()
      report(.foreignUpdate(range(from: start.start)))
      return Stop()
    }
    let whole = range(from: start.start)
    let written = source[whole]
    guard let mended = Self.stage(ofPath: written.filter { $0 != " " }) else {
      report(.foreignPath(whole))
      return Stop()
    }
    if mended.isEmpty {
      report(.foreignRows(written, whole, ScriptRange(pipe.start, whole.end)))
    } else {
      report(.foreignPath(written, whole, mended))
    }
    return Stop()
  }

  /// What a path says in the words of this language: nothing for one that stands for each row, nil
  /// for one that has no counterpart.
  private static func stage(ofPath path: String) -> String? {
    var rest = path[...]
    if rest.hasPrefix(".[]") { rest = rest.dropFirst(3) }
    if rest.isEmpty || rest == "." { return "" }
    if rest.hasPrefix(".["), rest.hasSuffix("]"), let index = Int(rest.dropFirst(2).dropLast()),
      index >= 0
    {
      return index == 0 ? "limit 1" : "skip \(index) | limit 1"
    }
    if rest.hasSuffix("[]"), let list = name(ofPath: rest.dropLast(2)) { return "expand \(list)" }
    let names = rest.split(separator: ",", omittingEmptySubsequences: false).map(name(ofPath:))
    guard !names.contains(nil) else { return nil }
    return "show \(names.compactMap(\.self).joined(separator: ", "))"
  }

  /// `stars` of `.stars`.
  private static func name(ofPath path: Substring) -> String? {
    let parts = path.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, parts[0].isEmpty else { return nil }
    let names = parts.dropFirst().map(String.init)
    return names.allSatisfy(Lexer.isPlainName) ? names.joined(separator: ".") : nil
  }
}

extension Parser {
  /// Whether the stage before the one at the cursor ends in a value, which jq would hand on.
  var isBehindValue: Bool {
    let before = cursor.tokens[..<cursor.index].dropLast()
    let start = before.lastIndex { isStageEnd($0) || $0.kind == .openParenthesis }
    let stage = before[(start.map { $0 + 1 } ?? before.startIndex)...]
    let word = stage.first.map { source[$0.range].lowercased() } ?? ""
    switch OtherLanguageWords.stages[word]?.stage ?? word {
    case "extend", "let": return true
    // jq goes on with a value of each row.
    case "show": return !stage.contains { $0.kind == .comma || $0.kind == .star } && stage.count > 1
    case ".": return stage.contains { Self.isName($0.kind) }
    default: return false
    }
  }
}

extension Diagnostic {
  fileprivate static func foreignPath(
    _ written: String, _ range: ScriptRange, _ mended: String
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord, "`\(written)` is written `\(mended)` in cq",
      at: Label(range, "jq writes a path"), fix: .replace(range, with: mended))
  }

  fileprivate static func foreignRows(
    _ written: String, _ range: ScriptRange, _ whole: ScriptRange
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord, "each stage is given the rows one by one in cq, without `\(written)`",
      at: Label(range, "jq writes it"), fix: .replace(whole, with: ""))
  }

  /// `.stars |= . + 1`.
  fileprivate static func foreignUpdate(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .foreignWord, "a stage begins with a word in cq", at: Label(range, "jq changes a value so"),
      remarks: [.help("`extend stars = stars + 1` gives a field another value")])
  }

  fileprivate static func foreignPath(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .foreignWord, "a stage begins with a word in cq", at: Label(range, "jq writes a path"),
      remarks: [.help("`show name` chooses columns, `expand suites` makes rows of a list")])
  }
}
