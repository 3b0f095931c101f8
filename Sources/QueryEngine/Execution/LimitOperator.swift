// SPDX-License-Identifier: MIT

import Catalogue

/// Lets a run of rows pass: leaves out the first ones, then keeps some.
struct LimitOperator: SequentialOperator {
  let skipped: Int
  let kept: Int

  func maker(_: Executor) -> OperatorMaker {
    { LimitState(skip: skipped, keep: kept, next: $0) }
  }
}

/// How many rows are still left out, and kept.
private final class LimitState: Operator {
  private var toSkip: Int
  private var toKeep: Int
  private let next: any Operator

  init(skip: Int, keep: Int, next: any Operator) {
    toSkip = skip
    toKeep = keep
    self.next = next
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    let start = min(toSkip, batch.count)
    toSkip -= start
    let end = start + min(toKeep, batch.count - start)
    toKeep -= end - start
    let demand = try next.consume(batch.slice(start..<end))
    return toKeep == 0 ? .enough : demand
  }

  func finish() throws(ExecutionFault) { try next.finish() }
}
