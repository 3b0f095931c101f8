// SPDX-License-Identifier: MIT

internal import Catalogue

/// A result as a figure of a page: rows as a table below which stands what is said of them.
struct FigureRenderer: ResultRenderer {
  /// What stands in the figure.
  enum Contents {
    case table(HTMLRenderer)
    /// A table for each row, of names and values.
    case cards(CardsInHTML)
    /// What a format writes that is no HTML.
    case text(any ResultRenderer)
  }

  private var contents: Contents
  private var isBegun = false
  private let caption: String
  private let maximumRows: Int?
  private var rows = 0

  init(_ contents: Contents, options: RenderOptions) {
    self.contents = contents
    caption = options.caption ?? "rows"
    if case .text = contents { maximumRows = nil } else { maximumRows = options.maximumRows }
  }

  mutating func add(_ batch: Batch, to output: inout [UInt8]) {
    begin(to: &output)
    let room = maximumRows.map { max(0, $0 - rows) } ?? batch.count
    rows += batch.count
    guard room > 0 else { return }
    let shown = batch.count > room ? batch.taking(rows: Array(0..<room)) : batch
    switch contents {
    case .table(var table):
      table.add(shown, to: &output)
      contents = .table(table)
    case .cards(var cards):
      cards.add(shown, to: &output)
      contents = .cards(cards)
    case .text(var renderer):
      var bytes: [UInt8] = []
      renderer.add(shown, to: &bytes)
      contents = .text(renderer)
      Self.append(bytes, to: &output)
    }
  }

  var heldBytes: Int { if case .text(let renderer) = contents { renderer.heldBytes } else { 0 } }

  mutating func finish(footer: String?, to output: inout [UInt8]) {
    begin(to: &output)
    switch contents {
    case .table(var table):
      table.finish(footer: nil, to: &output)
      output.append("</div>\n")
    case .cards: break
    case .text(var renderer):
      var bytes: [UInt8] = []
      renderer.finish(footer: nil, to: &bytes)
      Self.append(bytes, to: &output)
      output.append("</code></pre>\n")
    }
    let shown = min(rows, maximumRows ?? rows)
    let more = rows > shown ? "\(rows - shown) more rows" : nil
    let words = [more, footer].compactMap(\.self).joined(separator: "\n")
    if !words.isEmpty {
      output.append("<figcaption>\(DocumentText.html(words))</figcaption>\n")
    }
    output.append("</figure>\n")
  }

  private mutating func begin(to output: inout [UInt8]) {
    if isBegun { return }
    isBegun = true
    output.append("<figure class=\"cq-result\">\n")
    switch contents {
    case .table:
      let label = DocumentText.html("table of \(caption)")
      output.append(
        "<div class=\"cq-wide\" role=\"region\" tabindex=\"0\" aria-label=\"\(label)\">\n")
    case .cards: break
    case .text: output.append("<pre tabindex=\"0\"><code>")
    }
  }

  private static func append(_ bytes: [UInt8], to output: inout [UInt8]) {
    output.append(DocumentText.lines(String(decoding: bytes, as: UTF8.self)))
  }
}

/// Each row as a table of names and values, without those that have none.
struct CardsInHTML {
  private let columns: [ResultColumn]
  private let text: MarkupText
  private let caption: String?
  private var rows = 0

  init(columns: [ResultColumn], options: RenderOptions) {
    self.columns = columns
    text = MarkupText(.html, options: options)
    caption = options.caption
  }

  mutating func add(_ batch: Batch, to output: inout [UInt8]) {
    let cells = zip(batch.columns, columns).map { CellText.wholeCells($0, type: $1.type) }
    for row in 0..<batch.count {
      rows += 1
      output.append("<table class=\"cq-card\">\n<caption>")
      text.append(caption.map { "row \(rows) of \($0)" } ?? "row \(rows)", to: &output)
      output.append("</caption>\n<tbody>\n")
      for (index, column) in columns.enumerated() where !batch[index].isNull(at: row) {
        output.append("<tr><th scope=\"row\">")
        text.append(column.label, to: &output)
        output.append("</th><td>")
        text.append(cells[index][row], to: &output)
        output.append("</td></tr>\n")
      }
      output.append("</tbody>\n</table>\n")
    }
  }
}
