// SPDX-License-Identifier: MIT

import Catalogue

/// Sums up columns while the rows pass.
struct DescribeOperator: GatheringOperator {
  let summaries: [ColumnSummary]
  let slots: [Int]

  func makeState() -> DescribeState { DescribeState(self) }
}

/// What is known of the rows that have passed.
struct DescribeState: GatheringState {
  private var summaries: [ColumnSummary]
  private let slots: [Int]
  private var rows = 0

  init(_ work: DescribeOperator) {
    summaries = work.summaries
    slots = work.slots
  }

  mutating func add(_ batch: Batch, in run: GatheringRun) throws(ExecutionFault) {
    rows += batch.count
    let batch = batch.gathered
    for (place, slot) in slots.enumerated() { summaries[place].add(batch[slot]) }
  }

  mutating func finish(
    in run: GatheringRun, to next: any Operator
  ) throws(ExecutionFault) {
    var description = DescriptionRows(of: rows)
    for summary in summaries { description.add(summary) }
    _ = try next.consume(description.batch)
  }
}
