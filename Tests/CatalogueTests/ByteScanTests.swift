// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import Catalogue

/// What looks at eight bytes at a time finds what looking at each byte finds.
@Suite struct ByteScanTests {
  private static func texts() -> [[UInt8]] {
    var random = Seeded(7)
    return (0..<3_000).map { _ in
      let alphabet: [UInt8] = [0, 1, 9, 0x0A, 0x41, 0x61, 0x62, 0x7F, 0x80, 0x81, 0xE1, 0xFF]
      return (0..<Int.random(in: 0...40, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? 0
      }
    }
  }

  @Test func findsTheFirst() {
    for text in Self.texts() {
      for start in 0...min(text.count, 3) {
        for (first, second) in [(0, 1), (0x41, 0x61), (0x80, 0x80), (0xFF, 0x0A)]
          as [(UInt8, UInt8)]
        {
          let expected = text[start...].firstIndex { $0 == first || $0 == second } ?? text.count
          let found = ByteScan.first(first, or: second, in: text.span, from: start)
          #expect(found == expected, "\(first) or \(second) in \(text) from \(start)")
        }
        let beyond = text[start...].firstIndex { $0 >= 0x80 } ?? text.count
        #expect(ByteScan.firstBeyondASCII(in: text.span, from: start) == beyond, "\(text)")
      }
    }
  }

  @Test func findsTextsAsSlowly() {
    var random = Seeded(8)
    for text in Self.texts() {
      let start = Int.random(in: 0...text.count, using: &random)
      let length = Int.random(in: 0...min(4, text.count - start), using: &random)
      var sought = Array(text[start..<start + length])
      if random.next() % 3 == 0 { sought.append(0x61) }
      let isThere = sought.isEmpty || text.indices.contains { text[$0...].starts(with: sought) }
      #expect(TextSearch(sought).isFound(in: text) == isThere, "\(sought) in \(text)")
    }
  }

  /// A text folds as its parts do, one character after another.
  @Test func foldsRunByRun() {
    var random = Seeded(9)
    let letters: [Character] = [
      "A", "z", "Q", "7", " ", "é", "Ü", "ß", "ø", "Æ", "ſ", "ŉ", "İ", "Ω", "Ж", "名", "\u{301}",
    ]
    for _ in 0..<2_000 {
      let text = random.text(of: letters, upTo: 24)
      let parts = text.unicodeScalars.flatMap { Folding.folded(String($0).utf8) }
      #expect(Folding.folded(text.utf8) == parts, "\(text)")
    }
    #expect(Folding.folded("ÄÖÅŁŒ ſ É".utf8) == Array("aoaloe s e".utf8))
  }
}
