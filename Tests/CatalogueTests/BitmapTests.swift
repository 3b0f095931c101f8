// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

@Suite struct BitmapTests {
  /// Every operation against an array of truth values; gives the name of the first that differs.
  private static func difference(_ bits: [Bool], _ others: [Bool], _ rows: [Int]) -> String? {
    let (bitmap, other) = (Bitmap(bits), Bitmap(others))
    var changed = bitmap
    for index in bits.indices { changed[index] = others[index] }
    var joined = bitmap
    joined.append(contentsOf: other)
    var grown = Bitmap(repeating: true, count: bits.count)
    for bit in bits { grown.append(bit) }
    let ones = [Bool](repeating: true, count: bits.count)
    let results: [(String, Bitmap, [Bool])] = [
      ("init", bitmap, bits), ("~", ~bitmap, bits.map { !$0 }),
      ("&", bitmap & other, zip(bits, others).map { $0 && $1 }),
      ("|", bitmap | other, zip(bits, others).map { $0 || $1 }),
      ("closure", Bitmap(count: bits.count) { bits[$0] }, bits), ("set", changed, others),
      ("join", joined, bits + others), ("append", grown, ones + bits),
      ("gather", bitmap.taking(rows: rows), rows.map { bits[$0] }),
      ("words", Bitmap(words: (~bitmap).words.map(~), count: bits.count), bits),
    ]
    return results.first { !holds($0.1, $0.2) }?.0
  }

  /// Whether a bitmap has these bits by every way of looking, and no others past its end.
  private static func holds(_ bitmap: Bitmap, _ bits: [Bool]) -> Bool {
    let set = bits.indices.filter { bits[$0] }
    return bitmap.count == bits.count && bits.indices.allSatisfy { bitmap[$0] == bits[$0] }
      && bitmap.indices == set && bitmap.setCount == set.count && bitmap == Bitmap(bits)
      && bitmap.words.count == (bits.count + 63) / 64
      && bitmap.words.reduce(0) { $0 + $1.nonzeroBitCount } == set.count
  }

  @Test func agreesWithArrays() {
    var random = Seeded(3)
    var differences: [String] = []
    for count in 0...130 {
      let patterns: [[Bool]] = [
        Array(repeating: false, count: count), Array(repeating: true, count: count),
        (0..<count).map { $0 == count - 1 }, (0..<count).map { _ in .random(using: &random) },
      ]
      let rows =
        count == 0 ? [] : (0..<70).map { _ in Int.random(in: 0..<count, using: &random) }
      for (index, bits) in patterns.enumerated() {
        if let difference = Self.difference(bits, patterns[3 - index], rows) {
          differences.append("\(difference) of \(count)")
        }
      }
    }
    #expect(differences.count == 0, "\(differences.first ?? "")")
  }
}
