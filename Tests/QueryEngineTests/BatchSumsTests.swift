// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import TestSupport
import Testing

@testable import QueryEngine

/// What is added at once for a batch is what comes of adding row by row.
@Suite struct BatchSumsTests {
  private static func naive(
    _ values: [Int64], _ validity: Bitmap?, _ owners: [Int], _ groups: Int
  ) -> (totals: [Int128], counts: [Int]) {
    var (totals, counts) = (
      [Int128](repeating: 0, count: groups), [Int](repeating: 0, count: groups)
    )
    for (row, group) in owners.enumerated() where validity?[row] ?? true {
      totals[group] += Int128(values[row])
      counts[group] += 1
    }
    return (totals, counts)
  }

  @Test(arguments: [UInt64](1...6)) func addsAsRowByRow(_ seed: UInt64) {
    var random = Seeded(seed)
    var isNarrow: Set<Bool> = []
    for _ in 0..<300 {
      let count = Int.random(in: 0...40, using: &random)
      let groups = Int.random(in: 1...5, using: &random)
      // Up to the numbers of which the sum of so few needs more than 64 bits.
      let shift = Int64.random(in: 0..<64, using: &random)
      let values = (0..<count).map { _ in Int64(truncatingIfNeeded: random.next()) >> shift }
      let owners = (0..<count).map { _ in Int.random(in: 0..<groups, using: &random) }
      let validity = seed % 2 == 0 ? nil : Bitmap((0..<count).map { _ in random.next() % 4 != 0 })
      let expected = Self.naive(values, validity, owners, groups)
      let wide = BatchSums<Int128>(of: Buffer(values), validity, owners, groups).groups
      #expect(wide.map(\.total) == expected.totals && wide.map(\.count) == expected.counts)
      isNarrow.insert(Buffer(values).hasNarrowSum)
      guard Buffer(values).hasNarrowSum else { continue }
      let narrow = BatchSums<Int64>(of: Buffer(values), validity, owners, groups).groups
      #expect(narrow.map { Int128($0.total) } == expected.totals, "\(values)")
      #expect(narrow.map(\.count) == expected.counts)
    }
    #expect(isNarrow == [true, false])
  }

  /// Numbers of which the sum just fits, or just does not.
  @Test func knowsWhatFits() {
    let (most, least) = (Int64.max, Int64.min)
    for (values, isNarrow) in [
      ([], true), ([0, -1, 1], true), ([most / 8, 1], true), ([least / 8, -1], true),
      ([most, 1], false), ([least, -1], false), ([most], false), ([least], false),
      (Array(repeating: most >> 12, count: 2_000), true),
      (Array(repeating: most >> 10, count: 2_000), false),
    ] as [([Int64], Bool)] {
      #expect(Buffer(values).hasNarrowSum == isNarrow, "\(values.first ?? 0) times \(values.count)")
    }
  }

  /// Sums beyond 64 bits, in one batch and over many, stay exact.
  @Test func sumsStayExact() throws {
    for (value, rows) in [(Int64.max, 40), (Int64.min, 40), (Int64.max >> 12, 2_000)] {
      let column = Column.number(NumberColumn(Array(repeating: value, count: rows)))
      let function = try #require(AggregateFunction.named("sum"))
      let call = AggregateCall(
        id: ColumnID(number: 9), function: function, type: .decimal, input: ColumnID(number: 0),
        money: nil, key: RowNames(column: ColumnID(number: 3), type: .id), order: .natural,
        range: ScriptRange(0, 1))
      var sum = SumAccumulator(call, isMean: false)
      let state = RunState(isCancelled: { false })
      for _ in 0..<3 {
        sum.add(column, groups: Array(repeating: 0, count: rows), groupCount: 1, state)
      }
      let expected = Decimal(Int128(value) * Int128(3 * rows), scale: 0)
      #expect((try? sum.finish(groupCount: 1, state))?.numbers?.decimal(at: 0) == expected)
    }
  }
}
