// SPDX-License-Identifier: MIT

public import Diagnostics

/// Writes scripts and source definitions in their one canonical form.
///
/// The form depends on the words and marks of the text, its comments and its empty lines, never on
/// where its lines were broken. It means the same, and formatting it again changes nothing.
public enum Formatter {
  /// What comes of formatting: the text, or why it cannot be read.
  public enum Result: Sendable {
    case text([UInt8])
    case faults([Diagnostic])
  }

  public static func format(_ source: ScriptText) -> Result {
    let (tokens, lexical) = Lexer.tokens(of: source)
    if let limit = Parser.limit(of: source, tokens, lexical) { return .faults([limit]) }
    let isDefinition = beginsDefinition(tokens, in: source)
    var parser = Parser(
      source, tokens: tokens, diagnostics: lexical, continuesLines: !isDefinition)
    if isDefinition { _ = parser.definitions() } else { _ = parser.script() }
    let faults = parser.sortedDiagnostics.filter(\.isFatal)
    guard faults.isEmpty else { return .faults(faults) }
    let outline = ScriptOutline(source, tokens, parser)
    let text = isDefinition ? DefinitionLayout.text(outline.items) : text(outline.items)
    return isTooLong(text, tokens) ? .faults([.formattedTooLong(source)]) : .text(text)
  }

  /// Whether a text declares sources; any other text is a script.
  public static func isDefinition(_ source: ScriptText) -> Bool {
    beginsDefinition(Lexer.tokens(of: source).tokens, in: source)
  }

  /// Whether a formatted text is over the limits that its source kept: it has more lines, and
  /// each line break is a token.
  private static func isTooLong(_ text: [UInt8], _ tokens: [Token]) -> Bool {
    let breaks = text.count { $0 == .lineFeed }
    let words = tokens.count { $0.kind != .newline }
    return text.count > Lexer.maximumBytes || words + breaks > Lexer.maximumTokens
  }

  private static func beginsDefinition(_ tokens: [Token], in source: ScriptText) -> Bool {
    let words = tokens.lazy.filter { $0.kind != .newline }.prefix(3)
    guard let first = words.first, let brace = words.dropFirst(2).first else { return false }
    return first.kind == .name && source[first.range].lowercased() == Keyword.source.rawValue
      && brace.kind == .openBrace
  }

  private static func text(_ items: [ScriptOutline.Item]) -> [UInt8] {
    var text: [UInt8] = []
    for item in items {
      if item.isAfterSpace, !text.isEmpty { text.append(.lineFeed) }
      switch item.content {
      case .comment(let comment): text += comment
      case .words(let words, let original):
        text += checked(StatementLayout.text(words), words[...], original)
      }
      text.append(.lineFeed)
    }
    return text
  }

  /// A clause on one line.
  static func line(
    of words: ArraySlice<FormattedWord>, _ original: ArraySlice<UInt8>
  ) -> [UInt8] {
    checked(StatementLayout.line(words), words, original)
  }

  /// A statement laid out, or as it was where that would be read as other words.
  private static func checked(
    _ text: [UInt8], _ words: ArraySlice<FormattedWord>, _ original: ArraySlice<UInt8>
  ) -> [UInt8] {
    if isRead(text, as: words) { return text }
    let comments = words.last.map(\.comments) ?? []
    return original + comments.flatMap { [.space, .space] + $0.text }
  }

  /// Whether a text is one statement of exactly these words.
  private static func isRead(_ text: [UInt8], as words: ArraySlice<FormattedWord>) -> Bool {
    let source = ScriptText(name: "", bytes: text)
    let (tokens, faults) = Lexer.tokens(of: source)
    let kept = TokenCursor(tokens, in: source).tokens.dropLast()
    return faults.isEmpty && kept.count == words.count
      && zip(kept, words).allSatisfy { text[$0.range.start..<$0.range.end] == $1.text[...] }
  }
}

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let space = UInt8(ascii: " ")
}

extension Diagnostic {
  fileprivate static func formattedTooLong(_ source: ScriptText) -> Diagnostic {
    Diagnostic(
      .scriptLimit, "broken into lines, the script would be over the limit",
      remarks: [.help("cut it into several scripts")], in: source)
  }
}
