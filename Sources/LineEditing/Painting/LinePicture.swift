// SPDX-License-Identifier: MIT

/// All that is shown of a line while it is edited.
package struct LinePicture {
  package var prompt: String
  /// Stands before each further row of the statement.
  package var continuation: String
  package var scalars: [Unicode.Scalar]
  /// Index into `scalars`.
  package var cursor: Int
  /// Of each scalar; of those that lack it is plain.
  package var roles: [TextRole] = []
  /// Stands behind the text where the cursor does, as far as there is room.
  package var hint = ""
  /// Stands at the right of the last row of the statement, where there is room for all of it.
  package var note = ""
  /// Rows below the statement.
  package var below: [[Cell]] = []
  /// Whether nothing but ASCII is shown besides what was typed.
  package var isASCII = false

  package init(prompt: String, continuation: String, scalars: [Unicode.Scalar], cursor: Int) {
    self.prompt = prompt
    self.continuation = continuation
    self.scalars = scalars
    self.cursor = cursor
  }

  /// In fewer cells a hint tells nothing.
  private static let leastHint = 10
  private static let gapBeforeNote = 3
  /// In fewer columns there is no note.
  private static let leastNoted = 50
  /// The fewest rows in which it is told how many are left out.
  private static let leastMarked = 4

  /// The whole statement, with the cursor at its end and nothing besides.
  package func whole(columns: Int) -> Frame {
    var picture = self
    picture.cursor = scalars.count
    picture.hint = ""
    picture.note = ""
    picture.below = []
    var top = 0
    return picture.frame(columns: columns, height: Int.max, top: &top)
  }

  /// What there is room for in a window of a number of columns, in so many rows. `top` is the first
  /// row of the statement that is shown; it changes where the cursor would not be seen.
  package func frame(columns: Int, height: Int, top: inout Int) -> Frame {
    let room = max(2, columns - 1)
    let prompt = Cell.row(prompt, .plain, room: max(0, room - 8))
    let lead = room > 2 * continuation.utf8.count ? Cell.row(continuation, .plain, room: room) : []
    let statement = StatementRows(
      scalars, cursor: cursor, promptWidth: prompt.count, continuationWidth: lead.count,
      room: room)
    let place = statement.cursor
    let count = min(statement.rows.count, max(1, height - below.count))
    let view = Self.view(of: statement.rows.count, count, around: place.row, from: top)
    top = view.lowerBound
    var shown = view.map { index in
      let row = statement.rows[index]
      let start = row.lead == .prompt ? prompt : row.lead == .continuation ? lead : []
      return start + cells(row.range)
    }
    if cursor == scalars.count, !shown.isEmpty {
      shown[shown.count - 1] += hintCells(room: room - place.column)
    }
    if view.upperBound == statement.rows.count, columns >= Self.leastNoted, !shown.isEmpty {
      shown[shown.count - 1] += noteCells(room: room - shown[shown.count - 1].count)
    }
    if count >= Self.leastMarked {
      if top > 0 { shown[0] = mark(isASCII ? "^" : "↑", top + 1) }
      let hidden = statement.rows.count - view.upperBound
      if hidden > 0 { shown[shown.count - 1] = mark(isASCII ? "v" : "↓", hidden + 1) }
    }
    return Frame(
      rows: shown + below,
      cursor: Frame.Position(row: place.row - top, column: place.column))
  }

  /// The rows that are shown of so many: those that were, as far as the cursor is among them and
  /// not in one that tells of others.
  private static func view(
    of rows: Int, _ count: Int, around row: Int, from top: Int
  ) -> Range<Int> {
    let edge = count >= leastMarked ? 1 : 0
    let highest = row == 0 ? 0 : row - edge
    let lowest = row == rows - 1 ? row : row + edge
    var top = min(max(top, lowest - count + 1), max(highest, 0))
    top = min(max(top, 0), rows - count)
    return top..<top + count
  }

  private func cells(_ range: Range<Int>) -> [Cell] {
    var cells: [Cell] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let cluster = Cluster(at: index, in: scalars)
      let role = index < roles.count ? roles[index] : .plain
      cells.append(cluster, of: scalars[index..<cluster.end], role)
      index = cluster.end
    }
    return cells
  }

  /// The first row of the hint.
  private func hintCells(room: Int) -> [Cell] {
    guard !hint.isEmpty, room >= Self.leastHint else { return [] }
    let row = hint.prefix { $0 != "\n" }
    return Cell.cut(
      String(row), .hint, room: room, isASCII: isASCII, goesOn: row.endIndex < hint.endIndex)
  }

  /// The note with what stands before it; nothing where it would not be whole.
  private func noteCells(room: Int) -> [Cell] {
    let cells = Cell.row(note, .hint, room: Int.max)
    guard !cells.isEmpty, room >= cells.count + Self.gapBeforeNote else { return [] }
    return Array(repeating: Cell(" ", .plain), count: room - cells.count) + cells
  }

  private func mark(_ arrow: String, _ count: Int) -> [Cell] {
    Cell.row("\(arrow) \(count) \(count == 1 ? "row" : "rows")", .hint, room: 40)
  }
}
