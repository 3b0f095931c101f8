// SPDX-License-Identifier: MIT

extension Decimal {
  /// The square root, rounded half to even to 38 digits; nil for a negative number.
  public var squareRoot: Decimal? {
    if isZero { return .zero }
    guard coefficient > 0 else { return nil }
    // The coefficient with so many zeros behind it that its root has 38 digits or, of a number
    // below 1, 38 places; their count makes the scale even.
    var shift = 2 * Self.maximumDigits - PowerOfTen.digitCount(coefficient.magnitude)
    shift = min(shift, 2 * Self.maximumDigits - scale)
    if (scale + shift) % 2 != 0 { shift -= 1 }
    let square = WideNumber(coefficient.magnitude, shifted: shift)
    return Decimal(Int128(square.roundedRoot()), scale: (scale + shift) / 2)
  }
}

/// A whole number of 256 bits.
struct WideNumber: Comparable {
  private let high: UInt128
  private let low: UInt128

  init(_ halves: (high: UInt128, low: UInt128)) { (high, low) = halves }

  /// A number times a power of ten, up to 10^76.
  init(_ number: UInt128, shifted places: Int) {
    let first = min(places, Decimal.maximumDigits)
    let (high, low) = number.multipliedFullWidth(by: UInt128(PowerOfTen[first]))
    let rest = UInt128(PowerOfTen[places - first])
    let lower = low.multipliedFullWidth(by: rest)
    self.high = high * rest + lower.high
    self.low = lower.low
  }

  /// The square of a number.
  init(square root: UInt128) { (high, low) = root.multipliedFullWidth(by: root) }

  static func < (first: WideNumber, second: WideNumber) -> Bool {
    first.high == second.high ? first.low < second.low : first.high < second.high
  }

  /// The whole number next to the square root of one below 10^76, to which so many quarters are
  /// added, and unless that is exact a part of one; half goes to the even neighbour.
  func roundedRoot(quarters: Int = 0, isExact: Bool = true) -> UInt128 {
    // The largest whole number whose square is not larger, bit by bit.
    var root: UInt128 = 0
    for bit in (0..<127).reversed() {
      let next = root | (UInt128(1) << bit)
      if WideNumber(square: next) <= self { root = next }
    }
    // (root + 1/2)^2 is root^2 + root + 1/4.
    let (sum, carry) = low.subtractingReportingOverflow(WideNumber(square: root).low)
    let difference = (high &- WideNumber(square: root).high &- (carry ? 1 : 0), sum)
    if difference != (0, root) { return difference > (0, root) ? root + 1 : root }
    let isHalf = quarters == 1 && isExact
    return isHalf && root & 1 == 1 || !isHalf && quarters > 0 ? root + 1 : root
  }
}
