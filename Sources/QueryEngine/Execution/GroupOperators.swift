// SPDX-License-Identifier: MIT

import Catalogue

/// Keeps the first of the rows that are equal in some columns.
struct DistinctOperator: GatheringOperator {
  let slots: [Int]

  func makeState() -> DistinctState { DistinctState(slots: slots) }
}

/// The keys of the rows that came, and those rows of new keys that nobody has asked for yet.
struct DistinctState: GatheringState {
  private let slots: [Int]
  private var grouper = RowGrouper()
  private var fresh = RowParts()

  init(slots: [Int]) { self.slots = slots }

  mutating func add(_ batch: Batch, in run: GatheringRun) throws(ExecutionFault) {
    let found = grouper.groupsAndFirsts(of: slots.map { batch[$0] }, count: batch.count)
    fresh.add(batch.taking(rows: found.firsts))
    try run.hold(grouper.heldBytes)
  }

  mutating func ready(in run: GatheringRun) throws(ExecutionFault) -> [Batch] {
    [try fresh.take(run.state)].compactMap(\.self)
  }

  mutating func finish(in run: GatheringRun, to next: any Operator) {}
}

/// Aggregates the rows of each group, or with no keys all rows.
struct AggregateOperator: PartedOperator {
  let aggregateCalls: [AggregateCall]
  /// For each call the slot of its input; nil for a count of rows.
  let inputs: [Int?]
  /// For each call the slot of what names its rows, where a fault tells them.
  let names: [Int?]
  let keys: [Int]

  /// What the groups of a part are is found out once for all calls.
  var isShared: Bool { aggregateCalls.contains(where: \.function.gainsByParts) }

  func makeState(ofPart isPart: Bool) -> AggregateState { AggregateState(self, ofPart: isPart) }
}

/// The groups of the rows that came, and what is known of each.
struct AggregateState: PartState {
  private let work: AggregateOperator
  private var accumulators: [any Accumulator]
  private var grouper = RowGrouper()
  /// The first row of each group, cut to the columns that make it.
  private var firsts = RowParts()

  init(_ work: AggregateOperator, ofPart isPart: Bool) {
    self.work = work
    accumulators = work.aggregateCalls.map { $0.makeAccumulator(ofPart: isPart) }
  }

  mutating func add(_ batch: Batch, in run: GatheringRun) throws(ExecutionFault) {
    guard batch.count > 0 else { return }
    var batch = batch
    batch.gather(Set(work.inputs + work.names).compactMap(\.self) + work.keys)
    let groups = groups(of: Batch(work.keys.map { batch[$0] }, count: batch.count))
    for index in accumulators.indices {
      let column = work.inputs[index].map { batch[$0] } ?? .everyRow(count: batch.count)
      accumulators[index].nameRows(by: work.names[index].map { batch[$0] })
      try accumulators[index].add(column, groups: groups, groupCount: groupCount, run.state)
    }
    try run.hold(heldBytes)
  }

  mutating func combine(_ later: AggregateState, in run: GatheringRun) throws(ExecutionFault) {
    var groups: [Int] = []
    for keys in later.firsts.batches { groups += self.groups(of: keys) }
    // Without keys there is one group, of which no row is kept.
    if work.keys.isEmpty { groups = [0] }
    for index in accumulators.indices {
      try accumulators[index].takeOver(
        later.accumulators[index], groups: groups, groupCount: groupCount, run.state)
    }
    try run.hold(heldBytes)
  }

  /// The group of each row, by its keys.
  private mutating func groups(of keys: Batch) -> [Int] {
    guard !work.keys.isEmpty else { return Array(repeating: 0, count: keys.count) }
    let found = grouper.groupsAndFirsts(of: keys.columns, count: keys.count)
    firsts.add(keys.taking(rows: found.firsts))
    return found.groups
  }

  private var heldBytes: Int {
    accumulators.reduce(firsts.heldBytes + grouper.heldBytes) { $0 + $1.heldBytes }
  }

  /// Without keys there is one group, even of no rows.
  private var groupCount: Int { work.keys.isEmpty ? 1 : grouper.count }

  mutating func finish(
    in run: GatheringRun, to next: any Operator
  ) throws(ExecutionFault) {
    run.state.begin(.grouping, rows: groupCount)
    var columns: [Column] = []
    for index in accumulators.indices {
      columns.append(try accumulators[index].finish(groupCount: groupCount, run.state))
    }
    if work.keys.isEmpty {
      _ = try next.consume(Batch(columns, count: 1))
    } else if let groups = try firsts.take(run.state) {
      _ = try run.state.pass(groups.appending(columns), to: next)
    }
  }
}

extension RowGrouper {
  /// The group of each row, and the rows that are the first of theirs.
  fileprivate mutating func groupsAndFirsts(
    of columns: [Column], count: Int
  ) -> (groups: [Int], firsts: [Int]) {
    var known = self.count
    let groups = groups(of: columns, count: count)
    var firsts: [Int] = []
    for (row, group) in groups.enumerated() where group == known {
      firsts.append(row)
      known += 1
    }
    return (groups, firsts)
  }
}

extension Column {
  /// A column without nulls, for counting rows.
  fileprivate static func everyRow(count: Int) -> Column {
    .bool(BoolColumn(Bitmap(repeating: true, count: count)))
  }
}
