// SPDX-License-Identifier: MIT

package import Diagnostics

/// The word that stands at the end of a text, as it is being written.
package struct CursorWord: Sendable {
  package enum Kind: Sendable, Equatable {
    /// A word, maybe empty, maybe with a `$` or an opened backtick before it.
    case word
    /// A number, a date or an amount, which is what it is.
    case number
    /// A text in quotes that is not closed, after the given quote.
    case text(UInt8)
    /// What nobody else can know, as in a comment.
    case unknown
  }

  package let kind: Kind
  /// Where the word begins that another one would replace.
  package let start: Int
  /// What is written of it, without a quote or a backtick.
  package let text: String
  /// What stands before it.
  package let before: ScriptText

  package init(atEndOf source: ScriptText) {
    let tokens = Lexer.tokens(of: source).tokens
    let last = tokens.last { $0.kind != .end }
    let bytes = source.bytes
    let length = bytes.count
    if let last, last.kind == .template, let hole = Self.openHole(in: last, source) {
      // The expression in the brace stands for a value of its own.
      let inner = CursorWord(atEndOf: source.part(ScriptRange(hole + 1, length)))
      kind = inner.kind
      start = hole + 1 + inner.start
      text = inner.text
      let outer = source[ScriptRange(0, last.range.start)]
      let before = String(decoding: inner.before.bytes, as: UTF8.self)
      self.before = ScriptText(name: source.name, "\(outer)(\(before)")
      return
    }
    (kind, start) = Self.place(in: source, tokens, last)
    let mark = Self.isMarked(kind, bytes, at: start) ? 1 : 0
    text = source[ScriptRange(start + mark, length)]
    var end = start
    if case .text = kind { end -= 1 }
    before = source.part(ScriptRange(0, end))
  }

  private static func place(
    in source: ScriptText, _ tokens: [Token], _ last: Token?
  ) -> (Kind, Int) {
    let length = source.bytes.count
    guard !isInComment(source, last) else { return (.unknown, length) }
    if let opening = openedName(in: source, tokens) { return (.word, opening) }
    // The number of a row follows.
    if source.bytes.last == UInt8(ascii: "@") { return (.number, length - 1) }
    guard let last, last.range.end == length else { return (.word, length) }
    switch last.kind {
    case .text:
      guard isOpen(last, in: source) else { return (.unknown, length) }
      return (.text(source.bytes[last.range.start]), last.range.start + 1)
    case .number, .date, .money, .rowReference: return (.number, last.range.start)
    case .template, .regularExpression, .quotedName: return (.unknown, length)
    case .name, .parameter: return (.word, last.range.start)
    default: return (.word, wordStart(in: source.bytes))
    }
  }

  /// Whether a mark stands before the word that is no part of it.
  private static func isMarked(_ kind: Kind, _ bytes: [UInt8], at start: Int) -> Bool {
    kind == .word && start < bytes.count && bytes[start] == UInt8(ascii: "`")
  }

  private static func wordStart(in bytes: [UInt8]) -> Int {
    var start = bytes.count
    while start > 0, isNamePart(bytes[start - 1]) { start -= 1 }
    return start > 0 && bytes[start - 1] == UInt8(ascii: "$") ? start - 1 : start
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
      || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// Where a name in backticks begins that is not closed yet.
  private static func openedName(in source: ScriptText, _ tokens: [Token]) -> Int? {
    let bytes = source.bytes
    let row = bytes.lastIndex(of: UInt8(ascii: "\n")) ?? bytes.startIndex
    let texts = tokens.filter { $0.kind == .text }
    let marks = bytes[row...].indices.filter { index in
      bytes[index] == UInt8(ascii: "`")
        && !texts.contains { $0.range.start <= index && index < $0.range.end }
    }
    return marks.count.isMultiple(of: 2) ? nil : marks.last
  }

  private static func isInComment(_ source: ScriptText, _ last: Token?) -> Bool {
    let rest = source.bytes[(last?.range.end ?? 0)...]
    return rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).last?
      .contains(UInt8(ascii: "#")) == true
  }

  private static func isOpen(_ text: Token, in source: ScriptText) -> Bool {
    let quote = source.bytes[text.range.start]
    var isEscaped = false
    for byte in source.bytes[(text.range.start + 1)..<text.range.end] {
      if byte == quote, !isEscaped { return false }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return true
  }

  /// The brace of a template in which the text ends.
  private static func openHole(in template: Token, _ source: ScriptText) -> Int? {
    guard template.range.end == source.bytes.count else { return nil }
    let inside = source.bytes[template.range.start..<template.range.end]
    guard let opening = inside.lastIndex(of: UInt8(ascii: "{")),
      !inside[opening...].contains(UInt8(ascii: "}")),
      inside[..<opening].reversed().prefix(while: { $0 == UInt8(ascii: "{") }).count % 2 == 0
    else { return nil }
    return opening
  }
}

extension ScriptText {
  /// A part of the text as a text of its own.
  fileprivate func part(_ range: ScriptRange) -> ScriptText {
    ScriptText(name: name, bytes: Array(bytes[range.start..<range.end]))
  }
}
