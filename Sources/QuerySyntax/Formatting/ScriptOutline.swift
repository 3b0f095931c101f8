// SPDX-License-Identifier: MIT

import Diagnostics

/// The statements or clauses of a text in their order, each with its comments, and the comments
/// that stand between them.
struct ScriptOutline {
  /// A statement, a clause, a brace of a definition, or a comment on lines of its own.
  struct Item {
    enum Content {
      /// The words, and the text as it stands without the comment behind it.
      case words([FormattedWord], ArraySlice<UInt8>)
      case comment([UInt8])
    }

    let content: Content
    /// Whether an empty line stands before it.
    let isAfterSpace: Bool
  }

  private(set) var items: [Item] = []
  private let source: ScriptText
  private let names: [ScriptRange]
  private var nextName = 0
  /// The statements that stay as they are: how words with a fault are read may depend on the lines
  /// and the spelling.
  private var kept: ArraySlice<ScriptRange>
  /// The statement that is being read.
  private var parts: [StatementPart] = []
  private var isAfterSpace = false
  private var line = Line()

  /// What the present line holds so far.
  private struct Line {
    var hasText = false
    /// Whether the last statement, which has ended, ends on this line.
    var hasStatement = false
  }

  /// Takes a text without a fault and the parser that has read it.
  init(_ source: ScriptText, _ tokens: [Token], _ parser: Parser) {
    self.source = source
    names = parser.names.sorted { $0.start < $1.start }
    kept = parser.faulty.sorted { $0.start < $1.start }[...]
    var ends = parser.cursor.tokens.filter { $0.kind == .newline }.map(\.range.start)[...]
    for token in tokens {
      if isKept(token) { continue }
      switch token.kind {
      case .newline:
        let isEnd = ends.first == token.range.start
        if isEnd { ends.removeFirst() }
        endLine(at: token, endsStatement: isEnd)
      case .end: endLine(at: token, endsStatement: true)
      case .semicolon:
        endStatement()
        line.hasText = true
      case .closeBrace:
        endStatement()
        add(token)
        endStatement()
      default:
        add(token)
        if token.kind == .openBrace { endStatement() }
      }
    }
  }

  /// Whether a token lies in a statement that stays as it is; its last one stands for all.
  private mutating func isKept(_ token: Token) -> Bool {
    guard let range = kept.first, token.range.start >= range.start else { return false }
    if token.range.end < range.end { return true }
    kept.removeFirst()
    let text = source.bytes[range.start..<range.end]
    let word = FormattedWord(verbatim: text)
    items.append(Item(content: .words([word], text), isAfterSpace: isAfterSpace))
    isAfterSpace = false
    line.hasText = true
    line.hasStatement = true
    return true
  }

  private mutating func add(_ token: Token) {
    while nextName < names.count, names[nextName].start < token.range.start { nextName += 1 }
    let isName = nextName < names.count && names[nextName].start == token.range.start
    parts.append(StatementPart(token: token, isName: isName))
    line.hasText = true
    line.hasStatement = false
  }

  private mutating func endLine(at token: Token, endsStatement: Bool) {
    if let comment = comment(before: token) { add(comment) }
    if !line.hasText, parts.isEmpty { isAfterSpace = true }
    if endsStatement { endStatement() }
    line = Line()
  }

  /// A comment ends its line, so it lies between the line's last word and its break.
  private func comment(before token: Token) -> [UInt8]? {
    let trivia = source.bytes[token.start..<token.range.start]
    guard let start = source.commentStart(in: token.start..<token.range.start) else { return nil }
    let end = trivia.lastIndex { ![.space, 0x09, 0x0D].contains($0) } ?? start
    return Array(trivia[start...end])
  }

  private mutating func add(_ comment: [UInt8]) {
    defer { line.hasText = true }
    if parts.isEmpty {
      if line.hasStatement { return addToLastStatement(comment) }
      items.append(Item(content: .comment(comment), isAfterSpace: isAfterSpace))
      isAfterSpace = false
    } else {
      let last = parts.count - 1
      parts[last].comments.append(WordComment(text: comment, isTrailing: line.hasText))
    }
  }

  /// The comment stands behind the `;` or the brace that has ended a statement.
  private mutating func addToLastStatement(_ comment: [UInt8]) {
    guard let item = items.last, case .words(var words, let original) = item.content else { return }
    words[words.count - 1].comments.append(WordComment(text: comment, isTrailing: true))
    items[items.count - 1] = Item(
      content: .words(words, original), isAfterSpace: item.isAfterSpace)
  }

  private mutating func endStatement() {
    guard let first = parts.first, let last = parts.last else { return }
    // Behind a word after which a line elsewhere goes on, as in `set images = not`.
    let behind = last.comments.drop(while: \.isTrailing)
    parts[parts.count - 1].comments.removeLast(behind.count)
    let words = WordReading.words(of: parts, in: source)
    items.append(
      Item(
        content: .words(words, source.bytes[first.token.range.start..<last.token.range.end]),
        isAfterSpace: isAfterSpace))
    items += behind.map { Item(content: .comment($0.text), isAfterSpace: false) }
    parts = []
    isAfterSpace = false
    line.hasStatement = line.hasText
  }
}
