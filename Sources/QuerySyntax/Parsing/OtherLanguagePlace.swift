// SPDX-License-Identifier: MIT

import Diagnostics

/// What stands beside a value that is to be written in other words, and could take a part of them.
///
/// It is read from the text, because a call may be known as another language's when the tree has
/// lost what stands beside it. Where that is not plain, brackets do no harm.
struct OtherLanguagePlace {
  /// How tightly what stands on one side binds.
  private enum Side { case open, connective, tight }

  private let before: Side
  private let after: Side

  /// So many bytes on each side tell it.
  private static let reach = 200

  init(_ range: ScriptRange, in source: ScriptText) {
    let end = min(source.bytes.count, range.end + Self.reach)
    before = Self.before(
      source[ScriptRange(max(0, range.start - Self.reach), range.start)])
    after = Self.after(source[ScriptRange(min(range.end, end), end)])
  }

  /// The words, in brackets where something beside them would take a part.
  func fitted(_ words: String) -> String { isSafe(for: words) ? words : "(\(words))" }

  private func isSafe(for words: String) -> Bool {
    if words.hasPrefix("if ") { return before == .open && after == .open }
    let isWhole = !words.contains(" ") || words.hasPrefix("f\"") || Self.isCall(words)
    if isWhole || words.hasSuffix(" desc") || words.hasSuffix(" asc") { return true }
    return before != .tight && after != .tight
  }

  /// Whether the words are one call of a function.
  private static func isCall(_ words: String) -> Bool {
    let rest = words.drop(while: isPart)
    guard rest.count < words.count, rest.first == "(" else { return false }
    var depth = 0
    for (place, character) in zip(rest.indices, rest) {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0 { return rest.index(after: place) == rest.endIndex }
    }
    return false
  }

  private static func before(_ text: String) -> Side {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).suffix(2)
    // What ends a comment says nothing.
    if lines.count == 2, lines.first?.contains("#") ?? false,
      lines.last?.allSatisfy(\.isWhitespace) ?? false
    {
      return .tight
    }
    let (last, rest) = lastPart(of: text[...])
    switch last {
    case "", "(", "[", ",", "{", "|", ";": return .open
    case "!", "~", "&": return .connective
    case "=":
      let (name, head) = lastPart(of: rest)
      guard name.first.map(isPart) ?? false else { return .tight }
      let word = lastPart(of: head).part.lowercased()
      let isAssigned = word == "," || word.first.map(isPart) ?? false
      return isAssigned && !asking.contains(word) && !connectives.contains(word) ? .open : .tight
    default:
      let word = last.lowercased()
      if connectives.contains(word) { return .connective }
      return opening.contains(word) || asking.contains(word) ? .open : .tight
    }
  }

  /// The last word or mark of a text, and what stands before it.
  private static func lastPart(of text: Substring) -> (part: Substring, rest: Substring) {
    let end = text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) } ?? text.startIndex
    let rest = text[..<end]
    guard let last = rest.last, isPart(last) else { return (rest.suffix(1), rest.dropLast()) }
    let word = rest.reversed().prefix(while: isPart).count
    return (rest.suffix(word), rest.dropLast(word))
  }

  private static func isPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "_`$.".contains(character)
  }

  private static let connectives: Set<String> = ["and", "or", "not"]

  /// Words before a condition.
  private static let asking: Set<String> = [
    "filter", "where", "having", "assert", "on", "if", "elif", "then", "else", "when",
  ]

  /// Other words before a value with which nothing before it is computed.
  private static let opening: Set<String> = ["by", "case", "select", "show"]

  private static func after(_ text: String) -> Side {
    let rest = text.drop(while: \.isWhitespace)
    guard let next = rest.first else { return .open }
    if ",)];}".contains(next) || rest.hasPrefix("%>%") { return .open }
    if next == "|" { return rest.hasPrefix("||") ? .connective : .open }
    if next == "&" || next == "?" && !rest.hasPrefix("??") { return .connective }
    if next == ":" { return rest.hasPrefix("::") ? .tight : .open }
    guard isPart(next) else { return .tight }
    let word = rest.prefix(while: isPart).lowercased()
    if connectives.contains(word) && word != "not" || word == "if" { return .connective }
    if ["then", "else", "as", "desc", "asc", "by", "nulls"].contains(word) { return .open }
    let isOnNextLine = text.prefix { $0.isWhitespace }.contains(where: \.isNewline)
    let isTest = ["not", "between", "is"].contains(word)
    return isOnNextLine && !isTest && !Keyword.negatable.contains(word) ? .open : .tight
  }
}
