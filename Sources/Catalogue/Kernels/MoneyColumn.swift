// SPDX-License-Identifier: MIT

/// Amounts that have a currency each, as a column of records keeps them.
public struct MoneyColumn: Sendable {
  public let amounts: NumberColumn
  public let currencies: TextColumn

  /// Nil for a column of anything else.
  public init?(_ column: Column) {
    guard case .record(let records) = column, records.names == RecordMember.ofMoney.map(\.name),
      case .number(let amounts) = records.member(0), case .text(let codes) = records.member(1)
    else { return nil }
    self.amounts = amounts
    currencies = codes
  }

  /// A column of records, null where the amount or its currency is.
  public static func column(_ amounts: NumberColumn, _ currencies: TextColumn) -> Column {
    let members = [Column.number(amounts), .text(currencies)]
    let validity: Bitmap? =
      switch (amounts.validity, currencies.validity) {
      case (nil, nil): nil
      case (let valid?, nil), (nil, let valid?): valid
      case (let one?, let other?): one & other
      }
    return .record(
      RecordColumn(
        names: RecordMember.ofMoney.map(\.name), members: members, count: amounts.count,
        validity: validity))
  }

  /// Amounts of one currency as such a column.
  public static func column(_ amounts: Column, in currency: Currency) -> Column {
    guard let numbers = amounts.numbers else { return .null(count: amounts.count) }
    let codes = TextColumn(
      PackedText([currency.code]), codes: Array(repeating: 0, count: numbers.count))
    return column(numbers, codes)
  }

  /// A row's amount as people write it; empty where it is null.
  public func text(ofRow row: Int) -> String {
    let cell = Self.column(amounts, currencies).taking(rows: [row])
    let cells = CellText.cells(cell, type: .money(.varying))
    return String(decoding: cells[0], as: UTF8.self)
  }
}
