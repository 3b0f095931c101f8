// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// A number at a certain place among the numbers of a group, which go from the smallest to the
/// largest, or between two of them.
enum Quantile: Sendable {
  /// The number in the middle, or the mean of the two there.
  case middle
  /// A number so many per cent of the way from the smallest to the largest, on the line between the
  /// two beside it, as by R's default (type 7 of R. J. Hyndman and Y. Fan, "Sample Quantiles in
  /// Statistical Packages", The American Statistician 50, 1996).
  case percent(Decimal)

  /// The places of the two numbers that it lies between, or twice that of the one that it is; nil
  /// where there are no numbers.
  func places(among count: Int) -> ClosedRange<Int>? {
    guard count > 0 else { return nil }
    switch self {
    case .middle: return (count - 1) / 2...count / 2
    case .percent:
      guard let rank = rank(among: count), let whole = rank.floor.int else { return nil }
      return whole...(rank.isInteger ? whole : whole + 1)
    }
  }

  /// How far from the first of so many numbers it lies.
  private func rank(among count: Int) -> Decimal? {
    guard case .percent(let share) = self,
      let way = Decimal.product(share, Decimal(count - 1))
    else { return nil }
    return Decimal.quotient(way, Decimal(100))
  }

  /// The number, by the two that it lies between among so many. The range is where the function is
  /// called, for faults.
  func value(
    between lower: Decimal, _ upper: Decimal, among count: Int, _ range: ScriptRange
  ) throws(ExecutionFault) -> Decimal? {
    switch self {
    case .middle:
      var sum = ExactSum()
      sum.add(lower)
      sum.add(upper)
      return sum.mean(of: 2)
    case .percent:
      guard let rank = rank(among: count), !rank.isInteger else { return lower }
      guard let part = Decimal.sum(rank, -rank.floor), let span = Decimal.sum(upper, -lower),
        let step = Decimal.product(span, part), let result = Decimal.sum(lower, step)
      else { throw .overflow(range) }
      return result
    }
  }
}
