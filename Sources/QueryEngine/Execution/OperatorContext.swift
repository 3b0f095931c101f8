// SPDX-License-Identifier: MIT

import Catalogue

/// Makes an operator that hands its rows to another.
typealias OperatorMaker = (any Operator) -> any Operator

/// What a step knows of the run when it makes its operators.
struct OperatorContext {
  let executor: Executor
  /// The columns of the batches that the step takes.
  let layout: ColumnLayout

  var state: RunState { executor.state }

  /// Where a column stands in the batches that the step takes.
  func slot(_ column: ColumnID) -> Int { layout.place(column) }

  func slots(_ columns: [ColumnID]) -> [Int] { columns.map(layout.place) }

  /// Computes expressions over the rows that the step takes.
  var evaluator: Evaluator { Evaluator(layout: layout, state: state) }

  /// Computes expressions over rows with other columns.
  func evaluator(of columns: [ColumnID]) -> Evaluator {
    Evaluator(layout: ColumnLayout(columns: columns), state: state)
  }

  func ordering(_ orderings: [Ordering]) -> RowOrdering {
    RowOrdering(keys: orderings.map { (slot($0.column), $0) }, state: state)
  }

  /// Makes the operators of steps that a group's rows go through.
  func pipeline(of steps: [any PlanStep]) -> OperatorMaker {
    executor.chain(steps, layout).pipeline
  }

  /// All rows of a relation that the step brings in, read when they are asked for.
  func rows(of relation: Relation) -> Loaded<[Batch]> {
    Loaded { () throws(ExecutionFault) in
      var batches: [Batch] = []
      var memory = HeldMemory(state.memory)
      try read(relation) { batch throws(ExecutionFault) in
        try memory.add(batch)
        batches.append(batch)
      }
      return batches
    }
  }

  /// Runs a relation that the step brings in.
  func read(
    _ relation: Relation, _ take: @escaping (Batch) throws(ExecutionFault) -> Void
  ) throws(ExecutionFault) {
    let report = try Executor.run(relation, in: executor.environment) {
      batch throws(ExecutionFault) in
      try take(batch)
      return .more
    }
    state.merge(report)
  }
}
