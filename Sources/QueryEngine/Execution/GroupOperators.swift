// SPDX-License-Identifier: MIT

import Catalogue

/// Keeps the first of the rows that are equal in some columns.
final class DistinctOperator: Operator {
  private let slots: [Int]
  private let next: any Operator
  private var grouper = RowGrouper()
  private var memory: HeldMemory

  init(slots: [Int], _ state: RunState, next: any Operator) {
    self.slots = slots
    self.next = next
    memory = HeldMemory(state.memory)
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    var known = grouper.count
    let groups = grouper.groups(of: slots.map { batch[$0] }, count: batch.count)
    var fresh: [Int] = []
    for (row, group) in groups.enumerated() where group == known {
      fresh.append(row)
      known += 1
    }
    try memory.set(to: grouper.heldBytes)
    return try next.consume(batch.taking(rows: fresh))
  }

  func finish() throws(ExecutionFault) {
    memory.release()
    try next.finish()
  }
}

/// Aggregates the rows of each group, or with no keys all rows.
final class AggregateOperator: Operator {
  /// For each measure the slot of its input; nil for a count of rows.
  private let inputs: [Int?]
  /// For each measure the slot of what names its rows, where a fault tells them.
  private let names: [Int?]
  private let accumulators: [any Accumulator]
  private let keys: [Int]
  private let next: any Operator
  private var grouper = RowGrouper()
  /// The first row of each group, cut to the columns that make it.
  private var firsts: HeldRows
  private let state: RunState
  private var memory: HeldMemory

  init(
    _ measures: [AggregateCall], inputs: [Int?], names: [Int?], keys: [Int], _ state: RunState,
    next: any Operator
  ) {
    self.inputs = inputs
    self.names = names
    self.keys = keys
    self.state = state
    self.next = next
    firsts = HeldRows(state)
    memory = HeldMemory(state.memory)
    accumulators = measures.map { $0.makeAccumulator(state) }
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    guard batch.count > 0 else { return .more }
    var batch = batch
    batch.gather(Set(inputs + names).compactMap(\.self) + keys)
    let groups = try groups(of: batch)
    for (index, accumulator) in accumulators.enumerated() {
      let column = inputs[index].map { batch[$0] } ?? .everyRow(count: batch.count)
      accumulator.nameRows(by: names[index].map { batch[$0] })
      try accumulator.add(column, groups: groups, groupCount: groupCount)
    }
    try memory.set(to: accumulators.reduce(grouper.heldBytes) { $0 + $1.heldBytes })
    return .more
  }

  private func groups(of batch: Batch) throws(ExecutionFault) -> [Int] {
    guard !keys.isEmpty else { return Array(repeating: 0, count: batch.count) }
    var known = grouper.count
    let columns = keys.map { batch[$0] }
    let groups = grouper.groups(of: columns, count: batch.count)
    var fresh: [Int] = []
    for (row, group) in groups.enumerated() where group == known {
      fresh.append(row)
      known += 1
    }
    try firsts.add(Batch(columns, count: batch.count).taking(rows: fresh))
    return groups
  }

  /// Without keys there is one group, even of no rows.
  private var groupCount: Int { keys.isEmpty ? 1 : grouper.count }

  func finish() throws(ExecutionFault) {
    state.begin(.grouping, rows: groupCount)
    var columns: [Column] = []
    for accumulator in accumulators {
      columns.append(try accumulator.finish(groupCount: groupCount))
    }
    if keys.isEmpty {
      _ = try next.consume(Batch(columns, count: 1))
    } else if let groups = try firsts.take() {
      _ = try state.pass(groups.appending(columns), to: next)
    }
    firsts.release()
    memory.release()
    try next.finish()
  }
}

extension Column {
  /// A column without nulls, for counting rows.
  fileprivate static func everyRow(count: Int) -> Column {
    .bool(BoolColumn(Bitmap(repeating: true, count: count)))
  }
}
