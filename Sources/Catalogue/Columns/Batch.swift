// SPDX-License-Identifier: MIT

/// Some rows of a relation: one column for each of its fields, all of one length.
public struct Batch: Sendable {
  /// How many rows a reader puts into one batch.
  public static let usualCount = 2048

  public private(set) var columns: [Column]
  public let count: Int

  public init(_ columns: [Column], count: Int) {
    precondition(columns.allSatisfy { $0.count == count }, "columns of a batch have one length")
    self.columns = columns
    self.count = count
  }

  /// The rows at the given positions, in their order.
  public func taking(rows: [Int]) -> Batch {
    Batch(columns.map { $0.taking(rows: rows) }, count: rows.count)
  }

  /// The rows whose bit is set.
  public func filtered(_ bits: Bitmap) -> Batch {
    let kept = bits.setCount
    if kept == count { return self }
    return taking(rows: bits.indices)
  }

  /// A run of rows, in the same place of memory.
  public func slice(_ rows: Range<Int>) -> Batch {
    rows == 0..<count ? self : Batch(columns.map { $0.slice(rows) }, count: rows.count)
  }

  /// The same rows with further columns.
  public func appending(_ more: [Column]) -> Batch {
    Batch(columns + more, count: count)
  }

  /// Gives the rows a further column.
  public mutating func append(_ column: Column) {
    precondition(column.count == count, "columns of a batch have one length")
    columns.append(column)
  }

  /// All rows of all batches, which have the same fields.
  public static func concatenated(_ batches: [Batch], columnCount: Int) -> Batch {
    if batches.count == 1 { return batches[0] }
    let columns = (0..<columnCount).map { index in
      Column.concatenated(batches.map { $0.columns[index] })
    }
    return Batch(columns, count: batches.reduce(0) { $0 + $1.count })
  }

  /// About how many bytes the rows take, beside others that hold some of them already.
  package func heldBytes(beside other: Batch? = nil) -> Int {
    columns.enumerated().reduce(0) { sum, column in
      let known = other.flatMap {
        column.offset < $0.columns.count ? $0.columns[column.offset] : nil
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
