// SPDX-License-Identifier: MIT

import CVTerm
import Glibc

/// What a person would see: the terminal's rows without trailing blanks, and the cursor.
package struct Screen: Equatable, Sendable {
  package var rows: [String]
  /// Both count from 0.
  package var cursor: (row: Int, column: Int) {
    get { (cursorRow, cursorColumn) }
    set { (cursorRow, cursorColumn) = newValue }
  }
  private var cursorRow = 0
  private var cursorColumn = 0

  init(rows: [String], cursor: (row: Int, column: Int)) {
    self.rows = rows
    self.cursor = cursor
  }

  /// The rows down to the last one that is not empty, joined by newlines.
  package var text: String {
    rows[...(rows.lastIndex { !$0.isEmpty } ?? 0)].joined(separator: "\n")
  }

  /// True when some row holds `part`.
  package func contains(_ part: String) -> Bool { rows.contains { $0.contains(part) } }

  /// The row of the cursor.
  package var line: String { rows.indices.contains(cursorRow) ? rows[cursorRow] : "" }
}

/// A terminal without a program: what it shows of the bytes that are written to it.
@safe package final class TerminalEmulator {
  private let emulator: OpaquePointer

  package init(rows: Int, columns: Int) throws {
    guard let emulator = unsafe vterm_new(Int32(rows), Int32(columns)) else {
      throw CannotStart(program: "a terminal emulator")
    }
    unsafe self.emulator = unsafe emulator
    unsafe vterm_set_utf8(emulator, 1)
    unsafe vterm_screen_reset(vterm_obtain_screen(emulator), 1)
  }

  deinit { unsafe vterm_free(emulator) }

  package func resize(rows: Int, columns: Int) {
    unsafe vterm_set_size(emulator, Int32(rows), Int32(columns))
  }

  package func write(_ bytes: ArraySlice<UInt8>) {
    unsafe bytes.withUnsafeBytes { bytes in
      _ = unsafe vterm_input_write(
        emulator, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
  }

  private var size: (rows: Int32, columns: Int32) {
    var rows: Int32 = 0
    var columns: Int32 = 0
    unsafe vterm_get_size(emulator, &rows, &columns)
    return (rows, columns)
  }

  package var screen: Screen {
    var position = VTermPos()
    unsafe vterm_state_get_cursorpos(vterm_obtain_state(emulator), &position)
    return Screen(
      rows: (0..<size.rows).map(text), cursor: (Int(position.row), Int(position.col)))
  }

  /// A letter for each cell down to the last that is not plain: `.` plain, `b` bold, `u` underlined,
  /// `r` reversed, and for colours `1` to `6`, or of 256 the letter that stands for the role.
  package func looks(ofRow row: Int) -> String {
    var looks = ""
    for column in 0..<size.columns { looks.append(look(of: cell(Int32(row), column))) }
    while looks.last == "." { looks.removeLast() }
    return looks
  }

  private func look(of cell: VTermScreenCell) -> Character {
    if cell.attrs.reverse != 0 { return "r" }
    if cell.attrs.underline != 0 { return "u" }
    let colour = cell.fg
    if unsafe colour.type & UInt8(VTERM_COLOR_DEFAULT_FG.rawValue) == 0,
      unsafe colour.type & UInt8(VTERM_COLOR_TYPE_MASK.rawValue)
        == UInt8(VTERM_COLOR_INDEXED.rawValue)
    {
      let index = unsafe Int(colour.indexed.idx)
      let roles: [Int: Character] = [27: "s", 28: "v", 30: "f", 163: "p", 160: "o", 243: "h"]
      return roles[index] ?? Character(String(index % 10))
    }
    return cell.attrs.bold != 0 ? "b" : "."
  }

  private func cell(_ row: Int32, _ column: Int32) -> VTermScreenCell {
    var cell = VTermScreenCell()
    unsafe vterm_screen_get_cell(
      vterm_obtain_screen(emulator), VTermPos(row: row, col: column), &cell)
    return cell
  }

  private func text(ofRow row: Int32) -> String {
    var scalars = String.UnicodeScalarView()
    var column: Int32 = 0
    while column < size.columns {
      let cell = cell(row, column)
      column += max(1, Int32(cell.width))
      let characters = cell.chars
      let codes = [
        characters.0, characters.1, characters.2, characters.3, characters.4, characters.5,
      ].prefix { $0 != 0 }
      scalars.append(contentsOf: codes.compactMap { Unicode.Scalar($0) })
      if codes.isEmpty { scalars.append(" ") }
    }
    while scalars.last == " " { scalars.removeLast() }
    return String(scalars)
  }
}
