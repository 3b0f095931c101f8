// SPDX-License-Identifier: MIT

package import Catalogue

/// Rows as a table of GitHub's Markdown, whole, numbers to the right, null as an empty cell.
package struct MarkdownRenderer: ResultRenderer {
  private let columns: [ResultColumn]
  private let text: MarkupText
  private var hasHeader = false

  package init(columns: [ResultColumn], options: RenderOptions) {
    self.columns = columns
    text = MarkupText(.markdown, options: options)
  }

  package mutating func add(_ batch: Batch, to output: inout [UInt8]) {
    appendHeader(to: &output)
    let cells = zip(batch.columns, columns).map { CellText.wholeCells($0, type: $1.type) }
    for row in 0..<batch.count {
      appendRow(cells.map { $0[row] }, to: &output)
    }
  }

  package mutating func finish(footer: String?, to output: inout [UInt8]) {
    appendHeader(to: &output)
  }

  private mutating func appendHeader(to output: inout [UInt8]) {
    guard !hasHeader else { return }
    hasHeader = true
    appendRow(columns.map { Array($0.label.utf8)[...] }, to: &output)
    let rules = columns.map { $0.type.isNumber ? " ---: |" : " --- |" }
    output.append("|\(rules.joined())\n")
  }

  private func appendRow(_ cells: [ArraySlice<UInt8>], to output: inout [UInt8]) {
    output.append("|")
    for cell in cells {
      output.append(ASCII.space)
      text.append(cell, to: &output)
      output.append(cell.isEmpty ? "|" : " |")
    }
    output.append(ASCII.newline)
  }
}
