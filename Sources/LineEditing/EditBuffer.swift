// SPDX-License-Identifier: MIT

/// The text as it stands in libedit's buffer: every row after the first starts with a margin of
/// spaces, over which the continuation prompt is painted. A statement has no margins.
package struct EditBuffer: Equatable {
  package var scalars: [Unicode.Scalar]
  /// Index into `scalars`, at most their count.
  package var cursor: Int
  /// Columns of the margin.
  package let margin: Int

  package init(scalars: [Unicode.Scalar], cursor: Int, margin: Int) {
    self.scalars = scalars
    self.cursor = min(max(cursor, 0), scalars.count)
    self.margin = margin
  }

  /// Lays out a statement with the cursor at a UTF-8 offset, or at the end.
  package init(statement: String, cursor: Int? = nil, margin: Int) {
    let bytes = statement.utf8
    let offset = min(max(cursor ?? bytes.count, 0), bytes.count)
    let before = String(decoding: bytes.prefix(offset), as: UTF8.self)
    let after = String(decoding: bytes.dropFirst(offset), as: UTF8.self)
    let head = Self.withMargins(before, margin)
    self.init(
      scalars: head + Self.withMargins(after, margin), cursor: head.count, margin: margin)
  }

  private static func withMargins(_ text: String, _ margin: Int) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
      result.append(scalar)
      if scalar == "\n" { result += repeatElement(" ", count: margin) }
    }
    return result
  }

  private func withoutMargins(_ part: ArraySlice<Unicode.Scalar>) -> String {
    var result = String.UnicodeScalarView()
    var left = 0
    for scalar in part {
      if left > 0, scalar == " " {
        left -= 1
      } else {
        left = scalar == "\n" ? margin : 0
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The text without its margins.
  package var statement: String { withoutMargins(scalars[...]) }

  /// The cursor as a UTF-8 offset into ``statement``.
  package var statementCursor: Int { withoutMargins(scalars[..<cursor]).utf8.count }

  package var hasRows: Bool { scalars.contains("\n") }

  /// Index of the first typed scalar of each row, behind its margin.
  package var rowStarts: [Int] {
    [0] + scalars.indices.filter { scalars[$0] == "\n" }.map { contentStart(after: $0) }
  }

  /// The margin may have been cut into by a command of libedit.
  func contentStart(after newline: Int) -> Int {
    let spaces = scalars[(newline + 1)...].prefix(margin).prefix { $0 == " " }
    return newline + 1 + spaces.count
  }

  /// Indices of the newlines behind which a whole margin stands.
  package var paintedNewlines: [Int] {
    guard margin > 0 else { return [] }
    return scalars.indices.filter {
      scalars[$0] == "\n" && contentStart(after: $0) == $0 + 1 + margin
    }
  }

  /// Where the row of the cursor starts behind its margin, and where it ends.
  package var currentRow: (start: Int, end: Int) {
    let end = scalars[cursor...].firstIndex(of: "\n") ?? scalars.count
    guard let newline = scalars[..<cursor].lastIndex(of: "\n") else { return (0, end) }
    return (min(contentStart(after: newline), end), end)
  }

  /// True when the cursor stands left of the text of its row, where nothing can be typed.
  package var isInMargin: Bool { cursor < currentRow.start }

  /// True when the cursor is at the end and its row is blank, which submits in any case.
  package var endsWithBlankRow: Bool {
    cursor == scalars.count && scalars[currentRow.start...].allSatisfy { $0 == " " }
  }
}

/// Edits; each does nothing where it does not apply.
extension EditBuffer {
  package mutating func insert(_ statement: String) { insert(Self.withMargins(statement, margin)) }

  /// Inserts characters of a row.
  package mutating func insert(_ text: [Unicode.Scalar]) {
    scalars.insert(contentsOf: text, at: cursor)
    cursor += text.count
  }

  /// Characters of a row take the places of those behind the cursor, as far as the row goes.
  package mutating func overwrite(_ text: [Unicode.Scalar]) {
    let end = min(place(behind: characters(of: text), from: cursor), currentRow.end)
    scalars.replaceSubrange(cursor..<max(cursor, end), with: text)
    cursor += text.count
  }

  /// A character takes the places of as many as there are in the row behind the cursor, which
  /// stands behind them then, as where there is none it stands behind the end of the row.
  package mutating func replace(_ count: Int, with scalar: Unicode.Scalar) {
    guard currentRow.end > cursor else { return cursor = min(cursor + 1, scalars.count) }
    var end = cursor
    var replaced = 0
    while replaced < count, end < currentRow.end {
      end = place(behind: 1, from: end)
      replaced += 1
    }
    scalars.replaceSubrange(cursor..<end, with: repeatElement(scalar, count: replaced))
    cursor += replaced
  }

  /// The character before the cursor and the one at it change places, and the cursor goes behind
  /// them; at the end of the row, or where both are wanted `before` it, the two before it.
  package mutating func transpose(before: Bool = false) {
    let row = currentRow
    let second = before || cursor == row.end ? place(before: cursor) : cursor
    let first = place(before: second)
    guard first >= row.start, first < second else { return }
    let end = place(behind: 1, from: second)
    scalars.replaceSubrange(first..<end, with: scalars[second..<end] + scalars[first..<second])
    cursor = end
  }

  /// The margin is passed over as if it were not there.
  package mutating func moveLeft() { cursor = place(before: cursor) }

  package mutating func moveRight() { cursor = place(behind: 1, from: cursor) }

  package mutating func deleteBackward() {
    let start = place(before: cursor)
    scalars.removeSubrange(start..<cursor)
    cursor = start
  }

  package mutating func deleteForward() {
    scalars.removeSubrange(cursor..<place(behind: 1, from: cursor))
  }

  package mutating func moveToRowStart() { cursor = currentRow.start }
  package mutating func moveToRowEnd() { cursor = currentRow.end }
  package mutating func leaveMargin() { if isInMargin { cursor = currentRow.start } }

  /// Moves by rows, keeping the column where the row is long enough.
  ///
  /// - Returns: false when there is no such row.
  package mutating func move(rows: Int) -> Bool {
    let starts = rowStarts
    let here = starts.lastIndex { $0 <= max(cursor, currentRow.start) } ?? 0
    guard starts.indices.contains(here + rows) else { return false }
    let column = max(0, cursor - starts[here])
    cursor = starts[here + rows]
    cursor = characterStart(at: min(cursor + column, currentRow.end))
    return true
  }
}
