// SPDX-License-Identifier: MIT

extension Decimal {
  /// Reads the text of a number in the form of JSON (RFC 8259), with any sign and exponent.
  ///
  /// Nil when the text is not such a number or needs more than 38 digits.
  public init?(text: some Sequence<UInt8>) {
    guard let value = Self.read(text) else { return nil }
    self = value
  }

  /// The same, compiled for cells: a generic call of another module looks up what it is given.
  public init?(text: ArraySlice<UInt8>) {
    guard let value = Self.read(text) else { return nil }
    self = value
  }

  public init?(_ text: String) {
    guard let value = Self.read(text.utf8) else { return nil }
    self = value
  }

  @inline(__always)
  private static func read(_ text: some Sequence<UInt8>) -> Decimal? {
    var reading = NumberReading()
    for byte in text {
      guard reading.take(byte) else { return nil }
    }
    return reading.value
  }

  /// The digits with no trailing zeros and no exponent.
  public func append(to bytes: inout [UInt8]) {
    if coefficient < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    var rest = coefficient.magnitude
    var written = 0
    repeat {
      if written == scale, scale > 0 { bytes.append(UInt8(ascii: ".")) }
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      bytes.append(UInt8(ascii: "0") + UInt8(digit))
      rest = quotient
      written += 1
    } while rest != 0 || written <= scale
    bytes[start...].reverse()
  }

  /// The value rounded half to even to at most `places` digits after the point.
  public func rounded(places: Int) -> Decimal {
    guard scale > places else { return self }
    return Decimal(roundedQuotient(by: PowerOfTen[scale - places]), scale: places) ?? self
  }

  /// The multiple of a power of ten that is nearest, of two the even one; nil when it has more than
  /// 38 digits.
  public func rounded(toPowerOfTen power: Int) -> Decimal? {
    guard power > 0 else { return rounded(places: -power) }
    // Past this a number is less than a tenth of the power.
    guard power <= Self.maximumDigits - scale else { return .zero }
    let quotient = roundedQuotient(by: PowerOfTen[power + scale])
    let (product, overflow) = quotient.multipliedReportingOverflow(by: PowerOfTen[power])
    return overflow ? nil : Decimal(product, scale: 0)
  }

  private func roundedQuotient(by unit: Int128) -> Int128 {
    let (quotient, remainder) = coefficient.quotientAndRemainder(dividingBy: unit)
    let twice = remainder.magnitude * 2
    let away = twice > unit.magnitude || (twice == unit.magnitude && quotient & 1 == 1)
    let step: Int128 = away ? (coefficient < 0 ? -1 : 1) : 0
    return quotient + step
  }

  /// The largest whole number that is not larger.
  public var floor: Decimal {
    let (whole, rest) = coefficient.quotientAndRemainder(dividingBy: PowerOfTen[scale])
    return Decimal(rest < 0 ? whole - 1 : whole, scale: 0) ?? self
  }

  /// The smallest whole number that is not smaller.
  public var ceiling: Decimal {
    let (whole, rest) = coefficient.quotientAndRemainder(dividingBy: PowerOfTen[scale])
    return Decimal(rest > 0 ? whole + 1 : whole, scale: 0) ?? self
  }
}

extension Decimal: CustomStringConvertible {
  public var description: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Reads a number byte by byte: digits are kept without leading and trailing zeros, so that zeros
/// without meaning do not use up the 38 digits.
private struct NumberReading {
  private enum State {
    case start, sign, zero, integer, point, fraction, exponent, exponentSign, exponentDigits
  }

  private var state = State.start
  private var negative = false
  private var digits: Int128 = 0
  private var digitCount = 0
  /// Zeros read after the last digit that is not zero.
  private var pendingZeros = 0
  private var fractionDigits = 0
  private var exponent = 0
  private var exponentNegative = false

  /// Takes one byte; false when no number goes on like this.
  mutating func take(_ byte: UInt8) -> Bool {
    switch (state, byte) {
    case (.start, UInt8(ascii: "-")):
      negative = true
      state = .sign
    case (.start, UInt8(ascii: "0")), (.sign, UInt8(ascii: "0")):
      state = .zero
    case (.start, 0x31...0x39), (.sign, 0x31...0x39), (.integer, 0x30...0x39):
      state = .integer
      return digit(byte)
    case (.zero, UInt8(ascii: ".")), (.integer, UInt8(ascii: ".")):
      state = .point
    case (.point, 0x30...0x39), (.fraction, 0x30...0x39):
      state = .fraction
      fractionDigits += 1
      return digit(byte)
    case (.zero, 0x45), (.zero, 0x65), (.integer, 0x45), (.integer, 0x65), (.fraction, 0x45),
      (.fraction, 0x65):
      state = .exponent
    case (.exponent, UInt8(ascii: "+")), (.exponent, UInt8(ascii: "-")):
      exponentNegative = byte == UInt8(ascii: "-")
      state = .exponentSign
    case (.exponent, 0x30...0x39), (.exponentSign, 0x30...0x39), (.exponentDigits, 0x30...0x39):
      state = .exponentDigits
      // Past this no value with 38 digits remains, so the rest of the exponent changes nothing.
      if exponent < 1_000_000 { exponent = exponent * 10 + Int(byte - UInt8(ascii: "0")) }
    default:
      return false
    }
    return true
  }

  private mutating func digit(_ byte: UInt8) -> Bool {
    let value = Int128(byte - UInt8(ascii: "0"))
    if value == 0 {
      pendingZeros += digitCount > 0 ? 1 : 0
      return true
    }
    digitCount += pendingZeros + 1
    guard digitCount <= Decimal.maximumDigits else { return false }
    digits = digits * PowerOfTen[pendingZeros + 1] + value
    pendingZeros = 0
    return true
  }

  var value: Decimal? {
    switch state {
    case .start, .sign, .point, .exponent, .exponentSign: return nil
    case .zero, .integer, .fraction, .exponentDigits: break
    }
    guard digits != 0 else { return .zero }
    let power = (exponentNegative ? -exponent : exponent) - fractionDigits + pendingZeros
    let signed = negative ? -digits : digits
    if power <= 0 { return -power <= Decimal.maximumDigits ? Decimal(signed, scale: -power) : nil }
    guard digitCount + power <= Decimal.maximumDigits else { return nil }
    return Decimal(signed * PowerOfTen[power], scale: 0)
  }
}
