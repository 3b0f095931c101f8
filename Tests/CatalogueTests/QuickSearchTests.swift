// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import Catalogue

/// The quick ways over texts, pairs and bits find what the plain ones do.
@Suite struct QuickSearchTests {
  /// Texts of few letters, so that much in them nearly is what is sought.
  private static func text(_ random: inout Seeded, _ letters: [String], most: Int) -> String {
    (0..<Int.random(in: 0...most, using: &random)).map { _ in
      letters.randomElement(using: &random) ?? ""
    }.joined()
  }

  private static let letters = ["a", "A", "b", "B", " ", "@", "[", "`", "{", "0"]

  @Test(arguments: [UInt64](1...8)) func findsWhatIsThere(_ seed: UInt64) {
    var random = Seeded(seed)
    let letters = seed % 2 == 0 ? Array(Self.letters.prefix(3)) : Self.letters
    for _ in 0..<2_000 {
      let text = Self.text(&random, letters, most: 90)
      let sought = Self.text(&random, letters, most: 6)
      for mode in [TextPattern.Mode.contains, .equals, .startsWith, .endsWith] {
        for isExact in [true, false] {
          let pattern = TextPattern(sought, mode: mode, exact: isExact)
          let (one, other) =
            isExact ? (text, sought) : (text.lowercased(), sought.lowercased())
          let expected =
            switch mode {
            case .contains: other.isEmpty || one.contains(other)
            case .equals: one == other
            case .startsWith: one.hasPrefix(other)
            case .endsWith: one.hasSuffix(other)
            }
          let found = pattern.matches(TextColumn(PackedText([text])))[0]
          #expect(found == expected, "\(text) \(mode) \(sought) \(isExact)")
        }
      }
    }
  }

  /// A text that is nearly found at every place takes no longer than its length.
  @Test func muchInVainIsGivenUp() {
    let text = String(repeating: "a", count: 1 << 20)
    let pattern = TextPattern(
      String(repeating: "a", count: 500) + "b" + String(repeating: "a", count: 500),
      mode: .contains, exact: true)
    #expect(!pattern.matches(TextColumn(PackedText([text])))[0])
    #expect(pattern.matches(TextColumn(PackedText([text + pattern.literal.text + text])))[0])
  }

  /// Pairs get the numbers of their first appearances, be they few or many.
  @Test(arguments: [5, 300, 3_000]) func numbersPairs(_ most: Int) {
    var random = Seeded(UInt64(most))
    var table = PairTable()
    var known: [[Int]: Int] = [:]
    for round in 1...40 {
      let firsts = min(most, round * most / 20 + 1)
      let seconds = min(most, round * most / 30 + 1)
      table.prepare(firsts, seconds)
      for _ in 0..<500 {
        let pair = [
          Int.random(in: 0..<firsts, using: &random), Int.random(in: 0..<seconds, using: &random),
        ]
        let expected = known[pair] ?? known.count
        known[pair] = expected
        #expect(table.number(of: pair[0], pair[1]) == expected)
      }
    }
    #expect(table.count == known.count)
  }

  /// Rows of a dictionary that grows, with and without nulls, and of texts that have no codes, get
  /// the numbers of their first appearances.
  @Test(arguments: [UInt64](1...4)) func numbersCodes(_ seed: UInt64) {
    var random = Seeded(seed)
    var grouper = RowGrouper()
    var known: [String?: Int] = [:]
    var words = ["w0"]
    for round in 1...30 {
      words += (0..<Int.random(in: 0...3, using: &random)).map { "w\(round).\($0)" }
      let rows = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        round % 3 == 0 && random.next() % 5 == 0 ? nil : words.indices.randomElement(using: &random)
      }
      let validity = rows.contains(nil) ? Bitmap(rows.map { $0 != nil }) : nil
      let codes = rows.map { UInt32($0 ?? 0) }
      let column =
        round % 5 == 0
        ? TextColumn(PackedText(codes.map { words[Int($0)] }), validity: validity)
        : TextColumn(PackedText(words), codes: codes, validity: validity)
      let expected = rows.map { row in
        let word = row.map { words[$0] }
        known[word] = known[word] ?? known.count
        return known[word]
      }
      #expect(grouper.groups(of: [.text(column)], count: rows.count) == expected)
      #expect(grouper.count == known.count)
    }
  }

  @Test func eachBitIsAsked() {
    for count in [0, 1, 7, 8, 63, 64, 65, 127, 128, 200] {
      let bits = Bitmap(count: count) { $0 % 3 == 1 }
      #expect(bits == Bitmap((0..<count).map { $0 % 3 == 1 }) && bits.count == count)
      #expect(bits.indices == (0..<count).filter { $0 % 3 == 1 })
    }
  }

  /// Texts are put end to end as they stand, also those of a slice and of no rows.
  @Test func textsAreJoined() {
    let rows = (0..<300).map { $0 % 5 == 0 ? "" : "text \($0) é" }
    let whole = Column.text(
      TextColumn(PackedText(rows), validity: Bitmap(count: 300) { $0 % 7 != 0 }))
    let cuts = [0, 0, 1, 90, 90, 171, 299, 300]
    let parts = zip(cuts, cuts.dropFirst()).map { whole.slice($0..<$1) }
    let joined = Column.concatenated(parts)
    guard case .text(let texts) = joined, case .text(let expected) = whole else {
      Issue.record("texts stay texts")
      return
    }
    #expect(texts.count == 300 && texts.values == expected.values)
    #expect((0..<300).map(texts.string) == (0..<300).map(expected.string))
  }

  /// Texts that repeat get one dictionary over all columns, whatever was known of them.
  @Test func textsAreCodedAsOne() throws {
    let rows = (0..<900).map { "text \($0 % 7)" }
    var dictionary = TextDictionary()
    let columns = [
      dictionary.encoded(TextColumn(PackedText(rows))), TextColumn(PackedText(rows)),
      TextColumn(
        PackedText(["b", "text 3"]), codes: [1, 0, 1], validity: Bitmap([true, false, true])),
    ]
    let coded = try #require(WholeDictionary.coded(columns))
    #expect(coded.allSatisfy { $0.values == coded[0].values && $0.dictionary != nil })
    #expect(coded.allSatisfy { $0.dictionary === coded[0].dictionary })
    for (column, other) in zip(columns, coded) {
      #expect((0..<column.count).map(column.string) == (0..<other.count).map(other.string))
    }
    #expect(coded[0].values.count == 8)
    #expect(WholeDictionary.coded([TextColumn(PackedText((0..<900).map { "\($0)" }))]) == nil)
  }
}

extension [UInt8] {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
