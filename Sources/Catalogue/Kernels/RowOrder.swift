// SPDX-License-Identifier: MIT

/// One key of a sort: a column and how its values are ordered.
public struct SortKey: Sendable {
  public enum Order: Sendable {
    /// Numbers by size, false before true, text by the locale's collation, other values by their
    /// JSON.
    case natural
    /// Ids: whole numbers by size, then the rest by code points.
    case ids
    /// Values of no certain type: numbers by size, then text, then all others by their JSON.
    case mixed
  }

  public let column: Column
  public let order: Order
  public let descending: Bool
  public let nullsFirst: Bool
  public let locale: TextLocale

  public init(
    _ column: Column, order: Order = .natural, descending: Bool = false, nullsFirst: Bool = false,
    locale: TextLocale = .root
  ) {
    self.column = column
    self.order = order
    self.descending = descending
    self.nullsFirst = nullsFirst
    self.locale = locale
  }
}

/// Stable sorting of rows by several keys.
///
/// Each key is turned into a rank, an unsigned number whose order is the key's; the rows are then
/// sorted by the last key first with a least-significant-digit radix sort, which keeps ties.
public enum RowOrder {
  /// Loops over rows ask whether they are still wanted where these bits of the row are zero.
  package static let checkMask = 4_095

  /// The positions of the rows in their sorted order.
  public static func permutation(of keys: [SortKey], count: Int) -> [Int] {
    permutation(of: keys, count: count) {}
  }

  /// The same; `check` is called now and then, and ends the work by what it throws.
  package static func permutation<Fault: Error>(
    of keys: [SortKey], count: Int, checking check: @escaping () throws(Fault) -> Void
  ) throws(Fault) -> [Int] {
    let ranking = RowRanking(check: check)
    var rows = Array(0..<count)
    for key in keys.reversed() {
      rows = try RadixSort.sorted(rows, by: try ranking.ranks(key), checking: check)
    }
    return rows
  }

  /// A number for each row, whose order is the key's; nulls get the largest or, with
  /// `nullsFirst`, the smallest. `check` is called now and then.
  package static func ranks<Fault: Error>(
    _ key: SortKey, checking check: @escaping () throws(Fault) -> Void
  ) throws(Fault) -> [UInt64] {
    try RowRanking(check: check).ranks(key)
  }
}

/// Numbers rows by keys, which takes long where they are compared with each other.
private struct RowRanking<Fault: Error> {
  let check: () throws(Fault) -> Void

  /// A number for each row, whose order is the key's.
  func ranks(_ key: SortKey) throws(Fault) -> [UInt64] {
    var (ranks, highest) = try ascendingRanks(key)
    try check()
    if key.descending {
      for row in ranks.indices { ranks[row] = highest - ranks[row] }
    }
    guard let validity = key.column.validity else { return ranks }
    // One more than the highest rank always fits: ranks are distances, and a column that used
    // all 64 bits has been ranked by position instead.
    for row in ranks.indices {
      if key.nullsFirst {
        ranks[row] = validity[row] ? ranks[row] + 1 : 0
      } else if !validity[row] {
        ranks[row] = highest + 1
      }
    }
    return ranks
  }

  private func ascendingRanks(
    _ key: SortKey
  ) throws(Fault) -> (ranks: [UInt64], highest: UInt64) {
    switch key.column {
    case .bool(let column):
      return ((0..<column.values.count).map { column.values[$0] ? 1 : 0 }, 1)
    case .number(let column): return try numberRanks(column)
    case .text(let column):
      return key.order == .mixed
        ? try mixedRanks(key.column, key.locale)
        : try textRanks(column, ids: key.order == .ids, key.locale)
    case .list, .record: return try jsonRanks(key.column)
    case .null(let count): return (Array(repeating: 0, count: count), 0)
    }
  }

  private func numberRanks(
    _ column: NumberColumn
  ) throws(Fault) -> (ranks: [UInt64], highest: UInt64) {
    if case .narrow(let values, _) = column.storage, let least = values.min(),
      let most = values.max()
    {
      let distance = UInt64(bitPattern: Int64(most &- least))
      if distance < .max {
        return (values.map { UInt64(bitPattern: $0 &- least) }, distance)
      }
    }
    return try positions(column.count) { first, second in
      Decimal.compare(column.decimal(at: first) ?? .zero, column.decimal(at: second) ?? .zero)
    }
  }

