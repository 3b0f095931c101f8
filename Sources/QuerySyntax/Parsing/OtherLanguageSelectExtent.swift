// SPDX-License-Identifier: MIT

import Diagnostics

// How far a query of SQL goes, over the lines on which it is written.
extension Parser {
  /// Takes the tokens of a query of SQL without its line breaks and comments; nil, with the cursor
  /// where it was, when it has no `from`.
  mutating func takeSelect() -> [Token]? {
    let start = cursor.index
    let margin = start == 0 || cursor.previous.kind == .newline ? indentation(token) : 0
    var taken: [Token] = []
    var depth = 0
    // Of the whole, and of the last of several that are put together.
    var (isRead, hasSource) = (false, false)
    while token.kind != .end, !atForeignPipe, token.kind != .pipe, token.kind != .semicolon {
      if token.kind == .newline {
        guard let next = continuation(of: taken.last, hasSource: hasSource, margin) else { break }
        cursor.move(to: next)
      }
      if token.kind == .openParenthesis { depth += 1 }
      if token.kind == .closeParenthesis { depth -= 1 }
      if depth < 0 { break }
      if word == "select" { hasSource = false }
      hasSource = hasSource || depth == 0 && isAt(.from)
      isRead = isRead || hasSource
      if !OtherLanguageLayout.isComment(token, in: source) { taken.append(token) }
      cursor.advance()
    }
    if isRead { return taken }
    cursor.move(to: start)
    return nil
  }

  /// Whether a statement of SQL has begun on the line before, of which the query at the cursor is
  /// the rest.
  var isInsideForeignStatement: Bool {
    let before = cursor.tokens[..<cursor.index]
    guard let end = before.lastIndex(where: { $0.kind != .newline }) else { return false }
    let line = before[...end]
    let start = line.lastIndex { [.newline, .semicolon].contains($0.kind) }.map { $0 + 1 }
    return Self.heads.contains(lowered(line[(start ?? 0)...].first))
  }

  /// Words with which SQL begins what a query ends.
  private static let heads: Set<String> = [
    "with", "insert", "create", "replace", "merge", "copy", "explain", "as", "values",
  ]

  /// The place behind line breaks and comments where a query goes on whose last word is given; nil
  /// where it ends.
  private func continuation(of last: Token?, hasSource: Bool, _ margin: Int) -> Int? {
    var place = cursor.index
    while cursor.tokens[place].kind == .newline
      || OtherLanguageLayout.isComment(cursor.tokens[place], in: source)
    {
      place += 1
    }
    let next = cursor.tokens[place]
    let (before, word) = (lowered(last), lowered(next))
    let isOpen = last.map { $0.kind.needsMore } ?? false || Self.open.contains(before)
    switch next.kind {
    case .foreign where isForeignPipe(next): return nil
    case .end, .semicolon, .pipe, .dot, .invalid, .newline: return nil
    // One query has one of each.
    case .name where word == "select": return Self.combining.contains(before) ? place : nil
    case .name where word == Keyword.from.rawValue: return hasSource ? nil : place
    case .name, .quotedName, .number, .text, .parameter, .date, .money, .openParenthesis:
      let begins = TokenCursor.beginsStatement(cursor.tokens[place...], in: source)
      let goesOn = OtherLanguageSelect.goesOn(word) || Self.inner.contains(word)
      return goesOn || !begins && (isOpen || indentation(next) > margin) ? place : nil
    default: return place
    }
  }

  private func lowered(_ token: Token?) -> String {
    token.map { $0.kind == .name ? text($0).lowercased() : "" } ?? ""
  }

  /// How much space stands before a token.
  private func indentation(_ token: Token) -> Int { token.range.start - token.start }

  /// Words behind which another query stands.
  private static let combining: Set<String> = ["union", "all", "intersect", "except"]

  /// Words of SQL behind which more has to come.
  private static let open: Set<String> = combining.union([
    "select", "distinct", "top", "from", "where", "by", "having", "limit", "offset", "on", "using",
    "join", "and", "or", "not", "in", "is", "like", "between", "as", "case", "when", "then", "else",
  ])

  /// Words of SQL with which a line goes on inside of a clause.
  private static let inner: Set<String> = [
    "and", "or", "not", "on", "using", "as", "in", "is", "like", "ilike", "between", "asc", "desc",
    "nulls", "by", "case", "when", "then", "else", "end", "escape", "over", "distinct", "all",
  ]
}

/// What stands between the words of another language's query: comments and blank lines, with which
/// its lines may as well be statements of their own.
struct OtherLanguageLayout {
  private let range: ScriptRange
  private let source: ScriptText
  /// What the comments say, without their marks.
  private var comments: [String] = []
  /// Whether one query is certain to be meant.
  private var isCertain = true

  init(_ range: ScriptRange, in source: ScriptText) {
    self.range = range
    self.source = source
    var isBehindBreak = false
    for token in Lexer.tokens(of: source, in: range).tokens {
      let space = source[ScriptRange(token.start, token.range.start)]
      if let mark = space.firstIndex(of: "#") { take(space[mark...].dropFirst()) }
      if Self.isComment(token, in: source) { take(source[token.range].dropFirst(2)) }
      let isBreak = token.kind == .newline
      if isBreak, isBehindBreak { isCertain = false }
      isBehindBreak = isBreak
    }
  }

  /// Whether a token is what the lexer took for a comment of SQL.
  static func isComment(_ token: Token, in source: ScriptText) -> Bool {
    guard token.kind == .invalid else { return false }
    let text = source[token.range]
    return text.hasPrefix("--") || text.hasPrefix("/*")
  }

  private mutating func take(_ comment: Substring) {
    let text = comment.hasSuffix("*/") ? comment.dropLast(2) : comment
    let words = text.split(whereSeparator: \.isWhitespace)
    comments.append("# " + words.joined(separator: " "))
    isCertain = false
  }

  /// The fix that puts other words in the place of the query, with its comments behind them; nil
  /// where a comment would take with it what follows.
  func fix(_ words: String, _ certainty: FixIt.Certainty) -> FixIt? {
    let certainty = isCertain ? certainty : .suggested
    guard !comments.isEmpty else { return .replace(range, with: words, certainty) }
    let rest = source[ScriptRange(range.end, source.line(around: range.end).range.end)]
    let follower = rest.drop(while: \.isWhitespace)
    let told = comments.joined(separator: " ")
    if follower.isEmpty || follower.first == "#" {
      return .replace(range, with: "\(words) \(told)", certainty)
    }
    let end = rest.prefix { $0 != ";" } + ";"
    guard follower.first == ";", follower.dropFirst().allSatisfy(\.isWhitespace) else { return nil }
    return .replace(
      ScriptRange(range.start, range.end + end.utf8.count), with: "\(words); \(told)", certainty)
  }
}
