// SPDX-License-Identifier: MIT

import Catalogue
import Testing

struct TextCollationTests {
  /// The positions of the values when sorted by their keys; equal keys share one.
  private static func ranks(_ keys: PackedText) -> [Int] {
    let sorted = (0..<keys.count).sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
    var ranks = [Int](repeating: 0, count: keys.count)
    var rank = 0
    for (position, index) in sorted.enumerated() {
      if position > 0, !keys[sorted[position - 1]].elementsEqual(keys[index]) { rank += 1 }
      ranks[index] = rank
    }
    return ranks
  }

  private static func sorted(_ strings: [String], _ keys: (PackedText) -> PackedText?) -> [String]?
  {
    guard let keys = keys(PackedText(strings)) else { return nil }
    return strings.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
      .map { strings[$0] }
  }

  /// All strings of up to two ASCII characters, and longer ones of characters that interact.
  private static let shortStrings: [String] = {
    let characters = (0..<128).compactMap(Unicode.Scalar.init).map { String($0) }
    let few = ["a", "A", "b", "B", "1", " ", "-", "\0"]
    let pairs = characters.flatMap { first in characters.map { first + $0 } }
    let triples = few.flatMap { first in
      few.flatMap { second in few.flatMap { third in few.map { first + second + third + $0 } } }
    }
    return [""] + characters + pairs + triples
  }()

  @Test func asciiTableHasTheOrderOfICU() throws {
    let values = PackedText(Self.shortStrings)
    let unicode = try #require(Collation.unicodeKeys(values) {}, "ICU is part of the setup")
    let own = Self.ranks(Collation.asciiKeys(values) {})
    let expected = Self.ranks(unicode)
    let different = own.indices.filter { own[$0] != expected[$0] }
    #expect(different.prefix(5).map { Self.shortStrings[$0] } == [])
  }

  @Test func ordersTextForPeople() {
    let ascii = ["b", "A", "a", "10", "9", "_x", "x y", "xy", "", "B", "$", "-"]
    #expect(
      Self.sorted(ascii, { Collation.sortKeys($0) })
        == ["", "_x", "-", "$", "10", "9", "a", "A", "b", "B", "x y", "xy"])
    let mixed = [
      "zebra", "Émile", "emil", "Emil", "émile", "Øre", "Ore", "ßa", "ssa", "名前", "z\0a",
    ]
    let ordered = [
      "emil", "Emil", "émile", "Émile", "Ore", "Øre", "ssa", "ßa", "z\0a", "zebra", "名前",
    ]
    #expect(Self.sorted(mixed, { Collation.sortKeys($0) }) == ordered)
  }

  @Test(arguments: [
    ("sv", "a ae o v w z zz å ä ö"), ("sv_FI", "a ae o v w z zz å ä ö"),
    ("de", "a å ä ae o ö v w z zz"), ("de-u-co-phonebk", "a å ae ä o ö v w z zz"),
    ("en-GB", "a å ä ae o ö v w z zz"), ("et", "a å ae o z zz v w ä ö"),
    ("", "a å ä ae o ö v w z zz"),
  ])
  func ordersTextForALanguage(identifier: String, expected: String) throws {
    let locale = try TextLocale(identifier)
    let words = ["ö", "zz", "ä", "å", "z", "o", "ae", "a", "w", "v"]
    let sorted = Self.sorted(words) { Collation.sortKeys($0, locale) }
    #expect(sorted?.joined(separator: " ") == expected)
    // ASCII alone has no short way where a language orders it otherwise.
    let ascii = expected.split(separator: " ").map(String.init).filter { $0.utf8.count == $0.count }
    #expect(Self.sorted(ascii.reversed()) { Collation.sortKeys($0, locale) } == ascii)
  }

  @Test(arguments: [
    "xx", "klingon", "sv SE", "../../sv", "sv/../sv", "sv.UTF-8", "\0", "C", "é",
    String(repeating: "a", count: 65),
  ])
  func refusesUnknownLocales(_ identifier: String) {
    #expect(throws: LocaleFault.unknown) { try TextLocale(identifier) }
  }

  @Test func keysOfLongTextAndInvalidBytesAreWhole() throws {
    let long = Array(String(repeating: "é", count: 3000).utf8)
    let values = PackedText(
      bytes: [long + [UInt8(ascii: "b")], long + [UInt8(ascii: "a")], [0xFF, 0xC3], [0xFF]])
    let keys = try #require(Collation.unicodeKeys(values) {})
    #expect(keys[0].count > 3000)
    #expect(Self.ranks(keys) == [1, 0, 3, 2])
  }

  @Test func withoutICUFoldedTextComesFirst() {
    let strings = ["Émile", "emil", "émile", "a\u{1}", "a\0", "a", "emile"]
    #expect(
      Self.sorted(strings) { Collation.foldedKeys($0) {} }
        == ["a", "a\0", "a\u{1}", "emil", "emile", "Émile", "émile"])
  }

  @Test func threadsShareTheLibrary() async {
    let values = PackedText(["é", "e", "f"])
    let expected = Collation.sortKeys(values)
    let agreeing = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 {
        group.addTask { (0..<200).allSatisfy { _ in Collation.sortKeys(values) == expected } }
      }
      return await group.reduce(true) { $0 && $1 }
    }
    #expect(agreeing)
  }
}
