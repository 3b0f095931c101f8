// SPDX-License-Identifier: MIT

import Catalogue

/// The rows that a join looks up, by their keys.
final class JoinHashTable {
  /// The partners, and where rows without any stay a row of nulls behind them.
  let rows: Batch
  /// How many partners there are.
  let count: Int
  private let state: RunState
  private var grouper = RowGrouper()
  private var memory: HeldMemory
  /// Whether there is no room for further keys.
  private var isFull = false
  /// The rows that have keys, those of each group together and in their order.
  private var members: [Int] = []
  /// Where the rows of each group begin among these, and behind the last group their end.
  private var starts: [Int] = []

  init(
    _ rows: Batch, keys: [Column], keepsLeft: Bool, _ state: RunState
  ) throws(ExecutionFault) {
    count = rows.count
    self.state = state
    memory = HeldMemory(state.memory)
    let check = { () throws(ExecutionFault) in try state.check() }
    state.begin(.joining, rows: rows.count)
    if keepsLeft {
      var columns: [Column] = []
      for column in rows.columns {
        columns.append(try Column.concatenated([column, .null(count: 1)], checking: check))
      }
      self.rows = Batch(columns, count: rows.count + 1)
    } else {
      self.rows = rows
    }
    guard !keys.isEmpty else {
      members = Array(0..<rows.count)
      return
    }
    let groups = try grouper.groups(of: keys, count: rows.count, checking: check)
    // A place for each group and one for each row, beside the groups of the rows.
    try memory.add((grouper.count + 2 * rows.count) * 8 + grouper.heldBytes)
    try sort(groups, keys)
    try memory.add(-rows.count * 8)
  }

  deinit { memory.release() }

  /// Puts the rows into the order of their groups by counting them, as a counting sort does.
  private func sort(_ groups: [Int], _ keys: [Column]) throws(ExecutionFault) {
    starts = Array(repeating: 0, count: grouper.count + 1)
    for (row, group) in groups.enumerated() {
      if row & RowOrder.checkMask == 0 { try state.check() }
      if !Self.isNull(keys, row) { starts[group] += 1 }
    }
    var total = 0
    for group in starts.indices {
      if group & RowOrder.checkMask == 0 { try state.check() }
      total += starts[group]
      starts[group] = total
    }
    members = Array(repeating: 0, count: total)
    // From behind, so that each start ends up before the first row of its group.
    for row in groups.indices.reversed() {
      if row & RowOrder.checkMask == 0 { try state.check() }
      if Self.isNull(keys, row) { continue }
      starts[groups[row]] -= 1
      members[starts[groups[row]]] = row
    }
  }

  private static func isNull(_ keys: [Column], _ row: Int) -> Bool {
    keys.contains { $0.isNull(at: row) }
  }

  /// For each row where among the members the partners with equal keys are; a null has none, and
  /// without keys all are equal.
  func equal(to keys: [Column], count: Int) throws(ExecutionFault) -> [Range<Int>] {
    if keys.isEmpty { return Array(repeating: 0..<members.count, count: count) }
    let groups = try self.groups(of: keys, count: count)
    return groups.enumerated().map { row, group in
      guard let group, group + 1 < starts.count, !Self.isNull(keys, row) else { return 0..<0 }
      return starts[group]..<starts[group + 1]
    }
  }

  /// The groups of rows that look for partners. Those without any are remembered, which is quicker,
  /// while there is room for them.
  private func groups(of keys: [Column], count: Int) throws(ExecutionFault) -> [Int?] {
    if isFull {
      try state.check()
      return grouper.known(keys, count: count)
    }
    let before = grouper.heldBytes
    let groups = try grouper.groups(of: keys, count: count) { () throws(ExecutionFault) in
      try state.check()
    }
    let more = grouper.heldBytes - before
    isFull = more > 0 && !memory.offer(memory.bytes + more)
    return groups
  }

  /// The partners at some places among the members.
  subscript(places: Range<Int>) -> ArraySlice<Int> { members[places] }
}
