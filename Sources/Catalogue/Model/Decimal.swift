// SPDX-License-Identifier: MIT

/// An exact number: a whole coefficient divided by a power of ten.
///
/// At most 38 significant digits and 38 digits after the point; what does not fit is refused, never
/// rounded, except by division, which rounds half to even. The form is canonical: a value has the
/// smallest scale that shows it, so `13.10` and `13.1` are one value with one representation.
public struct Decimal: Sendable, Hashable, BitwiseCopyable {
  public static let maximumDigits = 38
  public static let zero = Decimal(unchecked: 0, scale: 0)

  /// The digits as a whole number, smaller than 10^38 in magnitude.
  public let coefficient: Int128
  /// How many of the digits stand after the point, 0 to 38.
  public let scale: Int

  private init(unchecked coefficient: Int128, scale: Int) {
    self.coefficient = coefficient
    self.scale = scale
  }

  public init(_ value: Int) {
    self.init(unchecked: Int128(value), scale: 0)
  }

  /// `value / 10^places`; a machine integer has few enough digits for any of so few places.
  init(_ value: Int, places: Int) {
    guard let decimal = Decimal(Int128(value), scale: places) else {
      preconditionFailure("a machine integer fits a decimal of at most 38 places")
    }
    self = decimal
  }

  /// `coefficient / 10^scale` in canonical form; nil when it has more than 38 digits.
  public init?(_ coefficient: Int128, scale: Int) {
    var digits = coefficient
    var places = scale
    while places > 0 {
      let (quotient, remainder) = digits.quotientAndRemainder(dividingBy: 10)
      guard remainder == 0 else { break }
      digits = quotient
      places -= 1
    }
    guard places <= Self.maximumDigits, digits.magnitude < PowerOfTen.limit else { return nil }
    self.init(unchecked: digits, scale: digits == 0 ? 0 : places)
  }

  public var isInteger: Bool { scale == 0 }
  public var isZero: Bool { coefficient == 0 }

  /// The value as a machine integer; nil when it is not whole or too large.
  public var int: Int? { scale == 0 ? Int(exactly: coefficient) : nil }

  /// The coefficient at a larger scale; nil when it overflows 128 bits.
  public func coefficient(atScale target: Int) -> Int128? {
    guard target >= scale else { return nil }
    let (product, overflow) = coefficient.multipliedReportingOverflow(
      by: PowerOfTen[target - scale])
    return overflow ? nil : product
  }
}

extension Decimal: Comparable {
  public static func < (first: Decimal, second: Decimal) -> Bool {
    compare(first, second) < 0
  }

  /// Negative, zero or positive, as the first is smaller, equal or larger. Exact for all values.
  public static func compare(_ first: Decimal, _ second: Decimal) -> Int {
    let scale = max(first.scale, second.scale)
    if let left = first.coefficient(atScale: scale), let right = second.coefficient(atScale: scale)
    {
      return left < right ? -1 : (left > right ? 1 : 0)
    }
    let left = first.wide(atScale: scale)
    let right = second.wide(atScale: scale)
    if left.high != right.high { return left.high < right.high ? -1 : 1 }
    return left.low < right.low ? -1 : (left.low > right.low ? 1 : 0)
  }

  private func wide(atScale target: Int) -> (high: Int128, low: UInt128) {
    coefficient.multipliedFullWidth(by: PowerOfTen[target - scale])
  }
}

extension Decimal {
  /// The exact sum; nil when it has more than 38 digits.
  public static func sum(_ first: Decimal, _ second: Decimal) -> Decimal? {
    let scale = max(first.scale, second.scale)
    if let left = first.coefficient(atScale: scale), let right = second.coefficient(atScale: scale)
    {
      let (total, overflow) = left.addingReportingOverflow(right)
      if !overflow { return Decimal(total, scale: scale) }
    }
    // At the common scale there are over 128 bits, yet zeros at the end or the other sign may bring
    // the sum back.
    var sum = ExactSum()
    sum.add(first)
    sum.add(second)
    return sum.decimal
  }

  /// The exact product; nil when it has more than 38 digits.
  public static func product(_ first: Decimal, _ second: Decimal) -> Decimal? {
    let (product, overflow) = first.coefficient.multipliedReportingOverflow(by: second.coefficient)
    if !overflow { return Decimal(product, scale: first.scale + second.scale) }
    var (high, low) = first.coefficient.magnitude.multipliedFullWidth(
      by: second.coefficient.magnitude)
    var scale = first.scale + second.scale
    // Zeros at the end of the fraction are not digits of the result.
    while high != 0 || low >= PowerOfTen.limit {
      guard scale > 0 else { return nil }
      let (quotient, rest) = high.quotientAndRemainder(dividingBy: 10)
      let (digits, digit) = UInt128(10).dividingFullWidth((rest, low))
      guard digit == 0 else { return nil }
      (high, low, scale) = (quotient, digits, scale - 1)
    }
    let negative = (first.coefficient < 0) != (second.coefficient < 0)
    return Decimal(negative ? -Int128(low) : Int128(low), scale: scale)
  }

