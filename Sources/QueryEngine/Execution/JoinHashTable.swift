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
  /// For each group of equal keys its rows.
  private var members: [[Int]] = []

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
    guard !keys.isEmpty else { return }
    let groups = try grouper.groups(of: keys, count: rows.count, checking: check)
    // An array of its own for each group, and a place in it for each row.
    try memory.add(grouper.count * 48 + rows.count * 16 + grouper.heldBytes)
    members = Array(repeating: [], count: grouper.count)
    for (row, group) in groups.enumerated() where !Self.isNull(keys, row) {
      if row & RowOrder.checkMask == 0 { try state.check() }
      members[group].append(row)
    }
  }

  private static func isNull(_ keys: [Column], _ row: Int) -> Bool {
    keys.contains { $0.isNull(at: row) }
  }

  /// For each row the partners with equal keys; a null has none.
  func equal(to keys: [Column], count: Int) throws(ExecutionFault) -> [[Int]] {
    let before = grouper.heldBytes
    let groups = grouper.groups(of: keys, count: count)
    try memory.add(grouper.heldBytes - before)
    return groups.enumerated().map { row, group in
      group < members.count && !Self.isNull(keys, row) ? members[group] : []
    }
  }
}
