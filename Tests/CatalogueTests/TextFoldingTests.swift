// SPDX-License-Identifier: MIT

import Catalogue
import Testing

struct TextFoldingTests {
  private static func folded(_ text: String) -> String {
    String(decoding: Folding.folded(text.utf8), as: UTF8.self)
  }

  private static let samples: [(String, String)] = [
    ("Chloé", "chloe"), ("CHLOÉ", "chloe"), ("Chloe\u{301}", "chloe"), ("Weißkraut", "weisskraut"),
    ("STRASSE", "strasse"), ("Ærøskøbing", "aeroskobing"), ("Łódź", "lodz"), ("Đà Nẵng", "da nang"),
    ("İstanbul", "istanbul"), ("Ångström", "angstrom"), ("\u{212A}", "k"), ("Ὀδυσσεύς", "οδυσσευσ"),
    ("ﬁne", "fine"), ("名前", "名前"), ("がぎ", "かき"), ("हिन्दी", "हिन्दी"), ("Ёлка", "елка"),
    ("Йод", "и\u{306}од"),
    ("👩‍👩‍👧", "👩‍👩‍👧"), ("", ""), ("a\0B", "a\0b"), ("\u{301}", ""), ("[@`{Z", "[@`{z"),
  ]

  @Test func takesAwayCaseAndAccents() {
    let wrong = Self.samples.filter {
      !Self.folded($0.0).unicodeScalars.elementsEqual($0.1.unicodeScalars)
    }
    #expect(wrong.map { Self.folded($0.0) } == [])
  }

  @Test func invalidBytesStayAsTheyAre() {
    let bytes: [UInt8] = [
      0x41, 0xFF, 0xC3, 0x41, 0xE2, 0x82, 0xED, 0xA0, 0x80, 0xF4, 0x90, 0x80, 0xC0,
    ]
    let expected = bytes.map { $0 == 0x41 ? 0x61 : $0 }
    #expect(Folding.folded(bytes) == expected)
  }

  /// Folding twice changes nothing more, for every scalar there is.
  @Test func foldingIsFinal() {
    let unstable = (0...0x10FFFF).lazy.compactMap(Unicode.Scalar.init).filter { scalar in
      let once = Folding.folded(UTF8.encode(scalar) ?? .init())
      return Folding.folded(once) != once
    }
    #expect(Array(unstable) == [])
  }

  /// What folds to one text has one primary key in the root collation, for European letters.
  @Test func agreesWithTheRootCollationAtPrimaryStrength() throws {
    let ranges: [ClosedRange<UInt32>] = [
      0xC0...0x17F, 0x386...0x3CE, 0x400...0x45F, 0x1E00...0x1EF9,
    ]
    let letters = ranges.joined().compactMap(Unicode.Scalar.init).filter {
      // Compatibility forms stay apart by intent; a multiplication sign is no letter.
      $0.properties.isAlphabetic && ![0x132, 0x133, 0x13F, 0x140, 0x149, 0x1E9A].contains($0.value)
    }
    let keys = try #require(Collation.unicodeKeys(PackedText(letters.map { String($0) })) {})
    var folds: [[UInt8]: Set<[UInt8]>] = [:]
    var primaries: [[UInt8]: Set<[UInt8]>] = [:]
    for (index, letter) in letters.enumerated() {
      let folded = Folding.folded(String(letter).utf8)
      let primary = Array(keys[index].prefix { $0 != 1 })
      folds[folded, default: []].insert(primary)
      primaries[primary, default: []].insert(folded)
    }
    #expect(
      folds.filter { $0.value.count > 1 }.keys.map { String(decoding: $0, as: UTF8.self) } == [])
    #expect(
      primaries.values.filter { $0.count > 1 }
        .map { $0.map { String(decoding: $0, as: UTF8.self) }.sorted() } == [])
  }
}
