// SPDX-License-Identifier: MIT

package import Catalogue

/// Rows as an HTML table that stands in a page of any style.
package struct HTMLRenderer: ResultRenderer {
  private let columns: [ResultColumn]
  private let table: HTMLTable
  private var hasHeader = false

  package init(columns: [ResultColumn], options: RenderOptions) {
    self.columns = columns
    table = HTMLTable(
      headings: columns.map {
        HTMLTable.Heading(label: $0.label, isOfNumbers: $0.type.isOfAmounts)
      },
      caption: options.caption, text: MarkupText(.html, options: options))
  }

  package mutating func add(_ batch: Batch, to output: inout [UInt8]) {
    appendHeader(to: &output)
    let cells = zip(batch.columns, columns).map { CellText.wholeCells($0, type: $1.type) }
    let validities = batch.columns.map(\.validity)
    for row in 0..<batch.count {
      table.appendRow({ validities[$0]?[row] == false ? nil : cells[$0][row] }, to: &output)
    }
  }

  package mutating func finish(footer: String?, to output: inout [UInt8]) {
    appendHeader(to: &output)
    table.appendEnd(to: &output)
  }

  private mutating func appendHeader(to output: inout [UInt8]) {
    if hasHeader { return }
    hasHeader = true
    table.appendHead(to: &output)
  }
}

extension ValueType {
  /// Whether its values are numbers, with a unit or without.
  fileprivate var isOfAmounts: Bool { isNumber || isStoredAsNumber && self != .date }
}
