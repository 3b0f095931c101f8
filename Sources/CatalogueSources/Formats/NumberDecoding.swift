// SPDX-License-Identifier: MIT

import Catalogue

extension ColumnDecoder {
  /// Numbers of any form, each by way of an exact decimal.
  mutating func numbers(_ tokens: [ValueToken]) -> NumberColumn {
    var builder = NumberColumnBuilder()
    for row in tokens.indices { builder.append(number(tokens[row], row: row)) }
    return builder.finish()
  }

  private mutating func number(_ token: ValueToken, row: Int) -> Decimal? {
    switch token.form {
    case .absent, .null: return nil
    case .number:
      guard let number = Decimal(text: payload.padded[token.range]) else {
        note(.tooManyDigits, row, token)
        return nil
      }
      return fitting(number, token, row: row)
    case .string:
      guard let content = content(of: token, row: row) else { return nil }
      if reading.acceptsNumberOrText, let number = reading.type.stored(text: Self.trimmed(content))
      {
        return fitting(number, token, row: row)
      }
    default: break
    }
    note(.notOfType(reading.type), row, token)
    return nil
  }

  private mutating func fitting(_ number: Decimal, _ token: ValueToken, row: Int) -> Decimal? {
    if reading.type != .int || number.int != nil { return number }
    note(.notOfType(.int), row, token)
    return nil
  }

  /// Lengths in metres, and dates, which are texts.
  mutating func quantities(_ tokens: [ValueToken]) -> NumberColumn {
    guard reading.type != .date else { return dates(tokens) }
    let numbers = quickNumbers(tokens) ?? numbers(tokens)
    guard let factor = reading.type.factor else { return numbers }
    var builder = NumberColumnBuilder()
    for row in tokens.indices {
      let number = numbers.decimal(at: row)
      // A text has been read in the unit that it names.
      guard tokens[row].form == .number, let number else {
        builder.append(number)
        continue
      }
      let stored = Decimal.product(number, factor)
      if stored == nil { note(.tooManyDigits, row, tokens[row]) }
      builder.append(stored)
    }
    return builder.finish()
  }

  private mutating func dates(_ tokens: [ValueToken]) -> NumberColumn {
    var builder = NumberColumnBuilder()
    for row in tokens.indices {
      var date: Decimal?
      switch tokens[row].form {
      case .absent, .null: break
      case .string:
        if let text = content(of: tokens[row], row: row) {
          date = ValueType.date.stored(text: Self.trimmed(text))
          if date == nil { note(.notOfType(.date), row, tokens[row]) }
        }
      default: note(.notOfType(.date), row, tokens[row])
      }
      builder.append(date)
    }
    return builder.finish()
  }

  /// The usual column, whose numbers have few digits and no exponent; nil for any other.
  func quickNumbers(_ tokens: [ValueToken]) -> NumberColumn? {
    let bytes = payload.padded
    var coefficients = [Int64](repeating: 0, count: tokens.count)
    var scales = [Int](repeating: 0, count: tokens.count)
    var validity = ValidityBuilder()
    var scale = 0
    for row in tokens.indices {
      let token = tokens[row]
      validity.append(!token.isMissing)
      if token.isMissing { continue }
      guard token.form == .number, let number = QuickNumber(bytes, token.range) else { return nil }
      coefficients[row] = number.coefficient
      scales[row] = number.scale
      scale = max(scale, number.scale)
    }
    if scale > 0 {
      if reading.type == .int { return nil }
      for row in coefficients.indices where scales[row] < scale {
        let factor = QuickNumber.powers[scale - scales[row]]
        let (product, overflow) = coefficients[row].multipliedReportingOverflow(by: factor)
        if overflow { return nil }
        coefficients[row] = product
      }
    }
    return NumberColumn(coefficients, scale: scale, validity: validity.finish())
  }
}

/// A well formed number of at most 18 digits without an exponent, in canonical form.
private struct QuickNumber {
  /// The powers of ten that fit 64 bits.
  static let powers: [Int64] = (0..<18).reduce(into: [1]) { powers, _ in
    powers.append((powers.last ?? 1) * 10)
  }

  private(set) var coefficient: Int64 = 0
  private(set) var scale = 0

  @inline(__always)
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    guard range.count <= 18 else { return nil }
    var place = range.lowerBound
    let isNegative = bytes[place] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    var point = range.upperBound
    while place < range.upperBound {
      let byte = bytes[place]
      if byte == UInt8(ascii: ".") {
        point = place + 1
      } else {
        guard byte &- 0x30 < 10 else { return nil }
        coefficient = coefficient * 10 + Int64(byte &- 0x30)
      }
      place += 1
    }
    scale = range.upperBound - point
    while scale > 0 {
      let (quotient, digit) = coefficient.quotientAndRemainder(dividingBy: 10)
      if digit != 0 { break }
      coefficient = quotient
      scale -= 1
    }
    if isNegative { coefficient = -coefficient }
  }
}
