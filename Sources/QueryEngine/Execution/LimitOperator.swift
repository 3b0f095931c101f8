// SPDX-License-Identifier: MIT

import Catalogue

/// Lets a run of rows pass: leaves out the first ones, then keeps some.
struct LimitOperator: SequentialOperator {
  let skipped: Int
  let kept: Int
  /// The order in which the rows come where it is told that their end parts equal ones, and in what
  /// these are equal.
  let end: (order: RowOrdering, ties: String)?

  func maker(_ run: Executor) -> OperatorMaker {
    { state(run.state, next: $0) }
  }

  /// What lets the rows of a run pass.
  func state(_ state: RunState, next: any Operator) -> any Operator {
    let limit = LimitState(skip: skipped, keep: kept, next: next)
    guard let (order, ties) = end else { return limit }
    return CutEnd(limit, order, ties, state)
  }
}

/// How many rows are still left out, and kept.
private final class LimitState: Operator {
  private var toSkip: Int
  fileprivate private(set) var toKeep: Int
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

  /// How many of the rows to come matter.
  var wanted: Int {
    let (sum, overflow) = toSkip.addingReportingOverflow(toKeep)
    return overflow ? .max : sum
  }
}

/// Looks at the row behind the last that passes, which may be equal to it.
private final class CutEnd: Operator {
  private let limit: LimitState
  private let order: RowOrdering
  private let ties: String
  private let state: RunState
  /// The last row that has passed once no more may.
  private var last: Batch?

  init(_ limit: LimitState, _ order: RowOrdering, _ ties: String, _ state: RunState) {
    self.limit = limit
    self.order = order
    self.ties = ties
    self.state = state
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    guard last == nil else { return judge(batch) }
    let passed = limit.wanted
    let demand = try limit.consume(batch)
    guard limit.toKeep == 0, passed > 0, demand == .enough, batch.count > 0 else { return demand }
    let end = min(passed, batch.count)
    last = batch.slice(end - 1..<end)
    return end < batch.count ? judge(batch.slice(end..<batch.count)) : .more
  }

  func finish() throws(ExecutionFault) { try limit.finish() }

  /// Compares the first of further rows with the last that has passed.
  private func judge(_ rest: Batch) -> Demand {
    guard let last, rest.count > 0 else { return .more }
    let pair = Batch.concatenated([last, rest.slice(0..<1)], columnCount: rest.columns.count)
    if order.areEqual(0, 1, in: pair, state.locale) { state.note(ties: ties) }
    return .enough
  }
}
