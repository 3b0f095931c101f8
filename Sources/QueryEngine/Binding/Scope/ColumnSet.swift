// SPDX-License-Identifier: MIT

/// A set of columns: one bit for each number, which are small.
struct ColumnSet: Sendable, Equatable {
  private var words: [UInt64] = []

  init(_ columns: [ColumnID] = []) {
    for column in columns { insert(column) }
  }

  mutating func insert(_ column: ColumnID) {
    let word = column.number >> 6
    while words.count <= word { words.append(0) }
    words[word] |= 1 << UInt64(column.number & 63)
  }

  mutating func formUnion(_ other: ColumnSet) {
    while words.count < other.words.count { words.append(0) }
    for (index, word) in other.words.enumerated() { words[index] |= word }
  }

  func union(_ other: ColumnSet) -> ColumnSet {
    var result = self
    result.formUnion(other)
    return result
  }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  func isDisjoint(with other: ColumnSet) -> Bool {
    zip(words, other.words).allSatisfy { $0 & $1 == 0 }
  }

  func isSubset(of other: ColumnSet) -> Bool { other.union(self) == other }

  func contains(_ column: ColumnID) -> Bool {
    let word = column.number >> 6
    return word < words.count && words[word] >> UInt64(column.number & 63) & 1 == 1
  }
}

/// Where each column of a plan stands in a batch.
struct ColumnLayout: Sendable {
  let columns: [ColumnID]

  /// A column that is computed anew stands behind the one that it replaces.
  func slot(_ column: ColumnID) -> Int? { columns.lastIndex(of: column) }

  func places(_ columns: [ColumnID]) -> [Int] { columns.map(place) }

  /// The slot of a column that is there.
  func place(_ column: ColumnID) -> Int {
    guard let slot = slot(column) else { preconditionFailure("a plan reads columns it has") }
    return slot
  }
}
