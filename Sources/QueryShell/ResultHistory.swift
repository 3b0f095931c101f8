// SPDX-License-Identifier: MIT

import QueryEngine

/// The results that a person has seen, the oldest first, and at which of them they are: the way
/// from the categories to a list, an item and the items that it names, and back.
struct ResultHistory {
  /// One result that was shown, with all that is needed to show it again and to go on from it.
  struct Entry {
    let query: BoundQuery
    let report: RunReport
    let result: KeptResult
    /// What it came of.
    var attempt: Attempt?
  }

  /// More results than this are not kept.
  static let maximumResults = 20
  /// The results that are kept have at most so many cells in all, but for the one that is shown.
  static let maximumCells = 20_000_000

  private var entries: [Entry] = []
  /// How many of the entries lie before the one that is shown.
  private var position = 0

  /// Adds what is shown now, in the place of all that `forward` would have led to.
  mutating func add(_ entry: Entry) {
    entries = Array(entries.prefix(position + 1)) + [entry]
    var cells = 0
    let kept = entries.reversed().prefix { entry in
      cells += entry.result.cells
      return cells <= Self.maximumCells
    }
    entries = Array(entries.suffix(min(max(kept.count, 1), Self.maximumResults)))
    position = entries.count - 1
  }

  /// The result that is shown; nil where there is none.
  var current: Entry? { entries.indices.contains(position) ? entries[position] : nil }

  /// The result before the one that is shown; nil at the first.
  mutating func back() -> Entry? { go(to: position - 1) }

  /// The result after the one that is shown; nil at the last.
  mutating func forward() -> Entry? { go(to: position + 1) }

  private mutating func go(to place: Int) -> Entry? {
    guard entries.indices.contains(place) else { return nil }
    position = place
    return entries[place]
  }
}
