// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

/// What is UTF-8, beside what the standard library takes for that.
@Suite struct UTF8CheckTests {
  /// The bytes with which anything about characters changes, and those beside them.
  private static let borders: [UInt8] = [
    0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
    0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
  ]

  private static func isTaken(_ bytes: [UInt8]) -> Bool { UTF8Check.isText(bytes.span) }

  private static func isText(_ bytes: [UInt8]) -> Bool {
    (try? UTF8Span(validating: bytes.span)) != nil
  }

  /// All runs of four such bytes, alone, and between plain letters over the border of two blocks,
  /// where there are enough for wide registers.
  @Test(arguments: [(0, 0), (61, 3), (63, 600), (126, 500)])
  func fourBytesAnywhere(before: Int, after: Int) {
    var text = [UInt8](repeating: 0x61, count: before + 4 + after)
    var wrong: [[UInt8]] = []
    for first in Self.borders {
      for second in Self.borders {
        for third in Self.borders {
          for fourth in Self.borders {
            let bytes = [first, second, third, fourth]
            text.replaceSubrange(before..<before + 4, with: bytes)
            if Self.isTaken(text) != Self.isText(bytes) { wrong.append(bytes) }
          }
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(3))")
  }

  /// Texts of many characters, whole, cut at each byte, and with one byte changed.
  @Test func randomTexts() {
    var random = Seeded(7)
    let letters = Array("aé€😀z\u{7FF}\u{800}\u{FFFD}\u{10FFFF}\u{10000}")
    for length in [0, 1, 15, 16, 40, 130, 300] {
      let text = String((0..<length).map { _ in letters.randomElement(using: &random) ?? "a" })
      let bytes = Array(text.utf8)
      #expect(Self.isTaken(bytes))
      for end in bytes.indices {
        let cut = Array(bytes[..<end])
        #expect(Self.isTaken(cut) == Self.isText(cut), "\(cut)")
        var changed = bytes
        changed[end] = UInt8.random(in: 0 ... .max, using: &random)
        #expect(Self.isTaken(changed) == Self.isText(changed), "\(changed)")
      }
    }
  }
}
