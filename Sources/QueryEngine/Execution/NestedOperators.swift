// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// Runs a pipeline of its own over the rows of each group, in the order of first appearance.
final class GroupOperator: Operator {
  private let keys: [OutputColumn]
  private let slots: [Int]
  /// Keys that the inner pipeline leaves out, to be added to its rows.
  private let adding: [Int]
  /// Whether every group is run through, also those that no one wants, because it is checked.
  private let isChecking: Bool
  /// Where the expectations stand that are of the rows of a group.
  private let expectations: [ScriptRange]
  private let state: RunState
  private let next: any Operator
  private let pipeline: (any Operator) -> any Operator
  private var rows: HeldRows

  init(
    _ keys: [OutputColumn], slots: [Int], adding: [Int], steps: [any PlanStep], _ state: RunState,
    next: any Operator,
    pipeline: @escaping (any Operator) -> any Operator
  ) {
    self.keys = keys
    self.slots = slots
    self.adding = adding
    isChecking = steps.contains(where: \.hasChecks)
    expectations = steps.flatMap(\.expectations)
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
    for members in try groups(of: all) where demand == .more || isChecking {
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
        let kept = adding.map { slot in
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
    let numbers = try grouper.groups(of: slots.map { all[$0] }, count: all.count) {
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

extension GroupOperator {
  /// A failed expectation tells the group, of which one row is given; other faults name rows.
  private func fault(_ fault: ExecutionFault, inGroupOf row: Batch) -> ExecutionFault {
    guard case .unexpectedRows(let expected, let got, let rows) = fault,
      expectations.contains(expected.range)
    else { return fault }
    return .unexpectedRows(expected.inGroup(name(row)), got: got, rows: rows)
  }

  /// What the rows of a group have in common, of which one is given.
  private func name(_ row: Batch) -> String {
    let parts = zip(slots, keys).map { slot, key in
      let column = row[slot]
      let cell = CellText.cells(column, type: key.type, style: .display)[0]
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

/// Gives a row for each element of a list; rows with an empty list or none give none.
///
/// The other values of a row are not copied for each of its elements but shared among them.
final class ExpandOperator: Operator {
  private let slot: Int
  private let state: RunState
  private let next: any Operator

  init(slot: Int, _ state: RunState, next: any Operator) {
    self.slot = slot
    self.state = state
    self.next = next
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    let batch = batch.gathered
    guard case .list(let lists) = batch[slot] else { return .more }
    var (rows, elements) = ([Int](), [Int]())
    for row in 0..<batch.count where lists.validity?[row] ?? true {
      for element in lists.range(of: row) {
        rows.append(row)
        elements.append(element)
        guard rows.count == Batch.usualCount else { continue }
        if try pass(batch, lists, rows, elements) == .enough { return .enough }
        (rows, elements) = ([], [])
      }
    }
    return try pass(batch, lists, rows, elements)
  }

  private func pass(
    _ batch: Batch, _ lists: ListColumn, _ rows: [Int], _ elements: [Int]
  ) throws(ExecutionFault) -> Demand {
    let expanded = batch.taking(rows: rows).appending([lists.elements.taking(rows: elements)])
    return try state.pass(expanded, to: next)
  }

  func finish() throws(ExecutionFault) { try next.finish() }
}
