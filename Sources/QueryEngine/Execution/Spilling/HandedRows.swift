// SPDX-License-Identifier: MIT

import Catalogue

/// Rows that are handed on in an order, those of which the rest goes aside where whoever takes them
/// needs the room.
private final class HandedRows: YieldingRows {
  private let run: GatheringRun
  /// How many bytes all of the rows take.
  private let bytes: Int
  private var rest: Rest
  private var fault: ExecutionFault?

  /// What has not been handed on.
  private enum Rest {
    case held(Batch, places: ArraySlice<Int>)
    case aside(ArraySlice<Range<Int>>, SpillStore)
  }

  init(_ rows: Batch, at places: ArraySlice<Int>, bytes: Int, in run: GatheringRun) {
    self.run = run
    self.bytes = bytes
    rest = .held(rows, places: places)
  }

  func putAside() {
    guard case .held(let rows, let places) = rest else { return }
    let store = run.makeStore()
    run.release()
    rest = .aside([], store)
    do throws(ExecutionFault) {
      rest = .aside(try store.write(rows, at: places, bytes: bytes, run.state)[...], store)
    } catch {
      fault = error
    }
  }

  /// The next rows; nil where all have been handed on.
  func next() throws(ExecutionFault) -> Batch? {
    try run.state.check()
    if let fault { throw fault }
    switch rest {
    case .held(let rows, let places):
      rest = .held(rows, places: places.dropFirst(Batch.usualCount))
      let portion = Array(places.prefix(Batch.usualCount))
      return portion.isEmpty ? nil : rows.taking(rows: portion)
    case .aside(var blocks, let store):
      guard let block = blocks.popFirst() else { return nil }
      rest = .aside(blocks, store)
      return try store.read(block)
    }
  }
}

extension GatheringRun {
  /// Hands rows on in the order of some places, while more are wanted. They take so many bytes,
  /// which are held by this run, and are put aside where those after them need the room.
  func handOn(
    _ rows: Batch, at places: ArraySlice<Int>, bytes: Int,
    to take: (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) {
    let handed = HandedRows(rows, at: places, bytes: bytes, in: self)
    if canSpill { canYield(handed) }
    while let portion = try handed.next() {
      if try state.portions(of: portion, take) == .enough { return }
    }
  }
}
