// SPDX-License-Identifier: MIT

import Catalogue

/// The rows that a join looks up, by their keys.
final class Partners {
  /// The partners, and where rows without any stay a row of nulls behind them.
  let rows: Batch
  /// How many partners there are.
  let count: Int
  private var grouper = RowGrouper()
  /// For each group of equal keys its rows.
  private var members: [[Int]] = []

  init(_ rows: Batch, keys: [Column], keepsLeft: Bool) {
    count = rows.count
    let nulls = Batch(rows.columns.map { _ in .null(count: 1) }, count: 1)
    self.rows =
      keepsLeft ? Batch.concatenated([rows, nulls], columnCount: rows.columns.count) : rows
    guard !keys.isEmpty else { return }
    let groups = grouper.groups(of: keys, count: rows.count)
    members = Array(repeating: [], count: grouper.count)
    for (row, group) in groups.enumerated() where !Self.isNull(keys, row) {
      members[group].append(row)
    }
  }

  private static func isNull(_ keys: [Column], _ row: Int) -> Bool {
    keys.contains { $0.isNull(at: row) }
  }

  /// For each row the partners with equal keys; a null has none.
  func equal(to keys: [Column], count: Int) -> [[Int]] {
    let groups = grouper.groups(of: keys, count: count)
    return groups.enumerated().map { row, group in
      group < members.count && !Self.isNull(keys, row) ? members[group] : []
    }
  }
}
