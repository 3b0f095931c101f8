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
  /// What becomes of some rows, in their order.
  func rows(of batch: Batch, _ evaluator: Evaluator) throws(ExecutionFault) -> Batch
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
    try next.consume(try work.rows(of: batch, evaluator))
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
