// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

struct TextPatternTests {
  private static let values: [String?] = [
    "Dream", "Dream Downtown", "Chloé", "CHLOE\u{301}", nil, "", "Weißkraut", "名前 Dream", "dre",
  ]

  private static let samples: [(String, TextPattern.Mode, Bool, [Int])] = [
    ("dream", .equals, false, [0]), ("dream", .startsWith, false, [0, 1]),
    ("DREAM", .contains, false, [0, 1, 7]), ("dream", .endsWith, false, [0, 7]),
    ("dream", .contains, true, []), ("Dream", .contains, true, [0, 1, 7]),
    ("chloe", .equals, false, [2, 3]), ("Chloé", .equals, true, [2]),
    ("CHLOÉ", .contains, false, [2, 3]), ("É", .endsWith, false, [2, 3, 8]),
    ("WEISSKRAUT", .equals, false, [6]), ("ß", .contains, false, [6]), ("前", .contains, false, [7]),
    ("", .equals, false, [5]), ("", .contains, false, [0, 1, 2, 3, 5, 6, 7, 8]),
    ("", .endsWith, true, [0, 1, 2, 3, 5, 6, 7, 8]), ("dreams and more", .contains, false, []),
  ]

  @Test func findsWhatIsThere() {
    var builder = TextColumnBuilder()
    for value in Self.values { builder.append(value) }
    let column = builder.finish()
    for (literal, mode, exact, expected) in Self.samples {
      let found = TextPattern(literal, mode: mode, exact: exact).matches(column).indices
      #expect(found == expected, "\(literal) \(mode) exact: \(exact)")
    }
  }

  /// Texts in which a literal nearly stands everywhere, of one letter and in a byte beyond ASCII.
  @Test(.timeLimit(.minutes(10)), arguments: ["a", "é"]) func longLiteralsTakeNoLonger(
    _ letter: String
  ) {
    let text = String(repeating: letter, count: 300_000)
    let column = TextColumn(PackedText([text, text + "b"]))
    let literal = String(repeating: letter, count: 30_000) + "B"
    for (sought, exact) in [(literal, false), (literal.lowercased(), true)] {
      #expect(TextPattern(sought, mode: .contains, exact: exact).matches(column).indices == [1])
    }
  }

  @Test func looksAtDictionariesAndInvalidBytes() {
    let values = PackedText(bytes: [Array("Café".utf8), Array("tea".utf8), [0x54, 0xFF]])
    let column = TextColumn(
      values, codes: [1, 0, 2, 0, 1], validity: Bitmap([true, true, true, false, true]))
    #expect(TextPattern("CAFE", mode: .equals, exact: false).matches(column).indices == [1])
    #expect(TextPattern("t", mode: .startsWith, exact: false).matches(column).indices == [0, 2, 4])
  }

  /// Against the obvious way, on random texts of few letters.
  @Test func agreesWithASlowSearch() {
    var random = Seeded(7)
    let alphabet: [Character] = ["a", "b", "A", "é", "E\u{301}", "e", "ß", "s"]
    let texts = (0..<400).map { _ in random.text(of: alphabet, upTo: 7) }
    let column = TextColumn(PackedText(texts))
    var different: [String] = []
    for _ in 0..<200 {
      let literal = random.text(of: alphabet, upTo: 3)
      let needle = String(decoding: Folding.folded(literal.utf8), as: UTF8.self)
      let found = TextPattern(literal, mode: .contains, exact: false).matches(column)
      for (index, text) in texts.enumerated() {
        let folded = Array(Folding.folded(text.utf8))
        let ends = folded.indices.contains { folded[$0...].starts(with: Array(needle.utf8)) }
        if found[index] != (ends || needle.isEmpty) { different.append("\(literal) in \(text)") }
      }
    }
    #expect(different == [])
  }
}
