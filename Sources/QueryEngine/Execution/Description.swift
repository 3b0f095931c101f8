// SPDX-License-Identifier: MIT

import Catalogue
import ValueDisplay

// `describe`: what the fields of a source are and hold.
extension Executor {
  func description(
    _ source: any CatalogueSource, _ columns: [ScanColumn], _ derived: [DerivedField]
  ) throws(ExecutionFault) -> Batch {
    let schema = source.schema
    let described = columns.map(\.field) + derived.map(\.field)
    let ids = columns.map(\.id) + derived.map(\.projection.id)
    let evaluator = Evaluator(layout: ColumnLayout(columns: ids), state: state)
    var summaries = described.map { _ in ColumnSummary() }
    var rows = 0
    try scan(source, ScanRequest(fields: columns.map(\.field))) { batch throws(ExecutionFault) in
      rows += batch.count
      var whole = batch
      for field in derived {
        whole = whole.appending([try evaluator.evaluate(field.projection.expression, whole)])
      }
      for slot in summaries.indices {
        summaries[slot].add(whole[slot], schema.fields[described[slot]].type)
      }
      return .more
    }
    var cells: [[Value]] = []
    for (index, field) in schema.fields.enumerated() {
      let summary = described.firstIndex(of: index).map { summaries[$0] }
      cells.append([
        .text(field.name), .text(field.type.description),
        .text(summary.map { "\($0.filled) of \(rows)" } ?? ""),
        .text(summary?.text ?? "in the detail record"), .text(Self.meaning(of: field)),
      ])
    }
    let columns = (0..<5).map { column in Column(.text, cells.map { $0[column] }) }
    return Batch(columns, count: cells.count)
  }

  private static func meaning(of field: Field) -> String {
    guard case .derived(let expression) = field.origin else { return field.meaning }
    return field.meaning.isEmpty ? "= \(expression)" : "\(field.meaning) (= \(expression))"
  }
}

/// What the values of a column are like: how many there are, and the smallest and largest number or
/// the first text.
private struct ColumnSummary {
  var filled = 0
  private var range: (least: Decimal, most: Decimal)?
  private var type = ValueType.any
  private var sample: String?

  mutating func add(_ column: Column, _ type: ValueType) {
    filled += column.count - column.nullCount
    if case .list(let element) = type { self.type = element } else { self.type = type }
    switch column {
    case .number(let numbers): add(numbers)
    case .list(let lists): if case .number(let numbers) = lists.elements { add(numbers) }
    default: break
    }
    guard sample == nil, let row = (0..<column.count).first(where: { !column.isNull(at: $0) })
    else { return }
    let cell = DisplayText.shortCells(column.taking(rows: [row]), type: type)[0]
    sample = String(decoding: cell, as: UTF8.self)
  }

  private mutating func add(_ numbers: NumberColumn) {
    for row in 0..<numbers.count {
      guard let value = numbers.decimal(at: row) else { continue }
      range = (min(range?.least ?? value, value), max(range?.most ?? value, value))
    }
  }

  var text: String {
    if let range { return "\(cell(range.least)) – \(cell(range.most))" }
    guard let sample else { return "" }
    return filled > 1 ? "\(sample) …" : sample
  }

  private func cell(_ number: Decimal) -> String {
    // The bounds of bare numbers are told with all of their digits.
    if type.isNumber { return "\(number)" }
    let cells = DisplayText.cells(Column(type, [.number(number)]), type: type)
    return String(decoding: cells[0], as: UTF8.self)
  }
}
