// SPDX-License-Identifier: MIT

import ResultRendering
import TestSupport
import Testing

struct TextDisplayWidthTests {
  private static let widths: [(String, Int)] = [
    ("", 0), ("Dream", 5), ("Chloé", 5), ("Chloe\u{301}", 5), ("Weißkraut", 9), ("名前", 4),
    ("👩‍👩‍👧", 2), ("👍🏽", 2), ("🇩🇪", 2), ("❤️", 2), ("1️⃣", 2), ("a\u{A0}b", 3), ("Ａ", 2), ("ｱ", 1),
    ("각", 2), ("각", 2), ("…–─", 3), ("★", 1), ("🫨", 2), ("𠀀", 2), ("क्ष", 2), ("Zürich 東京 🗼", 14),
  ]

  @Test func countsCells() {
    let wrong = Self.widths.filter { DisplayWidth.of($0.0) != $0.1 }
    #expect(wrong.map { "\($0.0): \(DisplayWidth.of($0.0)), not \($0.1)" } == [])
  }

  /// Texts are measured by shorter ways where they can be; the ways agree for every scalar.
  @Test func textsAreAsWideAsTheirClusters() {
    let scalars = (UInt32(0x20)...0x2FFFF).lazy.compactMap(Unicode.Scalar.init)
    let wrong = scalars.filter { scalar in
      let character = Character(scalar)
      return DisplayWidth.of(String(character)) != DisplayWidth.of(character)
    }
    #expect(Array(wrong) == [])
  }

  private static let cuts: [(String, Int, String)] = [
    ("Dream Downtown", 14, "Dream Downtown"), ("Dream Downtown", 8, "Dream D…"),
    ("名前名前", 8, "名前名前"), ("名前名前", 7, "名前名…"), ("名前名前", 6, "名前…"), ("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", 5, "👩‍👩‍👧👩‍👩‍👧…"),
    ("abc", 1, "…"), ("abc", 0, ""), ("", 0, ""), ("Chloé s", 6, "Chloé…"),
  ]

  @Test func cutsAtClusters() {
    let wrong = Self.cuts.filter { DisplayWidth.truncated($0.0, to: $0.1) != $0.2 }
    #expect(wrong.map { DisplayWidth.truncated($0.0, to: $0.1) } == [])
    #expect(DisplayWidth.truncated("Dream Downtown", to: 8, ellipsis: "...") == "Dream...")
    #expect(DisplayWidth.truncated("Dream", to: 2, ellipsis: "...") == "Dr")
  }

  private static let endings: [(String, Int, String)] = [
    ("Dream Downtown", 14, "Dream Downtown"), ("Dream Downtown", 8, "…owntown"),
    ("名前名前", 7, "…前名前"), ("名前名前", 6, "…名前"), ("abc", 1, "…"), ("abc", 0, ""),
    ("a👩‍👩‍👧👩‍👩‍👧", 5, "a👩‍👩‍👧👩‍👩‍👧"), ("ab👩‍👩‍👧👩‍👩‍👧", 5, "…👩‍👩‍👧👩‍👩‍👧"),
  ]

  @Test func showsEnds() {
    let wrong = Self.endings.filter { DisplayWidth.ending(of: $0.0, in: $0.1) != $0.2 }
    #expect(wrong.map { DisplayWidth.ending(of: $0.0, in: $0.1) } == [])
    #expect(DisplayWidth.ending(of: "Dream Downtown", in: 8, ellipsis: "...") == "...ntown")
  }

  private static let wraps: [(String, Int, [String])] = [
    ("", 10, [""]), ("one two three", 20, ["one two three"]),
    ("one two three", 7, ["one two", "three"]), ("one two three", 8, ["one two", "three"]),
    ("one two three", 6, ["one", "two", "three"]), ("abcdefgh ij", 3, ["abc", "def", "gh", "ij"]),
    ("a\n\nb", 5, ["a", "", "b"]), ("a\r\nb", 5, ["a", "b"]), ("名前名前", 5, ["名前", "名前"]),
    ("名前", 1, ["名", "前"]), ("  indented text", 10, ["  indented", "text"]),
    ("ends  ", 4, ["ends"]), ("aaaa    bbbb", 4, ["aaaa", "bbbb"]),
  ]

  @Test func breaksAtSpaces() {
    let wrong = Self.wraps.filter { DisplayWidth.wrapped($0.0, to: $0.1) != $0.2 }
    #expect(wrong.map { DisplayWidth.wrapped($0.0, to: $0.1) } == [])
  }

  /// Words that are longer than a line stay whole where that is wanted.
  @Test(arguments: [
    ("a https://x.example/y b", 6, ["a", "https://x.example/y", "b"]),
    ("https://x.example/y", 6, ["https://x.example/y"]), ("  longest b", 5, ["  longest", "b"]),
    ("a b c d", 3, ["a b", "c d"]), ("名前名前 b", 4, ["名前名前", "b"]),
  ]) func longWordsStayWhole(text: String, width: Int, lines: [String]) {
    #expect(DisplayWidth.wrapped(text, to: width, keepingWords: true) == lines)
  }

  /// Whatever is wrapped or cut keeps to the width, and wrapping loses nothing but spaces.
  @Test func keepsToTheWidth() {
    var random = Seeded(3)
    let alphabet: [Character] = ["a", "b", " ", " ", "名", "é", "👩‍👩‍👧", "e\u{301}"]
    var wrong: [String] = []
    for _ in 0..<5000 {
      let text = random.text(of: alphabet, upTo: 30)
      let width = Int.random(in: 2...12, using: &random)
      let lines = DisplayWidth.wrapped(text, to: width)
      let kept = lines.joined().filter { $0 != " " } == text.filter { $0 != " " }
      let cut = DisplayWidth.truncated(text, to: width)
      let fits = (lines + [cut]).allSatisfy { DisplayWidth.of($0) <= width }
      if !kept || !fits { wrong.append(text) }
    }
    #expect(wrong == [])
  }
}
