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

/// The rows until the last of them has come.
private final class GroupState: Operator {
  private let group: GroupOperator
  private let state: RunState
  private let next: any Operator
  private let pipeline: OperatorMaker
  private var rows: HeldRows

  init(
    _ group: GroupOperator, _ state: RunState, next: any Operator,
    pipeline: @escaping OperatorMaker
  ) {
    self.group = group
    self.state = state
    self.next = next
    self.pipeline = pipeline
    rows = HeldRows(state)
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    try rows.add(batch)
    return .more
  }

  func finish() throws(ExecutionFault) {
    if let all = try rows.take() { try run(all) }
    rows.release()
    try next.finish()
  }

  private func run(_ all: Batch) throws(ExecutionFault) {
    state.begin(.grouping, rows: all.count)
    var demand = Demand.more
    for members in try groups(of: all) where demand == .more || group.isChecking {
      try state.check()
      let collector = CollectingOperator(state)
      do throws(ExecutionFault) {
        let first = pipeline(collector)
        _ = try state.pass(all, rows: members, to: first)
        try first.finish()
      } catch {
        throw fault(error, inGroupOf: all.taking(rows: [members[0]]))
      }
      for batch in collector.batches where batch.count > 0 && demand == .more {
        let kept = group.adding.map { slot in
          all[slot].taking(rows: Array(repeating: members[0], count: batch.count))
        }
        demand = try state.pass(batch.appending(kept), to: next)
      }
      collector.release()
    }
  }

  /// The rows of each group, in the order of first appearance.
  private func groups(of all: Batch) throws(ExecutionFault) -> [[Int]] {
    var grouper = RowGrouper()
    let numbers = try grouper.groups(of: group.slots.map { all[$0] }, count: all.count) {
      () throws(ExecutionFault) in try state.check()
    }
    try rows.need(grouper.count * 48 + all.count * 16)
    var groups = [[Int]](repeating: [], count: grouper.count)
    for (row, group) in numbers.enumerated() {
      if row & RowOrder.checkMask == 0 { try state.check() }
      groups[group].append(row)
    }
    return groups
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
  private(set) var batches: [Batch] = []
  private var memory: HeldMemory

  init(_ state: RunState) { memory = HeldMemory(state.memory) }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    try memory.add(batch)
    batches.append(batch.gathered)
    return .more
  }

  func release() { memory.release() }

  func finish() {}
}
