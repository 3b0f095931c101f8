// SPDX-License-Identifier: MIT

import Catalogue

/// Gives the items that each row names, in the order of the rows, with the key of that row behind.
struct FollowOperator: SequentialOperator {
  let follow: FollowStep
  let keySlot: Int

  func maker(_ run: Executor) -> OperatorMaker {
    { FollowState(follow, keySlot: keySlot, run.state, next: $0) }
  }
}

/// Asks for the items of one row after another, as long as they are wanted.
private final class FollowState: Operator {
  private let follow: FollowStep
  private let keySlot: Int
  private let state: RunState
  private let next: any Operator

  init(_ follow: FollowStep, keySlot: Int, _ state: RunState, next: any Operator) {
    self.follow = follow
    self.keySlot = keySlot
    self.state = state
    self.next = next
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    let batch = batch.gathered
    for (row, key) in batch[keySlot].ids(follow.source.schema.keyType).texts.enumerated() {
      guard try state.fetchesOn() else { return .enough }
      if try pass(itemsOf: key, batch[keySlot].taking(rows: [row])) == .enough {
        return .enough
      }
    }
    return .more
  }

  private func pass(itemsOf key: String, _ of: Column) throws(ExecutionFault) -> Demand {
    let fields = follow.columns.map(\.field)
    let begun = try state.untilStopped { () throws(ExecutionFault) in
      try asking { () throws(SourceFault) in
        try follow.source.relations?.related(follow.relation, to: key, fields: fields)
      }
    }
    guard let cursor = begun else {
      if state.report.isInterrupted { return .enough }
      state.follow(follow.relation, untold: key)
      return .more
    }
    var demand = Demand.more
    defer { state.follow(follow.relation, cursor.report) }
    while demand == .more,
      let batch = try state.untilStopped({ () throws(ExecutionFault) in
        try asking { () throws(SourceFault) in try cursor.next() }
      })
    {
      let origin = of.taking(rows: Array(repeating: 0, count: batch.count))
      demand = try next.consume(batch.appending([origin]))
      if try !state.fetchesOn() { cursor.interrupt() }
    }
    try state.note(records: cursor.report, of: follow.source)
    if cursor.report.isInterrupted { try state.stopFetching() }
    return demand
  }

  func finish() throws(ExecutionFault) { try next.finish() }
}
