// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import ValueDisplay

/// Lets rows pass that meet a condition; the first that does not ends the run.
struct AssertOperator: BatchwiseOperator {
  let layout: ColumnLayout
  private let condition: BoundExpression
  private let message: String?
  private let keySlot: Int?
  private let keyType: ValueType?
  /// The columns that are read.
  private let slots: [Int]

  init(_ step: AssertStep, _ layout: ColumnLayout) {
    self.layout = layout
    condition = step.condition
    message = step.message
    keySlot = step.key.map(layout.place)
    keyType = step.keyType
    slots = layout.slots(of: [step.condition]) + [keySlot].compactMap(\.self)
  }

  var seesEveryRow: Bool { true }

  var cost: RowCost { condition.cost }

  func rows(of batch: Batch, _ evaluator: Evaluator) throws(ExecutionFault) -> Batch {
    var batch = batch
    batch.gather(slots)
    let failing = (~(try evaluator.condition(condition, batch))).indices
    guard failing.isEmpty else {
      let rows = Array(failing.prefix(ExecutionFault.namedRows))
      let ids = keySlot.map { batch[$0].taking(rows: rows).ids(keyType).texts } ?? []
      throw .assertionFailed(message: message, rows: ids, condition.range)
    }
    return batch
  }
}

/// Counts the rows that pass and judges their number at the end.
struct ExpectRowsOperator: GatheringOperator {
  let expected: ExpectedRows
  /// The columns by which rows are named.
  let slots: [Int]

  var seesEveryRow: Bool { true }

  func makeState() -> ExpectRowsState { ExpectRowsState(expected: expected, slots: slots) }
}

/// How many rows there were, and those that nobody has asked for yet.
struct ExpectRowsState: GatheringState {
  private let expected: ExpectedRows
  private let slots: [Int]
  private var count = 0
  /// The first rows, as a message names them.
  private var rows: [String] = []
  private var passing: [Batch] = []

  init(expected: ExpectedRows, slots: [Int]) {
    self.expected = expected
    self.slots = slots
  }

  mutating func add(_ batch: Batch, in run: GatheringRun) {
    count += batch.count
    name(batch)
    passing.append(batch)
  }

  private mutating func name(_ batch: Batch) {
    let wanted = min(ExecutionFault.namedRows - rows.count, batch.count)
    guard wanted > 0, !slots.isEmpty else { return }
    let cells = zip(slots, expected.names).map { slot, column in
      DisplayText.cells(
        batch[slot].taking(rows: Array(0..<wanted)), type: column.type)
    }
    rows += (0..<wanted).map { row in
      cells.map { String(decoding: $0[row], as: UTF8.self) }.joined(separator: " ")
    }
  }

  mutating func ready(in run: GatheringRun) -> [Batch] {
    defer { passing = [] }
    return passing
  }

  mutating func finish(in run: GatheringRun, to next: any Operator) throws(ExecutionFault) {
    guard expected.comparison.holds(between: count, and: expected.count) else {
      let more = count > rows.count && !rows.isEmpty ? ["…"] : []
      throw .unexpectedRows(expected, got: count, rows: rows + more)
    }
  }
}

/// Lets rows pass that are neither a sample's nor an old copy's; others end the run.
struct ExpectLiveOperator: SequentialOperator {
  let range: ScriptRange

  func maker(_ run: Executor) -> OperatorMaker {
    { JudgingState(self, run.state, next: $0) }
  }
}

extension ExpectLiveOperator: Judgement {
  fileprivate func judge(_ state: RunState) throws(ExecutionFault) {
    guard let old = state.report.provenance.firstOld else { return }
    throw .unexpectedOrigin(old, range)
  }

  fileprivate func judgeEnd(_ state: RunState) throws(ExecutionFault) {
    try judge(state)
    if state.report.provenance.readings.isEmpty { throw .noOrigin(range) }
  }
}

/// Lets rows pass where the columns are those that are expected; others end the run.
struct ExpectColumnsOperator: SequentialOperator {
  let step: ExpectColumnsStep

  func maker(_ run: Executor) -> OperatorMaker {
    { JudgingState(self, run.state, next: $0) }
  }
}

extension ExpectColumnsOperator: Judgement {
  fileprivate func judge(_ state: RunState) throws(ExecutionFault) {
    let found = step.columns.filter(state.shows).map(\.label)
    if found.map({ $0.lowercased() }) == step.expected.map({ $0.lowercased() }) { return }
    throw .unexpectedColumns(expected: step.expected, found: found, step.range)
  }
}

/// What is expected of that which a run tells beside its rows.
private protocol Judgement: Sendable {
  /// Judges what has been told so far.
  func judge(_ state: RunState) throws(ExecutionFault)

  /// Judges the rest behind the last row: where no row came, and what comes later.
  func judgeEnd(_ state: RunState) throws(ExecutionFault)
}

extension Judgement {
  fileprivate func judgeEnd(_ state: RunState) throws(ExecutionFault) { try judge(state) }
}

/// Lets rows pass as long as a judgement holds.
private final class JudgingState<Expected: Judgement>: Operator {
  private let expected: Expected
  private let state: RunState
  private let next: any Operator

  init(_ expected: Expected, _ state: RunState, next: any Operator) {
    self.expected = expected
    self.state = state
    self.next = next
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    try expected.judge(state)
    return try next.consume(batch)
  }

  func finish() throws(ExecutionFault) {
    try expected.judgeEnd(state)
    try next.finish()
  }
}

extension RunState {
  /// Whether a column is seen that a query shows.
  func shows(_ column: OutputColumn) -> Bool {
    !column.isOptional || !hidden.contains(column.id)
  }
}

/// Ends the run with a fault that is known before the first row.
struct FailOperator: SequentialOperator {
  let fault: ExecutionFault

  func maker(_: Executor) -> OperatorMaker {
    { _ in FailState(fault) }
  }
}

/// Takes no row, and not the end of them either.
private final class FailState: Operator {
  private let fault: ExecutionFault

  init(_ fault: ExecutionFault) { self.fault = fault }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand { throw fault }

  func finish() throws(ExecutionFault) { throw fault }
}
