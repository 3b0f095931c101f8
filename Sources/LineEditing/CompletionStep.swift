// SPDX-License-Identifier: MIT

/// What Tab does with the candidates for the word at the cursor.
package enum CompletionStep: Equatable {
  case nothing
  /// A new statement, with the cursor at a UTF-8 offset.
  case replace(statement: String, cursor: Int)
  /// More than one candidate and nothing further in common, or one that is a guess.
  case choose

  package init(_ list: CompletionList, statement: String, cursor: Int) {
    let bytes = Array(statement.utf8)
    let end = min(max(cursor, 0), bytes.count)
    let start = min(max(list.replaceFrom, 0), end)
    let word = String(decoding: bytes[start..<end], as: UTF8.self)
    if list.isGuess, list.items.count == 1 {
      self = .choose
      return
    }
    guard let insertion = Self.insertion(list.items, word: word) else {
      self = list.items.isEmpty ? .nothing : .choose
      return
    }
    guard insertion != word else {
      self = list.items.count > 1 ? .choose : .nothing
      return
    }
    let before = bytes[..<start] + insertion.utf8
    self = .replace(
      statement: String(decoding: before + bytes[end...], as: UTF8.self), cursor: before.count)
  }

  /// What takes the place of the word: the only candidate, or what all have in common where that
  /// says more than the word does.
  private static func insertion(_ items: [Completion], word: String) -> String? {
    guard let first = items.first else { return nil }
    let replacements = items.map { PlainText.clean($0.replacement) }
    guard items.count > 1 else { return replacements.first ?? first.replacement }
    let common = commonPrefix(replacements)
    return common.count > word.count && holds(common, word) ? common : nil
  }

  /// The characters that all texts start with.
  package static func commonPrefix(_ texts: [String]) -> String {
    guard var common = texts.first?[...] else { return "" }
    for text in texts.dropFirst() {
      let shared = zip(common, text).prefix { $0 == $1 }.count
      common = common.prefix(shared)
    }
    return String(common)
  }

  /// True when the word stands somewhere in the text, case and accents aside: candidates may have
  /// been found by their middle, and what was typed must not vanish for less.
  private static func holds(_ text: String, _ word: String) -> Bool {
    let text = Array(text)
    let word = Array(word)
    guard text.count >= word.count else { return false }
    return (0...(text.count - word.count)).contains { start in
      word.indices.allSatisfy { alike(text[start + $0], word[$0]) }
    }
  }

  private static func alike(_ one: Character, _ other: Character) -> Bool {
    one.lowercased() == other.lowercased() || !one.isASCII || !other.isASCII
  }
}
