// SPDX-License-Identifier: MIT

import LineEditing
import ResultRendering

/// What keys do in the browser, but for those that only move.
enum BrowserKey: CaseIterable, Sendable {
  case sort, sortDown, same, other, most, least, holding, drop, count, group, plot, limit
  case mark, markSame, keepMarked
  case open, related, accessories
  case undo, redo, find, next, previous, row, column, freeze, cell, copyCell, copyRow, save, keys
  case leave, abandon

  /// The keys as people call them, and what is told of them.
  private var entry: (keys: String, summary: String) {
    switch self {
    case .sort: ("s", "sort by the column; again: as before")
    case .sortDown: ("S", "the same, the greatest first")
    case .same: ("=", "filter: rows with this value")
    case .other: ("!", "filter: rows with another value")
    case .most: ("<", "filter: rows with at most this value")
    case .least: (">", "filter: rows with at least this value")
    case .holding: ("&", "filter: rows that contain a text")
    case .drop: ("-", "drop the column")
    case .count: ("c", "count by the column")
    case .group: ("g", "summarize by the column")
    case .plot: ("p", "a histogram of numbers, bars of others")
    case .limit: ("t", "limit: the first rows, how many is asked")
    case .mark: ("m", "mark the row; again: no more")
    case .markSame: (",", "mark all rows with this value")
    case .keepMarked: ("K", "filter: the marked rows")
    case .open: ("Enter", "show the item; the rows of a group")
    case .related: ("r", "related items of the item")
    case .accessories: ("a", "its accessories")
    case .undo: ("u", "as before the last of these (Backspace too)")
    case .redo: ("U", "once more what was taken back")
    case .find: ("/", "find a text")
    case .next: ("n", "find it again")
    case .previous: ("N", "find it backwards")
    case .row: (":", "go to a row by its number")
    case .column: ("'", "go to a column by its name")
    case .freeze: ("z", "keep the columns up to this one in sight")
    case .cell: ("v", "the whole cell")
    case .copyCell: ("y", "copy the cell, where the terminal can")
    case .copyRow: ("Y", "copy the row, with tabs between")
    case .save: ("w", "leave with `save`, whose file is asked")
    case .keys: ("?", "these keys")
    case .leave: ("q", "leave, the query at the prompt (Esc too)")
    case .abandon: ("Q", "leave without it (Ctrl-C too)")
    }
  }

  /// The key as people call it.
  var name: String { entry.keys }

  /// What a key does; nil for one that moves or does nothing.
  init?(_ key: Key) {
    switch key {
    case .control(0x0D), .control(0x0A): self = .open
    case .control(0x7F), .control(0x08): self = .undo
    case .help: self = .keys
    case .control(0x1B): self = .leave
    case .control(0x03), .control(0x04): self = .abandon
    case .character(let scalar):
      guard let found = Self.allCases.first(where: { $0.entry.keys == String(scalar) }) else {
        return nil
      }
      self = found
    default: return nil
    }
  }

  /// A page of all keys.
  static func page(ascii: Bool) -> String {
    let moves = [
      (ascii ? "arrows" : "← → ↑ ↓", "go to another column, another row"),
      ("Pg", "a window up or down (Space, b)"), ("Home End", "the first, the last row"),
    ]
    let entries = moves + allCases.map(\.entry)
    let width = entries.map { $0.0.count }.max() ?? 0
    return entries.map { entry in
      "  " + entry.0 + String(repeating: " ", count: width - entry.0.count + 2) + entry.1 + "\n"
    }.joined()
  }
}
