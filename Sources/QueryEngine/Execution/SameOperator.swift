// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// Compares the rows, cell by cell as they are written, with those of another plan.
struct SameOperator: SequentialOperator {
  let slots: [Int]
  let types: [ValueType]
  let expected: [OutputColumn]
  let range: ScriptRange
  private let wanted: PhysicalPlan

  init(_ step: ExpectSameStep, _ input: ColumnLayout) {
    slots = input.places(step.columns.map(\.id))
    types = step.columns.map(\.type)
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
  private var rows: HeldRows

  init(
    _ same: SameOperator, _ wanted: Lazy<BroughtRows>, _ state: RunState, next: any Operator
  ) {
    self.same = same
    self.state = state
    rows = HeldRows(state)
    self.next = next
    self.wanted = wanted
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    try rows.add(batch.selecting(same.slots))
    // All rows are compared, even when those after need no more of them.
    _ = try next.consume(batch)
    return .more
  }

  func finish() throws(ExecutionFault) {
    var others = HeldRows(state)
    try wanted.get().forEach { batch throws(ExecutionFault) in
      try others.add(batch)
      return .more
    }
    guard others.count == rows.count else {
      throw .unexpectedRows(
        ExpectedRows(
          comparison: .equal, count: others.count, context: "", names: [], range: same.range),
        got: rows.count, rows: [])
    }
    if let wanted = try others.take(), let found = try rows.take() {
      for column in same.expected.indices {
        try compare(found.columns[column], with: wanted.columns[column], column)
      }
    }
    others.release()
    rows.release()
    try next.finish()
  }

  private func compare(
    _ found: Column, with wanted: Column, _ index: Int
  ) throws(ExecutionFault) {
    for start in stride(from: 0, to: wanted.count, by: Batch.usualCount) {
      try state.check()
      let rows = Array(start..<min(start + Batch.usualCount, wanted.count))
      let left = CellText.cells(found.taking(rows: rows), type: same.types[index])
      let right = CellText.cells(
        wanted.taking(rows: rows), type: same.expected[index].type)
      for row in rows.indices where !left[row].elementsEqual(right[row]) {
        throw .unexpectedCell(
          row: start + row + 1, column: same.expected[index].label,
          expected: String(decoding: right[row], as: UTF8.self),
          found: String(decoding: left[row], as: UTF8.self), same.range)
      }
    }
  }
}
