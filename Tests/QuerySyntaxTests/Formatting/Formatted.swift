// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

/// A text and what the formatter makes of it.
struct Formatted {
  let source: ScriptText
  /// The formatted text; nil when the text has faults.
  let text: [UInt8]?

  init(_ bytes: [UInt8]) {
    source = ScriptText(name: "script", bytes: bytes)
    switch Formatter.format(source) {
    case .text(let text): self.text = text
    case .faults: text = nil
    }
  }

  init(_ text: String) { self.init(Array(text.utf8)) }

  var string: String { text.map { String(decoding: $0, as: UTF8.self) } ?? "has faults" }

  /// What formatting must never change, and has, and what is untidy afterwards.
  var harm: [String] { damage + untidiness.map { "\($0): \(string)" } }

  /// What formatting must never change, and has; a text with faults is not formatted at all.
  var damage: [String] {
    guard let text else { return [] }
    let again = Formatted(text)
    let after = again.source
    var harm: [String] = []
    if again.text != text { harm.append("again: \(again.string)") }
    if Self.meaning(after) != Self.meaning(source) {
      harm.append("meaning: \(Self.meaning(after)) not \(Self.meaning(source))")
    }
    if Self.comments(after) != Self.comments(source) {
      harm.append("comments: \(Self.comments(after)) not \(Self.comments(source))")
    }
    if Self.expectedFaults(after) != Self.expectedFaults(source) {
      harm.append("faults: \(Self.expectedFaults(after)) not \(Self.expectedFaults(source))")
    }
    return harm
  }

  private var untidiness: [String] {
    if text == nil { return [] }
    let lines = string.split(separator: "\n", omittingEmptySubsequences: false)
    let pairs = zip(lines, lines.dropFirst().dropLast())
    let isEnded = lines.last == "" && (lines.count == 1 || lines.dropLast().last != "")
    return [
      (lines.contains { $0.last == " " || $0.last == "\t" }, "space at the end of a line"),
      (pairs.contains { $0.isEmpty && $1.isEmpty }, "two empty lines"),
      (lines.count > 1 && lines[0].isEmpty, "an empty line at the start"),
      (!isEnded, "no single line break at the end"),
    ].filter(\.0).map(\.1)
  }

  /// The tree as a text without places.
  private static func meaning(_ source: ScriptText) -> String {
    let definitions = Parser.parseDefinitions(source)
    if !definitions.diagnostics.contains(where: \.isFatal), !definitions.tree.isEmpty {
      return String(describing: definitions.tree)
        .replacing(/ScriptRange\(start: \d+, end: \d+\)/, with: "")
    }
    return TreeText.script(Parser.parse(source).tree)
  }

  /// What is wrong inside each `expect error`, on which it depends whether the script is valid.
  private static func expectedFaults(_ source: ScriptText) -> [[String]] {
    Parser.parse(source).tree.statements.compactMap { statement in
      guard case .expectError(let expectation) = statement else { return nil }
      return expectation.faults.map { "\($0.code.rawValue) \($0.message)" }
    }
  }

  /// The comments in any order, without the space at their ends.
  private static func comments(_ source: ScriptText) -> [String] {
    Lexer.tokens(of: source).tokens.compactMap { token in
      let trivia = source[ScriptRange(token.start, token.range.start)]
      guard let start = trivia.firstIndex(of: "#") else { return nil }
      var comment = trivia[start...]
      while let last = comment.last, last.isWhitespace { comment.removeLast() }
      return String(comment)
    }.sorted()
  }
}
