// SPDX-License-Identifier: MIT

import Catalogue

/// Lets a run of rows pass: leaves out the first ones, then keeps some.
struct LimitOperator: SequentialOperator {
  let skipped: Int
  let kept: Int
  /// Where the end tells whether it parts equal rows.
  let end: End?

  /// The end of rows that come in an order.
  struct End: Sendable {
    let order: RowOrdering
    /// In what rows are equal.
    let ties: String
    /// Whether one row more may be asked for than are kept.
    let looksOn: Bool
  }

  func maker(_ run: Executor) -> OperatorMaker {
    { state(run.state, next: $0) }
  }

  /// What lets the rows of a run pass.
  func state(_ state: RunState, next: any Operator) -> any Operator {
    let limit = LimitState(skip: skipped, keep: kept, next: next)
    guard kept > 0, let end else { return limit }
    return CutEnd(limit, end, state)
  }
}

/// How many rows are still left out, and kept.
private final class LimitState: Operator {
  private var toSkip: Int
  fileprivate private(set) var toKeep: Int
  /// Whether those behind it want more than it has given: what they cut themselves is another end.
  fileprivate private(set) var isAwaited = true
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
    isAwaited = demand == .more
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
  private let end: LimitOperator.End
  private let state: RunState
  /// The last row that has passed once no more may.
  private var last: Batch?

  init(_ limit: LimitState, _ end: LimitOperator.End, _ state: RunState) {
    self.limit = limit
    self.end = end
    self.state = state
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    guard last == nil else { return judge(batch) }
    let passed = limit.wanted
    let demand = try limit.consume(batch)
    guard limit.toKeep == 0, limit.isAwaited, batch.count > 0 else { return demand }
    let count = min(passed, batch.count)
    last = batch.slice(count - 1..<count)
    if count < batch.count { return judge(batch.slice(count..<batch.count)) }
    return end.looksOn ? .more : .enough
  }

  func finish() throws(ExecutionFault) { try limit.finish() }

  /// Compares the first of further rows with the last that has passed.
  private func judge(_ rest: Batch) -> Demand {
    guard let last, rest.count > 0 else { return .more }
    if end.order.areEqual(last, rest.slice(0..<1), state.locale) { state.note(ties: end.ties) }
    return .enough
  }
}
