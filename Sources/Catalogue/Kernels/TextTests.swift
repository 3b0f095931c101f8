// SPDX-License-Identifier: MIT

extension TextPattern {
  /// Tests the text of one column against that of another, row by row, by code points.
  public static func matches(_ column: TextColumn, mode: Mode, _ sought: TextColumn) -> Bitmap {
    var search = TextSearch([])
    return Bitmap(count: column.count) { row in
      guard let text = column.bytes(at: row), let other = sought.bytes(at: row) else {
        return false
      }
      return switch mode {
      case .equals: text.elementsEqual(other)
      case .startsWith: text.starts(with: other)
      case .endsWith: text.reversed().starts(with: other.reversed())
      case .contains: contains(text, other, &search)
      }
    }
  }

  /// Searches as the last row was searched, if it is for the same text.
  private static func contains(
    _ text: ArraySlice<UInt8>, _ sought: ArraySlice<UInt8>, _ search: inout TextSearch
  ) -> Bool {
    guard sought.count <= text.count else { return false }
    if !sought.elementsEqual(search.sought) { search = TextSearch(sought) }
    return search.first(in: text) != nil
  }
}

extension TextColumn {
  /// The texts without case and accents.
  package var folded: TextColumn {
    var texts = PackedTextBuilder()
    for index in 0..<values.count { texts.append(Folding.folded(values[index])) }
    return TextColumn(texts.finish(), codes: codes, validity: validity)
  }
}
