// SPDX-License-Identifier: MIT

/// The candidates below the line, one of which may be chosen and is shown in the line then.
package struct CompletionMenu {
  package let list: CompletionList
  /// The line when the menu was opened.
  private let statement: [UInt8]
  private let cursor: Int
  package private(set) var choice: Int?

  /// Opens a menu for a statement with the cursor at a UTF-8 offset.
  package init(_ list: CompletionList, statement: String, cursor: Int) {
    self.list = list
    self.statement = Array(statement.utf8)
    self.cursor = min(max(cursor, 0), self.statement.count)
  }

  /// Where the word starts that is completed.
  private var start: Int { min(max(list.replaceFrom, 0), cursor) }

  /// Chooses the next one, or the one before, around the ends.
  package mutating func choose(next: Bool) {
    let count = list.items.count
    guard let choice else { return choice = next ? 0 : count - 1 }
    self.choice = (choice + (next ? 1 : count - 1)) % count
  }

  /// Chooses none.
  package mutating func release() { choice = nil }

  /// The line with what is chosen, or as it was, and the cursor as a UTF-8 offset.
  package var line: (statement: String, cursor: Int) {
    guard let choice else { return (String(decoding: statement, as: UTF8.self), cursor) }
    let before = statement[..<start] + PlainText.clean(list.items[choice].replacement).utf8
    return (String(decoding: before + statement[cursor...], as: UTF8.self), before.count)
  }

  /// How many rows it takes of a window.
  package static func height(inRows rows: Int) -> Int { min(8, max(3, rows / 3)) }

  /// Where the line is no wider, there are words alone.
  private static let narrow = 40

  /// The rows of it, at most so many, in a window of a number of columns.
  package func rows(columns: Int, height: Int, isASCII: Bool) -> [[Cell]] {
    let items = list.items
    let count = min(max(height, 1), items.count)
    let first = min((choice ?? 0) / count * count, items.count - count)
    let shown = first..<first + count
    let room = max(4, columns - 1)
    let labels = shown.map { index in
      Cell.cut(
        PlainText.visibleLine(items[index].label), .plain, room: room - 4, isASCII: isASCII)
    }
    let widest = labels.map(\.count).max() ?? 0
    var rows = zip(shown, labels).map { index, label in
      row(
        label, items[index].note, width: widest, room: room, isChosen: index == choice,
        isASCII: isASCII)
    }
    guard count < items.count else { return rows }
    let dash = isASCII ? "-" : "–"
    let place = Cell.row(
      choice.map { "\($0 + 1) of \(items.count)" }
        ?? "\(first + 1)\(dash)\(first + count) of \(items.count)", .hint, room: room)
    let last = rows.count - 1
    let gap = room - rows[last].count - place.count
    if gap >= 2 { rows[last] += Array(repeating: Cell(" ", .plain), count: gap) + place }
    return rows
  }

  private func row(
    _ label: [Cell], _ note: String, width: Int, room: Int, isChosen: Bool, isASCII: Bool
  ) -> [Cell] {
    let blank = Cell(" ", .plain)
    var row = [blank, blank]
    row += label.map { cell in
      var cell = cell
      if isChosen { cell.role = .chosen }
      return cell
    }
    let left = room - width - 4
    guard room >= Self.narrow, left >= 8, !note.isEmpty else { return row }
    row += Array(repeating: blank, count: width - label.count + 2)
    return row + Cell.cut(PlainText.visibleLine(note), .hint, room: left, isASCII: isASCII)
  }
}
