// SPDX-License-Identifier: MIT

/// Numbers the distinct rows of some columns in the order of their first appearance.
///
/// Rows are equal when all their values are: two nulls are one value, text compares by its code
/// points, numbers by their value, records by the members that they have.
public struct RowGrouper: Sendable {
  private var keys = PackedTextBuilder()
  /// Open addressing: for each slot the group that sits there, or -1.
  private var slots: [Int32] = Array(repeating: -1, count: 64)
  private var hashes: [UInt64] = []

  public init() {}

  /// How many distinct rows have been seen.
  public var count: Int { keys.count }

  /// For each row of a batch the number of its group.
  public mutating func groups(of columns: [Column], count rows: Int) -> [Int] {
    groups(of: columns, count: rows) {}
  }

  /// The same; `check` is called now and then, and ends the work by what it throws.
  package mutating func groups<Fault: Error>(
    of columns: [Column], count rows: Int, checking check: () throws(Fault) -> Void
  ) throws(Fault) -> [Int] {
    var key: [UInt8] = []
    var groups: [Int] = []
    groups.reserveCapacity(rows)
    for row in 0..<rows {
      if row & RowOrder.checkMask == 0 { try check() }
      key.removeAll(keepingCapacity: true)
      for column in columns { Self.appendKey(column, row: row, to: &key) }
      groups.append(group(of: key))
    }
    return groups
  }

  /// About how many bytes are held.
  package var heldBytes: Int {
    keys.heldBytes + hashes.count * 8 + slots.count * 4
  }

  private mutating func group(of key: [UInt8]) -> Int {
    let hash = Self.hash(key)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let group = Int(slots[slot])
      if hashes[group] == hash, keys[group].elementsEqual(key) { return group }
      slot = (slot + 1) & (slots.count - 1)
    }
    let group = keys.count
    keys.append(key)
    hashes.append(hash)
    slots[slot] = Int32(group)
    if keys.count * 2 > slots.count { grow() }
    return group
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (group, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(group)
    }
  }

  /// The standard library's hash, whose seed differs from run to run, so that no catalogue can be
  /// made whose keys collide. Groups are numbered by appearance and do not depend on it.
  private static func hash(_ key: [UInt8]) -> UInt64 {
    var hasher = Hasher()
    unsafe key.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// Writes one cell so that equal cells, and no others, have equal bytes.
  private static func appendKey(_ column: Column, row: Int, to key: inout [UInt8]) {
    guard !column.isNull(at: row) else {
      key.append(0)
      return
    }
    switch column {
    case .bool(let column): key.append(column.values[row] ? 2 : 1)
    case .number(let column):
      guard let value = column.decimal(at: row) else { return }
      key.append(3)
      key.append(UInt8(value.scale))
      append(UInt128(bitPattern: value.coefficient), to: &key)
    case .text(let column):
      let bytes = column.bytes(at: row) ?? []
      key.append(4)
      append(UInt128(bytes.count), to: &key)
      key += bytes
    case .list(let column):
      let range = column.range(of: row)
      key.append(5)
      append(UInt128(range.count), to: &key)
      for child in range { appendKey(column.elements, row: child, to: &key) }
    case .record(let column):
      key.append(6)
      for (index, member) in column.members.enumerated() {
        if column.has(index, at: row) {
          appendKey(member, row: row, to: &key)
        } else {
          key.append(7)
        }
      }
    case .null: key.append(0)
    }
  }

  /// A whole number in as few bytes as it needs, after their count.
  private static func append(_ number: UInt128, to key: inout [UInt8]) {
    var rest = number
    let start = key.count
    key.append(0)
    while rest != 0 {
      key.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
    key[start] = UInt8(key.count - start - 1)
  }
}
