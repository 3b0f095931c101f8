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

  /// A number so many per cent of the way from the smallest to the largest, on the line between the
  /// two beside it, as by R's default (type 7 of R. J. Hyndman and Y. Fan, "Sample Quantiles in
  /// Statistical Packages", The American Statistician 50, 1996).
  static func percentile(_ share: Decimal) -> GroupKernel {
    { numbers, rows, range throws(ExecutionFault) in
      guard !rows.isEmpty,
        let way = Decimal.product(share, Decimal(rows.count - 1)),
        let rank = Decimal.quotient(way, Decimal(100)), let whole = rank.floor.int
      else { return nil }
      let lower = numbers.decimal(at: rows.lowerBound + whole)
      guard let lower, rank != rank.floor,
        let upper = numbers.decimal(at: rows.lowerBound + whole + 1)
      else { return lower }
      guard let part = Decimal.sum(rank, -rank.floor), let span = Decimal.sum(upper, -lower),
        let step = Decimal.product(span, part), let result = Decimal.sum(lower, step)
      else { throw .overflow(range) }
      return result
    }
  }

  /// The variance of a sample.
  @Sendable static func variance(
    _ numbers: NumberColumn, _ rows: Range<Int>, _ range: ScriptRange
  ) throws(ExecutionFault) -> Decimal? {
    guard rows.count > 1 else { return nil }
    guard let variance = Deviations(numbers, rows, shift: 0)?.variance else {
      throw .overflow(range)
    }
    return variance
  }

  /// The square root of the variance of a sample, which may have more digits.
  @Sendable static func deviation(
    _ numbers: NumberColumn, _ rows: Range<Int>, _ range: ScriptRange
  ) throws(ExecutionFault) -> Decimal? {
    guard rows.count > 1 else { return nil }
    for places in [0, 10, 19] {
      if let root = Deviations(numbers, rows, shift: places)?.variance?.squareRoot,
        let power = Decimal(text: "1e\(places)".utf8), let scaled = Decimal.product(root, power)
      {
        return scaled
      }
    }
    throw .overflow(range)
  }
}

/// How far numbers are from one that lies near their mean, which keeps the squares small.
private struct Deviations {
  private let count: Int
  private var sum = ExactSum()
  private var squares = ExactSum()

  /// The numbers are divided by ten to the power of `shift`; nil where one has too many digits.
  init?(_ numbers: NumberColumn, _ rows: Range<Int>, shift: Int) {
    count = rows.count
    var all = ExactSum()
    for row in rows { numbers.decimal(at: row).map { all.add($0) } }
    guard let unit = Decimal(text: "1e-\(shift)".utf8), let mean = all.mean(of: count) else {
      return nil
    }
    // Whole, so that the differences have no more places than the numbers.
    let middle = mean.floor
    for row in rows {
      guard let number = numbers.decimal(at: row), let distance = Decimal.sum(number, -middle),
        let shifted = Decimal.product(distance, unit),
        let square = Decimal.product(shifted, shifted)
      else { return nil }
      sum.add(shifted)
      squares.add(square)
    }
  }

  /// With y for the differences: sum(y * y) - sum(y) * sum(y) / n, divided by n - 1. Exact but for
  /// the divisions, of which the first one is of little weight.
  var variance: Decimal? {
    guard let total = sum.decimal, let squared = Decimal.product(total, total),
      let part = Decimal.quotient(squared, Decimal(count))
    else { return nil }
    var rest = squares
    rest.add(-part)
    return rest.mean(of: count - 1)
  }
}
