// SPDX-License-Identifier: MIT

/// Brings frames to the screen: only cells that differ from those of the frame before are written.
///
/// The cursor moves relative to where it is, and the terminal is asked nothing, so that the line
/// may stand anywhere. No row reaches the last column, where terminals differ.
package struct Painter {
  package var colours = PaintColours.attributes
  /// What the screen shows; nothing where the cursor stands in the first column of an empty row.
  private var shown: Frame?
  private var pen = Frame.Position()
  private var role = TextRole.plain
  private var output = ""

  package init() {}

  /// The bytes that make the screen show a frame.
  package mutating func draw(_ frame: Frame) -> String {
    output = ""
    let old = shown?.rows ?? []
    for row in frame.rows.indices {
      let before = row < old.count ? old[row] : nil
      if before == nil, row > 0 || shown != nil { move(to: Frame.Position(row: row, column: 0)) }
      if before != frame.rows[row] { draw(frame.rows[row], at: row, over: before ?? []) }
    }
    if old.count > frame.rows.count { clearBelow(frame) }
    set(.plain)
    move(to: frame.cursor)
    shown = frame
    return output
  }

  /// Takes for granted that the cursor stands in the first column of a row with nothing below.
  package mutating func forget() {
    shown = nil
    pen = Frame.Position()
  }

  /// The bytes that lead to the first row and clear all from there on, after which the screen is
  /// forgotten. `columns` is the width by which the terminal has wrapped the rows anew; nil where
  /// it leaves them as they were.
  package mutating func clear(wrappedAt columns: Int? = nil) -> String {
    var rows = pen.row
    if let columns, let shown {
      let above = shown.rows.prefix(pen.row).map { max(1, ($0.count + columns - 1) / columns) }
      rows = above.reduce(pen.column / columns, +)
    }
    forget()
    return "\r" + (rows > 0 ? "\u{1b}[\(rows)A" : "") + "\u{1b}[J"
  }

  private mutating func draw(_ new: [Cell], at row: Int, over old: [Cell]) {
    guard let changed = Self.changed(from: old, to: new) else { return }
    if !changed.isEmpty { move(to: Frame.Position(row: row, column: changed.lowerBound)) }
    for column in changed where !new[column].text.isEmpty {
      set(new[column].role)
      output += new[column].text
      pen.column = column + 1
      while pen.column < new.count, new[pen.column].text.isEmpty { pen.column += 1 }
      if new[column].isDoubtful { returnToPen() }
    }
    guard new.count < old.count || old.contains(where: \.isDoubtful) else { return }
    set(.plain)
    move(to: Frame.Position(row: row, column: new.count))
    output += "\u{1b}[K"
  }

  /// The columns to be written, whole characters; nil where the rows are alike.
  static func changed(from old: [Cell], to new: [Cell]) -> Range<Int>? {
    let common = min(old.count, new.count)
    let different = (0..<common).first { old[$0] != new[$0] }
    guard var start = different ?? (old.count == new.count ? nil : common) else { return nil }
    let isInside = { (cells: [Cell], column: Int) in
      column < cells.count && cells[column].text.isEmpty
    }
    while start > 0, isInside(old, start) || isInside(new, start) { start -= 1 }
    guard new.count <= old.count else { return start..<new.count }
    var end = common
    if old.count == new.count {
      while end > start, old[end - 1] == new[end - 1] { end -= 1 }
    }
    // Where a terminal draws a character wider than thought it covers what follows.
    if (start..<end).contains(where: { old[$0].isDoubtful || new[$0].isDoubtful }) { end = common }
    while isInside(old, end) || isInside(new, end) { end += 1 }
    return start..<min(end, new.count)
  }

  /// Clears the rows that the new frame has no more.
  private mutating func clearBelow(_ frame: Frame) {
    set(.plain)
    move(to: Frame.Position(row: frame.rows.count, column: 0))
    output += "\u{1b}[J"
  }

  private mutating func move(to target: Frame.Position) {
    if target.row < pen.row {
      output += "\u{1b}[\(pen.row - target.row)A"
    } else if target.row > pen.row {
      // A row that is not there yet comes by this only.
      output += "\r" + String(repeating: "\n", count: target.row - pen.row)
      pen.column = 0
    }
    pen.row = target.row
    guard target.column != pen.column else { return }
    if target.column > pen.column {
      output += "\u{1b}[\(target.column - pen.column)C"
    } else if pen.column - target.column <= 3, target.column > 0 {
      output += String(repeating: "\u{8}", count: pen.column - target.column)
    } else {
      output += "\r" + (target.column > 0 ? "\u{1b}[\(target.column)C" : "")
    }
    pen.column = target.column
  }

  /// Goes to the column in which the pen ought to be, and clears what stands beyond.
  private mutating func returnToPen() {
    set(.plain)
    output += "\r" + (pen.column > 0 ? "\u{1b}[\(pen.column)C" : "") + "\u{1b}[K"
  }

  private mutating func set(_ wanted: TextRole) {
    guard wanted != role else { return }
    role = wanted
    output += colours.sequence(wanted)
  }
}
