// SPDX-License-Identifier: MIT

import Catalogue

/// Rows that come before they are wanted, and are gone through any number of times then: in memory
/// where there is room for them, else put aside.
final class BroughtRows: YieldingRows {
  /// Rows that came together.
  private enum Part {
    case held(Batch)
    case aside([Range<Int>], SpillStore)
  }

  private let run: GatheringRun
  private var parts: [Part] = []
  private var last: Batch?
  private var heldBytes = 0
  private var store: SpillStore?
  private var fault: ExecutionFault?

  init(_ state: RunState) { run = GatheringRun(state) }

  deinit { run.release() }

  func add(_ batch: Batch) throws(ExecutionFault) {
    guard batch.count > 0 else { return }
    let batch = batch.gathered
    if let store { return parts.append(try aside(batch, store)) }
    parts.append(.held(batch))
    heldBytes += batch.heldBytes(beside: last)
    last = batch
    if run.offer(heldBytes) { return }
    guard run.canSpill else { return try run.hold(heldBytes) }
    putAside()
    if let fault { throw fault }
  }

  /// No row comes any more: what is held goes aside where others need the room.
  func settle() { if run.canSpill, heldBytes > 0 { run.canYield(self) } }

  func putAside() {
    (heldBytes, last) = (0, nil)
    run.release()
    let store = store ?? run.makeStore()
    self.store = store
    do throws(ExecutionFault) {
      for index in parts.indices {
        if case .held(let batch) = parts[index] { parts[index] = try aside(batch, store) }
      }
    } catch {
      (parts, fault) = ([], error)
    }
  }

  private func aside(_ batch: Batch, _ store: SpillStore) throws(ExecutionFault) -> Part {
    .aside(try store.write(batch, bytes: batch.heldBytes(), run.state), store)
  }

  /// Gives the rows in their order, while more are wanted.
  func forEach(
    _ take: (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) {
    for index in parts.indices {
      // The parts are put aside where those who take them need the room.
      if let fault { throw fault }
      switch parts[index] {
      case .held(let batch): if try take(batch) == .enough { return }
      case .aside(let blocks, let store):
        for block in blocks {
          try run.state.check()
          if try take(try store.read(block)) == .enough { return }
        }
      }
    }
  }
}
