// SPDX-License-Identifier: MIT

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
  /// The places of the columns among those of the result.
  private let places: [Int]
  private var headings: RowHeadings?
  private var bars: CountBars?
  /// What heads the rows from some of them on.
  private var sections: [Int: String] = [:]
  /// How many rows are kept, and how many came.
  private var shown = 0
  private var total = 0
  /// The columns as they are written, once all rows are known, and how many rows are.
  private var writers: [TableColumnWriter]?
  /// What is said of the columns for which there is no room; nil where all are shown.
  private var missing: String?
  private var written = 0

  package init(columns: [ResultColumn], options: RenderOptions) {
    let sanitiser = options.sanitiser
    self.options = options
    self.sanitiser = sanitiser
    style = TextStyle(isOn: options.colour)
    glyphs = options.ascii ? .ascii : .unicode
    let places = options.places(among: columns.count)
    self.places = places
    headings = RowHeadings(columns, options)
    bars = options.drawn.map { CountBars(of: $0) }
    self.columns = places.map { columns[$0] }.map {
      TableColumn($0, sanitiser: sanitiser, ascii: options.ascii)
    }
  }

  package mutating func add(_ batch: Batch, to output: inout [UInt8]) {
    let room = options.maximumRows.map { max(0, $0 - shown) } ?? batch.count
    let count = min(batch.count, room)
    for index in columns.indices {
      columns[index].add(
        batch[places[index]], count: count, sanitiser: sanitiser, null: glyphs.null)
    }
    for (row, heading) in (headings?.headings(of: batch, count: count) ?? []).enumerated() {
      if let heading { sections[shown + row] = heading }
    }
    bars?.add(batch, count: count)
    shown += count
    total += batch.count
  }

  package var heldBytes: Int { columns.reduce(0) { $0 + $1.heldBytes } }

  package mutating func appendWaiting(to output: inout [UInt8]) -> Bool {
    if total == 0 { return false }
    let visible = beginning(to: &output)
    let end = min(written + Batch.usualCount, shown)
    for row in written..<end { append(row, visible, to: &output) }
    written = end
    return written < shown
  }

  package mutating func finish(footer: String?, to output: inout [UInt8]) {
    while appendWaiting(to: &output) {}
    RowNotes(style: style, sanitiser: sanitiser, glyphs: glyphs, width: options.noteWidth)
      .append(
        shown: shown, total: total, footer: footer, beside: missing, to: &output)
  }

  /// The cells that the number of a row takes; 0 where rows have none.
  private var numberWidth: Int { options.rowNumbers ? String(shown).utf8.count : 0 }

  /// The columns as they are written; the first time it writes their head.
  private mutating func beginning(to output: inout [UInt8]) -> [TableColumnWriter] {
    if let writers { return writers }
    let margin = numberWidth > 0 ? numberWidth + TableLayout.separatorWidth : 0
    let visible = layout(beside: margin).map { place, width in
      TableColumnWriter(column: columns[place], width: width, style: style, glyphs: glyphs)
    }
    appendHead(visible, margin: margin, to: &output)
    writers = visible
    return visible
  }

  private func append(_ row: Int, _ visible: [TableColumnWriter], to output: inout [UInt8]) {
    if let heading = sections[row] { append(heading: heading, before: row, to: &output) }
    let start = output.count
    let numberWidth = numberWidth
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
    bars?.append(row, glyphs: glyphs, to: &output)
    output.endLine(from: start)
  }

  /// Writes what heads the rows from one on, below an empty line where others stand above.
  private func append(heading: String, before row: Int, to output: inout [UInt8]) {
    if row > 0 { output.append(ASCII.newline) }
    let lines = options.fitsCells ? DisplayWidth.wrapped(heading, to: options.width) : [heading]
    for line in lines { output.append("\(style.styled(line, .cyan))\n") }
  }

  /// The places of the columns that are shown, and their widths.
  private mutating func layout(beside margin: Int) -> [(place: Int, width: Int)] {
    guard options.fitsCells else { return columns.enumerated().map { ($0, $1.uncutWidth) } }
    let width = options.width - margin
    let wishes = zip(columns, places).map { column, place in
      column.wish(on: width, isWanted: options.wanted?.contains(place) ?? true)
    }
    let layout = TableLayout(wishes.map(\.wish), width: width)
    let left = columns.indices.filter { !layout.shown.contains($0) }
    missing = MissingColumns(left.map { (columns[$0], wishes[$0].role) }).words
    if missing != nil, options.offersWide { missing? += " · .wide" }
    let used = layout.widths.reduce(0) { $0 + $1 + TableLayout.separatorWidth }
    if left.isEmpty { bars?.take(width - used + TableLayout.separatorWidth) }
    return Array(zip(layout.shown, layout.widths))
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
}
