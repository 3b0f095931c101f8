// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import Catalogue

/// A column compared with one number gives what it gives compared with a column of that number.
@Suite struct ConstantComparisonTests {
  static let numbers = [
    "0", "5", "-5", "5.01", "5.010001", "-5.01", "0.001", "-0.001", "9223372036854775807",
    "-9223372036854775808", "9223372036854775808", "-9223372036854775809", "92233720368547758.07",
    "1e30", "-1e30", "1e-30", "-1e-30",
  ].compactMap { Decimal($0) }

  /// Columns of each storage, narrow ones at several scales, with nulls and without.
  static let columns: [Column] = [
    Column(.int, [.number(Decimal(5)), .number(Decimal(-5)), .number(.zero)]),
    Column(.decimal, ["5.01", "5", "-5.01", "0", "0.01"].map(ColumnSample.number)),
    Column(.decimal, [.null] + ["5.01", "5.001", "4.999"].map(ColumnSample.number) + [.null]),
    Column(
      .int, ["9223372036854775807", "-9223372036854775808", "0"].map(ColumnSample.number)),
    Column(.decimal, ["1e30", "-1e30", "5"].map(ColumnSample.number)),
    Column(.decimal, ["1e37", "1e-30", "5"].map(ColumnSample.number)),
    .null(count: 3),
  ]

  @Test(arguments: Comparison.allCases) func equalsTheComparisonOfColumns(
    _ comparison: Comparison
  ) {
    for column in Self.columns {
      for number in Self.numbers {
        let constant = Column.constant(.number(number), type: .decimal, count: column.count)
        #expect(
          column.compare(comparison, with: number)
            == Column.compare(column, comparison, constant),
          "\(number)")
      }
    }
  }

  @Test func findsTheEdges() {
    let cents = Column(.decimal, ["4.99", "5", "5.01"].map(ColumnSample.number))
    func rows(_ comparison: Comparison, _ number: String) -> [Int]? {
      Decimal(number).flatMap { cents.compare(comparison, with: $0)?.indices }
    }
    #expect(rows(.less, "5") == [0])
    #expect(rows(.lessOrEqual, "5") == [0, 1])
    #expect(rows(.less, "5.001") == [0, 1])
    #expect(rows(.greaterOrEqual, "5.001") == [2])
    #expect(rows(.greater, "-0.001") == [0, 1, 2])
    #expect(rows(.equal, "5.001") == [])
    #expect(rows(.notEqual, "5.001") == [0, 1, 2])
  }
}
