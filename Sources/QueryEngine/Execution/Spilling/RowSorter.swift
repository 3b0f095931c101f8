// SPDX-License-Identifier: MIT

import Catalogue

/// Puts rows into an order; ties keep theirs.
///
/// Rows that there is no room for are sorted with those that came since the last time, and put
/// aside as a run; in the end the runs are merged.
struct RowSorter {
  private let order: RowOrdering
  private var rows = RowParts()
  private var runs: SortedRuns?

  init(_ order: RowOrdering) { self.order = order }

  /// How many bytes are needed to put what is held into its order.
  private var neededBytes: Int { rows.heldBytes + RowOrdering.neededBytes(for: rows.count) }

  /// Whether rows may be put aside that there is no room for.
  func canSpill(in run: GatheringRun) -> Bool {
    runs != nil || run.canSpill && (order.isOneOrder || Collation.isOneOrder)
  }

  mutating func add(_ batch: Batch, in run: GatheringRun) throws(ExecutionFault) {
    rows.add(batch)
    if run.offer(neededBytes) { return }
    if canSpill(in: run) { return try spill(in: run) }
    try run.hold(rows.heldBytes)
  }

  /// Puts aside what is held, where rows may be put aside.
  mutating func spill(in run: GatheringRun) throws(ExecutionFault) {
    let bytes = rows.heldBytes
    guard let all = try rows.take(run.state) else { return }
    // What is held makes way: the room for blocks is that of all rows.
    run.release()
    let runs = runs ?? SortedRuns(order, run.makeStore())
    self.runs = runs
    try runs.add(all, bytes: bytes, at: try order.places(in: all, run.state), run.state)
  }

  /// Leaves most of the room to what comes next.
  mutating func makeRoom(in run: GatheringRun) throws(ExecutionFault) {
    if rows.heldBytes > run.room / 4 { try spill(in: run) }
  }

  /// Hands all rows on in their order, while more are wanted.
  mutating func finish(
    in run: GatheringRun, to take: (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) {
    // Others may hold by now what there was room for when the rows came.
    if runs != nil || !run.offer(neededBytes) && canSpill(in: run) { try spill(in: run) }
    guard let runs else { return try finishInMemory(in: run, to: take) }
    self.runs = nil
    try runs.merge(in: run, to: take)
  }

  private mutating func finishInMemory(
    in run: GatheringRun, to take: (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) {
    let (held, needed) = (rows.heldBytes, neededBytes)
    guard let all = try rows.take(run.state) else { return }
    try run.hold(needed)
    let places = try order.places(in: all, run.state)
    try run.handOn(all, at: places[...], bytes: held, to: take)
  }
}

/// Rows that were put aside in an order, run by run: a run stands before the later ones where rows
/// are equal.
final class SortedRuns {
  private let order: RowOrdering
  private let store: SpillStore
  private var runs: [SortedRun] = []

  init(_ order: RowOrdering, _ store: SpillStore) {
    self.order = order
    self.store = store
  }

  /// Adds rows that take so many bytes, by their places in the order.
  func add(
    _ all: Batch, bytes: Int, at places: [Int], _ state: RunState
  ) throws(ExecutionFault) {
    runs.append(
      SortedRun(blocks: try store.write(all, at: places[...], bytes: bytes, state)))
  }

  /// Hands the rows of all runs on in their order, while more are wanted.
  func merge(
    in run: GatheringRun, to take: (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) {
    while mergeable(among: runs[...]) < runs.count { try shorten(in: run) }
    try merge(runs[...], in: run, to: take)
  }

  /// How many runs can be merged at once, from the first on: two, whatever room there is.
  private func mergeable(among runs: ArraySlice<SortedRun>) -> Int {
    var bytes = 0
    let fitting = runs.prefix { run in
      bytes += run.mergeBytes
      return bytes <= store.mergeBytes
    }
    return max(2, fitting.count)
  }

  /// Merges runs that stand side by side, as many as can be merged at once, to one.
  private func shorten(in run: GatheringRun) throws(ExecutionFault) {
    var merged: [SortedRun] = []
    var rest = runs[...]
    while !rest.isEmpty {
      let some = rest.prefix(mergeable(among: rest))
      rest = rest.dropFirst(some.count)
      var one = SortedRun(blocks: [])
      if some.count == 1 { one = some[some.startIndex] }
      if some.count > 1 {
        try merge(some, in: run) { batch throws(ExecutionFault) in
          one.blocks += try store.write(batch, bytes: batch.heldBytes(), run.state)
          return .more
        }
      }
      merged.append(one)
    }
    runs = merged
  }

  private func merge(
    _ some: ArraySlice<SortedRun>, in run: GatheringRun,
    to take: (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) {
    // Two have to be merged also where their rows are longer than that: what they take beyond it
    // counts as little as other rows on their way.
    _ = run.offer(min(store.mergeBytes, some.reduce(0) { $0 + $1.mergeBytes }))
    defer { run.release() }
    var merge = RunMerge(order, store, run.state)
    for one in some { try merge.add(one.blocks) }
    try merge.run(to: take)
  }
}

/// The blocks of rows that stand in an order.
private struct SortedRun {
  var blocks: [Range<Int>]

  /// How many bytes are held of it at most while it is merged: a block, and the one before it of
  /// which not all has been handed on.
  var mergeBytes: Int { 2 * (blocks.map(\.count).max() ?? 0) }
}
