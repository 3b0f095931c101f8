// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import CatalogueSources

/// Texts in UTF-16.
@Suite struct WideTextTests {
  private static func bytes(_ units: [UInt16], isLittleEndian: Bool) -> [UInt8] {
    units.flatMap { unit in
      let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return isLittleEndian ? pair : pair.reversed()
    }
  }

  /// Units of all kinds: of ASCII, of each half of a pair, and others.
  private static func unit(_ random: inout Seeded) -> UInt16 {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: .random(in: 0..<0x80, using: &random)
    case 1: .random(in: 0x80..<0x800, using: &random)
    case 2: .random(in: 0xD800..<0xDC00, using: &random)
    case 3: .random(in: 0xDC00..<0xE000, using: &random)
    case 4: [0xFEFF, 0xFFFE, 0xFFFF, 0xD7FF, 0xE000].randomElement(using: &random) ?? 0
    default: .random(in: 0...UInt16.max, using: &random)
    }
  }

  /// The standard library reads the same, in both orders of bytes.
  @Test(arguments: [true, false])
  func readsWhatTheStandardLibraryReads(_ isLittleEndian: Bool) {
    var random = Seeded(7)
    for _ in 0..<20_000 {
      let units = (0..<Int.random(in: 0..<9, using: &random)).map { _ in Self.unit(&random) }
      let text = units.first == 0xFEFF ? units.dropFirst() : units[...]
      let wide = WideText(Self.bytes(units, isLittleEndian: isLittleEndian).span, isLittleEndian)
      #expect(wide.bytes == Array(String(decoding: text, as: UTF16.self).utf8), "\(units)")
      #expect(wide.isWhole == (String(validating: text, as: UTF16.self) != nil), "\(units)")
    }
  }

  @Test func aByteThatIsLeftOverIsLeftOut() {
    let wide = WideText([0x41, 0, 0x42].span, true)
    #expect(wide.bytes == Array("A".utf8))
    #expect(!wide.isWhole)
  }
}
