// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing
import TextPatterns

struct WildcardPatternTests {
  private static let values: [String?] = [
    "Dream", "Dream Downtown", "Chloé", "CHLOE\u{301}", nil, "", "Weißkraut", "名前", "a*b?c\\",
    "🇸🇪", "a\r\nb", "한국", "x",
  ]

  private static let samples: [(String, Bool, [Int])] = [
    ("dream*", false, [0, 1]), ("DREAM", false, [0]), ("*town", false, [1]),
    ("d*m*n", false, [1]), ("dream*", true, []), ("Dream*", true, [0, 1]),
    ("chlo?", false, [2, 3]), ("CHLOÉ", false, [2, 3]), ("Chlo?", true, [2]),
    ("chlo?", true, []), ("CHLO?", true, [3]), ("*É", false, [2, 3]),
    ("weisskraut", false, [6]), ("wei?kraut", false, [6]), ("wei??kraut", false, []),
    ("wei?skraut", false, []), ("weis*kraut", false, [6]), ("*ß*", false, [6]),
    ("??", false, [7, 11]), ("?前", false, [7]), ("前*", false, []), ("?", false, [9, 12]),
    ("a?b", false, [10]), ("a??b", false, []), ("a*b", false, [10]),
    ("a\\*b\\?c\\\\", false, [8]), ("*\\*b*", false, [8]), ("*\\", false, [8]),
    ("*\\?c\\", true, [8]), ("\\d*", false, []),
    ("", false, [5]), ("*", false, [0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12]),
    ("**", true, [0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12]), ("?*?*?*?*?*?*?*?*?*?", false, [1]),
  ]

  @Test func findsWhatIsThere() throws {
    var builder = TextColumnBuilder()
    for value in Self.values { builder.append(value) }
    let column = builder.finish()
    for (text, exact, expected) in Self.samples {
      let found = try WildcardPattern(text, exact: exact).matches(column).indices
      #expect(found == expected, "\(text) exact: \(exact)")
    }
  }

  @Test func looksAtDictionariesAndInvalidBytes() throws {
    let values = PackedText(bytes: [Array("Café".utf8), Array("tea".utf8), [0x54, 0xFF]])
    let column = TextColumn(
      values, codes: [1, 0, 2, 0, 1], validity: Bitmap([true, true, true, false, true]))
    #expect(try WildcardPattern("c?f?", exact: false).matches(column).indices == [1])
    #expect(try WildcardPattern("t*", exact: false).matches(column).indices == [0, 2, 4])
    #expect(try WildcardPattern("t?", exact: false).matches(column).indices == [2])
  }

  /// All patterns of up to five signs on all texts of up to five letters.
  @Test func agreesWithTheDefinition() throws {
    let texts = Self.words(of: ["a", "b"], upTo: 5)
    let column = TextColumn(PackedText(texts))
    var different: [String] = []
    for pattern in Self.words(of: ["a", "b", "*", "?"], upTo: 5) {
      let found = try WildcardPattern(pattern, exact: false).matches(column)
      for (index, text) in texts.enumerated()
      where found[index] != Oracle.matches(pattern, text) {
        different.append("\(pattern) \(text)")
      }
    }
    #expect(different == [])
  }

  /// Letters of several bytes, of several scalars, and of several letters once they are folded.
  @Test func agreesOnOtherLetters() throws {
    var random = Seeded(11)
    let letters: [Character] = ["a", "A", "é", "E\u{301}", "ß", "s", "🇸🇪", "\r\n", "각", "é", "й"]
    let texts = (0..<300).map { _ in random.text(of: letters, upTo: 6) }
    let column = TextColumn(PackedText(texts))
    var different: [String] = []
    for _ in 0..<400 {
      let pattern = random.text(of: letters + ["*", "?", "*", "?"], upTo: 6)
      let found = try WildcardPattern(pattern, exact: false).matches(column)
      for (index, text) in texts.enumerated()
      where found[index] != Oracle.matches(pattern, text) {
        different.append("\(pattern) \(text)")
      }
    }
    #expect(different == [])
  }

  /// Patterns with as many states as one, two and three words hold, and one fewer and one more.
  @Test(arguments: [62, 63, 64, 126, 127, 128, 190, 191, 192])
  func agreesAcrossWords(_ count: Int) throws {
    var random = Seeded(UInt64(count))
    let text = random.text(of: ["a", "b"], exactly: count)
    var inside = Array(text)
    inside[count / 2] = "?"
    inside[count / 3] = "*"
    let patterns = [
      text, text + "*", "*" + text, text + "?", String(inside), text.dropLast() + "é",
    ]
    let texts = [text, text + "a", "a" + text, String(text.dropLast()), text.dropLast() + "E"]
    let column = TextColumn(PackedText(texts))
    for pattern in patterns {
      let expected = texts.indices.filter { Oracle.matches(pattern, texts[$0]) }
      #expect(try WildcardPattern(pattern, exact: false).matches(column).indices == expected)
    }
  }

  @Test func isNotMadeToTryEveryWay() throws {
    let column = TextColumn(PackedText([String(repeating: "a", count: 20_000)]))
    let pattern = String(repeating: "*a", count: 500)
    #expect(try WildcardPattern(pattern, exact: false).matches(column).indices == [0])
    #expect(try WildcardPattern(pattern + "*b", exact: false).matches(column).indices == [])
  }

  @Test func refusesLongPatterns() {
    let limit = TextMatcher.maximumLength
    let refusals = [limit - 1, limit, limit + 1].map { length in
      do throws(BadPattern) {
        _ = try WildcardPattern(String(repeating: "?", count: length), exact: false)
        return "taken"
      } catch {
        return error.message
      }
    }
    #expect(refusals == ["taken", "taken", "a pattern has at most 1024 bytes"])
  }

  private static func words(of letters: [String], upTo count: Int) -> [String] {
    var all = [""]
    var longest = [""]
    for _ in 0..<count {
      longest = longest.flatMap { word in letters.map { word + $0 } }
      all += longest
    }
    return all
  }
}

/// What a wildcard pattern means, tried in every way, without escapes.
private enum Oracle {
  private struct Unit {
    let byte: UInt8
    let isStart: Bool
  }

  static func matches(_ pattern: String, _ text: String) -> Bool {
    let units = text.flatMap { character in
      Folding.folded(character.utf8).enumerated().map { Unit(byte: $1, isStart: $0 == 0) }
    }
    return matches(Folding.folded(pattern.utf8)[...], units[...])
  }

  private static func matches(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<Unit>) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    if first == UInt8(ascii: "*") {
      return matches(rest, text) || !text.isEmpty && matches(pattern, text.dropFirst())
    }
    guard let unit = text.first else { return false }
    guard first == UInt8(ascii: "?") else {
      return first == unit.byte && matches(rest, text.dropFirst())
    }
    guard unit.isStart else { return false }
    // What follows within the character may be the `*`'s; otherwise it is the `?`'s.
    let others = text.dropFirst()
    return matches(rest, rest.first == UInt8(ascii: "*") ? others : others.drop { !$0.isStart })
  }
}

extension Seeded {
  fileprivate mutating func text(of alphabet: [Character], exactly count: Int) -> String {
    String((0..<count).compactMap { _ in alphabet.randomElement(using: &self) })
  }
}
