package import Catalogue

/// A table of columns that line up, fitted to the width of the line.
///
/// The widths depend on all rows, so nothing is written before the end.
package struct TableRenderer: ResultRenderer {
  private let options: RenderOptions
  private let style: TextStyle
  private let sanitiser: Sanitiser
  private let glyphs: Glyphs
  private var columns: [TableColumn]
  /// How many rows are kept, and how many came.
  private var shown = 0
  private var total = 0

  package init(columns: [ResultColumn], options: RenderOptions) {
    let sanitiser = Sanitiser(escapes: options.sanitise, ascii: options.ascii)
    self.options = options
    self.sanitiser = sanitiser
    style = TextStyle(isOn: options.colour)
    glyphs = options.ascii ? .ascii : .unicode
    self.columns = columns.map { TableColumn($0, sanitiser: sanitiser) }
  }

  package mutating func add(_ batch: Batch, to output: inout [UInt8]) {
    let room = options.maximumRows.map { max(0, $0 - shown) } ?? batch.count
    let count = min(batch.count, room)
    for index in columns.indices {
      columns[index].add(
        batch.columns[index], count: count, sanitiser: sanitiser, null: glyphs.null)
    }
    shown += count
    total += batch.count
  }

  package mutating func finish(footer: String?, to output: inout [UInt8]) {
    if total > 0 { appendTable(to: &output) }
    RowNotes(style: style, sanitiser: sanitiser, glyphs: glyphs)
      .append(shown: shown, total: total, footer: footer, to: &output)
  }

  private func appendTable(to output: inout [UInt8]) {
    let numberWidth = options.rowNumbers ? String(shown).utf8.count : 0
    let margin = numberWidth > 0 ? numberWidth + TableLayout.separatorWidth : 0
    let layout = TableLayout(
      columns.map { TableLayout.Wish(natural: $0.naturalWidth, minimum: $0.minimumWidth) },
      width: options.width - margin)
    let visible = zip(columns, layout.widths).map {
      TableColumnWriter(column: $0, width: $1, style: style, glyphs: glyphs)
    }
    appendHead(visible, margin: margin, to: &output)
    for row in 0..<shown {
      let start = output.count
      if numberWidth > 0 {
        let number = String(row + 1)
        output.append(spaces: numberWidth - number.utf8.count)
        output.append(style.styled(number, .dim))
        output.append(spaces: TableLayout.separatorWidth)
      }
      for (index, column) in visible.enumerated() {
        if index > 0 { output.append(spaces: TableLayout.separatorWidth) }
        column.appendCell(row, to: &output)
      }
      output.endLine(from: start)
    }
    appendMissing(columns[visible.count...].map(\.label), to: &output)
  }

  private func appendHead(
    _ visible: [TableColumnWriter], margin: Int, to output: inout [UInt8]
  ) {
    var start = output.count
    output.append(spaces: margin)
    for (index, column) in visible.enumerated() {
      if index > 0 { output.append(spaces: TableLayout.separatorWidth) }
      column.appendLabel(to: &output)
    }
    output.endLine(from: start)
    start = output.count
    output.append(spaces: margin)
    let rules = visible.map { String(repeating: glyphs.rule, count: $0.width) }
    output.append(style.styled(rules.joined(separator: "  "), .dim))
    output.endLine(from: start)
  }

  /// Names the columns for which there is no room.
  private func appendMissing(_ labels: [String], to output: inout [UInt8]) {
    guard !labels.isEmpty else { return }
    let noun = labels.count == 1 ? "column" : "columns"
    let note = "(+\(labels.count) \(noun): \(labels.joined(separator: ", ")))"
    let line = DisplayWidth.truncated(note, to: options.width, ellipsis: glyphs.ellipsis)
    output.append(style.styled(line, .dim))
    output.append(ASCII.newline)
  }
}

/// Writes the cells of one column at the width that the layout gave it.
private struct TableColumnWriter {
  let column: TableColumn
  let width: Int
  let style: TextStyle
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
      let fraction = TableColumn.fractionWidth(of: cell)
      output.append(spaces: width - column.fractionWidth - (cellWidth - fraction))
      append(cell, row: row, to: &output)
      output.append(spaces: column.fractionWidth - fraction)
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
  fileprivate mutating func endLine(from start: Int) {
    trimSpaces(from: start)
    append(ASCII.newline)
  }
}
