// SPDX-License-Identifier: MIT

/// What the variance of any number of decimals follows from, without a loss of digits: how many
/// there are, their sum and the sum of their squares.
public struct ExactMoments: Sendable {
  public private(set) var count = 0
  private var sum = ExactSum()
  private var squares = SumOfSquares()

  public init() {}

  public mutating func add(_ value: Decimal) {
    count += 1
    sum.add(value)
    squares.add(value)
  }

  /// About how many bytes are held outside of the value.
  package var extraBytes: Int { squares.extraBytes }

  /// Adds all that was added to others.
  package mutating func add(_ other: ExactMoments) {
    count += other.count
    sum.add(other.sum)
    squares.add(other.squares)
  }

  /// The variance of a sample, rounded half to even at 38 digits; nil for fewer than two numbers,
  /// or where it has more digits before the point.
  public var variance: Decimal? {
    guard let (quotient, isExact) = quotient() else { return nil }
    let whole = max(0, quotient.digitCount - SumOfSquares.places)
    guard whole <= Decimal.maximumDigits else { return nil }
    let places = Decimal.maximumDigits - whole
    // The first digit that is left out by itself, since it decides mostly.
    let before = quotient.droppingDigits(SumOfSquares.places - places - 1)
    let (kept, _) = before.quotient.droppingDigits(1)
    let last = before.quotient.halves.low &- kept.halves.low &* 10
    let isOverHalf = last > 5 || last == 5 && !(before.isExact && isExact)
    let isUp = isOverHalf || last == 5 && !kept.halves.low.isMultiple(of: 2)
    return Decimal(Int128(kept.halves.low + (isUp ? 1 : 0)), scale: places)
  }

  /// The square root of the variance, rounded half to even at 38 digits; nil for fewer than two
  /// numbers.
  public var deviation: Decimal? {
    guard let (quotient, isExact) = quotient(times: 4) else { return nil }
    let digits = quotient.divided(by: 4).quotient.digitCount
    let whole = max(0, digits - SumOfSquares.places)
    guard whole <= 2 * Decimal.maximumDigits else { return nil }
    // The root of as many digits as 256 bits hold has 38.
    let places = min(Decimal.maximumDigits, (2 * Decimal.maximumDigits - whole) / 2)
    let kept = quotient.droppingDigits(SumOfSquares.places - 2 * places)
    let root = WideNumber(kept.quotient.divided(by: 4).quotient.halves)
      .roundedRoot(quarters: Int(kept.quotient.halves.low & 3), isExact: isExact && kept.isExact)
    return Decimal(Int128(root), scale: places)
  }

  /// The variance times 10^76 and a factor, and whether that is whole: with n numbers x,
  /// n * sum(x * x) - sum(x) * sum(x), divided by n * (n - 1).
  private func quotient(times factor: UInt128 = 1) -> (quotient: LargeNatural, isExact: Bool)? {
    guard count > 1 else { return nil }
    let total = LargeNatural(sum.normal.parts)
    let all = squares.total * LargeNatural([UInt128(count)])
    return ((all - total * total) * LargeNatural([factor]))
      .divided(by: UInt128(count) * UInt128(count - 1))
  }
}

/// The exact sum of the squares of decimals.
private struct SumOfSquares: Sendable {
  /// How many digits stand behind the point.
  static let places = 2 * Decimal.maximumDigits

  /// What was added since the last spill, at a scale of its own: enough for most columns.
  private var recent: Int128 = 0
  private var recentScale = 0
  /// Digits of the base of `LargeNatural`, the lowest first, of which four stand behind the point;
  /// each may be larger. None until they are needed.
  private var digits: [UInt128] = []

  var extraBytes: Int { digits.isEmpty ? 0 : 32 + digits.count * MemoryLayout<UInt128>.stride }

  var total: LargeNatural {
    var spilled = self
    spilled.spill()
    return LargeNatural(spilled.digits)
  }

  mutating func add(_ value: Decimal) {
    let (square, overflow) = value.coefficient.multipliedReportingOverflow(by: value.coefficient)
    let scale = 2 * value.scale
    guard !overflow, scale <= Decimal.maximumDigits else { return addWide(value) }
    if addRecent(square, scale) { return }
    spill()
    (recent, recentScale) = (square, scale)
  }

  mutating func add(_ other: SumOfSquares) {
    var other = other
    other.spill()
    spill()
    for (index, digit) in other.digits.enumerated() { digits[index] += digit }
  }

  /// Adds a square at some scale; false where 128 bits do not hold the sum.
  private mutating func addRecent(_ square: Int128, _ scale: Int) -> Bool {
    let common = max(scale, recentScale)
    let (term, isLarge) = square.multipliedReportingOverflow(by: PowerOfTen[common - scale])
    let (known, isLarger) = recent.multipliedReportingOverflow(
      by: PowerOfTen[common - recentScale])
    let (sum, overflow) = known.addingReportingOverflow(term)
    guard !isLarge, !isLarger, !overflow else { return false }
    (recent, recentScale) = (sum, common)
    return true
  }

  private mutating func prepare() {
    if digits.isEmpty { digits = Array(repeating: 0, count: 9) }
  }

  /// A digit grows by less than 10^20 here, so it cannot overflow in any number of rows.
  private mutating func spill() {
    prepare()
    let base = LargeNatural.base
    let (whole, fraction) = recent.magnitude.quotientAndRemainder(
      dividingBy: PowerOfTen[recentScale].magnitude)
    let behind = fraction * PowerOfTen[Decimal.maximumDigits - recentScale].magnitude
    digits[2] += behind % base
    digits[3] += behind / base
    digits[4] += whole % base
    digits[5] += whole / base
    (recent, recentScale) = (0, 0)
  }

  /// Adds the square of a number with many digits, digit by digit of the base.
  private mutating func addWide(_ value: Decimal) {
    prepare()
    let base = LargeNatural.base
    let (whole, fraction) = value.coefficient.magnitude.quotientAndRemainder(
      dividingBy: PowerOfTen[value.scale].magnitude)
    let behind = fraction * PowerOfTen[Decimal.maximumDigits - value.scale].magnitude
    let parts = [behind % base, behind / base, whole % base, whole / base]
    for (low, left) in parts.enumerated() where left > 0 {
      for (high, right) in parts.enumerated() where right > 0 {
        let (carry, digit) = (left * right).quotientAndRemainder(dividingBy: base)
        digits[low + high] += digit
        digits[low + high + 1] += carry
      }
    }
  }
}
