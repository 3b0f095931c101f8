// SPDX-License-Identifier: MIT

/// A table as GitHub reads it in Markdown: a line of headings, one of hyphens, which may say how a
/// column is aligned, and a line for each row.
struct MarkdownTable {
  typealias Line = ArraySlice<UInt8>

  enum Alignment { case none, left, centre, right }

  let alignments: [Alignment]
  /// A text for each column, as each.
  let headings: [[UInt8]]
  /// As they are written: some have fewer cells than there are columns, none has more.
  private(set) var rows: [[[UInt8]]] = []

  /// Nil where the two lines begin no table.
  init?(_ headings: Line, _ delimiters: Line) {
    guard let alignments = Self.alignments(delimiters) else { return nil }
    let cells = Self.cells(of: headings)
    guard cells.count == alignments.count else { return nil }
    (self.alignments, self.headings) = (alignments, cells)
  }

  /// False where a line is no row, which ends the table.
  mutating func add(_ line: Line) -> Bool {
    let cells = Self.cells(of: line)
    if cells.isEmpty { return false }
    rows.append(Array(cells.prefix(alignments.count)))
    return true
  }

  /// What a line of hyphens says of its columns; nil where it is none.
  private static func alignments(_ line: Line) -> [Alignment]? {
    // Most lines are told from one by their first byte.
    let first = trimmed(line).first
    guard first == bar || first == colon || first == hyphen else { return nil }
    let cells = cells(of: line)
    var alignments: [Alignment] = []
    for cell in cells {
      let (begins, ends) = (cell.first == colon, cell.last == colon)
      let hyphens = cell.dropFirst(begins ? 1 : 0).dropLast(ends ? 1 : 0)
      guard !hyphens.isEmpty, hyphens.allSatisfy({ $0 == hyphen }) else { return nil }
      alignments.append(begins ? (ends ? .centre : .left) : ends ? .right : .none)
    }
    return cells.isEmpty ? nil : alignments
  }

  /// The texts between bars; a bar behind a backslash is part of its text, also in code.
  private static func cells(of line: Line) -> [[UInt8]] {
    var rest = trimmed(line)
    if rest.first == bar { rest = rest.dropFirst() }
    var cells: [[UInt8]] = []
    var cell: [UInt8] = []
    for byte in rest {
      if byte != bar {
        cell.append(byte)
      } else if cell.last == backslash {
        cell[cell.count - 1] = bar
      } else {
        cells.append(Array(trimmed(cell[...])))
        cell = []
      }
    }
    if !cell.isEmpty { cells.append(Array(trimmed(cell[...]))) }
    return cells
  }

  private static func trimmed(_ line: Line) -> Line {
    let start = line.drop(while: isBlank)
    return start.prefix(upTo: (start.lastIndex { !isBlank($0) } ?? start.startIndex - 1) + 1)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
  }

  private static let bar = UInt8(ascii: "|")
  private static let colon = UInt8(ascii: ":")
  private static let hyphen = UInt8(ascii: "-")
  private static let backslash = UInt8(ascii: "\\")
}
