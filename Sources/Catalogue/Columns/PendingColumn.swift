// SPDX-License-Identifier: MIT

extension Batch {
  /// One of the columns as they are given to a batch.
  package enum Part: Sendable {
    case column(Column)
    case pending(PendingColumn)

    var count: Int {
      switch self {
      case .column(let column): column.count
      case .pending(let pending): pending.count
      }
    }
  }
}

/// A column that is made when it is asked for, of the rows alone that are left then.
///
/// What it is made of is held until then: who keeps rows for longer asks for them at once.
package final class PendingColumn: Sendable {
  /// How many rows it has when all of them are left.
  let count: Int
  private let make: @Sendable ([Int]?) -> Column

  /// `make` gives the rows at some places, in their order, or all where it gets nil.
  package init(count: Int, make: @escaping @Sendable ([Int]?) -> Column) {
    self.count = count
    self.make = make
  }

  func column(of rows: [Int]?) -> Column {
    let column = make(rows)
    precondition(column.count == rows?.count ?? count, "a column has a value for each row")
    return column
  }
}
