// SPDX-License-Identifier: MIT

/// Walks over the rows of separated values, as RFC 4180 has them and as people write them.
///
/// A quote within a cell that does not begin with one is a character like any other. What follows
/// a closing quote up to the next separator belongs to the cell, and is told.
struct SeparatedScanner {
  /// One cell of a row.
  struct Cell: Equatable {
    enum Form: UInt8 {
      /// Without quotes.
      case bare
      /// Within quotes, and all of it as it stands.
      case quoted
      /// Within quotes, with some that are part of the text.
      case escaped
      /// With text behind its closing quote.
      case irregular
    }

    /// With its quotes.
    let range: Range<Int>
    let form: Form
  }

  let bytes: [UInt8]
  let dialect: SeparatedDialect
  let end: Int
  private(set) var offset: Int
  /// The cells of the row that was taken last.
  private(set) var cells: [Cell] = []
  /// Where the row that was taken last stands, without its line break.
  private(set) var row: Range<Int> = 0..<0
  /// Where a quote opened that nothing closes.
  private(set) var unclosed: Int?

  /// A walk over a part of bytes, after which at least one more can be read.
  init(_ bytes: [UInt8], _ range: Range<Int>, _ dialect: SeparatedDialect) {
    self.bytes = bytes
    self.dialect = dialect
    offset = range.lowerBound
    end = range.upperBound
  }

  /// Takes the next row; false at the end. A blank line is one only in a table of one column.
  mutating func next() -> Bool {
    while !dialect.keepsBlankLines, offset < end, isBreak(bytes[offset]) { offset += 1 }
    guard offset < end else { return false }
    take(from: offset)
    return true
  }

  /// Takes a row whose place is known.
  mutating func take(from start: Int) {
    offset = start
    cells.removeAll(keepingCapacity: true)
    var goesOn = true
    while goesOn {
      cells.append(cell())
      goesOn = offset < end && bytes[offset] == dialect.separator
      if goesOn { offset += 1 }
    }
    row = start..<offset
    if offset < end, bytes[offset] == UInt8(ascii: "\r") { offset += 1 }
    if offset < end, bytes[offset] == UInt8(ascii: "\n"), dialect.lineBreak != .return {
      offset += 1
    }
  }

  /// Whether a cell without quotes around it holds an odd number of them.
  func isHalfQuoted(_ cell: Cell) -> Bool {
    cell.form == .bare
      && dialect.quote.map { quote in
        !bytes[cell.range].count { $0 == quote }.isMultiple(of: 2)
      } ?? false
  }

  /// The cell that begins here; the offset is then at what ends it.
  private mutating func cell() -> Cell {
    var start = offset
    if dialect.skipsSpace { start = afterSpace(start) }
    guard let quote = dialect.quote, start < end, bytes[start] == quote else {
      return Cell(range: offset..<passBare(), form: .bare)
    }
    var form = Cell.Form.quoted
    offset = start + 1
    while true {
      guard offset < end else {
        unclosed = unclosed ?? start
        return Cell(range: start..<end, form: .irregular)
      }
      let byte = bytes[offset]
      if byte == quote {
        offset += 1
        guard offset < end, bytes[offset] == quote else { break }
        form = .escaped
      } else if byte == UInt8(ascii: "\\"), dialect.escapesByBackslash {
        form = .escaped
        offset += 1
      }
      offset += 1
    }
    let close = offset
    while offset < end, bytes[offset] == UInt8(ascii: " ") { offset += 1 }
    if offset >= end || bytes[offset] == dialect.separator || endsRow(offset) {
      return Cell(range: start..<close, form: form)
    }
    return Cell(range: start..<passBare(), form: .irregular)
  }

  /// Where the plain text ends that begins here, which is then passed.
  private mutating func passBare() -> Int {
    while offset < end, bytes[offset] != dialect.separator, !endsRow(offset) { offset += 1 }
    return offset
  }

  private func afterSpace(_ start: Int) -> Int {
    var place = start
    while place < end, bytes[place] == UInt8(ascii: " ") { place += 1 }
    return place < end && bytes[place] == dialect.quote ? place : start
  }

  private func isBreak(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// Whether a row ends at an offset: a return alone ends one only where lines end so.
  private func endsRow(_ offset: Int) -> Bool {
    switch bytes[offset] {
    case UInt8(ascii: "\n"): dialect.lineBreak != .return
    case UInt8(ascii: "\r"):
      dialect.lineBreak == .return || offset + 1 >= end || bytes[offset + 1] == UInt8(ascii: "\n")
    default: false
    }
  }
}
