// SPDX-License-Identifier: MIT

/// Gives the texts of columns that are all there as codes of one dictionary.
package enum WholeDictionary {
  /// A dictionary has at most so many texts, and no more than one for each so many rows.
  private static let mostTexts = 1 << 16
  private static let leastRowsOfText = 4

  /// The same columns; nil where that does not pay.
  package static func coded(_ columns: [TextColumn]) -> [TextColumn]? {
    if let shared = ofOneDictionary(columns) { return shared }
    var texts = ByteStringTable()
    var coded: [Buffer<UInt32>] = []
    var rows = 0
    for column in columns {
      rows += column.count
      let most = min(mostTexts, rows / leastRowsOfText)
      guard let codes = codes(of: column, in: &texts, most: most) else { return nil }
      coded.append(codes)
    }
    let (values, identity) = (texts.strings.finish(), DictionaryIdentity())
    return zip(columns, coded).map {
      TextColumn(values, codes: $1, of: identity, validity: $0.validity)
    }
  }

  /// Columns whose dictionaries are beginnings of one have the longest of them.
  private static func ofOneDictionary(_ columns: [TextColumn]) -> [TextColumn]? {
    guard let longest = columns.max(by: { $0.values.count < $1.values.count }),
      let dictionary = longest.dictionary,
      columns.allSatisfy({ $0.dictionary === dictionary && $0.codes != nil })
    else { return nil }
    return columns.map {
      TextColumn(longest.values, codes: $0.codes, of: dictionary, validity: $0.validity)
    }
  }

  /// Nil where there are more texts than there may be.
  private static func codes(
    of column: TextColumn, in texts: inout ByteStringTable, most: Int
  ) -> Buffer<UInt32>? {
    var codes: [UInt32] = []
    codes.reserveCapacity(column.count)
    var known = [UInt32?](repeating: nil, count: column.codes == nil ? 0 : column.values.count)
    for row in 0..<column.count {
      let index = column.index(of: row)
      if column.codes != nil, let code = known[index] {
        codes.append(code)
        continue
      }
      // A null needs a code too, which nobody looks at.
      let code = UInt32(texts.number(of: column.values[index]))
      if texts.count > most { return nil }
      if column.codes != nil { known[index] = code }
      codes.append(code)
    }
    return Buffer(codes)
  }
}
