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

  /// About how many bytes are held.
  var heldBytes: Int { rows.heldBytes }

  /// Whether rows may be put aside that there is no room for.
  func canSpill(in run: GatheringRun) -> Bool {
    runs != nil || run.canSpill && (order.isOneOrder || Collation.isOneOrder)
  }

  mutating func add(_ batch: Batch, in run: GatheringRun) throws(ExecutionFault) {
    rows.add(batch)
    let needed = rows.heldBytes + RowOrdering.neededBytes(for: rows.count)
    if run.offer(needed) { return }
    if canSpill(in: run) { return try spill(in: run) }
    try run.hold(rows.heldBytes)
  }

  /// Puts aside what is held.
  mutating func spill(in run: GatheringRun) throws(ExecutionFault) {
    let bytes = rows.heldBytes
    guard let all = try rows.take(run.state) else { return }
    if runs == nil {
      // What is held makes way: the room for blocks is that of all rows.
      run.release()
      runs = run.makeStore().map { SortedRuns(order, $0) }
    }
    try runs?.add(all, bytes: bytes, at: try order.places(in: all, run.state), run.state)
    run.release()
  }

  /// Hands all rows on in their order, while more are wanted.
  mutating func finish(
    in run: GatheringRun, to take: (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) {
    guard runs != nil else { return try finishInMemory(in: run, to: take) }
    try spill(in: run)
    try runs?.merge(in: run, to: take)
    runs = nil
  }

  private mutating func finishInMemory(
    in run: GatheringRun, to take: (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) {
    let held = rows.heldBytes
    guard let all = try rows.take(run.state) else { return }
    try run.hold(held + RowOrdering.neededBytes(for: all.count))
    _ = try run.state.portions(of: all, rows: try order.places(in: all, run.state), take)
  }
}

/// Rows that were put aside in an order, run by run: a run stands before the later ones where rows
/// are equal.
struct SortedRuns {
  private let order: RowOrdering
  private let store: SpillStore
  /// Of each run the blocks, in their order.
  private var runs: [[Range<Int>]] = []

  init(_ order: RowOrdering, _ store: SpillStore) {
    self.order = order
    self.store = store
  }

  /// Adds rows that take so many bytes, by their places in the order.
  mutating func add(
    _ all: Batch, bytes: Int, at places: [Int], _ state: RunState
  ) throws(ExecutionFault) {
    var blocks: [Range<Int>] = []
    var rest = places[...]
    let most = store.rowsOfBlock(all.count, bytes: bytes)
    while !rest.isEmpty {
      try state.check()
      blocks.append(try store.write(all.taking(rows: Array(rest.prefix(most)))))
      rest = rest.dropFirst(most)
    }
    runs.append(blocks)
  }

  /// Hands the rows of all runs on in their order, while more are wanted.
  mutating func merge(
    in run: GatheringRun, to take: (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) {
    while runs.count > store.fanIn { try shorten(in: run) }
    try merge(runs[...], in: run, to: take)
  }

  /// Merges runs that stand side by side, as many as can be merged at once, to one.
  private mutating func shorten(in run: GatheringRun) throws(ExecutionFault) {
    var merged: [[Range<Int>]] = []
    var rest = runs[...]
    while !rest.isEmpty {
      let some = rest.prefix(store.fanIn)
      rest = rest.dropFirst(store.fanIn)
      var blocks: [Range<Int>] = []
      try merge(some, in: run) { batch throws(ExecutionFault) in
        let most = store.rowsOfBlock(batch.count, bytes: batch.heldBytes())
        for start in stride(from: 0, to: batch.count, by: most) {
          try run.state.check()
          blocks.append(
            try store.write(batch.slice(start..<min(start + most, batch.count))))
        }
        return .more
      }
      merged.append(blocks)
    }
    runs = merged
  }

  private func merge(
    _ some: ArraySlice<[Range<Int>]>, in run: GatheringRun,
    to take: (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) {
    // Two blocks have to be read side by side, whatever room there is.
    _ = run.offer(2 * some.count * store.blockBytes)
    defer { run.release() }
    var merge = RunMerge(order, store, run.state)
    for blocks in some { try merge.add(blocks) }
    try merge.run(to: take)
  }
}