  /// The quotient rounded half to even at 38 digits; nil for a division by zero or an overflow.
  public static func quotient(_ first: Decimal, _ second: Decimal) -> Decimal? {
    guard !second.isZero else { return nil }
    guard !first.isZero else { return .zero }
    let (dividend, divisor) = (first.coefficient.magnitude, second.coefficient.magnitude)
    // With this shift the quotient has 38 or 39 digits, unless 38 places leave it fewer.
    let room = maximumDigits + PowerOfTen.digitCount(divisor) - PowerOfTen.digitCount(dividend)
    var shift = min(maximumDigits + second.scale - first.scale, room)
    var digits = rounded(dividend, shift: shift, by: divisor)
    if digits == nil, shift > 0 {
      shift -= 1
      digits = rounded(dividend, shift: shift, by: divisor)
    }
    let scale = first.scale - second.scale + shift
    guard let digits, scale >= 0 else { return nil }
    let negative = (first.coefficient < 0) != (second.coefficient < 0)
    return Decimal(negative ? -Int128(digits) : Int128(digits), scale: scale)
  }

  /// `magnitude * 10^shift / divisor`, half to even; nil when the result has over 38 digits.
  private static func rounded(
    _ magnitude: UInt128, shift: Int, by divisor: UInt128
  ) -> UInt128? {
    var (quotient, remainder) = (UInt128(0), magnitude)
    // 10^38 is the largest power that one multiplication takes, so a longer shift is made in two.
    for power in shift > maximumDigits ? [maximumDigits, shift - maximumDigits] : [shift] {
      let factor = UInt128(PowerOfTen[power])
      let (high, low) = remainder.multipliedFullWidth(by: factor)
      let (shifted, overflow) = quotient.multipliedReportingOverflow(by: factor)
      guard high < divisor, !overflow else { return nil }
      let (digits, rest) = divisor.dividingFullWidth((high, low))
      let (sum, carry) = shifted.addingReportingOverflow(digits)
      guard !carry else { return nil }
      (quotient, remainder) = (sum, rest)
    }
    let half = remainder > divisor - remainder ? 1 : (remainder == divisor - remainder ? 0 : -1)
    let up = half > 0 || (half == 0 && quotient & 1 == 1)
    guard quotient < PowerOfTen.limit else { return nil }
    let result = up ? quotient + 1 : quotient
    return result < PowerOfTen.limit ? result : nil
  }

  /// The remainder of a division towards zero, with the sign of the first; nil by zero.
  public static func remainder(_ first: Decimal, _ second: Decimal) -> Decimal? {
    guard !second.isZero else { return nil }
    let scale = max(first.scale, second.scale)
    // A divisor of over 128 bits at the scale of the first is larger than the first.
    guard let divisor = second.coefficient(atScale: scale)?.magnitude else { return first }
    let (high, low) = first.coefficient.magnitude.multipliedFullWidth(
      by: UInt128(PowerOfTen[scale - first.scale]))
    let (_, rest) = divisor.dividingFullWidth((high % divisor, low))
    return Decimal(first.coefficient < 0 ? -Int128(rest) : Int128(rest), scale: scale)
  }

  public static prefix func - (value: Decimal) -> Decimal {
    Decimal(unchecked: -value.coefficient, scale: value.scale)
  }
}

/// The powers of ten that fit 128 bits.
enum PowerOfTen {
  static let limit: UInt128 = 100_000_000_000_000_000_000_000_000_000_000_000_000

  private static let table: [Int128] = {
    var powers: [Int128] = [1]
    for _ in 0..<Decimal.maximumDigits { powers.append((powers.last ?? 1) * 10) }
    return powers
  }()

  static subscript(exponent: Int) -> Int128 { table[exponent] }

  /// How many digits a number below 10^38 has, 1 for zero.
  static func digitCount(_ magnitude: UInt128) -> Int {
    // 1,233 / 4,096 is a little less than the logarithm of 2.
    let least = ((128 - magnitude.leadingZeroBitCount) * 1_233) >> 12
    return magnitude < table[least].magnitude ? max(least, 1) : least + 1
  }
}
