// SPDX-License-Identifier: MIT

import Catalogue

/// Keeps the first of the rows that are equal in some columns.
struct DistinctOperator: GatheringOperator {
  let slots: [Int]

  func makeState() -> DistinctState { DistinctState(slots: slots) }
}

/// The keys of the rows that came, and those rows of new keys that nobody has asked for yet.
///
/// Where there is no room for further keys, rows of keys that are not known yet are put aside by
/// the hashes of these, and looked at part by part in the end.
struct DistinctState: GatheringState {
  private let slots: [Int]
  private let level: Int
  private var grouper = RowGrouper()
  private var fresh = RowParts()
  private var rowCount = 0
  private var width = 0
  private var spilled: SpilledGroups?

  init(slots: [Int], level: Int = 0) {
    self.slots = slots
    self.level = level
  }

  mutating func add(_ batch: Batch, in run: GatheringRun) throws(ExecutionFault) {
    defer { rowCount += batch.count }
    width = batch.columns.count
    guard let spilled else { return try take(batch, in: run) }
    let numbers = Column.numbers(from: rowCount, count: batch.count)
    try take(batch.gathered.appending([numbers]), besideThose: spilled, run.state)
  }

  private mutating func take(_ batch: Batch, in run: GatheringRun) throws(ExecutionFault) {
    let found = grouper.groupsAndFirsts(of: slots.map { batch[$0] }, count: batch.count)
    fresh.add(batch.taking(rows: found.firsts))
    let bytes = grouper.heldBytes
    let needed = slots.isEmpty ? 0 : SpilledGroups.neededBytes(beside: bytes, in: run)
    if run.offer(bytes + needed) { return }
    guard !slots.isEmpty, level < SpilledGroups.levels(gathering: false), run.canSpill else {
      return try run.hold(bytes)
    }
    spilled = SpilledGroups(level: level, in: run)
  }

  /// Takes rows with their numbers when there is no room for further keys.
  private mutating func take(
    _ batch: Batch, besideThose spilled: SpilledGroups, _ state: RunState
  ) throws(ExecutionFault) {
    let isNew = Bitmap(
      grouper.known(slots.map { batch[$0] }, count: batch.count).map { $0 == nil })
    let others = batch.filtered(isNew).gathered
    try spilled.add(others, keys: slots.map { others[$0] }, state)
  }

  mutating func ready(in run: GatheringRun) throws(ExecutionFault) -> [Batch] {
    [try fresh.take(run.state)].compactMap(\.self)
  }

  mutating func finish(in run: GatheringRun, to next: any Operator) throws(ExecutionFault) {
    guard let spilled else { return }
    var results = GroupResults(width: width, run.state)
    try finish(spilled, in: run, into: &results)
    try results.finish(to: next)
  }

  /// Adds the first rows of the keys that were put aside to results.
  private mutating func finish(
    _ spilled: SpilledGroups, in run: GatheringRun, into results: inout GroupResults
  ) throws(ExecutionFault) {
    grouper = RowGrouper()
    run.release()
    for part in try spilled.finish(run.state) where !part.isEmpty {
      try results.makeRoom()
      var inner = DistinctState(slots: slots, level: level + 1)
      for block in part.blocks {
        let batch = try part.read(block, run.state)
        if let spilled = inner.spilled {
          try inner.take(batch, besideThose: spilled, run.state)
          continue
        }
        try inner.take(batch, in: run)
        for rows in try inner.ready(in: run) { try results.add(rows) }
      }
      if let spilled = inner.spilled { try inner.finish(spilled, in: run, into: &results) }
      run.release()
    }
  }
}
