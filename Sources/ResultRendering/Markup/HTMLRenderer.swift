// SPDX-License-Identifier: MIT

package import Catalogue

/// Rows as an HTML table that stands in a page of any style, whole, numbers to the right.
package struct HTMLRenderer: ResultRenderer {
  private let columns: [ResultColumn]
  private let caption: String?
  private let text: MarkupText
  private var hasHeader = false

  package init(columns: [ResultColumn], options: RenderOptions) {
    self.columns = columns
    caption = options.caption
    text = MarkupText(.html, options: options)
  }

  package mutating func add(_ batch: Batch, to output: inout [UInt8]) {
    appendHeader(to: &output)
    let cells = zip(batch.columns, columns).map { CellText.wholeCells($0, type: $1.type) }
    let validities = batch.columns.map(\.validity)
    for row in 0..<batch.count {
      output.append("<tr>")
      for index in cells.indices {
        if let validity = validities[index], !validity[row] {
          output.append("<td class=\"null\"></td>")
        } else {
          output.append("<td\(attributes(index))>")
          text.append(cells[index][row], to: &output)
          output.append("</td>")
        }
      }
      output.append("</tr>\n")
    }
  }

  package mutating func finish(footer: String?, to output: inout [UInt8]) {
    appendHeader(to: &output)
    output.append("</tbody>\n</table>\n")
  }

  private mutating func appendHeader(to output: inout [UInt8]) {
    guard !hasHeader else { return }
    hasHeader = true
    output.append("<table>\n")
    if let caption {
      output.append("<caption>")
      text.append(caption, to: &output)
      output.append("</caption>\n")
    }
    output.append("<thead>\n<tr>")
    for (index, column) in columns.enumerated() {
      output.append("<th scope=\"col\"\(attributes(index))>")
      text.append(column.label, to: &output)
      output.append("</th>")
    }
    output.append("</tr>\n</thead>\n<tbody>\n")
  }

  /// The class is for a page that has a style of its own, the alignment for one that has none.
  private func attributes(_ index: Int) -> String {
    columns[index].type.isNumber ? " class=\"number\" style=\"text-align: right\"" : ""
  }
}
