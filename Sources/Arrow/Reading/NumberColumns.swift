// SPDX-License-Identifier: MIT

import Catalogue

// Numbers of all widths.
extension BatchReader {
  func integers(
    _ place: FieldPlace, _ rows: Range<Int>, _ kind: IntegerKind
  ) throws(ArrowFault) -> NumberColumn {
    let validity = try validity(place, rows)
    if kind.bits == 64, !kind.isSigned {
      let values = try numbers(place, 1, rows, UInt64.self)
      if values.allSatisfy({ $0 <= UInt64(Int64.max) }) {
        return NumberColumn(values.map { Int64(truncatingIfNeeded: $0) }, validity: validity)
      }
      return NumberColumn(.wide(Buffer(values.map { Int128($0) }), scale: 0), validity: validity)
    }
    return NumberColumn(
      .narrow(try wholes(place, 1, rows, kind), scale: 0), validity: validity)
  }

  /// Whole numbers that 64 bits hold; of those without a sign larger ones are negative.
  func wholes(
    _ place: FieldPlace, _ buffer: Int, _ rows: Range<Int>, _ kind: IntegerKind
  ) throws(ArrowFault) -> Buffer<Int64> {
    switch (kind.bits, kind.isSigned) {
    case (8, true): widened(try numbers(place, buffer, rows, Int8.self))
    case (8, false): widened(try numbers(place, buffer, rows, UInt8.self))
    case (16, true): widened(try numbers(place, buffer, rows, Int16.self))
    case (16, false): widened(try numbers(place, buffer, rows, UInt16.self))
    case (32, true): widened(try numbers(place, buffer, rows, Int32.self))
    case (32, false): widened(try numbers(place, buffer, rows, UInt32.self))
    default: try numbers(place, buffer, rows, Int64.self)
    }
  }

  private func widened(_ values: Buffer<some FixedWidthInteger & BitwiseCopyable>) -> Buffer<Int64>
  {
    let source = values.span
    return unsafe Buffer(capacity: values.count) { target, count in
      for index in source.indices {
        unsafe target.initializeElement(at: index, to: Int64(truncatingIfNeeded: source[index]))
      }
      count = source.count
    }
  }

  // Decimals.

  func decimals(
    _ place: FieldPlace, _ rows: Range<Int>, bits: Int, scale: Int
  ) throws(ArrowFault) -> NumberColumn {
    let validity = try validity(place, rows)
    switch bits {
    case 32, 64:
      let values = try wholes(place, 1, rows, IntegerKind(bits: bits, isSigned: true))
      if (0...Decimal.maximumDigits).contains(scale) {
        return NumberColumn(.narrow(values, scale: scale), validity: validity)
      }
      return built(rows, validity) { Self.decimal(Int128(values[$0]), scale: scale) }
    case 128:
      // Files align buffers to eight bytes, so a number is two words.
      let words = try numbers(
        place, 1, rows.lowerBound * 2..<rows.upperBound * 2, UInt64.self)
      if let narrow = Self.narrow(words), (0...Decimal.maximumDigits).contains(scale) {
        return NumberColumn(.narrow(narrow, scale: scale), validity: validity)
      }
      return built(rows, validity) { row in
        let value = Int128(truncatingIfNeeded: UInt128(words[2 * row + 1]) << 64)
        return Self.decimal(value | Int128(words[2 * row]), scale: scale)
      }
    default:
      let words = try numbers(
        place, 1, rows.lowerBound * 4..<rows.upperBound * 4, UInt64.self)
      return built(rows, validity) { row in
        let low = Int128(
          truncatingIfNeeded: UInt128(words[4 * row + 1]) << 64 | UInt128(words[4 * row]))
        let sign: UInt64 = low < 0 ? .max : 0
        // Numbers of more than 128 bits have more digits than are held.
        guard words[4 * row + 2] == sign, words[4 * row + 3] == sign else { return nil }
        return Self.decimal(low, scale: scale)
      }
    }
  }

  /// The numbers of two words each where one is enough for each of them.
  private static func narrow(_ words: Buffer<UInt64>) -> Buffer<Int64>? {
    let source = words.span
    var difference: UInt64 = 0
    let narrow = unsafe Buffer<Int64>(capacity: words.count / 2) { target, count in
      for index in 0..<source.count / 2 {
        let low = Int64(bitPattern: source[2 * index])
        difference |= UInt64(bitPattern: low >> 63) ^ source[2 * index + 1]
        unsafe target.initializeElement(at: index, to: low)
      }
      count = source.count / 2
    }
    return difference == 0 ? narrow : nil
  }

  /// Nil for what has more digits than are held.
  private static func decimal(_ value: Int128, scale: Int) -> Decimal? {
    if scale >= 0 { return Decimal(value, scale: scale) }
    var product = value
    for _ in 0..<(-scale) {
      let (next, overflow) = product.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      product = next
    }
    return Decimal(product, scale: 0)
  }

