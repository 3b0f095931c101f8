// SPDX-License-Identifier: MIT

/// Writes the cells of a column with every digit, as a plain-text format has them.
public enum CellText {
  /// The text of every row; null rows are empty (`column.isNull(at:)` tells them apart).
  public static func cells(_ column: Column, type: ValueType) -> PackedText {
    var cells = PackedTextBuilder()
    for row in 0..<column.count {
      cells.append { bytes in append(column, type: type, row: row, to: &bytes) }
    }
    return cells.finish()
  }

  private static func append(
    _ column: Column, type: ValueType, row: Int, to bytes: inout [UInt8]
  ) {
    guard !column.isNull(at: row) else { return }
    switch column {
    case .number(let column):
      column.decimal(at: row).map { QuantityText.append($0, type, to: &bytes) }
    case .text(let column):
      bytes += column.bytes(at: row) ?? []
    case .record(let column) where type == .money(.varying):
      guard let (amount, currency) = column.money(at: row) else { return }
      amount.append(to: &bytes)
      if !currency.isEmpty { bytes += " \(currency)".utf8 }
    case .bool, .list, .record, .null:
      JSONText.append(column, type: type, row: row, to: &bytes)
    }
  }
}

extension RecordColumn {
  /// The amount and the currency of a row of `MoneyColumn`, which may be empty; nil for other rows.
  package func money(at row: Int) -> (amount: Decimal, currency: String)? {
    guard members.count == 2, case .number(let amounts) = members[0],
      case .text(let currencies) = members[1], let amount = amounts.decimal(at: row)
    else { return nil }
    return (amount, currencies.string(at: row) ?? "")
  }
}

extension Column {
  /// The values as the ids of items, in the spelling in which people write them; `type` is theirs.
  package func ids(_ type: ValueType?) -> PackedText {
    CellText.cells(self, type: type == .date ? .date : .id)
  }
}
