// SPDX-License-Identifier: MIT

import Catalogue

/// Sums up some columns of rows that pass.
struct ColumnSummaries: Sendable {
  private(set) var summaries: [ColumnSummary]
  private(set) var rows = 0

  init(_ summaries: [ColumnSummary]) { self.summaries = summaries }

  /// Takes rows with the columns at these places. Different values for which `offer` says that
  /// there is no room are counted no longer, the most of them first.
  mutating func add(_ batch: Batch, _ slots: [Int], offer: (Int) -> Bool) {
    rows += batch.count
    for (place, slot) in slots.enumerated() { summaries[place].add(batch[slot]) }
    while !offer(summaries.reduce(0) { $0 + $1.heldBytes }) {
      let largest = summaries.indices.max { summaries[$0].heldBytes < summaries[$1].heldBytes }
      guard let largest, summaries[largest].heldBytes > 0 else { return }
      summaries[largest].stopCounting()
    }
  }
}
