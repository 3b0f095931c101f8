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

  /// The search of Knuth, Morris and Pratt: linear whatever the texts are, which come from data.
  private static func contains(_ text: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    guard !other.isEmpty else { return true }
    guard other.count <= text.count else { return false }
    let sought = Array(other)
    let borders = borders(of: sought)
    var matched = 0
    for byte in text {
      while matched > 0, byte != sought[matched] { matched = borders[matched - 1] }
      if byte == sought[matched] { matched += 1 }
      if matched == sought.count { return true }
    }
    return false
  }

  /// For each beginning of a text the length of its longest border: a beginning that is also its
  /// end.
  private static func borders(of text: [UInt8]) -> [Int] {
    var borders = [Int](repeating: 0, count: text.count)
    var length = 0
    for index in text.indices.dropFirst() {
      while length > 0, text[index] != text[length] { length = borders[length - 1] }
      if text[index] == text[length] { length += 1 }
      borders[index] = length
    }
    return borders
  }
}
