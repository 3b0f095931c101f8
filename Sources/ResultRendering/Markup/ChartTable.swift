// SPDX-License-Identifier: MIT

internal import Catalogue

/// The numbers of a chart as a table.
struct ChartTable {
  /// More rows are counted only.
  private static let most = 1_000

  private let table: HTMLTable
  private var rows: [[String?]] = []
  private var total = 0

  init(_ figure: ChartFigure, titled title: String, text: MarkupText) {
    switch figure {
    case .bars(let bars):
      let parts =
        bars.parts.isEmpty ? [bars.amountName] : bars.parts + ["\(bars.amountName) in all"]
      table = Self.table([(bars.labelName, false)] + parts.map { ($0, true) }, title, text)
      total = bars.bars.count
      rows = bars.bars.prefix(Self.most).map { bar in
        [bar.label]
          + bars.parts.indices.map { bar.parts.indices.contains($0) ? "\(bar.parts[$0])" : "0" }
          + [bar.amount?.description]
      }
    case .plot(let plot):
      let isNamed = plot.seriesName != nil
      table = Self.table(
        (plot.seriesName.map { [($0, false)] } ?? []) + [
          (plot.x.name, !plot.x.isOfDates), (plot.y.name, true),
        ],
        title, text)
      total = plot.pointCount
      for series in plot.series {
        rows += series.points.prefix(Self.most - rows.count).map { point in
          (isNamed ? [series.name] : []) + [plot.x.text(point.x), plot.y.text(point.y)]
        }
      }
    }
  }

  private static func table(
    _ headings: [(String, Bool)], _ title: String, _ text: MarkupText
  ) -> HTMLTable {
    HTMLTable(
      headings: headings.map { HTMLTable.Heading(label: $0.0, isOfNumbers: $0.1) }, caption: title,
      text: text)
  }

  func append(to output: inout [UInt8]) {
    table.appendHead(to: &output)
    for row in rows {
      table.appendRow({ row[$0].map { Array($0.utf8)[...] } }, to: &output)
    }
    table.appendEnd(to: &output)
    if total > rows.count { output.append("<p>\(total - rows.count) more</p>\n") }
  }
}
