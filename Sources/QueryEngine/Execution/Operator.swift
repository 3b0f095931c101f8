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
