// SPDX-License-Identifier: MIT

import Catalogue

/// Rows that came batch by batch, and are wanted as one.
struct RowParts: Sendable {
  /// For each column the parts that came.
  private var columns: [[Column]] = []
  /// How many rows each part has.
  private var counts: [Int] = []
  /// The rows that were added last, with which the next may share values.
  private var last: Batch?
  private(set) var count = 0
  /// About how many bytes they take.
  private(set) var heldBytes = 0

  mutating func add(_ batch: Batch) {
    guard batch.count > 0 else { return }
    let batch = batch.gathered
    heldBytes += batch.heldBytes(beside: last)
    last = batch
    let added = batch.columns
    if counts.isEmpty { columns = added.map { _ in [] } }
    for (index, column) in added.enumerated() { columns[index].append(column) }
    counts.append(batch.count)
    count += batch.count
  }

  /// Adds rows behind those that are there.
  mutating func add(_ later: RowParts) {
    for batch in later.batches { add(batch) }
  }

  /// The rows as they came.
  var batches: [Batch] {
    counts.indices.map { part in Batch(columns.map { $0[part] }, count: counts[part]) }
  }

  /// All rows as one batch, nil when there are none. They are not held here any more.
  mutating func take(_ state: RunState) throws(ExecutionFault) -> Batch? {
    guard count > 0 else { return nil }
    var joined: [Column] = []
    for index in columns.indices {
      // The parts are let go column by column, so that no more than one is there twice.
      let parts = columns[index]
      columns[index] = []
      joined.append(
        try Column.concatenated(parts) { () throws(ExecutionFault) in try state.check() })
    }
    let all = Batch(joined, count: count)
    self = RowParts()
    return all
  }
}

/// Rows that an operator holds back until it has all of them.
struct HeldRows {
  private let state: RunState
  private var rows = RowParts()
  private var memory: HeldMemory

  init(_ state: RunState) {
    self.state = state
    memory = HeldMemory(state.memory)
  }

  mutating func add(_ batch: Batch) throws(ExecutionFault) {
    let before = rows.heldBytes
    rows.add(batch)
    try memory.add(rows.heldBytes - before)
  }

  /// Adds rows; false where there is no room for all of them, with so many bytes more for each row.
  mutating func offer(_ batch: Batch, besides bytesPerRow: Int) -> Bool {
    rows.add(batch)
    return memory.offer(rows.heldBytes + rows.count * bytesPerRow)
  }

  /// Counts what the rows take, and nothing besides; throws where there is no room for them.
  mutating func settle() throws(ExecutionFault) { try memory.set(to: rows.heldBytes) }

  /// The rows as they came.
  var batches: [Batch] { rows.batches }

  /// All rows as one batch; nil when there are none. They count as held until `release`.
  mutating func take() throws(ExecutionFault) -> Batch? { try rows.take(state) }

  /// The rows that were taken are not there any more.
  mutating func release() { memory.release() }
}

extension RunState {
  /// Hands rows on in portions, so that those after them take steps as short as ever.
  func pass(_ batch: Batch, to next: any Operator) throws(ExecutionFault) -> Demand {
    try portions(of: batch) { portion throws(ExecutionFault) in try next.consume(portion) }
  }

  /// The same for the rows at some places, in the order of the places.
  func pass(
    _ batch: Batch, rows: some Collection<Int>, to next: any Operator
  ) throws(ExecutionFault) -> Demand {
    try portions(of: batch, rows: rows) { portion throws(ExecutionFault) in
      try next.consume(portion)
    }
  }

  func portions(
    of batch: Batch, rows: some Collection<Int>,
    _ take: (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) -> Demand {
    var rest = rows[...]
    while !rest.isEmpty {
      try check()
      let portion = batch.taking(rows: Array(rest.prefix(Batch.usualCount)))
      rest = rest.dropFirst(Batch.usualCount)
      if try portions(of: portion, take) == .enough { return .enough }
    }
    return .more
  }

  func portions(
    of batch: Batch, _ take: (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) -> Demand {
    var start = 0
    while start < batch.count {
      try check()
      let end = batch.portionEnd(from: start)
      if try take(batch.slice(start..<end)) == .enough { return .enough }
      start = end
    }
    return .more
  }
}
