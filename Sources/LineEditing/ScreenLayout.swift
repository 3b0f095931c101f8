// SPDX-License-Identifier: MIT

import CEditLine

/// Where prompt and text stand on the screen, by the same rules as libedit draws them.
package struct ScreenLayout: Equatable {
  package struct Position: Equatable {
    package var row = 0
    package var column = 0
  }

  /// Relative to the first row of the prompt.
  package private(set) var cursor = Position()
  package private(set) var end = Position()
  /// The rows over whose margins the continuation prompt stands.
  package private(set) var continuationRows: [Int] = []

  package init(prompt: String, buffer: EditBuffer, columns: Int) {
    let columns = max(columns, 1)
    var pen = Position()
    for scalar in prompt.unicodeScalars { Self.advance(&pen, over: scalar, columns) }
    let painted = Set(buffer.paintedNewlines)
    for (index, scalar) in buffer.scalars.enumerated() {
      if index == buffer.cursor { cursor = Self.place(of: scalar, at: pen, columns) }
      Self.advance(&pen, over: scalar, columns)
      if scalar == "\n", painted.contains(index) { continuationRows.append(pen.row) }
    }
    if buffer.cursor == buffer.scalars.count { cursor = pen }
    end = pen
  }

  private static func advance(_ pen: inout Position, over scalar: Unicode.Scalar, _ columns: Int) {
    guard scalar != "\n" else {
      pen = Position(row: pen.row + 1, column: 0)
      return
    }
    pen = place(of: scalar, at: pen, columns)
    // libedit gives a combining mark a cell of its own in its picture of the screen.
    pen.column += max(1, width(of: scalar))
    if pen.column >= columns { pen = Position(row: pen.row + 1, column: 0) }
  }

  /// A wide character that does not fit stands on the next row.
  private static func place(
    of scalar: Unicode.Scalar, at pen: Position, _ columns: Int
  ) -> Position {
    let fits = pen.column + width(of: scalar) <= columns
    return fits ? pen : Position(row: pen.row + 1, column: 0)
  }

  package static func width(of scalar: Unicode.Scalar) -> Int {
    scalar.value < 0x7f ? 1 : max(0, Int(editline_columns(wchar_t(scalar.value))))
  }

  /// Columns of a text on one row.
  package static func width(of text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
  }

  /// The longest beginning of a text that fits, with "…" where it was cut.
  package static func fit(_ text: String, columns: Int) -> String {
    guard width(of: text) > columns else { return text }
    guard columns > 0 else { return "" }
    var result = ""
    var used = 1
    for character in text {
      used += width(of: String(character))
      guard used <= columns else { break }
      result.append(character)
    }
    return result + "…"
  }
}
