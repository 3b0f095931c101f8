// SPDX-License-Identifier: MIT

internal import Catalogue
internal import ValueDisplay

/// Writes the cells of one column at the width that the layout gave it.
struct TableColumnWriter {
  let column: TableColumn
  let width: Int
  var style: TextStyle
  let glyphs: Glyphs

  func appendLabel(to output: inout [UInt8]) {
    let label = DisplayWidth.truncated(column.label, to: width, ellipsis: glyphs.ellipsis)
    let padding = width - DisplayWidth.of(label)
    if column.kind == .number { output.append(spaces: padding) }
    output.append(style.styled(label, .bold))
    if column.kind != .number { output.append(spaces: padding) }
  }

  func appendCell(_ row: Int, to output: inout [UInt8]) {
    let cell = column.cells[row]
    let cellWidth = column.widths[row]
    if column.kind == .number {
      let number = NumberCell(cell)
      let whole = cellWidth - number.fraction.count - number.unit.count
      output.append(spaces: width - column.unitWidth - column.fractionWidth - whole)
      append(cell[..<number.unit.startIndex], row: row, to: &output)
      output.append(spaces: column.fractionWidth - number.fraction.count)
      output += number.unit
      output.append(spaces: column.unitWidth - number.unit.count)
    } else if cellWidth <= width {
      append(cell, row: row, to: &output)
      output.append(spaces: width - cellWidth)
    } else {
      let text = cut(String(decoding: cell, as: UTF8.self))
      output.append(text)
      output.append(spaces: width - DisplayWidth.of(text))
    }
  }

  private func append(_ cell: ArraySlice<UInt8>, row: Int, to output: inout [UInt8]) {
    if column.nulls[row] {
      style.append(.dim, to: &output) { $0 += cell }
    } else {
      output += cell
    }
  }

  private func cut(_ text: String) -> String {
    if column.holdsObjects,
      let short = ShortObjects.cut(
        text, ellipsis: glyphs.ellipsis, fits: { DisplayWidth.of($0) <= width })
    {
      return short
    }
    guard column.kind == .list else {
      return DisplayWidth.truncated(text, to: width, ellipsis: glyphs.ellipsis)
    }
    let ending = " " + glyphs.ellipsis
    let whole = DisplayWidth.truncated(text, to: width, ellipsis: ending)
    let kept = whole.dropLast(ending.count)
    // What was kept ends at an element when a space follows it in the text.
    if text.dropFirst(kept.count).first == " " { return whole }
    guard let space = kept.lastIndex(of: " ") else {
      return DisplayWidth.truncated(text, to: width, ellipsis: glyphs.ellipsis)
    }
    return kept[..<space] + ending
  }
}

extension Array<UInt8> {
  /// Ends a line that began at `start`, without spaces at its end.
  mutating func endLine(from start: Int) {
    trimSpaces(from: start)
    append(ASCII.newline)
  }
}
