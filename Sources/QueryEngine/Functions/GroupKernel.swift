// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// Makes one number of a run of numbers, which go from the smallest to the largest; nil where there
/// are too few. The range is where its function is called, for faults.
typealias GroupKernel =
  @Sendable (
    NumberColumn, Range<Int>, ScriptRange
  ) throws(ExecutionFault) -> Decimal?

/// What aggregates that see all numbers of a group at once make of them.
enum GroupKernels {
  /// The number in the middle, or the mean of the two there.
  @Sendable static func median(
    _ numbers: NumberColumn, _ rows: Range<Int>, _ range: ScriptRange
  ) throws(ExecutionFault) -> Decimal? {
    guard !rows.isEmpty else { return nil }
    let middle = rows.lowerBound + rows.count / 2
    guard let upper = numbers.decimal(at: middle), rows.count.isMultiple(of: 2),
      let lower = numbers.decimal(at: middle - 1)
    else { return numbers.decimal(at: middle) }
    var sum = ExactSum()
    sum.add(lower)
    sum.add(upper)
    return sum.mean(of: 2)
  }

  /// The variance of a sample: all but the last division is exact.
  ///
  /// Numbers may be shifted by one of them without another result, which keeps their squares small:
  /// with y = x - middle it is (n * sum(y * y) - sum(y) * sum(y)) / (n * (n - 1)).
  @Sendable static func variance(
    _ numbers: NumberColumn, _ rows: Range<Int>, _ range: ScriptRange
  ) throws(ExecutionFault) -> Decimal? {
    guard rows.count > 1, let middle = numbers.decimal(at: rows.lowerBound + rows.count / 2) else {
      return nil
    }
    var sum = ExactSum()
    var squares = ExactSum()
    for row in rows {
      guard let number = numbers.decimal(at: row), let shifted = Decimal.sum(number, -middle),
        let square = Decimal.product(shifted, shifted)
      else { throw .overflow(range) }
      sum.add(shifted)
      squares.add(square)
    }
    let count = Decimal(rows.count)
    guard let total = sum.decimal, let ofSquares = squares.decimal,
      let squared = Decimal.product(total, total), let scaled = Decimal.product(count, ofSquares),
      let above = Decimal.sum(scaled, -squared),
      let below = Decimal.product(count, Decimal(rows.count - 1))
    else { throw .overflow(range) }
    return Decimal.quotient(above, below)
  }

  /// The square root of the variance of a sample.
  @Sendable static func deviation(
    _ numbers: NumberColumn, _ rows: Range<Int>, _ range: ScriptRange
  ) throws(ExecutionFault) -> Decimal? {
    try variance(numbers, rows, range)?.squareRoot
  }
}
