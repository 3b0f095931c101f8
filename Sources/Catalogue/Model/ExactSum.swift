// SPDX-License-Identifier: MIT

/// The exact sum of any number of decimals, whatever it holds on the way.
///
/// A sum of decimals one after another can have more than 38 digits in the middle and few at the
/// end. This one keeps all digits, and only the result has to fit.
public struct ExactSum: Sendable {
  /// What was added since the last spill, at a scale of its own: enough for most columns.
  private var recent: Int128 = 0
  private var recentScale = 0
  /// Digits of the base 10^19, the lowest first; the lower two stand after the point. Between two
  /// normal forms a digit is any number, also a negative one.
  private var digits: (Int128, Int128, Int128, Int128) = (0, 0, 0, 0)

  private static let base: Int128 = 10_000_000_000_000_000_000

  public init() {}

  public mutating func add(_ value: Decimal) {
    let scale = max(value.scale, recentScale)
    if let term = value.coefficient(atScale: scale), rescale(to: scale) {
      let (sum, overflow) = recent.addingReportingOverflow(term)
      if !overflow {
        recent = sum
        return
      }
    }
    spill()
    (recent, recentScale) = (value.coefficient, value.scale)
  }

  /// Adds all that was added to another sum.
  package mutating func add(_ other: ExactSum) {
    var other = other
    other.spill()
    spill()
    digits.0 += other.digits.0
    digits.1 += other.digits.1
    digits.2 += other.digits.2
    digits.3 += other.digits.3
  }

  private mutating func rescale(to scale: Int) -> Bool {
    guard scale > recentScale else { return true }
    let (scaled, overflow) = recent.multipliedReportingOverflow(by: PowerOfTen[scale - recentScale])
    guard !overflow else { return false }
    (recent, recentScale) = (scaled, scale)
    return true
  }

  /// Each digit grows by less than 10^20 here, so it cannot overflow in any number of rows.
  private mutating func spill() {
    let (whole, rest) = recent.quotientAndRemainder(dividingBy: PowerOfTen[recentScale])
    let fraction = rest * PowerOfTen[Decimal.maximumDigits - recentScale]
    digits.0 += fraction % Self.base
    digits.1 += fraction / Self.base
    digits.2 += whole % Self.base
    digits.3 += whole / Self.base
    (recent, recentScale) = (0, 0)
  }

  /// The sum; nil when it has more than 38 digits.
  public var decimal: Decimal? {
    let (isNegative, parts) = normal
    guard let whole = Self.joined(parts[3], parts[2]),
      let fraction = Self.joined(parts[1], parts[0])
    else { return nil }
    return Self.decimal(
      isNegative, whole: whole, fraction: fraction, places: Decimal.maximumDigits)
  }

  /// The sum divided by a count, rounded half to even at 38 digits; nil for a count of zero.
  public func mean(of count: Int) -> Decimal? {
    guard count > 0 else { return nil }
    var (isNegative, parts) = normal
    let divisor = UInt128(count)
    var rest: UInt128 = 0
    for index in parts.indices.reversed() {
      let dividend = rest * Self.base.magnitude + parts[index]
      (parts[index], rest) = dividend.quotientAndRemainder(dividingBy: divisor)
    }
    guard let whole = Self.joined(parts[3], parts[2]),
      let fraction = Self.joined(parts[1], parts[0])
    else { return nil }
    let places = Decimal.maximumDigits - (whole == 0 ? 0 : PowerOfTen.digitCount(whole))
    // Half goes to the even neighbour; without places the last digit is that of the whole number.
    let isOdd = { (digits: UInt128) in (places == 0 ? whole : digits) % 2 == 1 }
    let rounded = Self.rounded(fraction, to: places, rest: rest, of: divisor, isOdd: isOdd)
    return Self.decimal(isNegative, whole: whole, fraction: rounded, places: places)
  }

  /// The sign, and the digits of the base from 0 up to it, the lower two behind the point; the
  /// highest can be larger.
  var normal: (isNegative: Bool, parts: [UInt128]) {
    var spilled = self
    spilled.spill()
    var parts = [spilled.digits.0, spilled.digits.1, spilled.digits.2, spilled.digits.3]
    Self.carry(&parts)
    let isNegative = parts[3] < 0
    if isNegative {
      parts = parts.map { -$0 }
      Self.carry(&parts)
    }
    return (isNegative, parts.map(\.magnitude))
  }

  private static func carry(_ parts: inout [Int128]) {
    for index in 0..<3 {
      var (quotient, rest) = parts[index].quotientAndRemainder(dividingBy: base)
      if rest < 0 {
        rest += base
        quotient -= 1
      }
      parts[index] = rest
      parts[index + 1] += quotient
    }
  }

  /// Two digits of the base as one number; nil when it has more than 38 decimal digits.
  private static func joined(_ high: UInt128, _ low: UInt128) -> UInt128? {
    high < base.magnitude ? high * base.magnitude + low : nil
  }

  /// A fraction of 38 places, and what a division has left beyond them, at fewer places.
  private static func rounded(
    _ fraction: UInt128, to places: Int, rest: UInt128, of divisor: UInt128,
    isOdd: (UInt128) -> Bool
  ) -> UInt128 {
    let unit = PowerOfTen[Decimal.maximumDigits - places].magnitude
    let (digits, dropped) = fraction.quotientAndRemainder(dividingBy: unit)
    let (twice, limit) = unit == 1 ? (rest * 2, divisor) : (dropped * 2, unit)
    let isOverHalf = twice > limit || (twice == limit && unit > 1 && rest > 0)
    let isHalf = twice == limit && !isOverHalf
    return isOverHalf || (isHalf && isOdd(digits)) ? digits + 1 : digits
  }

  /// Nil when it has more than 38 digits.
  private static func decimal(
    _ isNegative: Bool, whole: UInt128, fraction: UInt128, places: Int
  ) -> Decimal? {
    var (fraction, places) = (fraction, places)
    while places > 0, fraction % 10 == 0 { (fraction, places) = (fraction / 10, places - 1) }
    let (scaled, overflow) = whole.multipliedReportingOverflow(by: PowerOfTen[places].magnitude)
    let (magnitude, carry) = scaled.addingReportingOverflow(fraction)
    guard !overflow, !carry, let coefficient = Int128(exactly: magnitude) else { return nil }
    return Decimal(isNegative ? -coefficient : coefficient, scale: places)
  }
}
