// SPDX-License-Identifier: MIT

package import Catalogue
import ValueDisplay

/// One block of lines for each row: a label and its value, which may take several lines.
///
/// A column that is called `name` or `title` heads the block.
package struct CardRenderer: ResultRenderer {
  private let columns: [ResultColumn]
  private let labels: [String]
  private let labelWidth: Int
  private let titleIndex: Int?
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
    self.sanitiser = sanitiser
    style = TextStyle(isOn: options.colour)
    let glyphs = options.ascii ? Glyphs.ascii : .unicode
    self.glyphs = glyphs
    let title = columns.firstIndex { ["name", "title"].contains($0.label.lowercased()) }
    titleIndex = columns.count > 1 ? title : nil
    // A label takes a third of the line at most, so that a value always finds room.
    let labels = columns.map {
      DisplayWidth.truncated(
        sanitiser.label($0.label), to: max(12, options.width / 3),
        ellipsis: glyphs.ellipsis)
    }
    self.labels = labels
    let isTitled = columns.count > 1
    labelWidth =
      labels.indices.filter { $0 != title || !isTitled }
      .map { DisplayWidth.of(labels[$0]) }.max() ?? 0
  }

  package mutating func add(_ batch: Batch, to output: inout [UInt8]) {
    let room = options.maximumRows.map { max(0, $0 - shown) } ?? batch.count
    let count = min(batch.count, room)
    let cells = zip(batch.columns, columns).map {
      DisplayText.shortCells($0, type: $1.type, ascii: options.ascii)
    }
    let validities = batch.columns.map(\.validity)
    for row in 0..<count {
      if shown + row > 0 { output.append(ASCII.newline) }
      if let titleIndex, validities[titleIndex].map({ $0[row] }) ?? true {
        appendTitle(cells[titleIndex][row], to: &output)
      }
      for index in columns.indices where index != titleIndex {
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

  private func appendTitle(_ title: ArraySlice<UInt8>, to output: inout [UInt8]) {
    for line in sanitiser.lines(title, width: options.width) {
      output.append(style.styled(line, .bold))
      output.append(ASCII.newline)
    }
  }

  private func appendField(
    _ index: Int, _ value: ArraySlice<UInt8>?, to output: inout [UInt8]
  ) {
    let indent = labelWidth + TableLayout.separatorWidth
    let start = output.count
    output.append(style.styled(labels[index], .dim))
    output.append(spaces: indent - DisplayWidth.of(labels[index]))
    if let value {
      let lines = sanitiser.lines(value, width: max(8, options.width - indent))
      for (number, line) in lines.enumerated() {
        if number > 0 {
          output.append(ASCII.newline)
          if !line.isEmpty { output.append(spaces: indent) }
        }
        output.append(line)
      }
    } else {
      output.append(style.styled(glyphs.null, .dim))
    }
    output.trimSpaces(from: start)
    output.append(ASCII.newline)
  }
}
