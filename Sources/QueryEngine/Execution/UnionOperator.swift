// SPDX-License-Identifier: MIT

import Catalogue

/// Hands on the rows that it takes, then those of another plan, with the columns of both.
final class UnionOperator: Operator {
  private let columns: [UnionColumn]
  private let left: ColumnLayout
  private let right: ColumnLayout
  /// Whether the other plan runs also where none of its rows is wanted, because it checks them.
  private let isChecking: Bool
  private let state: RunState
  private let next: any Operator
  private let others: Lazy<[Batch]>
  private var isSatisfied = false

  init(
    _ columns: [UnionColumn], left: ColumnLayout, right: ColumnLayout, _ others: Lazy<[Batch]>,
    isChecking: Bool, _ state: RunState, next: any Operator
  ) {
    self.columns = columns
    self.left = left
    self.right = right
    self.isChecking = isChecking
    self.state = state
    self.next = next
    self.others = others
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    let demand = try next.consume(rows(of: batch, left, \.left))
    isSatisfied = demand == .enough
    return demand
  }

  func finish() throws(ExecutionFault) {
    let others = isSatisfied && !isChecking ? [] : try others.get()
    for batch in isSatisfied ? [] : others {
      try state.check()
      if try next.consume(rows(of: batch, right, \.right)) == .enough { break }
    }
    try next.finish()
  }

  private func rows(
    of batch: Batch, _ layout: ColumnLayout, _ side: (UnionColumn) -> UnionColumn.Part?
  ) throws(ExecutionFault) -> Batch {
    let batch = batch.gathered
    let arranged = try columns.map { column throws(ExecutionFault) -> Column in
      guard let part = side(column) else { return .null(count: batch.count) }
      let values = batch[layout.place(part.id)]
      switch (column.type, part.type) {
      case (.any, _): return values.widened(from: part.type)
      case (.money(.varying), .money(.fixed(let currency))):
        return MoneyColumn.column(values, in: currency)
      default:
        guard column.type.canShow(values) else { throw .overflow(column.range) }
        return values
      }
    }
    return Batch(arranged, count: batch.count)
  }
}
