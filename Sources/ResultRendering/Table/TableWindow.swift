// SPDX-License-Identifier: MIT

package import Catalogue

/// Some rows of a table of any length, whose columns keep their places while it is scrolled.
///
/// Only the rows are looked at that are seen, and those that were before.
package struct TableWindow {
  /// One of the columns that are seen, by its place among all, and the cells that it takes.
  package struct Seen: Equatable, Sendable {
    package let place: Int
    package let width: Int

    package init(place: Int, width: Int) {
      self.place = place
      self.width = width
    }
  }

  private let options: RenderOptions
  private let style: TextStyle
  private let sanitiser: Sanitiser
  private let glyphs: Glyphs
  private let columns: [ResultColumn]
  /// What is known of the widths of each column, without cells.
  private var known: [TableColumn]

  package static let gap = TableLayout.separatorWidth

  package init(_ columns: [ResultColumn], _ options: RenderOptions) {
    self.options = options
    self.columns = columns
    style = TextStyle(isOn: options.colour)
    sanitiser = options.sanitiser
    glyphs = options.ascii ? .ascii : .unicode
    known = columns.map { TableColumn($0, sanitiser: options.sanitiser, ascii: options.ascii) }
  }

  /// Looks at rows to see how wide the columns are.
  package mutating func measure(_ rows: Batch) {
    for place in columns.indices { known[place].widen(to: column(place, of: [rows])) }
  }

  /// The cells that a column takes where there is room.
  package func width(ofColumn place: Int) -> Int {
    let column = known[place]
    return min(column.uncutWidth, column.isCut ? TableColumn.maximumTextWidth : .max)
  }

  /// Whether values of a column are cut where there is less room.
  package func isCut(_ place: Int) -> Bool { known[place].isCut }

  /// The heads of some columns, behind a margin.
  package func head(_ seen: [Seen], margin: Int) -> String {
    var line: [UInt8] = []
    line.append(spaces: margin)
    for (index, seen) in seen.enumerated() {
      if index > 0 { line.append(spaces: Self.gap) }
      TableColumnWriter(column: known[seen.place], width: seen.width, style: style, glyphs: glyphs)
        .appendLabel(to: &line)
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// The lines of some rows, the first of which has a number, behind a margin; one cell may be
  /// chosen, and rows marked.
  package mutating func lines(
    _ rows: [Batch], from first: Int, _ seen: [Seen], margin: Int,
    chosen: (row: Int, place: Int)?, marked: Set<Int> = []
  ) -> [String] {
    let found = seen.map { seen in
      var column = column(seen.place, of: rows)
      known[seen.place].widen(to: column)
      column.widen(to: known[seen.place])
      return TableColumnWriter(column: column, width: seen.width, style: style, glyphs: glyphs)
    }
    let count = rows.reduce(0) { $0 + $1.count }
    return (0..<count).map { row in
      let isChosen = chosen?.row == first + row
      var line: [UInt8] = []
      let number = String(first + row + 1)
      line.append(spaces: max(0, margin - Self.gap - number.utf8.count))
      line.append(style.styled(number, isChosen ? .bold : .dim))
      line.append(marked.contains(first + row) ? "*" : " ")
      line.append(spaces: Self.gap - 1)
      for (index, writer) in found.enumerated() {
        if index > 0 { line.append(spaces: Self.gap) }
        guard isChosen, seen[index].place == chosen?.place else {
          writer.appendCell(row, to: &line)
          continue
        }
        var plain = writer
        plain.style = TextStyle(isOn: false)
        // Also without colours: nothing else tells where one is.
        TextStyle(isOn: true).append(.inverse, to: &line) { plain.appendCell(row, to: &$0) }
      }
      return String(decoding: line, as: UTF8.self)
    }
  }

  private func column(_ place: Int, of rows: [Batch]) -> TableColumn {
    var column = TableColumn(columns[place], sanitiser: sanitiser, ascii: options.ascii)
    for batch in rows {
      column.add(batch[place], count: batch.count, sanitiser: sanitiser, null: glyphs.null)
    }
    return column
  }
}
