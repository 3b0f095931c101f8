// SPDX-License-Identifier: MIT

/// A natural number of any size.
struct LargeNatural: Sendable {
  /// The largest power of ten below 2^64, so that 128 bits hold the product of two digits.
  static let base: UInt128 = 10_000_000_000_000_000_000
  /// How many decimal digits a digit has.
  static let places = 19

  /// Digits of the base, the lowest first, without zeros at the end.
  private var digits: [UInt128]

  /// Digits of the base that may be as large as 2^127, the lowest first.
  init(_ digits: [UInt128]) {
    self.digits = []
    var carry: UInt128 = 0
    for digit in digits {
      let (high, low) = (digit + carry).quotientAndRemainder(dividingBy: Self.base)
      self.digits.append(low)
      carry = high
    }
    while carry > 0 {
      self.digits.append(carry % Self.base)
      carry /= Self.base
    }
    trim()
  }

  private mutating func trim() { while digits.last == 0 { digits.removeLast() } }

  var isZero: Bool { digits.isEmpty }

  /// How many decimal digits it has; none of zero.
  var digitCount: Int {
    guard let highest = digits.last else { return 0 }
    return (digits.count - 1) * Self.places + PowerOfTen.digitCount(highest)
  }

  /// The number in 256 bits, of which it needs no more.
  var halves: (high: UInt128, low: UInt128) {
    digits.reversed().reduce((high: 0, low: 0)) { number, digit in
      let product = number.low.multipliedFullWidth(by: Self.base)
      let (low, carry) = product.low.addingReportingOverflow(digit)
      return (number.high * Self.base + product.high + (carry ? 1 : 0), low)
    }
  }

  static func * (first: LargeNatural, second: LargeNatural) -> LargeNatural {
    var digits = [UInt128](repeating: 0, count: first.digits.count + second.digits.count)
    for (low, left) in first.digits.enumerated() {
      var carry: UInt128 = 0
      for (high, right) in second.digits.enumerated() {
        let sum = left * right + digits[low + high] + carry
        (carry, digits[low + high]) = sum.quotientAndRemainder(dividingBy: base)
      }
      digits[low + second.digits.count] = carry
    }
    return LargeNatural(digits)
  }

  /// The difference to one that is not larger.
  static func - (first: LargeNatural, second: LargeNatural) -> LargeNatural {
    var difference = first
    var borrow: UInt128 = 0
    for index in difference.digits.indices {
      let right = (index < second.digits.count ? second.digits[index] : 0) + borrow
      borrow = difference.digits[index] < right ? 1 : 0
      difference.digits[index] = difference.digits[index] + borrow * base - right
    }
    precondition(borrow == 0, "what is taken away is not larger")
    difference.trim()
    return difference
  }

  /// The whole quotient by a divisor below 2^127, and whether something is left.
  func divided(by divisor: UInt128) -> (quotient: LargeNatural, isExact: Bool) {
    var quotient = self
    var rest: UInt128 = 0
    for index in digits.indices.reversed() {
      let product = rest.multipliedFullWidth(by: Self.base)
      let (low, carry) = product.low.addingReportingOverflow(digits[index])
      (quotient.digits[index], rest) = divisor.dividingFullWidth(
        (product.high + (carry ? 1 : 0), low))
    }
    quotient.trim()
    return (quotient, rest == 0)
  }

  /// The same by a power of ten.
  func droppingDigits(_ count: Int) -> (quotient: LargeNatural, isExact: Bool) {
    let (whole, rest) = count.quotientAndRemainder(dividingBy: Self.places)
    let (quotient, isExact) = LargeNatural(Array(digits.dropFirst(whole)))
      .divided(by: PowerOfTen[rest].magnitude)
    return (quotient, isExact && digits.prefix(whole).allSatisfy { $0 == 0 })
  }
}
