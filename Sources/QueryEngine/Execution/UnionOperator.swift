// SPDX-License-Identifier: MIT

import Catalogue

/// Hands on the rows that it takes, then those of another plan, with the columns of both.
struct UnionOperator: SequentialOperator {
  let columns: [UnionColumn]
  let left: ColumnLayout
  let right: ColumnLayout
  /// Whether the other plan runs also where none of its rows is wanted, because it checks them.
  let isChecking: Bool
  private let other: PhysicalPlan

  init(_ union: UnionStep, _ input: ColumnLayout) {
    columns = union.columns
    left = input
    right = ColumnLayout(columns: union.other.columns)
    isChecking = union.other.hasChecks
    other = PhysicalPlan(union.other)
  }

  var inputs: [PhysicalPlan] { [other] }

  func maker(_ run: Executor) -> OperatorMaker {
    let rows = run.rows(of: other)
    return { UnionState(self, rows, run.state, next: $0) }
  }
}

/// Whether those after it want rows still.
private final class UnionState: Operator {
  private let union: UnionOperator
  private let state: RunState
  private let next: any Operator
  private let others: Lazy<BroughtRows>
  private var isSatisfied = false

  init(
    _ union: UnionOperator, _ others: Lazy<BroughtRows>, _ state: RunState, next: any Operator
  ) {
    self.union = union
    self.state = state
    self.next = next
    self.others = others
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    let demand = try next.consume(rows(of: batch, union.left, \.left))
    isSatisfied = demand == .enough
    return demand
  }

  func finish() throws(ExecutionFault) {
    if !isSatisfied || union.isChecking {
      let others = try others.get()
      if !isSatisfied {
        try others.forEach { batch throws(ExecutionFault) in
          try state.check()
          return try next.consume(rows(of: batch, union.right, \.right))
        }
      }
    }
    try next.finish()
  }

  private func rows(
    of batch: Batch, _ layout: ColumnLayout, _ side: (UnionColumn) -> UnionColumn.Part?
  ) throws(ExecutionFault) -> Batch {
    let batch = batch.gathered
    let arranged = try union.columns.map { column throws(ExecutionFault) -> Column in
      guard let part = side(column), let type = part.type else { return .null(count: batch.count) }
      let values = batch[layout.place(part.id)].fitted(from: type, to: column.type)
      guard column.type.canShow(values) else { throw .overflow(column.range) }
      return values
    }
    return Batch(arranged, count: batch.count)
  }
}
