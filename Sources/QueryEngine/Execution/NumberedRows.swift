// SPDX-License-Identifier: MIT

import Catalogue

/// Rows that came batch by batch, with their numbers among all rows.
struct NumberedRows: Sendable {
  private var rows = RowParts()
  private var numbers: [Column?] = []

  var count: Int { rows.count }

  var heldBytes: Int { rows.heldBytes + numbers.reduce(0) { $0 + ($1?.count ?? 0) * 8 } }

  mutating func add(_ batch: Batch, _ numbers: Column?) {
    guard batch.count > 0 else { return }
    rows.add(batch)
    self.numbers.append(numbers)
  }

  mutating func add(_ later: NumberedRows) {
    rows.add(later.rows)
    numbers += later.numbers
  }

  var batches: [Batch] { rows.batches }

  /// The rows as they came, and their numbers where they have any.
  var parts: [(rows: Batch, numbers: Column?)] {
    zip(rows.batches, numbers).map { ($0, $1) }
  }

  /// The rows with their numbers behind so many columns; those without have come first.
  func numbered(columns: Int) -> [Batch] {
    var first = 0
    return parts.map { batch, numbers in
      defer { first += batch.count }
      return batch.appending([numbers ?? .numbers(from: first, count: batch.count)])
    }
  }
}
