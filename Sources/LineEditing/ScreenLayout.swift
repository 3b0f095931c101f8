// SPDX-License-Identifier: MIT

import CEditLine

/// Where prompt and text stand on the screen, by the same rules as libedit draws them.
package struct ScreenLayout: Equatable {
  package struct Position: Hashable {
    package var row = 0
    package var column = 0
  }

  /// A character with marks that combine with it.
  package struct Marked: Hashable {
    package var position: Position
    package var text: String
  }

  /// What stands on the screen over what libedit draws.
  package struct Overlay: Equatable {
    package var continuationRows: Set<Int> = []
    package var marked: Set<Marked> = []

    package init() {}

    package var isEmpty: Bool { continuationRows.isEmpty && marked.isEmpty }

    package func isPart(of other: Overlay) -> Bool {
      continuationRows.isSubset(of: other.continuationRows) && marked.isSubset(of: other.marked)
    }
  }

  /// Relative to the first row of the prompt.
  package private(set) var cursor = Position()
  package private(set) var end = Position()
  /// The rows over whose margins the continuation prompt stands.
  package private(set) var continuationRows: [Int] = []
  /// The characters that libedit draws without their marks, which have no cell of their own.
  package private(set) var marked: [Marked] = []

  package var overlay: Overlay {
    var overlay = Overlay()
    overlay.continuationRows = Set(continuationRows)
    overlay.marked = Set(marked)
    return overlay
  }

  package init(prompt: String, buffer: EditBuffer, columns: Int) {
    let columns = max(columns, 1)
    var pen = Position()
    for scalar in prompt.unicodeScalars { Self.advance(&pen, over: scalar, columns) }
    let painted = Set(buffer.paintedNewlines)
    var base: (scalar: Unicode.Scalar, position: Position)?
    for (index, scalar) in buffer.scalars.enumerated() {
      if index == buffer.cursor { cursor = Self.place(of: scalar, at: pen, columns) }
      if Self.combines(scalar) {
        if let base { combine(scalar, with: base.scalar, at: base.position) }
      } else {
        let takesMarks = scalar != "\n" && Self.width(of: scalar) > 0
        base = takesMarks ? (scalar, Self.place(of: scalar, at: pen, columns)) : nil
      }
      Self.advance(&pen, over: scalar, columns)
      if scalar == "\n", painted.contains(index) { continuationRows.append(pen.row) }
    }
    if buffer.cursor == buffer.scalars.count { cursor = pen }
    end = pen
  }

  /// A mark that changes how wide the character is would leave the columns that libedit counts.
  private static func combines(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300, width(of: scalar) == 0 else { return false }
    switch scalar.value {
    case 0xfe00...0xfe0f, 0xe0100...0xe01ef: return false
    default: return [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
    }
  }

  /// Terminals take few marks for one character, and leave out or misplace what is more.
  static let mostMarks = 4

  private mutating func combine(
    _ mark: Unicode.Scalar, with base: Unicode.Scalar, at position: Position
  ) {
    let last = marked.indices.last
    guard let last, marked[last].position == position else {
      marked.append(Marked(position: position, text: String(base) + String(mark)))
      return
    }
    guard marked[last].text.unicodeScalars.count <= Self.mostMarks else { return }
    marked[last].text.unicodeScalars.append(mark)
  }

  private static func advance(_ pen: inout Position, over scalar: Unicode.Scalar, _ columns: Int) {
    guard scalar != "\n" else {
      pen = Position(row: pen.row + 1, column: 0)
      return
    }
    pen = place(of: scalar, at: pen, columns)
    pen.column += drawnWidth(of: scalar)
    if pen.column >= columns { pen = Position(row: pen.row + 1, column: pen.column - columns) }
  }

  /// What is not printable libedit draws as the number of the character, `\U+E000`.
  private static func drawnWidth(of scalar: Unicode.Scalar) -> Int {
    guard scalar.value >= 0x7f else { return 1 }
    let columns = Int(editline_columns(wchar_t(scalar.value)))
    return columns >= 0 ? columns : scalar.value > 0xffff ? 8 : 7
  }

  /// A wide character that does not fit stands on the next row.
  private static func place(
    of scalar: Unicode.Scalar, at pen: Position, _ columns: Int
  ) -> Position {
    let fits = pen.column + width(of: scalar) <= columns
    return fits ? pen : Position(row: pen.row + 1, column: 0)
  }

  static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x7f || editline_columns(wchar_t(scalar.value)) >= 0
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
