// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import Catalogue

@Suite struct BitmapTests {
  /// Every operation against an array of truth values; gives the name of the first that differs.
  private static func difference(
    _ bitmap: Bitmap, _ bits: [Bool], _ other: Bitmap, _ others: [Bool], _ rows: [Int]
  ) -> String? {
    var changed = BitmapBuilder()
    changed.append(contentsOf: bitmap)
    for index in bits.indices { changed[index] = others[index] }
    var joined = BitmapBuilder()
    for part in [bitmap, other, bitmap] { joined.append(contentsOf: part) }
    var grown = BitmapBuilder(repeating: true, count: bits.count)
    for bit in bits { grown.append(bit) }
    grown.append(repeating: false, count: 3)
    let ones = [Bool](repeating: true, count: bits.count)
    let third = bits.count / 3
    let results: [(String, Bitmap, [Bool])] = [
      ("bits", bitmap, bits), ("init", Bitmap(bits), bits), ("~", ~bitmap, bits.map { !$0 }),
      ("~~", ~(~bitmap), bits),
      ("&", bitmap & other, zip(bits, others).map { $0 && $1 }),
      ("|", bitmap | other, zip(bits, others).map { $0 || $1 }),
      ("~ |", ~bitmap | ~other, zip(bits, others).map { !$0 || !$1 }),
      ("closure", Bitmap(count: bits.count) { bits[$0] }, bits),
      ("repeating", Bitmap(repeating: true, count: bits.count), ones),
      ("set", changed.finish(), others), ("join", joined.finish(), bits + others + bits),
      ("append", grown.finish(), ones + bits + [false, false, false]),
      ("gather", bitmap.taking(rows: rows), rows.map { bits[$0] }),
      ("slice", (~bitmap).slice(third..<bits.count), bits[third...].map { !$0 }),
    ]
    return results.first { !holds($0.1, $0.2) }?.0
  }

  /// Whether a bitmap has these bits by every way of looking, and no others past its end.
  private static func holds(_ bitmap: Bitmap, _ bits: [Bool]) -> Bool {
    let set = bits.indices.filter { bits[$0] }
    var flipped = bits
    if !bits.isEmpty { flipped[bits.count - 1].toggle() }
    return bitmap.count == bits.count && bits.indices.allSatisfy { bitmap[$0] == bits[$0] }
      && bitmap.indices == set && bitmap.setCount == set.count && bitmap == Bitmap(bits)
      && Bitmap(bits) == bitmap && (bits.isEmpty || bitmap != Bitmap(flipped))
      && bitmap != Bitmap(bits + [false])
  }

  private static func rows(_ count: Int, _ random: inout Seeded) -> [Int] {
    count == 0 ? [] : (0..<70).map { _ in Int.random(in: 0..<count, using: &random) }
  }

  @Test func agreesWithArrays() {
    var random = Seeded(3)
    var differences: [String] = []
    for count in 0...130 {
      let patterns: [[Bool]] = [
        Array(repeating: false, count: count), Array(repeating: true, count: count),
        (0..<count).map { $0 == count - 1 }, (0..<count).map { _ in .random(using: &random) },
      ]
      let rows = Self.rows(count, &random)
      for (index, bits) in patterns.enumerated() {
        let others = patterns[3 - index]
        if let difference = Self.difference(Bitmap(bits), bits, Bitmap(others), others, rows) {
          differences.append("\(difference) of \(count)")
        }
      }
    }
    #expect(differences.count == 0, "\(differences.first ?? "")")
  }

  /// A slice begins at any bit of others' words, whose other bits are not its own.
  @Test(arguments: 0...130 as ClosedRange<Int>) func agreesWithArraysFromEveryBit(_ start: Int) {
    var random = Seeded(UInt64(start))
    let all = (0..<460).map { _ in Bool.random(using: &random) }
    let whole = Bitmap(all)
    for count in [0, 1, 2, 7, 63, 64, 65, 66, 127, 128, 129, 130, 191, 192, 193, 330] {
      let bits = Array(all[start..<start + count])
      let slice = whole.slice(start..<start + count)
      let place = Int.random(in: 0...all.count - count, using: &random)
      let others = Array(all[place..<place + count])
      let other = whole.slice(place..<place + count)
      let rows = Self.rows(count, &random)
      #expect(Self.difference(slice, bits, other, others, rows) == nil, "\(count), \(place)")
      #expect(Self.difference(slice, bits, Bitmap(others), others, rows) == nil, "\(count)")
      #expect(Self.difference(Bitmap(others), others, slice, bits, rows) == nil, "\(count)")
      let cut = slice.slice(count / 3..<count - count / 3)
      #expect(Self.holds(cut, Array(bits[count / 3..<count - count / 3])), "\(count)")
      #expect(cut.isIdentical(to: whole.slice(start + count / 3..<start + count - count / 3)))
    }
  }

  /// Bits of words that others wrote, which may have any bits before and behind.
  @Test func wordsThatAreThereAreABitmap() throws {
    let block = (0..<48).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
    let words = try #require(Buffer<UInt64>(block, at: 8, count: 4))
    let all = block[8..<40].flatMap { byte in (0..<8).map { byte >> $0 & 1 == 1 } }
    for first in 0...256 {
      for count in [0, 1, 63, 64, 65, 256 - first] where first + count <= 256 {
        let bitmap = try #require(Bitmap(words, from: first, count: count))
        #expect(Self.holds(bitmap, Array(all[first..<first + count])), "\(first), \(count)")
      }
      #expect(Bitmap(words, from: first, count: 257 - first) == nil)
    }
    let wrong = [
      (-1, 1), (0, -1), (257, 0), (320, 0), (0, .max), (.max, 1), (.max, .max), (.min, 0),
    ]
    for (first, count) in wrong {
      #expect(Bitmap(words, from: first, count: count) == nil, "\(first), \(count)")
    }
    #expect(Bitmap([], count: 0)?.indices == [])
  }

  @Test func slicesShareTheirWords() {
    let bitmap = Bitmap((0..<200).map { $0 % 3 == 0 })
    #expect(bitmap.slice(0..<200).isIdentical(to: bitmap))
    #expect(bitmap.slice(70..<140).isIdentical(to: bitmap.slice(10..<150).slice(60..<130)))
    #expect(!bitmap.slice(70..<140).isIdentical(to: bitmap.slice(73..<143)))
    #expect(!Bitmap((0..<200).map { $0 % 3 == 0 }).isIdentical(to: bitmap))
  }
}
