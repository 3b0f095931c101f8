// SPDX-License-Identifier: MIT

import Diagnostics

/// Walks over the tokens that have a meaning; line breaks are left only where they end a statement.
struct TokenCursor {
  /// Those that are left.
  private(set) var tokens: [Token]
  private(set) var index = 0
  /// Whether the text stops where more has to come.
  let isIncomplete: Bool

  /// Without `continuesLines` a line ends its clause whatever stands last on it. What closes the
  /// brackets of a prefix is still to come.
  init(
    _ all: [Token], in source: ScriptText, continuesLines: Bool = true, isPrefix: Bool = false
  ) {
    let matched = Self.matchedBrackets(all, isPrefix: isPrefix)
    let followers = Self.followers(all)
    var kept: [Token] = []
    var depth = 0
    var continues = false
    for (position, token) in all.enumerated() {
      switch token.kind {
      case .newline:
        let follower = followers[position]
        let goesOn =
          depth > 0 && !(isPrefix && Self.beginsStatement(all[follower...], in: source))
          || (continues
            && (!Self.beginsStatement(all[follower...], in: source)
              || Self.beginsView(all[follower...].first, after: kept, in: source)))
          || (all[follower...].first?.kind == .pipe && !kept.isEmpty)
        if !goesOn { kept.append(token) }
        continue
      case .openParenthesis, .openBracket: depth += matched[position] ? 1 : 0
      case .closeParenthesis, .closeBracket: depth -= matched[position] ? 1 : 0
      default: break
      }
      if token.kind != .end {
        continues =
          continuesLines
          && (token.kind.needsMore || Self.isConnective(token, in: source))
      }
      kept.append(token)
    }
    let isOpen = all.indices.contains { all[$0].kind.opensBracket && !matched[$0] }
    isIncomplete = continues || isOpen
    tokens = kept
  }

  /// For each token the place of the next one that is no line break, itself included; behind the
  /// last token where there is none.
  private static func followers(_ tokens: [Token]) -> [Int] {
    var followers = [Int](repeating: tokens.count, count: tokens.count)
    var next = tokens.count
    for position in tokens.indices.reversed() {
      if tokens[position].kind != .newline { next = position }
      followers[position] = next
    }
    return followers
  }

  /// For each token whether it is a bracket that has a partner, or may get one.
  private static func matchedBrackets(_ tokens: [Token], isPrefix: Bool) -> [Bool] {
    var open: [Int] = []
    var matched = Array(repeating: false, count: tokens.count)
    for (position, token) in tokens.enumerated() {
      switch token.kind {
      case .openParenthesis, .openBracket: open.append(position)
      case .closeParenthesis, .closeBracket:
        guard let partner = open.popLast() else { continue }
        matched[partner] = true
        matched[position] = true
      default: break
      }
    }
    if isPrefix { for position in open { matched[position] = true } }
    return matched
  }

  /// Whether a line after an unfinished one can only be meant as a statement of its own.
  static func beginsStatement(_ tokens: ArraySlice<Token>, in source: ScriptText) -> Bool {
    guard let token = tokens.first, token.kind == .name else { return false }
    let word = source[token.range].lowercased()
    // A field may be called `set`, but no other name and `=` stand behind one.
    if word == Keyword.set.rawValue {
      let kinds = tokens.dropFirst().prefix(4).map(\.kind)
      return kinds.starts(with: [.name, .equal]) || kinds == [.name, .dot, .name, .equal]
    }
    return Keyword.openings.contains(word)
  }

  /// Whether a line goes on with the pipeline that a `let` names.
  private static func beginsView(
    _ token: Token?, after kept: [Token], in source: ScriptText
  ) -> Bool {
    guard kept.count > 2, kept[kept.count - 1].kind == .equal, let token,
      source[token.range].lowercased() == Keyword.from.rawValue,
      source[kept[kept.count - 3].range].lowercased() == Keyword.let.rawValue
    else { return false }
    return kept.count == 3 || [.newline, .semicolon].contains(kept[kept.count - 4].kind)
  }

  private static func isConnective(_ token: Token, in source: ScriptText) -> Bool {
    guard token.kind == .name, let word = Keyword(of: source[token.range].lowercased()) else {
      return false
    }
    return Keyword.unfinished.contains(word)
  }

  var current: Token { tokens[index] }

  /// The token before the current one; the first token at the start.
  var previous: Token { tokens[max(0, index - 1)] }

  func peek(_ distance: Int) -> Token { tokens[min(index + distance, tokens.count - 1)] }

  /// Takes the current token for another one, which begins at a place.
  mutating func replaceCurrent(by kind: Token.Kind, from start: Int) {
    let range = ScriptRange(start, current.range.end)
    tokens[index] = Token(kind: kind, range: range, start: current.start)
  }

  mutating func move(to place: Int) { index = min(max(place, 0), tokens.count - 1) }

  /// The place of the parenthesis that closes the current one, whatever stands between.
  func partner() -> Int? {
    var depth = 0
    return tokens.indices[index...].first { place in
      switch tokens[place].kind {
      case .openParenthesis: depth += 1
      case .closeParenthesis: depth -= 1
      default: break
      }
      return depth == 0
    }
  }

  /// Goes on by one token; the end is never passed.
  @discardableResult
  mutating func advance() -> Token {
    let token = tokens[index]
    if index < tokens.count - 1 { index += 1 }
    return token
  }
}
