// SPDX-License-Identifier: MIT

/// Numbers the distinct rows of some columns in the order of their first appearance.
///
/// Rows are equal when all their values are: two nulls are one value, text compares by its code
/// points, numbers by their value, records by the members that they have. The values of each column
/// are numbered first, then the pairs of what came so far and the next column's.
public struct RowGrouper: Sendable {
  private var columns: [ValueNumbering] = []
  /// For each column but the first the pairs of numbers.
  private var pairs: [PairTable] = []
  /// How many groups the columns up to each have.
  private var counts: [Int] = []

  public init() {}

  /// How many distinct rows have been seen.
  public private(set) var count = 0

  /// About how many bytes are held.
  package var heldBytes: Int {
    columns.reduce(0) { $0 + $1.heldBytes } + pairs.reduce(0) { $0 + $1.heldBytes }
  }

  /// For each row of a batch the number of its group.
  public mutating func groups(of columns: [Column], count rows: Int) -> [Int] {
    groups(of: columns, count: rows) {}
  }

  /// The same; `check` is called now and then, and ends the work by what it throws.
  package mutating func groups<Fault: Error>(
    of keys: [Column], count rows: Int, checking check: () throws(Fault) -> Void
  ) throws(Fault) -> [Int] {
    if columns.isEmpty {
      columns = keys.map { _ in ValueNumbering() }
      counts = keys.map { _ in 0 }
      pairs = keys.dropFirst().map { _ in PairTable() }
    }
    guard let first = keys.first else {
      count = max(count, min(rows, 1))
      return Array(repeating: 0, count: rows)
    }
    var groups = try columns[0].numbers(of: first, checking: check)
    counts[0] = columns[0].count
    for index in keys.indices.dropFirst() {
      let values = try columns[index].numbers(of: keys[index], checking: check)
      // Held here meanwhile, so that it is not copied.
      var known = PairTable()
      swap(&known, &pairs[index - 1])
      defer { swap(&known, &pairs[index - 1]) }
      known.prepare(counts[index - 1], columns[index].count)
      for row in groups.indices {
        if row & RowOrder.checkMask == 0 { try check() }
        groups[row] = known.number(of: groups[row], values[row])
      }
      counts[index] = known.count
    }
    count = counts[keys.count - 1]
    return groups
  }
}

extension RowGrouper {
  /// For each row of a batch the number of its group; nil where it would be a new one, and none is
  /// made.
  package mutating func known(_ keys: [Column], count rows: Int) -> [Int?] {
    guard columns.count == keys.count, !keys.isEmpty else {
      return Array(repeating: nil, count: rows)
    }
    return (0..<rows).map { row in
      guard var group = columns[0].known(keys[0], row) else { return nil }
      for index in keys.indices.dropFirst() {
        guard let value = columns[index].known(keys[index], row),
          let pair = pairs[index - 1].known(group, value)
        else { return nil }
        group = pair
      }
      return group
    }
  }
}

/// Hashes of rows, which equal rows share.
package enum RowHash {
  /// A hash for each row of some columns.
  package static func hashes(of keys: [Column], count: Int) -> [UInt64] {
    var key: [UInt8] = []
    return (0..<count).map { row in
      key.removeAll(keepingCapacity: true)
      for column in keys { RowKey.append(column, row: row, to: &key) }
      return ByteHash.hash(key[...])
    }
  }
}