  /// Numbers that are made one by one; those that cannot be held are null, and told.
  private func built(
    _ rows: Range<Int>, _ validity: Bitmap?, _ value: (Int) -> Decimal?
  ) -> NumberColumn {
    var builder = NumberColumnBuilder()
    for row in 0..<rows.count {
      guard validity?[row] ?? true else {
        builder.append(nil)
        continue
      }
      let number = value(row)
      if number == nil {
        reject(rows.lowerBound + row, "has more than \(Decimal.maximumDigits) digits")
      }
      builder.append(number)
    }
    return builder.finish()
  }

  // Binary fractions.

  func floats(
    _ place: FieldPlace, _ rows: Range<Int>, bits: Int
  ) throws(ArrowFault) -> NumberColumn {
    let validity = try validity(place, rows)
    let values: [Double]
    // The fewest digits that mean the number among those of its width.
    let text: (Int) -> String
    switch bits {
    case 16:
      let numbers = try numbers(place, 1, rows, UInt16.self).map { Self.half($0) }
      values = numbers.map(Double.init)
      text = { Self.shortHalf(numbers[$0]) }
    case 32:
      let numbers = try numbers(place, 1, rows, UInt32.self).map { Float(bitPattern: $0) }
      values = numbers.map(Double.init)
      text = { "\(numbers[$0])" }
    default:
      values = try numbers(place, 1, rows, UInt64.self).map { Double(bitPattern: $0) }
      if let exact = ShortFractions.of(values, validity) {
        return NumberColumn(exact.coefficients, scale: exact.scale, validity: validity)
      }
      text = { "\(values[$0])" }
    }
    var builder = NumberColumnBuilder()
    for row in 0..<rows.count {
      guard validity?[row] ?? true else {
        builder.append(nil)
        continue
      }
      let number = values[row].isFinite ? Decimal(text: Array(text(row).utf8)[...]) : nil
      if number == nil { reject(rows.lowerBound + row, Self.excess(of: values[row])) }
      builder.append(number)
    }
    return builder.finish()
  }

  private static func excess(of value: Double) -> String {
    value.isFinite
      ? "has an exponent that reaches beyond \(Decimal.maximumDigits) digits"
      : "is \(value.isNaN ? "no number (NaN)" : "infinite")"
  }

  private static func half(_ bits: UInt16) -> Float {
    let sign = UInt32(bits >> 15) << 31
    let exponent = UInt32(bits >> 10) & 31
    let fraction = UInt32(bits) & 1023
    switch exponent {
    case 0:
      let value = Float(fraction) / 16_777_216
      return sign == 0 ? value : -value
    case 31: return Float(bitPattern: sign | 0x7F80_0000 | fraction << 13)
    default: return Float(bitPattern: sign | (exponent + 112) << 23 | fraction << 13)
    }
  }

  /// The fewest digits behind the point that mean a number of eleven bits of precision.
  private static func shortHalf(_ value: Float) -> String {
    if value == 0 || !value.isFinite { return "\(value)" }
    let whole = Double(value)
    // Half the way to the next number away from 0; to the one before the first of a power of two it
    // is half of that, unless it is among the least, which all are as far from each other.
    let away = Double(sign: .plus, exponent: max(whole.exponent, -14) - 11, significand: 1)
    let isFirst = whole.significand == 1 && whole.exponent > -14
    let back = isFirst ? away / 2 : away
    var power = 1.0
    for _ in 0...24 {
      let scaled = (whole * power).rounded()
      let excess = abs(scaled / power) - abs(whole)
      if excess < away, -excess < back { return "\(scaled / power)" }
      power *= 10
    }
    return "\(value)"
  }
}

/// Binary fractions that were written with few digits after the point, as prices are.
private enum ShortFractions {
  private static let powers: [Double] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
  /// A number of at most fifteen digits is the shortest of those that mean its binary fraction.
  private static let most = 999_999_999_999_999.0

  /// The coefficients with the fewest digits that mean all of some numbers; nil where some have
  /// more than a few digits, or are none.
  static func of(_ values: [Double], _ validity: Bitmap?) -> (coefficients: [Int64], scale: Int)? {
    var scale = 0
    var coefficients: [Int64] = []
    coefficients.reserveCapacity(values.count)
    for row in values.indices {
      let value = validity?[row] ?? true ? values[row] : 0
      while true {
        let scaled = (value * powers[scale]).rounded()
        if abs(scaled) <= most, scaled / powers[scale] == value,
          let coefficient = Int64(exactly: scaled)
        {
          coefficients.append(coefficient)
          break
        }
        guard scale + 1 < powers.count, value.isFinite else { return nil }
        scale += 1
        for index in coefficients.indices {
          let (product, overflow) = coefficients[index].multipliedReportingOverflow(by: 10)
          // Past fifteen digits it need not be the shortest any more.
          guard !overflow, abs(product) <= 999_999_999_999_999 else { return nil }
          coefficients[index] = product
        }
      }
    }
    return (coefficients, scale)
  }
}
