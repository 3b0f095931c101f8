// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import Catalogue

/// What is found without folding texts is what stands in them when they are folded.
@Suite struct TextFinderTests {
  /// Letters of both cases, and what folds to one, to several or to no bytes, beside or apart from
  /// its neighbours, and what is no text at all.
  private static let alphabet: [[UInt8]] =
    [
      "a", "A", "b", "k", "s", "S", "f", "i", "e", "E", " ", "@", "[", "`", "0", "é", "É", "É", "ö",
      "ß", "ŉ", "ø", "æ", "Æ", "İ", "ı", "ſ", "ĸ", "ﬁ", "ﬀ", "ﬃ", "ﬅ", "K", "Å", "ǆ", "ẞ", "ṩ",
      "\u{301}", "\u{306}", "\u{345}", "\u{AD}", "\u{200D}", "\u{FE0F}", "и", "й", "Й", "Ω", "ΐ",
      "—", "名", "が", "ガ", "한", "😀",
    ].map { Array($0.utf8) } + [[0xC3], [0xA9], [0xFF], [0xE2, 0x82], [0xD0], [0xC0, 0x80]]

  private static func text(_ random: inout Seeded, _ letters: [[UInt8]], most: Int) -> [UInt8] {
    (0..<Int.random(in: 0...most, using: &random)).flatMap { _ in
      letters.randomElement(using: &random) ?? []
    }
  }

  /// Whether a text holds another, found place by place.
  private static func holds(_ text: [UInt8], _ sought: [UInt8]) -> Bool {
    guard !sought.isEmpty else { return true }
    guard sought.count <= text.count else { return false }
    return (0...text.count - sought.count).contains { text[$0...].starts(with: sought) }
  }

  /// Texts of a few of the letters or of many, and what of one of them is looked for in all.
  private static func sample(_ random: inout Seeded) -> (texts: [[UInt8]], sought: [UInt8]) {
    let letters = (0..<Int.random(in: 2...8, using: &random)).compactMap { _ in
      alphabet.randomElement(using: &random)
    }
    let most = Bool.random(using: &random) ? 8 : 180
    let texts = (0..<Int.random(in: 1...12, using: &random)).map { _ in
      text(&random, letters, most: most)
    }
    let folded = Folding.folded(texts.randomElement(using: &random) ?? [])
    let start = Int.random(in: 0...folded.count, using: &random)
    let length = Int.random(in: 0...min(folded.count - start, 90), using: &random)
    let found = Array(folded[start..<start + (Bool.random(using: &random) ? length : length % 6)])
    let other = random.next() % 4 == 0 ? text(&random, letters, most: 3) : found
    return (texts, Folding.folded(other))
  }

  @Test(arguments: [UInt64](1...4)) func foldsNoMoreThanItHasTo(_ seed: UInt64) {
    var random = Seeded(seed)
    for _ in 0..<120 {
      let (texts, sought) = Self.sample(&random)
      let expected = texts.map { Self.holds(Folding.folded($0), sought) }
      for isWide in [true, false] {
        let finder = TextFinder(sought, folding: true, inWideRegisters: isWide)
        let found = finder.holders(among: PackedText(bytes: texts))
        #expect(found == Bitmap(expected), "\(sought) in \(texts)")
        let region = PackedText(bytes: [[0x61, 0xC3]] + texts + [[0xA9, 0x61]])
        let inside = finder.holders(among: region.region(1..<texts.count + 1))
        #expect(inside == Bitmap(expected), "\(sought) within \(texts)")
        let plain = TextFinder(sought, folding: false, inWideRegisters: isWide)
        #expect(
          plain.holders(among: PackedText(bytes: texts))
            == Bitmap(texts.map { Self.holds($0, sought) }), "\(sought) just in \(texts)")
      }
    }
  }

  @Test(arguments: [UInt64](1...4)) func comparesEndsAsFolded(_ seed: UInt64) {
    var random = Seeded(seed)
    var room: [UInt8] = []
    for _ in 0..<120 {
      let (texts, sought) = Self.sample(&random)
      for text in texts {
        for (one, folds) in [(Folding.folded(text), true), (text, false)] {
          let value = FoldedText(text.span, folds: folds)
          let end = one.suffix(sought.count)
          let found = [
            value.equals(sought.span, orMore: false, &room),
            value.equals(sought.span, orMore: true, &room), value.ends(with: sought.span, &room),
          ]
          let expected = [one == sought, one.starts(with: sought), Array(end) == sought]
          #expect(found == expected, "\(sought) and \(text)")
          let whole = value.equals(one.span, orMore: false, &room)
          #expect(whole, "\(text)")
        }
      }
    }
  }

  /// Between two letters, each scalar that there is lets through what it folds to and nothing else.
  @Test func everyScalarIsFound() {
    let scalars = (0...0x10FFFF).compactMap(Unicode.Scalar.init)
    let folded = scalars.map { Folding.folded(UTF8.encode($0) ?? .init()) }
    var texts = PackedTextBuilder()
    for scalar in scalars {
      texts.append([0x61] + Array(UTF8.encode(scalar) ?? .init()) + [0x42])
    }
    let all = texts.finish()
    // Only what folds to letters of ASCII, or to nothing, can be within another match.
    let partly = folded.indices.filter { place in
      folded[place].isEmpty || folded[place].contains { $0 < 0x80 }
    }
    for middle in ["", "k", "s", "ss", "e", "a", "b", "fi", "oe", "и\u{306}", "名", "ω", "ʼn"] {
      let sought = Array("a\(middle)b".utf8)
      let found = TextFinder(sought, folding: true).holders(among: all).indices
      let whole = Array(middle.utf8)
      let expected =
        whole.allSatisfy { $0 < 0x80 }
        ? partly.filter { Self.holds([0x61] + folded[$0] + [0x62], sought) }
        : folded.indices.filter { folded[$0] == whole }
      #expect(found == expected && !found.isEmpty, "\(middle)")
    }
  }

  /// Where much nearly is what is sought, in one text or from text to text, it takes no longer than
  /// the texts are long.
  @Test(.timeLimit(.minutes(2))) func nearlyFoundTakesNoLonger() {
    let letters = [UInt8](repeating: 0x61, count: 1)
    let texts = PackedText(bytes: Array(repeating: letters, count: 50_000) + [letters + letters])
    let long = TextFinder([UInt8](repeating: 0x61, count: 20_000), folding: true)
    #expect(long.holders(among: texts).setCount == 0)
    #expect(TextFinder([0x61, 0x61], folding: true).holders(among: texts).indices == [50_000])
    let runs = Array(String(repeating: String(repeating: "a", count: 70) + "ä", count: 400).utf8)
    let finder = TextFinder([UInt8](repeating: 0x61, count: 71 * 400) + [0x62], folding: true)
    let found = finder.holders(among: PackedText(bytes: [runs, runs + [0x42]]))
    #expect(found.indices == [1])
  }

  /// A value of a dictionary is looked at once, and only where a row has it.
  @Test func looksAtTheValuesOfADictionary() {
    let values = PackedText((0..<40).map { "text \($0) é" })
    let validity = Bitmap([true, true, false, true])
    for codes: [UInt32] in [[7, 17, 27, 39], (0..<100).map { UInt32($0 % 40) }] {
      let rows = codes.count == 4 ? validity : Bitmap(repeating: true, count: codes.count)
      let column = TextColumn(values, codes: codes, validity: rows)
      let found = TextPattern("7 E", mode: .contains, exact: false).matches(column).indices
      #expect(found == codes.indices.filter { codes[$0] % 10 == 7 && rows[$0] })
    }
  }
}
