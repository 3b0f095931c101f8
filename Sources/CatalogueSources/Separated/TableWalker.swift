// SPDX-License-Identifier: MIT

import CSeparated

/// Reads the rows of a long table as text window by window: each whole row of a window is checked,
/// its wanted cells are found, and what kinds of values each column has is gathered.
///
/// What is not plainly clean is refused without a reason: who wants one reads the text the exact
/// way. Windows come in ascending order; several walkers may share those of one text.
@safe
final class TableWalker {
  /// A column whose tokens are wanted.
  struct Column: Sendable, Equatable {
    /// Which of the table's it is.
    let place: Int
    /// Whether each cell is a text, or nothing where none is written; else it is what its text
    /// looks like. Both may be wanted of one column.
    let isText: Bool

    init(_ place: Int, isText: Bool) {
      self.place = place
      self.isText = isText
    }
  }

  /// How the walk over a window ended.
  enum Outcome {
    case walked
    case refused
    case noMemory
  }

  private let handle: OpaquePointer
  private let width: Int
  private var count = 0
  /// How many bytes of the last window need not be looked at again; 0 where a longer window is
  /// needed.
  private(set) var consumed = 0

  /// A walker over a table with so many columns; nil when memory runs out, for a dialect that is
  /// not walked over, and for a column that the table does not have.
  init?(_ dialect: SeparatedDialect, width: Int, columns: [Column]) {
    guard let known = Self.dialect(dialect), 1...RecordStatus.fieldLimit ~= width,
      columns.allSatisfy({ 0..<width ~= $0.place }),
      let handle = unsafe cq_table_walker_new(known, UInt32(width))
    else { return nil }
    unsafe self.handle = handle
    self.width = width
    for (index, column) in columns.enumerated() {
      let added = unsafe cq_table_walker_add(
        handle, UInt32(column.place), column.isText ? 1 : 0)
      guard added == index else { return nil }
    }
  }

  deinit { unsafe cq_table_walker_free(handle) }

  /// Nil for one whose cells are found in another way than by single bytes.
  private static func dialect(_ dialect: SeparatedDialect) -> cq_table_dialect? {
    let quote = UInt8(ascii: "\"")
    let isPlain = !dialect.escapesByBackslash && !dialect.skipsSpace
    guard isPlain, dialect.quote ?? quote == quote,
      dialect.separator == UInt8(ascii: "\t") || 0x21...0x7E ~= dialect.separator,
      dialect.separator != quote
    else { return nil }
    return cq_table_dialect(
      separator: dialect.separator, quote: dialect.quote ?? 0,
      ends_by_return: dialect.lineBreak == .return ? 1 : 0,
      keeps_blank_lines: dialect.keepsBlankLines ? 1 : 0, decimal_mark: dialect.decimalMark)
  }

  /// Walks over the whole rows with which a window begins. The first begins behind the names of the
  /// columns. With `isLast` nothing follows: then the last row need not be ended.
  func walk(_ payload: Payload, isLast: Bool) -> Outcome {
    walk(payload.padded, 0..<payload.count, isLast: isLast)
  }

  /// The same for a part of a text with what `Payload` has after it. Places are those in the part.
  func walk(_ padded: [UInt8], _ part: Range<Int>, isLast: Bool) -> Outcome {
    let result = unsafe padded.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress, part.upperBound + Payload.padding <= bytes.count,
        part.lowerBound >= 0
      else { return cq_table_walk_result(consumed: 0, rows: 0, status: 1) }
      return unsafe cq_table_walk(handle, base + part.lowerBound, part.count, isLast ? 1 : 0)
    }
    let outcome = Self.outcome(of: result)
    count = outcome == .walked ? Int(result.rows) : 0
    consumed = outcome == .walked ? Int(result.consumed) : 0
    return outcome
  }

  private static func outcome(of result: cq_table_walk_result) -> Outcome {
    switch UInt32(result.status) {
    case cq_table_walked.rawValue: .walked
    case cq_table_no_memory.rawValue: .noMemory
    default: .refused
    }
  }

  /// Where the rows of the last window stand.
  func spans() -> [RecordSpan] {
    guard count > 0, let spans = unsafe cq_table_walker_spans(handle) else { return [] }
    return unsafe spans.withMemoryRebound(to: RecordSpan.self, capacity: count) {
      unsafe Array(UnsafeBufferPointer(start: $0, count: count))
    }
  }

  /// The tokens of one of the columns that were asked for, one for each row of the last window.
  func tokens(_ column: Int) -> [ValueToken] {
    guard count > 0, let tokens = unsafe cq_table_walker_tokens(handle, Int32(column)) else {
      return []
    }
    return unsafe tokens.withMemoryRebound(to: ValueToken.self, capacity: count) {
      unsafe Array(UnsafeBufferPointer(start: $0, count: count))
    }
  }

  /// A number that grows whenever a window shows something new of the shape but how many rows there
  /// are.
  var known: UInt64 { unsafe cq_table_walker_known(handle) }

  /// The shape of the rows of all windows so far. It means nothing once a window was refused.
  func shape() -> TableShape {
    TableShape(
      rows: unsafe Int(cq_table_walker_rows(handle)),
      columns: (0..<width).map { column in
        TableShape.Kinds(rawValue: unsafe cq_table_walker_seen(handle, UInt32(column)))
      })
  }
}
