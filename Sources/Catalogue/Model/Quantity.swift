// SPDX-License-Identifier: MIT

// Between numbers as data and people write them and the numbers that columns hold.
extension ValueType {
  /// Whether its values are kept in a number column.
  public var isStoredAsNumber: Bool {
    switch self {
    case .int, .decimal, .money(.unspecified), .money(.fixed), .length, .date, .duration: true
    case .bool, .text, .id, .list, .record, .money(.varying), .any: false
    }
  }

  /// What one of the type's unit is in a column; nil where numbers are kept as they are.
  public var factor: Decimal? {
    if case .length(let unit) = self, unit != .metre { return unit.metres }
    return nil
  }

  /// The number in a column for one in the type's unit; nil when it has over 38 digits.
  public func stored(_ number: Decimal) -> Decimal? {
    factor.map { Decimal.product(number, $0) } ?? number
  }

  /// The number in the type's unit for one in a column; nil when it has over 38 digits.
  public func shown(_ stored: Decimal) -> Decimal? {
    factor.map { Decimal.quotient(stored, $0) } ?? stored
  }

  /// Whether each number of a column can be written in the type's unit.
  package func canShow(_ column: Column) -> Bool {
    guard factor != nil, case .number(let numbers) = column else { return true }
    // No unit gives a number of 64 bits more than 38 digits.
    if case .narrow = numbers.storage { return true }
    return (0..<numbers.count).allSatisfy { row in
      numbers.decimal(at: row).map { shown($0) != nil } ?? true
    }
  }

  /// The number in a column for a text of data, such as `12.5`, `£12.50`, `2 km` or `2024-01-31`;
  /// nil when it is none of the type.
  public func stored(text: ArraySlice<UInt8>) -> Decimal? {
    switch self {
    case .int, .decimal, .money(.unspecified), .money(.varying): Decimal(text: text)
    case .money(.fixed(let currency)): Self.amount(text, in: currency)
    case .length: length(text)
    case .date: CalendarDate(text: text).map { Decimal($0.seconds) }
    case .bool, .text, .id, .list, .record, .duration, .any: nil
    }
  }

  /// An amount alone, or with the sign or the code of its currency before or behind it.
  private static func amount(_ text: ArraySlice<UInt8>, in currency: Currency) -> Decimal? {
    let isNegative = text.first == UInt8(ascii: "-")
    var rest = isNegative ? text.dropFirst() : text
    let marks = [currency.code, currency.sign, currency.isDollar ? "$" : nil].compactMap(\.self)
    if let mark = marks.first(where: { rest.starts(with: $0.utf8) }) {
      rest = rest.dropFirst(mark.utf8.count).drop { $0 == UInt8(ascii: " ") }
    } else if let mark = marks.first(where: { rest.suffix($0.utf8.count).elementsEqual($0.utf8) }) {
      rest = withoutSpaces(rest.dropLast(mark.utf8.count))
    }
    guard !isNegative || rest.first != UInt8(ascii: "-") else { return nil }
    return Decimal(text: rest).map { isNegative ? -$0 : $0 }
  }

  /// A number in the type's own unit, or with any unit of length behind it.
  private func length(_ text: ArraySlice<UInt8>) -> Decimal? {
    let letters = text.reversed().prefix { (0x61...0x7A).contains($0) }.count
    guard letters > 0 else { return Decimal(text: text).flatMap { stored($0) } }
    guard let unit = LengthUnit(rawValue: String(decoding: text.suffix(letters), as: UTF8.self))
    else { return nil }
    let number = Decimal(text: Self.withoutSpaces(text.dropLast(letters)))
    return number.flatMap { ValueType.length(unit).stored($0) }
  }

  private static func withoutSpaces(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.dropLast(text.reversed().prefix { $0 == UInt8(ascii: " ") }.count)
  }
}
