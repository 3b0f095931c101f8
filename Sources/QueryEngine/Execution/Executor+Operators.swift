// SPDX-License-Identifier: MIT

import Catalogue

/// Makes an operator that hands its rows to another.
typealias OperatorMaker = (any Operator) -> any Operator

// What operators are made with.
extension Executor {
  /// Computes expressions over rows with some columns.
  func evaluator(_ layout: ColumnLayout) -> Evaluator { Evaluator(layout: layout, state: state) }

  /// All rows of a plan that a step brings in, read when they are asked for.
  func rows(of plan: PhysicalPlan) -> Lazy<BroughtRows> {
    Lazy { () throws(ExecutionFault) in
      let rows = BroughtRows(state)
      try read(plan) { batch throws(ExecutionFault) in try rows.add(batch) }
      rows.settle()
      return rows
    }
  }

  /// Runs a plan that a step brings in.
  func read(
    _ plan: PhysicalPlan, _ take: @escaping (Batch) throws(ExecutionFault) -> Void
  ) throws(ExecutionFault) {
    var report = RunReport()
    defer { state.merge(report) }
    try Executor.run(plan, in: environment, within: state, into: &report) {
      batch throws(ExecutionFault) in
      try take(batch)
      return .more
    }
  }

  /// Makes the operators of some steps, each handing its rows to the next. Those that it makes for
  /// several groups share what the steps bring in.
  func chain(_ operators: [PhysicalOperator]) -> OperatorMaker {
    let makers = operators.map { $0.work.maker(self) }
    return { last in makers.reversed().reduce(last) { next, make in make(next) } }
  }
}
