// SPDX-License-Identifier: MIT

internal import Catalogue

/// A bar for each row: its label, its length, its value.
struct BarsRenderer: ResultRenderer {
  private let value: ChartColumn
  private let label: ChartColumn
  private let place: ChartPlace
  private let maximumRows: Int?
  private var chart: BarChart
  private var total = 0

  init(value: ChartColumn, label: ChartColumn, options: RenderOptions) {
    self.value = value
    self.label = label
    place = ChartPlace(options)
    maximumRows = options.maximumRows
    chart = BarChart(
      labelName: label.name, amountName: value.name, hasNumericLabels: label.type.isNumber,
      place: place)
  }

  mutating func add(_ batch: Batch, to output: inout [UInt8]) {
    let room = maximumRows.map { max(0, $0 - chart.bars.count) } ?? batch.count
    let count = min(batch.count, room)
    let amounts = value.numbers(batch)
    let column = batch[label.index]
    let labels = CellText.wholeCells(column, type: label.type)
    for row in 0..<count {
      let name = column.isNull(at: row) ? "no \(label.name)" : place.sanitiser.line(labels[row])
      chart.add(BarChart.Bar(label: name, amount: amounts[row], missing: "no \(value.name)"))
    }
    total += batch.count
  }

  /// A label may have more, and mostly has less.
  var heldBytes: Int { chart.bars.count * (MemoryLayout<BarChart.Bar>.stride + 32) }

  mutating func appendWaiting(to output: inout [UInt8]) -> Bool {
    chart.appendPortion(to: &output)
  }

  mutating func finish(footer: String?, to output: inout [UInt8]) {
    while appendWaiting(to: &output) {}
    place.appendNotes(shown: chart.bars.count, total: total, footer: footer, to: &output)
  }
}
