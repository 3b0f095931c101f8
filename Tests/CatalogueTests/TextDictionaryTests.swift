// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import Catalogue

/// Texts that repeat get codes that keep their meaning from batch to batch.
@Suite struct TextDictionaryTests {
  private static func texts(_ count: Int, of different: Int, _ random: inout Seeded) -> [Value] {
    (0..<count).map { _ in
      let number = Int.random(in: 0...different, using: &random)
      return number == 0 ? .null : .text("text \(number)")
    }
  }

  private static func column(_ values: [Value]) -> TextColumn {
    guard case .text(let column) = Column(.text, values) else { preconditionFailure("is text") }
    return column
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func holdsTheSameValues(_ seed: UInt64) {
    var random = Seeded(seed)
    let different = Int.random(in: 1...3_000, using: &random)
    var dictionary = TextDictionary()
    var (all, parts) = ([Value](), [Column]())
    for _ in 0..<6 {
      let values = Self.texts(Int.random(in: 0...2_000, using: &random), of: different, &random)
      let encoded = Column.text(dictionary.encoded(Self.column(values)))
      #expect(encoded.values == values)
      all += values
      parts.append(encoded)
    }
    let joined = Column.concatenated(parts)
    #expect(joined.values == all)
    let rows = (0..<all.count).map { _ in Int.random(in: 0..<all.count, using: &random) }
    #expect(joined.taking(rows: rows).values == rows.map { all[$0] })
    var (coded, plain) = (RowGrouper(), RowGrouper())
    let expected = plain.groups(of: [.text(Self.column(all))], count: all.count)
    #expect(parts.flatMap { coded.groups(of: [$0], count: $0.count) } == expected)
    #expect(coded.count == plain.count)
  }

  /// Batches of one dictionary are put together by their codes alone.
  @Test func joinsByCodes() {
    var random = Seeded(1)
    var dictionary = TextDictionary()
    let parts = (0..<3).map { _ in
      Column.text(dictionary.encoded(Self.column(Self.texts(1_000, of: 200, &random))))
    }
    guard case .text(let last) = parts[2], case .text(let joined) = Column.concatenated(parts)
    else { return }
    #expect(last.dictionary != nil && joined.dictionary === last.dictionary)
    #expect(joined.values.isIdentical(to: last.values))
    #expect(joined.slice(5..<9).dictionary === last.dictionary)
  }

  @Test func givesUpWhereTextsHardlyRepeat() {
    var random = Seeded(2)
    var dictionary = TextDictionary()
    #expect(dictionary.encoded(Self.column(Self.texts(100, of: 1, &random))).codes == nil)
    #expect(dictionary.encoded(Self.column(Self.texts(1_000, of: 1_000_000, &random))).codes == nil)
    #expect(dictionary.encoded(Self.column(Self.texts(1_000, of: 1, &random))).codes == nil)
    var long = TextDictionary()
    #expect(long.encoded(Self.column(Self.texts(1_000, of: 9, &random))).codes != nil)
    let many = Self.column((0..<TextDictionary.mostTexts).map { .text("\($0)") })
    #expect(long.encoded(many).codes == nil)
    #expect(long.encoded(Self.column(Self.texts(1_000, of: 9, &random))).codes == nil)
  }
}
