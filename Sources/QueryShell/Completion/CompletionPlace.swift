// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

/// What stands before the cursor: the word that is being written, and all before it.
struct CompletionPlace {
  enum Kind: Equatable {
    /// A word, maybe empty, maybe after a `$` or inside backticks.
    case word
    /// A text in quotes that is not closed, after the given quote.
    case text(UInt8)
    /// Nothing can be completed, as in a comment.
    case nothing
  }

  let kind: Kind
  /// Where the word begins that a candidate replaces.
  let start: Int
  let word: String
  /// The text before the word, without the quote.
  let before: String

  init(_ bytes: [UInt8]) {
    let tokens = Parser.parse(ScriptText(name: "<prompt>", bytes: bytes)).tokens
    guard let quote = Self.openQuote(in: bytes, tokens) else {
      kind = Self.isInComment(bytes, tokens) ? .nothing : .word
      let word = Self.wordStart(in: bytes, tokens)
      start = word.start
      before = String(decoding: bytes[..<word.start], as: UTF8.self)
      self.word = String(decoding: bytes[word.text...], as: UTF8.self)
      return
    }
    kind = .text(bytes[quote])
    start = quote + 1
    before = String(decoding: bytes[..<quote], as: UTF8.self)
    word = String(decoding: bytes[start...], as: UTF8.self)
  }

  /// Where the word begins, and where it does without the mark before a quoted name.
  private static func wordStart(
    in bytes: [UInt8], _ tokens: [Token]
  ) -> (start: Int, text: Int) {
    if let opening = openedName(in: bytes, tokens) { return (opening, opening + 1) }
    var start = bytes.count
    while start > 0, isNamePart(bytes[start - 1]) { start -= 1 }
    if start > 0, bytes[start - 1] == UInt8(ascii: "$") { start -= 1 }
    return (start, start)
  }

  /// Where a name in backticks begins that is not closed yet.
  private static func openedName(in bytes: [UInt8], _ tokens: [Token]) -> Int? {
    let row = bytes.lastIndex(of: UInt8(ascii: "\n")) ?? bytes.startIndex
    let texts = tokens.filter { $0.kind == .text }
    let marks = bytes[row...].indices.filter { index in
      bytes[index] == UInt8(ascii: "`")
        && !texts.contains { $0.range.start <= index && index < $0.range.end }
    }
    return marks.count.isMultiple(of: 2) ? nil : marks.last
  }

  private static func isInComment(_ bytes: [UInt8], _ tokens: [Token]) -> Bool {
    let last = tokens.last { $0.kind != .end }
    let rest = bytes[(last?.range.end ?? 0)...]
    return rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).last?
      .contains(UInt8(ascii: "#")) == true
  }

  /// The quote of a text that the cursor stands in.
  private static func openQuote(in bytes: [UInt8], _ tokens: [Token]) -> Int? {
    guard let last = tokens.last(where: { $0.kind != .end }), last.kind == .text,
      last.range.end == bytes.count, let quote = bytes[last.range.start...].first
    else { return nil }
    var isEscaped = false
    for byte in bytes[(last.range.start + 1)...] {
      if byte == quote, !isEscaped { return nil }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return last.range.start
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
      || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
