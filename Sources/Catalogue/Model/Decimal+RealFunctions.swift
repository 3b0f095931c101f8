// SPDX-License-Identifier: MIT

internal import CRealNumbers

/// Why a function of a number has no decimal.
package enum RealFault: Error, Equatable {
  /// It has no value there, or none that is a real number.
  case undefined
  /// The value has more than 38 digits before the point.
  case overflow
}

// Functions whose values have no end of digits: rounded half to even to 38 of them, of which at
// most 38 stand after the point. Boost.Multiprecision computes them.
extension Decimal {
  /// e to the power of the number.
  package func exponential() throws(RealFault) -> Decimal {
    try Decimal.computed(CQ_EXPONENTIAL, self)
  }

  /// The power to which e is raised to get the number.
  package func logarithm() throws(RealFault) -> Decimal {
    try Decimal.computed(CQ_LOGARITHM, self)
  }

  /// The power to which a base is raised to get the number.
  package func logarithm(base: Decimal) throws(RealFault) -> Decimal {
    try Decimal.computed(CQ_LOGARITHM_TO_BASE, self, base)
  }

  /// The number to the power of another; nothing to the power of nothing is 1.
  package func raised(to power: Decimal) throws(RealFault) -> Decimal {
    try Decimal.computed(CQ_POWER, self, power)
  }

  private static func computed(
    _ function: cq_real_function, _ first: Decimal, _ second: Decimal? = nil
  ) throws(RealFault) -> Decimal {
    var real = cq_real()
    let isFinite =
      if let second { unsafe cq_real_compute(function, "\(first)", "\(second)", &real) } else {
        unsafe cq_real_compute(function, "\(first)", nil, &real)
      }
    guard isFinite else { throw .undefined }
    let digits = unsafe withUnsafeBytes(of: &real.digits) { bytes in
      unsafe bytes.prefix { $0 != 0 }.map { $0 - UInt8(ascii: "0") }
    }
    guard let value = rounded(digits, exponent: real.exponent, real.is_negative) else {
      throw .overflow
    }
    return value
  }

  /// 0.digits times ten to the exponent, rounded; nil where it is too large.
  private static func rounded(
    _ digits: [UInt8], exponent: Int, _ isNegative: Bool
  ) -> Decimal? {
    guard digits.contains(where: { $0 > 0 }), exponent >= -maximumDigits else { return .zero }
    guard exponent <= maximumDigits else { return nil }
    // Of a number below 1 fewer digits stand among the first 38 after the point.
    let count = min(maximumDigits, maximumDigits + exponent)
    var coefficient = digits.prefix(count).reduce(Int128(0)) { $0 * 10 + Int128($1) }
    let rest = digits.dropFirst(count)
    let isHalf = rest.first == 5 && rest.dropFirst().allSatisfy { $0 == 0 }
    if isHalf ? coefficient & 1 == 1 : rest.first ?? 0 >= 5 { coefficient += 1 }
    let scale = count - exponent
    return Decimal(isNegative ? -coefficient : coefficient, scale: scale)
  }
}
