extension TextPattern {
  /// Tests the text of one column against that of another, row by row, by code points.
  public static func matches(_ column: TextColumn, mode: Mode, _ sought: TextColumn) -> Bitmap {
    Bitmap(count: column.count) { row in
      guard let text = column.bytes(at: row), let other = sought.bytes(at: row) else {
        return false
      }
      return switch mode {
      case .equals: text.elementsEqual(other)
      case .startsWith: text.starts(with: other)
      case .endsWith: text.reversed().starts(with: other.reversed())
      case .contains: contains(text, other)
      }
    }
  }

  private static func contains(_ text: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    guard other.count <= text.count else { return false }
    return (0...(text.count - other.count)).contains { offset in
      text.dropFirst(offset).starts(with: other)
    }
  }
}
