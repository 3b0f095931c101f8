// SPDX-License-Identifier: MIT

import Catalogue

/// Rows that a step brings in, to be gone through any number of times: those that there is room for
/// in memory, and the others put aside.
struct BroughtRows {
  private let state: RunState
  private var batches: [Batch] = []
  private var last: Batch?
  private var heldBytes = 0
  private var memory: HeldMemory
  private var store: SpillStore?
  private var blocks: [Range<Int>] = []

  init(_ state: RunState) {
    self.state = state
    memory = HeldMemory(state.memory)
  }

  mutating func add(_ batch: Batch) throws(ExecutionFault) {
    if store != nil { return try putAside(batch) }
    let bytes = batch.heldBytes(beside: last)
    if !memory.offer(heldBytes + bytes) {
      store = GatheringRun(state).makeStore()
      if store != nil { return try putAside(batch) }
      try memory.set(to: heldBytes + bytes)
    }
    heldBytes += bytes
    last = batch
    batches.append(batch)
  }

  private mutating func putAside(_ batch: Batch) throws(ExecutionFault) {
    guard let store, batch.count > 0 else { return }
    let rows = batch.gathered
    let most = store.rowsOfBlock(rows.count, bytes: rows.heldBytes())
    for start in stride(from: 0, to: rows.count, by: most) {
      try state.check()
      blocks.append(try store.write(rows.slice(start..<min(start + most, rows.count))))
    }
  }

  /// Gives the rows in their order, while more are wanted.
  func forEach(
    _ take: (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) {
    for batch in batches where try take(batch) == .enough { return }
    for block in blocks {
      try state.check()
      guard let rows = try store?.read(block), try take(rows) == .more else { return }
    }
  }
}
