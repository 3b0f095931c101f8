// SPDX-License-Identifier: MIT

/// Writes the cells of a column as a person or a plain-text format reads them.
public enum CellText {
  public enum Style: Sendable {
    /// For people: at most 6 digits after the point, units, lists as words.
    case display
    /// The same in ASCII: currencies by their codes.
    case displayASCII
    /// For programs: every digit, lists and records as JSON.
    case exact
  }

  /// How many digits after the point a table shows.
  public static let displayedPlaces = 6

  /// The text of every row; null rows are empty (`column.isNull(at:)` tells them apart).
  public static func cells(_ column: Column, type: ValueType, style: Style) -> PackedText {
    var cells = PackedTextBuilder()
    for row in 0..<column.count {
      cells.append { bytes in
        append(column, type: type, row: row, style: style, to: &bytes)
      }
    }
    return cells.finish()
  }

  private static func append(
    _ column: Column, type: ValueType, row: Int, style: Style, to bytes: inout [UInt8]
  ) {
    guard !column.isNull(at: row) else { return }
    switch (column, style) {
    case (.number(let column), .exact):
      column.decimal(at: row).map { QuantityText.appendExact($0, type, to: &bytes) }
    case (.number(let column), _):
      column.decimal(at: row).map {
        QuantityText.appendDisplayed($0, type, ascii: style == .displayASCII, to: &bytes)
      }
    case (.text(let column), _):
      bytes += column.bytes(at: row) ?? []
    case (.list(let column), .display), (.list(let column), .displayASCII):
      let element: ValueType = if case .list(let element) = type { element } else { .text }
      for (index, child) in column.range(of: row).enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: " ")) }
        append(column.elements, type: element, row: child, style: style, to: &bytes)
      }
    case (.record(let column), _) where type == .money(.varying):
      append(money: column, row: row, style: style, to: &bytes)
    default: JSONText.append(column, type: type, row: row, to: &bytes)
    }
  }
  private static func append(
    money column: RecordColumn, row: Int, style: Style, to bytes: inout [UInt8]
  ) {
    guard column.members.count == 2, case .number(let amounts) = column.members[0],
      case .text(let currencies) = column.members[1], let amount = amounts.decimal(at: row)
    else { return }
    let currency = currencies.string(at: row) ?? ""
    if style == .exact {
      amount.append(to: &bytes)
      if !currency.isEmpty { bytes += " \(currency)".utf8 }
    } else {
      QuantityText.appendDisplayed(
        amount, currency: currency, ascii: style == .displayASCII, to: &bytes)
    }
  }
}

extension Column {
  /// The values as the ids of items, in the spelling in which people write them.
  package var ids: PackedText { CellText.cells(self, type: .id, style: .exact) }
}
