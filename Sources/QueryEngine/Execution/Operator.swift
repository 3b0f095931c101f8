// SPDX-License-Identifier: MIT

import Catalogue

/// Whether whoever gives rows should go on.
package enum Demand: Sendable { case more, enough }

/// One step of a running query: takes batches of rows and hands rows on to the next.
protocol Operator: AnyObject {
  /// Takes rows; `enough` when no further rows can change the result.
  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand
  /// Called once, after the last batch.
  func finish() throws(ExecutionFault)
}

/// What is done with each row by itself: a value that runs and threads share. Its state is an
/// evaluator.
protocol RowwiseOperator: Sendable {
  /// The columns that are known to its evaluator.
  var layout: ColumnLayout { get }

  /// Whether it wants every row, also where those after it need no more.
  var seesEveryRow: Bool { get }

  /// Whether a row may become several.
  var multipliesRows: Bool { get }

  /// How long it takes for a row.
  var cost: RowCost { get }

  /// Hands on what becomes of some rows, in their order.
  func pass(
    _ batch: Batch, _ evaluator: Evaluator, to take: (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) -> Demand
}

/// The same where of a batch another one becomes.
protocol BatchwiseOperator: RowwiseOperator {
  /// What becomes of some rows, in their order.
  func rows(of batch: Batch, _ evaluator: Evaluator) throws(ExecutionFault) -> Batch
}

extension RowwiseOperator {
  var seesEveryRow: Bool { false }
  var multipliesRows: Bool { false }
  var cost: RowCost { .heavy }
}

extension BatchwiseOperator {
  func pass(
    _ batch: Batch, _ evaluator: Evaluator, to take: (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) -> Demand {
    try take(try rows(of: batch, evaluator))
  }
}

/// What one state does with all rows of a run, in their order, since what becomes of a row depends
/// on those before it or on what they have asked for: a value that runs share.
protocol SequentialOperator: Sendable {
  /// The plans whose rows it brings in besides those that it takes.
  var inputs: [PhysicalPlan] { get }

  /// What it runs for each group of its rows.
  var inner: [PhysicalOperator] { get }

  /// Makes what the states of one run share, and from it the states: one, or one for each group of
  /// rows.
  func maker(_ run: Executor) -> OperatorMaker
}

extension SequentialOperator {
  var inputs: [PhysicalPlan] { [] }
  var inner: [PhysicalOperator] { [] }
}

/// Does with each batch what an operator tells.
final class RowwiseState: Operator {
  private let work: any RowwiseOperator
  private let evaluator: Evaluator
  private let next: any Operator

  init(_ work: any RowwiseOperator, _ state: RunState, next: any Operator) {
    self.work = work
    self.next = next
    evaluator = Evaluator(layout: work.layout, state: state)
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    let demand = try work.pass(batch, evaluator) { rows throws(ExecutionFault) in
      try next.consume(rows)
    }
    return work.seesEveryRow ? .more : demand
  }

  func finish() throws(ExecutionFault) { try next.finish() }
}

/// The end of a query: hands its rows to whoever asked.
final class ResultOperator: Operator {
  private let slots: [Int]
  private let state: RunState
  private let receive: (Batch) throws(ExecutionFault) -> Demand

  init(
    slots: [Int], state: RunState, receive: @escaping (Batch) throws(ExecutionFault) -> Demand
  ) {
    self.slots = slots
    self.state = state
    self.receive = receive
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    guard batch.count > 0 else { return .more }
    state.report.rows += batch.count
    let result = batch.selecting(slots).gathered
    return try state.portions(of: result, receive)
  }

  func finish() {}
}
