// SPDX-License-Identifier: MIT

package import Catalogue
import ValueDisplay

/// One line `name: value` for each value and an empty line between rows.
///
/// A value that does not fit beside its name, or has lines of its own, stands indented below it.
package struct ListRenderer: ResultRenderer {
  private static let indent = 2

  private let columns: [ResultColumn]
  private let labels: [String]
  private let options: RenderOptions
  private let style: TextStyle
  private let sanitiser: Sanitiser
  private let glyphs: Glyphs
  private var shown = 0
  private var total = 0

  package init(columns: [ResultColumn], options: RenderOptions) {
    self.columns = columns
    self.options = options
    let sanitiser = options.sanitiser
    let glyphs = options.ascii ? Glyphs.ascii : .unicode
    self.sanitiser = sanitiser
    self.glyphs = glyphs
    style = TextStyle(isOn: options.colour)
    labels = columns.map {
      DisplayWidth.truncated(
        sanitiser.label($0.label), to: max(12, options.width) - 1,
        ellipsis: glyphs.ellipsis) + ":"
    }
  }

  package mutating func add(_ batch: Batch, to output: inout [UInt8]) {
    let room = options.maximumRows.map { max(0, $0 - shown) } ?? batch.count
    let count = min(batch.count, room)
    let cells = zip(batch.columns, columns).map {
      DisplayText.cells($0, type: $1.type, ascii: options.ascii)
    }
    let validities = batch.columns.map(\.validity)
    for row in 0..<count {
      if shown + row > 0 { output.append(ASCII.newline) }
      for index in columns.indices {
        let isNull = validities[index].map { !$0[row] } ?? false
        appendField(index, isNull ? nil : cells[index][row], to: &output)
      }
    }
    shown += count
    total += batch.count
  }

  package mutating func finish(footer: String?, to output: inout [UInt8]) {
    RowNotes(style: style, sanitiser: sanitiser, glyphs: glyphs, width: options.noteWidth)
      .append(shown: shown, total: total, footer: footer, to: &output)
  }

  private func appendField(
    _ index: Int, _ value: ArraySlice<UInt8>?, to output: inout [UInt8]
  ) {
    output.append(style.styled(labels[index], .dim))
    guard let value else {
      output.append(" \(style.styled(glyphs.null, .dim))\n")
      return
    }
    let lines = sanitiser.lines(value, width: max(8, options.width - Self.indent))
    let room = options.width - DisplayWidth.of(labels[index]) - 1
    if lines.count == 1, DisplayWidth.of(lines[0]) <= room {
      output.append(lines[0].isEmpty ? "\n" : " \(lines[0])\n")
      return
    }
    output.append(ASCII.newline)
    for line in lines {
      if !line.isEmpty { output.append(spaces: Self.indent) }
      output.append(line)
      output.append(ASCII.newline)
    }
  }
}
