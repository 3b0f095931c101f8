// SPDX-License-Identifier: MIT

/// Rows of which many have the same values, because they share a list: each kind of row once.
package struct SharedRows: Sendable {
  /// The first row of each kind.
  package let rows: [Int]
  /// For each row of the batch its kind, as a place among these.
  package let places: [Int]
}

extension Batch {
  /// The kinds of rows by what some columns hold; nil where they share no list, or where most rows
  /// are of a kind of their own.
  package func sharedRows(in slots: [Int]) -> SharedRows? {
    let columns = slots.map { self[$0] }
    guard count > 1, columns.contains(where: \.sharesLists) else { return nil }
    var kinds = [Int](repeating: 0, count: count)
    var rows = [0]
    for column in columns {
      for numbers in column.numbersOfShared {
        var known: [KindPair: Int] = [:]
        rows = []
        for row in kinds.indices {
          let pair = KindPair(kind: kinds[row], number: numbers[row])
          if let kind = known[pair] {
            kinds[row] = kind
          } else {
            kinds[row] = rows.count
            known[pair] = rows.count
            rows.append(row)
          }
        }
        guard rows.count <= count / 2 else { return nil }
      }
    }
    return SharedRows(rows: rows, places: kinds)
  }
}

/// A kind of row by the columns so far, and what the next column holds.
private struct KindPair: Hashable {
  let kind: Int
  let number: Int
}

extension Column {
  /// Whether rows may share elements of a list, which may stand in a record.
  fileprivate var sharesLists: Bool {
    switch self {
    case .list(let lists): lists.isShared
    case .record(let records): records.members.contains(where: \.sharesLists)
    case .bool, .number, .text, .null: false
    }
  }

  /// Numbers that are equal where the values are. A list that is shared is not looked at: it is
  /// where it stands.
  fileprivate var numbersOfShared: [[Int]] {
    let isThere = validity.map { validity in (0..<count).map { validity[$0] ? 1 : 0 } }
    switch self {
    case .list(let lists) where lists.isShared:
      let ranges = (0..<count).map { lists.range(of: $0) }
      return [ranges.map(\.lowerBound), ranges.map(\.upperBound)] + [isThere].compactMap(\.self)
    case .record(let records) where sharesLists:
      let presence = records.presence.compactMap { present in
        present.map { present in (0..<count).map { present[$0] ? 1 : 0 } }
      }
      return records.members.flatMap(\.numbersOfShared) + presence + [isThere].compactMap(\.self)
    case .bool, .number, .text, .list, .record, .null:
      var numbering = ValueNumbering()
      return [numbering.numbers(of: self) {}]
    }
  }

  /// Whether both hold the same lists, of which the elements are in the same place of memory.
  package func isSameShared(as other: Column) -> Bool {
    guard case .list(let first) = self, case .list(let second) = other,
      first.count == second.count, first.elements.isIdentical(to: second.elements)
    else { return false }
    return (0..<first.count).allSatisfy { row in
      first.range(of: row) == second.range(of: row) && isNull(at: row) == other.isNull(at: row)
    }
  }
}
