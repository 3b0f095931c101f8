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
  private(set) var count = 0
  private var last: Batch?
  private var heldBytes = 0
  private var store: SpillStore?
  private var fault: ExecutionFault?

  init(_ state: RunState) { run = GatheringRun(state) }

  deinit { run.release() }

  func add(_ batch: Batch) throws(ExecutionFault) {
    guard batch.count > 0 else { return }
    let batch = batch.gathered
    count += batch.count
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

  /// Where someone is who goes through the rows.
  struct Place {
    fileprivate var part = 0
    fileprivate var block = 0
  }

  /// The rows at a place, which is behind them then; nil behind all.
  func next(at place: inout Place) throws(ExecutionFault) -> Batch? {
    try run.state.check()
    // The parts are put aside where those who take them need the room.
    if let fault { throw fault }
    guard place.part < parts.count else { return nil }
    switch parts[place.part] {
    case .held(let batch):
      place = Place(part: place.part + 1)
      return batch
    case .aside(let blocks, let store):
      let block = blocks[place.block]
      place.block += 1
      if place.block == blocks.count { place = Place(part: place.part + 1) }
      return try store.read(block)
    }
  }

  /// Gives the rows in their order, while more are wanted.
  func forEach(
    _ take: (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) {
    var place = Place()
    while let rows = try next(at: &place), try take(rows) == .more {}
  }
}