  private func textRanks(
    _ column: TextColumn, ids: Bool, _ locale: TextLocale
  ) throws(Fault) -> (ranks: [UInt64], highest: UInt64) {
    let keys =
      ids
      ? try IdOrder.keys(column.values, checking: check)
      : try Collation.sortKeys(column.values, locale, checking: check)
    let (perValue, highest) = try positions(keys.count) { ByteOrder.compare(keys[$0], keys[$1]) }
    return ((0..<column.count).map { perValue[column.index(of: $0)] }, highest)
  }

  private func mixedRanks(
    _ column: Column, _ locale: TextLocale
  ) throws(Fault) -> (ranks: [UInt64], highest: UInt64) {
    let numbers = try column.converted(to: .decimal, checking: check)
    let texts = try column.converted(to: .text, checking: check)
    let (numberRank, textRank) = (
      try ascendingRanks(SortKey(numbers)), try ascendingRanks(SortKey(texts, locale: locale))
    )
    let otherRank = try jsonRanks(column)
    return try positions(column.count) { first, second in
      let kinds = [first, second].map { row in
        !numbers.isNull(at: row) ? 0 : (!texts.isNull(at: row) ? 1 : 2)
      }
      if kinds[0] != kinds[1] { return kinds[0] - kinds[1] }
      let ranks = [numberRank, textRank, otherRank][kinds[0]].ranks
      return ranks[first] < ranks[second] ? -1 : (ranks[first] > ranks[second] ? 1 : 0)
    }
  }

  private func jsonRanks(
    _ column: Column
  ) throws(Fault) -> (ranks: [UInt64], highest: UInt64) {
    let cells = try JSONText.orderedCells(column, checking: check)
    return try positions(cells.count) { ByteOrder.compare(cells[$0], cells[$1]) }
  }

  /// How many comparisons are made between two questions.
  private static var comparisons: Int { 1 << 16 }

  /// The rows in their order by comparison.
  private func sorted(_ count: Int, _ compare: (Int, Int) -> Int) throws(Fault) -> [Int] {
    var left = Self.comparisons
    // Looked at in the end alone: whether there is one of any kind is a costly question.
    var fault: Fault?
    do {
      return try (0..<count).sorted { first, second in
        if left == 0 {
          left = Self.comparisons
          do throws(Fault) { try check() } catch {
            fault = error
            throw EndedSort()
          }
        }
        left &-= 1
        return compare(first, second) < 0
      }
    } catch {
      guard let fault else { preconditionFailure("nothing else ends a sort") }
      throw fault
    }
  }

  /// Ranks by comparison: equal values get one rank.
  private func positions(
    _ count: Int, _ compare: (Int, Int) -> Int
  ) throws(Fault) -> (ranks: [UInt64], highest: UInt64) {
    let sorted = try sorted(count, compare)
    var ranks = [UInt64](repeating: 0, count: count)
    var rank: UInt64 = 0
    for (index, row) in sorted.enumerated() {
      if index & RowOrder.checkMask == 0 { try check() }
      if index > 0, compare(sorted[index - 1], row) != 0 { rank += 1 }
      ranks[row] = rank
    }
    return (ranks, rank)
  }
}

/// Ends a sort that nobody wants any more.
private struct EndedSort: Error {}

/// A stable sort of rows by 64-bit keys, a byte at a time from the lowest; bytes in which all keys
/// agree are skipped.
enum RadixSort {
  static func sorted<Fault: Error>(
    _ rows: [Int], by keys: [UInt64], checking check: () throws(Fault) -> Void
  ) throws(Fault) -> [Int] {
    var differing: UInt64 = 0
    for key in keys { differing |= key ^ (keys.first ?? 0) }
    var rows = rows
    var buffer = rows
    for shift in stride(from: UInt64(0), to: 64, by: 8) where differing >> shift & 0xFF != 0 {
      try check()
      var starts = [Int](repeating: 0, count: 257)
      for row in rows { starts[Int(keys[row] >> shift & 0xFF) + 1] += 1 }
      for digit in 1...256 { starts[digit] += starts[digit - 1] }
      for row in rows {
        let digit = Int(keys[row] >> shift & 0xFF)
        buffer[starts[digit]] = row
        starts[digit] += 1
      }
      swap(&rows, &buffer)
    }
    return rows
  }
}
