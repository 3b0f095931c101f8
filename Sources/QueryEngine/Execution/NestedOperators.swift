// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import ValueDisplay

/// Runs a pipeline of its own over the rows of each group, in the order of first appearance.
struct GroupOperator: SequentialOperator {
  let keys: [OutputColumn]
  let slots: [Int]
  /// Keys that the inner pipeline leaves out, to be added to its rows.
  let adding: [Int]
  /// Whether every group is run through, also those that no one wants, because it is checked.
  let isChecking: Bool
  /// Where the expectations stand that are of the rows of a group.
  let expectations: [ScriptRange]
  let inner: [PhysicalOperator]

  init(_ group: GroupStep, _ input: ColumnLayout) {
    keys = group.keys
    slots = input.places(keys.map(\.id))
    adding = input.places(group.adding)
    isChecking = group.innerSteps.contains(where: \.hasChecks)
    expectations = group.innerSteps.flatMap(\.expectations)
    inner = PhysicalPlan.operators(of: group.innerSteps, over: input).operators
  }

  func maker(_ run: Executor) -> OperatorMaker {
    let pipeline = run.chain(inner)
    return { GroupState(self, run.state, next: $0, pipeline: pipeline) }
  }
}

/// The rows until the last of them has come, with the numbers of their groups, by which they are
/// sorted then.
private final class GroupState: Operator {
  private let group: GroupOperator
  private let state: RunState
  private let next: any Operator
  private let pipeline: OperatorMaker
  private let run: GatheringRun
  private var numbering: GroupNumbering
  private var rows: RowSorter?
  private var demand = Demand.more
  private var present: PresentGroup?

  /// The group whose rows come.
  private struct PresentGroup {
    let number: Int
    /// One of its rows.
    let row: Batch
    let first: any Operator
    let collector: CollectingOperator
  }

  init(
    _ group: GroupOperator, _ state: RunState, next: any Operator,
    pipeline: @escaping OperatorMaker
  ) {
    self.group = group
    self.state = state
    self.next = next
    self.pipeline = pipeline
    run = GatheringRun(state)
    numbering = GroupNumbering(slots: group.slots, state)
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    var rows = rows ?? RowSorter(RowOrdering(slots: [batch.columns.count]))
    self.rows = nil
    try numbering.add(batch, to: &rows, in: run)
    self.rows = rows
    return .more
  }

  func finish() throws(ExecutionFault) {
    if var rows {
      self.rows = nil
      try numbering.finish(to: &rows, in: run)
      try rows.finish(in: run) { batch throws(ExecutionFault) in try take(batch) }
    }
    try endGroup()
    run.release()
    try next.finish()
  }

  /// Whether no group is wanted any more.
  private var isOver: Bool { demand == .enough && !group.isChecking }

  /// Takes rows in the order of their groups.
  private func take(_ batch: Batch) throws(ExecutionFault) -> Demand {
    let slot = batch.columns.count - 1
    let values = batch[slot].wholeNumbers
    let rows = batch.selecting(Array(0..<slot))
    var start = 0
    while start < batch.count {
      let number = Int(values[start])
      var end = start + 1
      while end < batch.count, values[end] == values[start] { end += 1 }
      let members = rows.slice(start..<end)
      if present?.number != number {
        try endGroup()
        if isOver { return .enough }
        begin(number, with: members)
      }
      try inGroup { present throws(ExecutionFault) in
        _ = try state.pass(members, to: present.first)
      }
      start = end
    }
    return .more
  }

  private func begin(_ number: Int, with members: Batch) {
    let collector = CollectingOperator(state)
    present = PresentGroup(
      number: number, row: members.slice(0..<1), first: pipeline(collector), collector: collector)
  }

  /// Does something of which faults tell the group.
  private func inGroup(
    _ body: (PresentGroup) throws(ExecutionFault) -> Void
  ) throws(ExecutionFault) {
    guard let present else { return }
    do throws(ExecutionFault) {
      try state.check()
      try body(present)
    } catch {
      throw fault(error, inGroupOf: present.row)
    }
  }

  /// Hands on what the present group gives.
  private func endGroup() throws(ExecutionFault) {
    guard let group = present else { return }
    try inGroup { present throws(ExecutionFault) in try present.first.finish() }
    present = nil
    if demand == .enough { return }
    try group.collector.rows.forEach { batch throws(ExecutionFault) in
      let kept = self.group.adding.map { slot in
        group.row[slot].taking(rows: Array(repeating: 0, count: batch.count))
      }
      demand = try state.pass(batch.appending(kept), to: next)
      return demand
    }
  }
}

extension GroupState {
  /// A failed expectation tells the group, of which one row is given; other faults name rows.
  private func fault(_ fault: ExecutionFault, inGroupOf row: Batch) -> ExecutionFault {
    guard case .unexpectedRows(let expected, let got, let rows) = fault,
      group.expectations.contains(expected.range)
    else { return fault }
    return .unexpectedRows(expected.inGroup(name(row)), got: got, rows: rows)
  }

  /// What the rows of a group have in common, of which one is given.
  private func name(_ row: Batch) -> String {
    let parts = zip(group.slots, group.keys).map { slot, key in
      let column = row[slot]
      let cell = DisplayText.cells(column, type: key.type)[0]
      let value = column.isNull(at: 0) ? "null" : String(decoding: cell, as: UTF8.self)
      return "\(key.label) = \(value)"
    }
    return parts.joined(separator: " and ")
  }
}

extension PlanStep {
  /// Where rows are counted, in the step itself or in the groups that it makes.
  fileprivate var expectations: [ScriptRange] {
    [(self as? ExpectRowsStep)?.expected.range].compactMap(\.self)
      + innerSteps.flatMap(\.expectations)
  }
}

/// Keeps the rows that it is given.
private final class CollectingOperator: Operator {
  let rows: BroughtRows

  init(_ state: RunState) { rows = BroughtRows(state) }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    try rows.add(batch)
    return .more
  }

  func finish() { rows.settle() }
}
