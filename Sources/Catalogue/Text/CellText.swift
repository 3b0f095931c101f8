/// Writes the cells of a column as a person or a plain-text format reads them.
public enum CellText {
  public enum Style: Sendable {
    /// For people: at most 6 digits after the point, lists as words.
    case display
    /// For programs: every digit, lists and records as JSON.
    case exact
  }

  /// How many digits after the point a table shows.
  public static let displayedPlaces = 6

  /// The text of every row; null rows are empty (`column.isNull(at:)` tells them apart).
  public static func cells(_ column: Column, type: ValueType, style: Style) -> PackedText {
    var cells = PackedText()
    for row in 0..<column.count {
      cells.append { bytes in
        append(column, type: type, row: row, style: style, to: &bytes)
      }
    }
    return cells
  }

  private static func append(
    _ column: Column, type: ValueType, row: Int, style: Style, to bytes: inout [UInt8]
  ) {
    guard !column.isNull(at: row) else { return }
    switch (column, style) {
    case (.number(let column), .display):
      column.decimal(at: row)?.rounded(places: displayedPlaces).append(to: &bytes)
    case (.number(let column), .exact): column.decimal(at: row)?.append(to: &bytes)
    case (.text(let column), _):
      bytes += column.bytes(at: row) ?? []
    case (.list(let column), .display):
      let element: ValueType = if case .list(let element) = type { element } else { .text }
      for (index, child) in column.range(of: row).enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: " ")) }
        append(column.elements, type: element, row: child, style: style, to: &bytes)
      }
    default: JSONText.append(column, type: type, row: row, to: &bytes)
    }
  }
}
