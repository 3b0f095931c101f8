// SPDX-License-Identifier: MIT

import Testing

@testable import Catalogue

@Suite struct ByteHashTests {
  @Test func equalStringsHaveOneHashWhereverTheyStand() {
    let text = Array("a catalogue of things with fields, pictures and categories".utf8)
    for length in 0...text.count {
      let alone = Array(text[..<length])
      let within = [0x7E, 0x7E, 0x7E] + alone + [0x7E]
      #expect(ByteHash.hash(alone[...]) == ByteHash.hash(within[3..<3 + length]))
    }
  }

  /// Also strings of zeros of every length, and those that differ in one byte.
  @Test func differentStringsHaveDifferentHashes() {
    var strings = Set((0..<100_000).map { Array("\($0)".utf8) })
    for length in 0...70 {
      let zeros = [UInt8](repeating: 0, count: length)
      strings.insert(zeros)
      for place in 0..<length {
        var changed = zeros
        changed[place] = 1
        strings.insert(changed)
      }
    }
    #expect(Set(strings.map { ByteHash.hash($0[...]) }).count == strings.count)
  }

  /// Tables look at the lowest bits, and parts of many hashes go by the highest.
  @Test func bothEndsAreSpread() {
    let hashes = (0..<16_384).map { ByteHash.hash(Array("item-\($0)".utf8)[...]) }
    for shift in [0, 56] {
      let counts = hashes.reduce(into: [Int](repeating: 0, count: 256)) { counts, hash in
        counts[Int(hash >> shift & 0xFF)] += 1
      }
      #expect(counts.allSatisfy { 16...160 ~= $0 })
    }
  }
}
