// SPDX-License-Identifier: MIT

/// Some rows of a relation: one column for each of its fields, all of one length.
public struct Batch: Sendable {
  /// How many rows a reader puts into one batch.
  public static let usualCount = 2048

  public let count: Int
  private var parts: [SelectedColumn]

  public init(_ columns: [Column], count: Int) {
    precondition(columns.allSatisfy { $0.count == count }, "columns of a batch have one length")
    self.init(columns.map { SelectedColumn($0) }, count)
  }

  /// Rows of which some columns may be made later.
  package init(parts: [Part], count: Int) {
    self.init(parts.map { SelectedColumn(part: $0, selection: nil) }, count)
    precondition(parts.allSatisfy { $0.count == count }, "columns of a batch have one length")
  }

  private init(_ parts: [SelectedColumn], _ count: Int) {
    self.parts = parts
    self.count = count
  }

  /// All columns. Those of which rows have been selected are gathered for this, and those that are
  /// still to be made are made, each time.
  public var columns: [Column] { parts.map(\.gathered) }

  /// One of the columns.
  public subscript(slot: Int) -> Column { parts[slot].gathered }

  /// Whether a column is there and has a value in each row.
  package func isFilled(_ slot: Int) -> Bool {
    parts[slot].isGathered && parts[slot].gathered.nullCount == 0
  }

  /// The same rows, of which none are only selected and no column is still to be made.
  package var gathered: Batch {
    parts.allSatisfy(\.isGathered) ? self : Batch(columns, count: count)
  }

  /// Gathers those of some columns that are there; they are going to be asked for more than once.
  package mutating func gather(_ slots: [Int]) {
    for slot in slots where slot < parts.count && !parts[slot].isGathered {
      parts[slot] = SelectedColumn(parts[slot].gathered)
    }
  }

  /// The same rows with other columns in place of those that are there, by their slots; those that
  /// are still to be made stay.
  package func replacing(_ replaced: (Int, Column) -> Column) -> Batch {
    var batch = self
    for (slot, part) in parts.enumerated() where part.isGathered {
      batch.parts[slot] = SelectedColumn(replaced(slot, part.gathered))
    }
    return batch
  }

  /// The rows at the given positions, in their order.
  public func taking(rows: [Int]) -> Batch {
    Batch(columns.map { $0.taking(rows: rows) }, count: rows.count)
  }

  /// The rows whose bit is set. No value is moved: the batch has the same columns, and a selection
  /// of their rows.
  public func filtered(_ bits: Bitmap) -> Batch {
    let kept = bits.setCount
    if kept == count { return self }
    let rows = bits.indices
    var narrowed: [(from: RowSelection?, to: RowSelection)] = []
    let parts = parts.map { part in
      if let known = narrowed.first(where: { $0.from === part.selection }) {
        return SelectedColumn(part: part.part, selection: known.to)
      }
      let selection = RowSelection(part.selection.map { old in rows.map { old.rows[$0] } } ?? rows)
      narrowed.append((part.selection, selection))
      return SelectedColumn(part: part.part, selection: selection)
    }
    return Batch(parts, kept)
  }

  /// A run of rows, in the same place of memory.
  public func slice(_ rows: Range<Int>) -> Batch {
    rows == 0..<count ? self : Batch(columns.map { $0.slice(rows) }, count: rows.count)
  }

  /// Some of the columns, in the order of their slots.
  package func selecting(_ slots: [Int]) -> Batch {
    Batch(slots.map { parts[$0] }, count)
  }

  /// The same rows with further columns.
  public func appending(_ more: [Column]) -> Batch {
    var batch = self
    for column in more { batch.append(column) }
    return batch
  }

  /// Gives the rows a further column.
  public mutating func append(_ column: Column) {
    precondition(column.count == count, "columns of a batch have one length")
    parts.append(SelectedColumn(column))
  }

  /// All rows of all batches, which have the same fields.
  public static func concatenated(_ batches: [Batch], columnCount: Int) -> Batch {
    if batches.count == 1 { return batches[0] }
    let columns = (0..<columnCount).map { index in
      Column.concatenated(batches.map { $0[index] })
    }
    return Batch(columns, count: batches.reduce(0) { $0 + $1.count })
  }

  /// About how many bytes the rows take, beside others that hold some of them already.
  package func heldBytes(beside other: Batch? = nil) -> Int {
    columns.enumerated().reduce(0) { sum, column in
      let known = other.flatMap {
        column.offset < $0.parts.count ? $0[column.offset] : nil
      }
      return sum + column.element.heldBytes(beside: known)
    }
  }
}

extension Batch {
  /// How many elements of shared lists a portion has.
  private static let portionElements = 1 << 17

  /// Where a portion ends that begins at a row: after the usual number of rows, or earlier where
  /// rows share long lists, which each of them shows.
  package func portionEnd(from start: Int) -> Int {
    let end = min(start + Self.usualCount, count)
    return columns.reduce(end) { end, column in
      guard case .list(let lists) = column, lists.isShared else { return end }
      var elements = 0
      let last = (start..<end).first { row in
        elements += lists.range(of: row).count
        return elements > Self.portionElements
      }
      return last.map { max($0, start + 1) } ?? end
    }
  }
}

/// The rows of a column that are left of it, which several columns share.
private final class RowSelection: Sendable {
  let rows: [Int]

  init(_ rows: [Int]) { self.rows = rows }
}

/// A column and, where only some of its rows are meant, which.
private struct SelectedColumn: Sendable {
  let part: Batch.Part
  let selection: RowSelection?

  init(part: Batch.Part, selection: RowSelection?) {
    self.part = part
    self.selection = selection
  }

  init(_ column: Column) { self.init(part: .column(column), selection: nil) }

  var isGathered: Bool { if case .column = part { selection == nil } else { false } }

  var gathered: Column {
    switch part {
    case .column(let column): selection.map { column.taking(rows: $0.rows) } ?? column
    case .pending(let pending): pending.column(of: selection?.rows)
    }
  }
}
