// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// Compares the rows, cell by cell as they are written, with those of another plan.
struct SameOperator: SequentialOperator {
  /// The columns that may be compared, and where they are in the rows.
  let columns: [OutputColumn]
  let slots: [Int]
  let expected: [OutputColumn]
  let range: ScriptRange
  private let wanted: PhysicalPlan

  init(_ step: ExpectSameStep, _ input: ColumnLayout) {
    slots = input.places(step.columns.map(\.id))
    columns = step.columns
    expected = step.expected
    range = step.range
    wanted = PhysicalPlan(step.wanted)
  }

  var inputs: [PhysicalPlan] { [wanted] }

  func maker(_ run: Executor) -> OperatorMaker {
    let rows = run.rows(of: wanted)
    return { SameState(self, rows, run.state, next: $0) }
  }
}

/// The cells of the rows until the last of them has come.
private final class SameState: Operator {
  private let same: SameOperator
  private let next: any Operator
  private let wanted: Lazy<BroughtRows>
  private let state: RunState
  private let rows: BroughtRows
  /// The places among the columns of those that are seen; known with the first row.
  private lazy var seen = same.columns.indices.filter { state.shows(same.columns[$0]) }

  init(
    _ same: SameOperator, _ wanted: Lazy<BroughtRows>, _ state: RunState, next: any Operator
  ) {
    self.same = same
    self.state = state
    rows = BroughtRows(state)
    self.next = next
    self.wanted = wanted
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    try rows.add(batch.selecting(seen.map { same.slots[$0] }))
    // All rows are compared, even when those after need no more of them.
    _ = try next.consume(batch)
    return .more
  }

  func finish() throws(ExecutionFault) {
    let (found, expected) = (seen.map { same.columns[$0].label }, same.expected.map(\.label))
    guard found == expected else {
      throw .unexpectedColumns(expected: expected, found: found, same.range)
    }
    rows.settle()
    let wanted = try wanted.get()
    guard wanted.count == rows.count else {
      throw .unexpectedRows(
        ExpectedRows(
          comparison: .equal, count: wanted.count, context: "", names: [], range: same.range),
        got: rows.count, rows: [])
    }
    if let difference = try difference(from: wanted) { throw difference }
    try next.finish()
  }

  /// The first cell that differs in the first column that has one.
  private func difference(from wanted: BroughtRows) throws(ExecutionFault) -> ExecutionFault? {
    var places = (found: BroughtRows.Place(), wanted: BroughtRows.Place())
    var rest: (found: Batch?, wanted: Batch?)
    var (row, columns) = (0, same.expected.count)
    var difference: ExecutionFault?
    while columns > 0 {
      if rest.found == nil { rest.found = try rows.next(at: &places.found) }
      if rest.wanted == nil { rest.wanted = try wanted.next(at: &places.wanted) }
      guard let found = rest.found, let others = rest.wanted else { break }
      let count = min(found.count, others.count, Batch.usualCount)
      let pair = (found.slice(0..<count), others.slice(0..<count))
      for column in 0..<columns {
        guard let cell = self.difference(pair.0[column], pair.1[column], column, from: row) else {
          continue
        }
        (difference, columns) = (cell, column)
        break
      }
      rest = (found.rest(from: count), others.rest(from: count))
      row += count
    }
    return difference
  }

  /// The first cell of a column that differs, where the first one stands in some row.
  private func difference(
    _ found: Column, _ wanted: Column, _ column: Int, from first: Int
  ) -> ExecutionFault? {
    let left = CellText.cells(found, type: same.columns[seen[column]].type)
    let right = CellText.cells(wanted, type: same.expected[column].type)
    for row in 0..<found.count where !left[row].elementsEqual(right[row]) {
      return .unexpectedCell(
        row: first + row + 1, column: same.expected[column].label,
        expected: String(decoding: right[row], as: UTF8.self),
        found: String(decoding: left[row], as: UTF8.self), same.range)
    }
    return nil
  }
}

extension Batch {
  /// The rows from one on; nil where there are none.
  fileprivate func rest(from row: Int) -> Batch? { row < count ? slice(row..<count) : nil }
}
