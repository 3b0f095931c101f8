// SPDX-License-Identifier: MIT

import Catalogue

/// Merges runs of rows that are sorted; of equal rows those of the earlier run come first.
struct RunMerge {
  /// A portion that is handed on has about so many bytes at most.
  private static let mostPortion = 1 << 20

  private let order: RowOrdering
  private let store: SpillStore
  private let state: RunState
  private var runs: [Reader] = []
  /// Of each run the keys of the block that it is in.
  private var keys: [[ComparedKey]] = []
  /// The runs that have rows left, as a heap by the row that each is at.
  private var heap: [Int] = []

  init(_ order: RowOrdering, _ store: SpillStore, _ state: RunState) {
    (self.order, self.store, self.state) = (order, store, state)
  }

  /// Where a run is.
  private struct Reader {
    var rest: ArraySlice<Range<Int>>
    var block: Batch
    /// About how many bytes a row of the block has.
    var rowBytes: Int
    /// The row that comes next.
    var row = 0
    /// The first row of the block that has not been handed on.
    var start = 0
    /// What of earlier blocks has not been handed on.
    var pieces: [Batch] = []
    /// How many rows are to be handed on.
    var taken = 0
  }

  /// Adds a run behind those that are there.
  mutating func add(_ blocks: [Range<Int>]) throws(ExecutionFault) {
    guard let first = blocks.first else { return }
    let (block, keys) = try read(first)
    runs.append(
      Reader(rest: blocks.dropFirst(), block: block, rowBytes: first.count / max(1, block.count)))
    self.keys.append(keys)
    heap.append(runs.count - 1)
    rise(heap.count - 1)
  }

  private func read(
    _ place: Range<Int>
  ) throws(ExecutionFault) -> (block: Batch, keys: [ComparedKey]) {
    try state.check()
    let block = try store.read(place)
    var keys: [ComparedKey] = []
    for key in order.keys(of: block, state.locale) {
      keys.append(try ComparedKey(key) { () throws(ExecutionFault) in try state.check() })
    }
    return (block, keys)
  }

  /// Hands the rows on while more are wanted.
  mutating func run(
    to take: (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) {
    let mostBytes = min(Self.mostPortion, max(store.blockBytes, store.mergeBytes / 2))
    var picks: [Int] = []
    var bytes = 0
    while let first = heap.first {
      picks.append(first)
      runs[first].taken += 1
      runs[first].row += 1
      bytes += runs[first].rowBytes
      if runs[first].row == runs[first].block.count { try advance(first) }
      sink()
      guard picks.count == Batch.usualCount || bytes >= mostBytes else { continue }
      if try pass(picks, to: take) == .enough { return }
      picks.removeAll(keepingCapacity: true)
      bytes = 0
    }
    _ = try pass(picks, to: take)
  }

  /// Goes on to the next block of the run that the heap begins with; a run without further blocks
  /// leaves the heap.
  private mutating func advance(_ index: Int) throws(ExecutionFault) {
    let (block, start) = (runs[index].block, runs[index].start)
    runs[index].pieces.append(block.slice(start..<block.count))
    if let next = runs[index].rest.popFirst() {
      (runs[index].block, keys[index]) = try read(next)
      runs[index].rowBytes = next.count / max(1, runs[index].block.count)
    } else {
      runs[index].block = block.slice(0..<0)
      heap.swapAt(0, heap.count - 1)
      heap.removeLast()
    }
    (runs[index].row, runs[index].start) = (0, 0)
  }

  /// Hands on the rows that are next, of which it is known from which run each is.
  private mutating func pass(
    _ picks: [Int], to take: (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) -> Demand {
    guard !picks.isEmpty else { return .more }
    var pieces: [Batch] = []
    var places = [Int](repeating: 0, count: runs.count)
    var count = 0
    for index in runs.indices where runs[index].taken > 0 {
      places[index] = count
      count += runs[index].taken
      let (start, row) = (runs[index].start, runs[index].row)
      pieces += runs[index].pieces
      if row > start { pieces.append(runs[index].block.slice(start..<row)) }
      (runs[index].pieces, runs[index].start, runs[index].taken) = ([], row, 0)
    }
    // Rows of one block stand in their order.
    if pieces.count == 1 { return try state.portions(of: pieces[0], take) }
    let rows = picks.map { run in
      defer { places[run] += 1 }
      return places[run]
    }
    let columns = pieces[0].columns.count
    let all = Batch.concatenated(pieces, columnCount: columns)
    return try state.portions(of: all.taking(rows: rows), take)
  }

  /// Whether the row that a run is at stands before that of another.
  private func precedes(_ first: Int, _ second: Int) -> Bool {
    let (row, other) = (runs[first].row, runs[second].row)
    for index in keys[first].indices {
      let order = keys[first][index].compare(row, with: keys[second][index], other)
      if order != 0 { return order < 0 }
    }
    return first < second
  }

  private mutating func rise(_ place: Int) {
    var place = place
    while place > 0, precedes(heap[place], heap[(place - 1) / 2]) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Puts the first run where the row belongs that it is at.
  private mutating func sink() {
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count {
        if precedes(heap[child], heap[least]) { least = child }
      }
      if least == place { return }
      heap.swapAt(place, least)
      place = least
    }
  }
}
