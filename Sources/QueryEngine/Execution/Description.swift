// SPDX-License-Identifier: MIT

import Catalogue

// `describe`: what the fields of a source are and hold.
extension Executor {
  func description(
    _ source: any CatalogueSource, _ columns: [ScanColumn], _ derived: [DerivedField]
  ) throws(ExecutionFault) -> Batch {
    let schema = source.schema
    let described = columns.map(\.field) + derived.map(\.field)
    let ids = columns.map(\.id) + derived.map(\.projection.id)
    let evaluator = Evaluator(layout: ColumnLayout(columns: ids), state: state)
    var summed = ColumnSummaries(
      described.map { field in
        ColumnSummary(name: schema.fields[field].name, type: schema.fields[field].type)
      })
    let slots = Array(described.indices)
    var memory = HeldMemory(state.memory)
    defer { memory.release() }
    try scan(source, ScanRequest(fields: columns.map(\.field))) { batch throws(ExecutionFault) in
      var whole = batch
      for field in derived {
        whole = whole.appending([try evaluator.evaluate(field.projection.expression, whole)])
      }
      summed.add(whole, slots) { memory.offer($0) }
      return .more
    }
    var description = DescriptionRows(of: summed.rows)
    for (index, field) in schema.fields.enumerated() {
      if let slot = described.firstIndex(of: index) {
        description.add(summed.summaries[slot], meaning: Self.meaning(of: field))
      } else {
        description.add(unread: field, meaning: Self.meaning(of: field))
      }
    }
    return description.batch
  }

  private static func meaning(of field: Field) -> String {
    guard case .derived(let expression) = field.origin else { return field.meaning }
    return field.meaning.isEmpty ? "= \(expression)" : "\(field.meaning) (= \(expression))"
  }
}

/// The rows of a description: one for each field, with those of its members behind it.
struct DescriptionRows {
  static let columns: [(name: String, type: ValueType)] = [
    ("field", .text), ("type", .text), ("filled", .text), ("distinct", .int), ("values", .text),
    ("meaning", .text),
  ]

  private let rows: Int
  private var cells: [[Value]] = []

  /// Of so many rows that are described.
  init(of rows: Int) { self.rows = rows }

  mutating func add(_ summary: ColumnSummary, meaning: String = "") {
    cells.append([
      .text(summary.name), .text(summary.type.description), .text("\(summary.filled) of \(rows)"),
      summary.distinct.map { .number(Decimal($0)) } ?? .null, .text(summary.text), .text(meaning),
    ])
    for member in summary.members { add(member) }
  }

  /// A field of the items' own records, which are not read for that.
  mutating func add(unread field: Field, meaning: String) {
    cells.append([
      .text(field.name), .text(field.type.description), .text(""), .null,
      .text("in the detail record"), .text(meaning),
    ])
  }

  var batch: Batch {
    let columns = Self.columns.enumerated().map { place, column in
      Column(column.type, cells.map { $0[place] })
    }
    return Batch(columns, count: cells.count)
  }
}
