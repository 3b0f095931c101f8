// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// Compares the rows, cell by cell as they are written, with those of another plan.
final class SameOperator: Operator {
  private let slots: [Int]
  private let types: [ValueType]
  private let expected: [OutputColumn]
  private let range: SourceRange
  private let next: any Operator
  private let wanted: Loaded<[Batch]>
  private var rows = HeldRows()

  init(
    _ wanted: Loaded<[Batch]>, _ expected: [OutputColumn], slots: [Int], types: [ValueType],
    _ range: SourceRange, next: any Operator
  ) {
    self.slots = slots
    self.types = types
    self.expected = expected
    self.range = range
    self.next = next
    self.wanted = wanted
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    rows.add(Batch(slots.map { batch.columns[$0] }, count: batch.count))
    // All rows are compared, even when those after need no more of them.
    _ = try next.consume(batch)
    return .more
  }

  func finish() throws(ExecutionFault) {
    let wanted = Batch.concatenated(try wanted.get(), columnCount: expected.count)
    let found = rows.take() ?? Batch(slots.map { _ in .null(count: 0) }, count: 0)
    guard wanted.count == found.count else {
      throw .unexpectedRows(
        ExpectedRows(
          comparison: .equal, count: wanted.count, context: "", names: [], range: range),
        got: found.count, rows: [])
    }
    for (column, kept) in expected.enumerated() {
      let left = CellText.cells(found.columns[column], type: types[column], style: .exact)
      let right = CellText.cells(wanted.columns[column], type: kept.type, style: .exact)
      for row in 0..<wanted.count where !left[row].elementsEqual(right[row]) {
        throw .unexpectedCell(
          row: row + 1, column: kept.label, expected: String(decoding: right[row], as: UTF8.self),
          found: String(decoding: left[row], as: UTF8.self), range)
      }
    }
    try next.finish()
  }
}
