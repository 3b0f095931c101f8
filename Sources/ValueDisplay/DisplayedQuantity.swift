// SPDX-License-Identifier: MIT

internal import Catalogue

/// Numbers as people read them, with their units.
enum DisplayedQuantity {
  /// For people: at most six digits after the point, and the unit.
  static func append(
    _ value: Decimal, _ type: ValueType, ascii: Bool, to bytes: inout [UInt8]
  ) {
    switch type {
    case .money(.fixed(let currency)):
      append(value, in: currency, ascii: ascii, to: &bytes)
    case .length(let unit):
      // A number with too many digits in its unit is shown in metres.
      let number = type.shown(value)
      (number ?? value).rounded(places: DisplayText.places).append(to: &bytes)
      bytes += " \(number == nil ? LengthUnit.metre.rawValue : unit.rawValue)".utf8
    case .duration: append(duration: value, to: &bytes)
    case .date: CalendarDate(value)?.append(to: &bytes)
    case .bool, .int, .decimal, .text, .id, .list, .record, .money, .any:
      value.rounded(places: DisplayText.places).append(to: &bytes)
    }
  }

  /// An amount and its own currency, as a table has it; what is no currency is not shown.
  static func append(
    _ amount: Decimal, currency: String, ascii: Bool, to bytes: inout [UInt8]
  ) {
    if let known = Currency(currency) { return append(amount, in: known, ascii: ascii, to: &bytes) }
    amount.rounded(places: DisplayText.places).append(to: &bytes)
  }

  /// `£12.50`, `-£3.00`, `12.50 CHF`; with the digits that the currency has, or more.
  private static func append(
    _ value: Decimal, in currency: Currency, ascii: Bool, to bytes: inout [UInt8]
  ) {
    let sign = ascii && currency.sign?.utf8.count != 1 ? nil : currency.sign
    let rounded = value.rounded(places: DisplayText.places)
    if rounded < .zero { bytes.append(UInt8(ascii: "-")) }
    bytes += (sign ?? "").utf8
    (rounded < .zero ? -rounded : rounded).append(to: &bytes)
    if rounded.scale == 0, currency.minorUnits > 0 { bytes.append(UInt8(ascii: ".")) }
    for _ in 0..<max(0, currency.minorUnits - rounded.scale) { bytes.append(UInt8(ascii: "0")) }
    if sign == nil { bytes += " \(currency.code)".utf8 }
  }

  /// `30 days`, or `36 hours` where it is no whole number of days.
  private static func append(duration: Decimal, to bytes: inout [UInt8]) {
    let unit: DurationUnit = duration.isMultiple(of: DurationUnit.days.seconds) ? .days : .hours
    let count = (Decimal.quotient(duration, Decimal(unit.seconds)) ?? duration)
      .rounded(places: DisplayText.places)
    count.append(to: &bytes)
    let isOne = count == Decimal(1) || count == Decimal(-1)
    bytes += " \(unit.rawValue.dropLast(isOne ? 1 : 0))".utf8
  }
}

extension Decimal {
  fileprivate func isMultiple(of divisor: Int) -> Bool {
    Decimal.remainder(self, Decimal(divisor))?.isZero ?? false
  }
}
