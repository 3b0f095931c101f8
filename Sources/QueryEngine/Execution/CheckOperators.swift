// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// Lets rows pass that meet a condition; the first that does not ends the run.
final class AssertOperator: Operator {
  private let condition: BoundExpression
  private let message: String?
  private let keySlot: Int?
  private let evaluator: Evaluator
  private let next: any Operator

  init(
    _ condition: BoundExpression, _ message: String?, keySlot: Int?, _ evaluator: Evaluator,
    next: any Operator
  ) {
    self.condition = condition
    self.message = message
    self.keySlot = keySlot
    self.evaluator = evaluator
    self.next = next
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    let batch = batch.gathered
    let failing = (~(try evaluator.condition(condition, batch))).indices
    guard failing.isEmpty else {
      let rows = Array(failing.prefix(ExecutionFault.namedRows))
      let ids = keySlot.map { batch[$0].taking(rows: rows).ids.texts } ?? []
      throw .assertionFailed(message: message, rows: ids, condition.range)
    }
    // Every row is checked, also where those after need no more of them.
    _ = try next.consume(batch)
    return .more
  }

  func finish() throws(ExecutionFault) { try next.finish() }
}

/// Counts the rows that pass and judges their number at the end.
final class ExpectOperator: Operator {
  private let expected: ExpectedRows
  private let slots: [Int]
  private let next: any Operator
  private var count = 0
  /// The first rows, as a message names them.
  private var rows: [String] = []

  init(_ expected: ExpectedRows, slots: [Int], next: any Operator) {
    self.expected = expected
    self.slots = slots
    self.next = next
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    count += batch.count
    name(batch)
    // The number is wanted even when those after need no more rows.
    _ = try next.consume(batch)
    return .more
  }

  private func name(_ batch: Batch) {
    let wanted = min(ExecutionFault.namedRows - rows.count, batch.count)
    guard wanted > 0, !slots.isEmpty else { return }
    let cells = zip(slots, expected.names).map { slot, column in
      CellText.cells(
        batch[slot].taking(rows: Array(0..<wanted)), type: column.type, style: .display)
    }
    rows += (0..<wanted).map { row in
      cells.map { String(decoding: $0[row], as: UTF8.self) }.joined(separator: " ")
    }
  }

  func finish() throws(ExecutionFault) {
    guard expected.comparison.holds(between: count, and: expected.count) else {
      let more = count > rows.count && !rows.isEmpty ? ["…"] : []
      throw .unexpectedRows(expected, got: count, rows: rows + more)
    }
    try next.finish()
  }
}

/// Lets rows pass that are neither a sample's nor an old copy's; others end the run.
final class ExpectLiveOperator: Operator {
  private let range: ScriptRange
  private let state: RunState
  private let next: any Operator

  init(_ range: ScriptRange, _ state: RunState, next: any Operator) {
    self.range = range
    self.state = state
    self.next = next
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    try judge()
    return try next.consume(batch)
  }

  /// Where no row came, and where what comes later makes the rows older.
  func finish() throws(ExecutionFault) {
    try judge()
    if state.report.provenance.readings.isEmpty { throw .noOrigin(range) }
    try next.finish()
  }

  private func judge() throws(ExecutionFault) {
    guard let old = state.report.provenance.firstOld else { return }
    throw .unexpectedOrigin(old, range)
  }
}

/// Ends the run with a fault that is known before the first row.
final class FailOperator: Operator {
  private let fault: ExecutionFault
  private let next: any Operator

  init(_ fault: ExecutionFault, next: any Operator) {
    self.fault = fault
    self.next = next
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand { throw fault }

  func finish() throws(ExecutionFault) { throw fault }
}
