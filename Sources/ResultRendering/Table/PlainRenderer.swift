// SPDX-License-Identifier: MIT

package import Catalogue

/// Columns that line up and nothing else: no rules, no colour, nothing left out or cut.
///
/// The widths depend on all rows, so nothing is written before the end. What the format adds of its
/// own is ASCII, and a null is a word too, so that tools that split lines at spaces count columns.
package struct PlainRenderer: ResultRenderer {
  private static let glyphs = Glyphs.ascii

  private let sanitiser: Sanitiser
  private var columns: [TableColumn]
  private var count = 0
  /// The columns as they are written, once all rows are known, and how many rows are.
  private var writers: [TableColumnWriter]?
  private var written = 0

  package init(columns: [ResultColumn], options: RenderOptions) {
    let sanitiser = options.sanitiser
    self.sanitiser = sanitiser
    self.columns = columns.map {
      TableColumn(
        $0, sanitiser: sanitiser, ascii: options.ascii, isWhole: true)
    }
  }

  package mutating func add(_ batch: Batch, to output: inout [UInt8]) {
    for index in columns.indices {
      columns[index].add(
        batch[index], count: batch.count, sanitiser: sanitiser, null: Self.glyphs.null)
    }
    count += batch.count
  }

  package var heldBytes: Int { columns.reduce(0) { $0 + $1.heldBytes } }

  package mutating func appendWaiting(to output: inout [UInt8]) -> Bool {
    let writers = beginning(to: &output)
    let end = min(written + Batch.usualCount, count)
    for row in written..<end {
      appendLine(writers, to: &output) { $0.appendCell(row, to: &$1) }
    }
    written = end
    return written < count
  }

  package mutating func finish(footer: String?, to output: inout [UInt8]) {
    while appendWaiting(to: &output) {}
  }

  /// The columns as they are written; the first time it writes their labels.
  private mutating func beginning(to output: inout [UInt8]) -> [TableColumnWriter] {
    if let writers { return writers }
    let made = columns.map {
      TableColumnWriter(
        column: $0, width: $0.uncutWidth, style: TextStyle(isOn: false), glyphs: Self.glyphs)
    }
    appendLine(made, to: &output) { $0.appendLabel(to: &$1) }
    writers = made
    return made
  }

  private func appendLine(
    _ writers: [TableColumnWriter], to output: inout [UInt8],
    _ append: (TableColumnWriter, inout [UInt8]) -> Void
  ) {
    let start = output.count
    for (index, writer) in writers.enumerated() {
      if index > 0 { output.append(spaces: TableLayout.separatorWidth) }
      append(writer, &output)
    }
    output.endLine(from: start)
  }
}
