// SPDX-License-Identifier: MIT

internal import Catalogue

extension CellText {
  /// The text of every row with all its digits, for documents: lists as words, records as JSON.
  static func wholeCells(_ column: Column, type: ValueType) -> PackedText {
    guard case .list(let all) = column, case .list(let element) = type else {
      return cells(column, type: type)
    }
    let lists = all.trimmed
    let elements = cells(lists.elements, type: element)
    var cells = PackedTextBuilder()
    for row in 0..<column.count {
      cells.append { bytes in
        guard !column.isNull(at: row) else { return }
        for (position, index) in lists.range(of: row).enumerated() {
          if position > 0 { bytes.append(ASCII.space) }
          bytes += elements[index]
        }
      }
    }
    return cells.finish()
  }
}
