// SPDX-License-Identifier: MIT

/// Hides what looks like a key, a token or a password before a statement is recorded.
package enum SecretMask {
  /// The text with each secret value replaced by `***`.
  package static func mask(_ text: String) -> String {
    var result = ""
    var copied = text.startIndex
    for value in values(in: text) {
      result += text[copied..<value.lowerBound] + "***"
      copied = value.upperBound
    }
    return result + text[copied...]
  }

  /// Where the secret values of a text stand, in order.
  package static func values(in text: String) -> [Range<String.Index>] {
    var rest = text[...]
    var found: [Range<String.Index>] = []
    while let start = rest.firstIndex(where: isWordPart) {
      let end = rest[start...].firstIndex { !isWordPart($0) } ?? rest.endIndex
      let word = rest[start..<end]
      rest = rest[end...]
      guard let value = valueRange(after: word, in: rest) ?? passwordRange(after: word, in: rest)
      else { continue }
      found.append(value)
      rest = rest[value.upperBound...]
    }
    return found
  }

  private static func isWordPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "-"
  }

  /// True for `key`, `apiKey`, `api_key`, `CQ_KEY_SHOP` and their like, but not for `monkey`.
  private static func namesSecret(_ word: Substring) -> Bool {
    var parts: [String] = []
    var previous: Character = "_"
    for character in word {
      let isBoundary = character.isUppercase && previous.isLowercase
      if character == "_" || character == "-" {
        parts.append("")
      } else if isBoundary || parts.isEmpty {
        parts.append(character.lowercased())
      } else {
        parts[parts.count - 1] += character.lowercased()
      }
      previous = character
    }
    if word.uppercased().hasPrefix("CQ_KEY_") { return true }
    let names: Set = ["key", "apikey", "token", "secret", "password", "passwd", "bearer"]
    return parts.last.map(names.contains) ?? false
  }

  /// The value after `=` or `:`; after a blank alone only what cannot be a word of a query.
  private static func valueRange(
    after word: Substring, in rest: Substring
  ) -> Range<Substring.Index>? {
    guard namesSecret(word) else { return nil }
    var index = skipBlanks(rest, from: rest.startIndex)
    if index < rest.endIndex, "\"'".contains(rest[index]), rest.startIndex == index {
      index = skipBlanks(rest, from: rest.index(after: index))
    }
    var isAssigned = false
    while index < rest.endIndex, "=:".contains(rest[index]) {
      isAssigned = true
      index = rest.index(after: index)
    }
    index = skipBlanks(rest, from: index)
    let value = bareOrQuoted(rest, from: index)
    guard !value.isEmpty, isAssigned || looksRandom(rest[value]) else { return nil }
    return value
  }

  private static func skipBlanks(
    _ text: Substring, from index: Substring.Index
  ) -> Substring.Index {
    text[index...].firstIndex { $0 != " " } ?? text.endIndex
  }

  /// The inside of a quoted text, or all up to the next blank or separator.
  private static func bareOrQuoted(
    _ text: Substring, from index: Substring.Index
  ) -> Range<Substring.Index> {
    guard index < text.endIndex else { return index..<index }
    let quote = text[index]
    guard quote == "\"" || quote == "'" else {
      let end = text[index...].firstIndex { $0.isWhitespace || "&;|,)\"'".contains($0) }
      return index..<(end ?? text.endIndex)
    }
    let start = text.index(after: index)
    return start..<(text[start...].firstIndex(of: quote) ?? text.endIndex)
  }

  private static func looksRandom(_ value: Substring) -> Bool {
    value.count >= 16 && value.contains { $0.isNumber } && !value.contains { $0.isWhitespace }
  }

  /// The password of `https://user:password@host`.
  private static func passwordRange(
    after word: Substring, in rest: Substring
  ) -> Range<Substring.Index>? {
    guard rest.first == ":", word.startIndex > word.base.startIndex else { return nil }
    guard word.base[..<word.startIndex].hasSuffix("://") else { return nil }
    let start = rest.index(after: rest.startIndex)
    let stop = rest[start...].firstIndex { $0 == "@" || $0 == "/" || $0.isWhitespace }
    guard let stop, rest[stop] == "@" else { return nil }
    return start..<stop
  }
}
