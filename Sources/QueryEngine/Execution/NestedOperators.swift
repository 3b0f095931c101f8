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
  private let expectations: [SourceRange]
  private let state: RunState
  private let next: any Operator
  private let pipeline: (any Operator) -> any Operator
  private var rows = HeldRows()

  init(
    _ keys: [OutputColumn], slots: [Int], adding: [Int], steps: [Step], _ state: RunState,
    next: any Operator,
    pipeline: @escaping (any Operator) -> any Operator
  ) {
    self.keys = keys
    self.slots = slots
    self.adding = adding
    isChecking = steps.contains(where: \.isCheck)
    expectations = steps.flatMap(\.expectations)
    self.state = state
    self.next = next
    self.pipeline = pipeline
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    rows.add(batch)
    return .more
  }

  func finish() throws(ExecutionFault) {
    if let all = rows.take() { try run(all) }
    try next.finish()
  }

  private func run(_ all: Batch) throws(ExecutionFault) {
    var grouper = RowGrouper()
    let groups = grouper.groups(of: slots.map { all.columns[$0] }, count: all.count)
    var rows = [[Int]](repeating: [], count: grouper.count)
    for (row, group) in groups.enumerated() { rows[group].append(row) }
    var demand = Demand.more
    for members in rows where demand == .more || isChecking {
      try state.checkCancelled()
      let collector = CollectingOperator()
      let first = pipeline(collector)
      do throws(ExecutionFault) {
        _ = try first.consume(all.gathered(members))
        try first.finish()
      } catch {
        throw fault(error, inGroupOf: all.gathered([members[0]]))
      }
      for batch in collector.batches where batch.count > 0 && demand == .more {
        let kept = adding.map { slot in
          all.columns[slot].gathered(Array(repeating: members[0], count: batch.count))
        }
        demand = try next.consume(batch.appending(kept))
      }
    }
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
      let column = row.columns[slot]
      let cell = CellText.cells(column, type: key.type, style: .display)[0]
      let value = column.isNull(at: 0) ? "null" : String(decoding: cell, as: UTF8.self)
      return "\(key.label) = \(value)"
    }
    return parts.joined(separator: " and ")
  }
}

extension Step {
  /// Where rows are counted, in the step itself or in the groups that it makes.
  fileprivate var expectations: [SourceRange] {
    switch self {
    case .expectRows(let expected): [expected.range]
    case .group(_, let steps, _): steps.flatMap(\.expectations)
    default: []
    }
  }
}

/// Keeps the rows that it is given.
private final class CollectingOperator: Operator {
  private(set) var batches: [Batch] = []

  func consume(_ batch: Batch) -> Demand {
    batches.append(batch)
    return .more
  }

  func finish() {}
}

/// Gives a row for each element of a list; rows with an empty list or none give none.
final class ExpandOperator: Operator {
  private let slot: Int
  private let next: any Operator

  init(slot: Int, next: any Operator) {
    self.slot = slot
    self.next = next
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    guard case .list(let lists) = batch.columns[slot] else { return .more }
    let present = (0..<batch.count).filter { lists.validity?[$0] ?? true }
    let rows = present.flatMap { Array(repeating: $0, count: lists.range(of: $0).count) }
    let elements = lists.elements.gathered(present.flatMap { Array(lists.range(of: $0)) })
    return try next.consume(batch.gathered(rows).appending([elements]))
  }

  func finish() throws(ExecutionFault) { try next.finish() }
}
