// SPDX-License-Identifier: MIT

internal import Catalogue

/// Ranges of numbers with round ends, all of one size, that hold every number of a column.
///
/// A range holds its lower end and not its upper one. All ends are exact, so a number at an end is
/// in the range that begins there.
struct HistogramBins: Equatable {
  /// Where each range begins, ascending. The first one may be the least number itself.
  let lowerEnds: [Decimal]
  /// Where the last range ends; nil when it ends with the greatest number and holds it.
  let upperEnd: Decimal?

  /// Whether all ranges are equally large.
  private(set) var haveOneSize = true

  /// The ranges between numbers that ascend, of which there are two at least.
  init(between ends: [Decimal]) {
    lowerEnds = ends.dropLast()
    upperEnd = ends.last
    let sizes = zip(ends, ends.dropFirst()).map { Decimal.sum($1, -$0) }
    haveOneSize = sizes.allSatisfy { $0 == sizes.first }
  }

  /// Divides the numbers from `low` to `high` into about `count` ranges.
  init(from low: Decimal, to high: Decimal, count: Int, areWhole: Bool) {
    let width = high.distance(above: low) / Double(max(count, 1))
    var step = RoundStep(atLeast: width)
    if areWhole { step = max(step, RoundStep(digit: 0, exponent: 0)) }
    while width > 0, let size = step.size {
      if let bins = Self.ends(from: low, to: high, by: size) {
        (lowerEnds, upperEnd) = bins
        return
      }
      step = step.next
    }
    (lowerEnds, upperEnd) = ([low], nil)
  }

  /// The ranges of a size; nil when there are too many or an end has more than 38 digits.
  private static func ends(
    from low: Decimal, to high: Decimal, by size: Decimal
  ) -> (lower: [Decimal], upper: Decimal?)? {
    guard let rest = Decimal.remainder(low, size),
      let truncated = Decimal.sum(low, -rest)
    else { return nil }
    // The remainder of a negative number leads up to zero, and the range begins one step below.
    var lower = rest < .zero ? [Decimal.sum(truncated, -size) ?? low, truncated] : [truncated]
    while let last = lower.last, last <= high {
      guard let next = Decimal.sum(last, size) else {
        guard let room = Decimal.sum(high, -last), room < size else { return nil }
        return (lower, nil)
      }
      lower.append(next)
      if lower.count > maximumCount { return nil }
    }
    return (lower.dropLast(), lower.last)
  }

  private static let maximumCount = 64

  /// The range that holds a number; nil where none does.
  func index(of number: Decimal) -> Int? {
    if let first = lowerEnds.first, number < first { return nil }
    if let upperEnd, number >= upperEnd { return nil }
    var bounds = 0..<lowerEnds.count
    while bounds.count > 1 {
      let middle = bounds.lowerBound + bounds.count / 2
      bounds =
        number < lowerEnds[middle]
        ? bounds.lowerBound..<middle : middle..<bounds.upperBound
    }
    return bounds.lowerBound
  }
}

/// A size of ranges that people like: 1, 2 or 5 times a power of ten.
struct RoundStep: Comparable {
  private static let digits = [1, 2, 5]

  /// Which of the digits.
  private let digit: Int
  private let exponent: Int

  init(digit: Int, exponent: Int) {
    self.digit = digit
    self.exponent = exponent
  }

  /// The smallest step that is not smaller than a number, nor than the smallest decimal.
  init(atLeast width: Double) {
    var exponent = 0
    var power = 1.0
    while power * 10 <= width, exponent < Decimal.maximumDigits {
      power *= 10
      exponent += 1
    }
    while power > width, exponent > -Decimal.maximumDigits {
      power /= 10
      exponent -= 1
    }
    let step = RoundStep(digit: 0, exponent: exponent)
    let isEnough = Self.digits.firstIndex { Double($0) * power >= width * (1 - 1e-9) }
    self = isEnough.map { RoundStep(digit: $0, exponent: exponent) } ?? step.tenfold
  }

  private var tenfold: RoundStep { RoundStep(digit: digit, exponent: exponent + 1) }

  var next: RoundStep {
    digit + 1 < Self.digits.count
      ? RoundStep(digit: digit + 1, exponent: exponent)
      : RoundStep(digit: 0, exponent: exponent + 1)
  }

  /// The number; nil when it has more than 38 digits.
  var size: Decimal? { Decimal("\(Self.digits[digit])e\(exponent)") }

  static func < (first: RoundStep, second: RoundStep) -> Bool {
    (first.exponent, first.digit) < (second.exponent, second.digit)
  }
}
