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
  private var columns: ColumnSummaries
  private let slots: [Int]

  init(_ work: DescribeOperator) {
    columns = ColumnSummaries(work.summaries)
    slots = work.slots
  }

  mutating func add(_ batch: Batch, in run: GatheringRun) throws(ExecutionFault) {
    columns.add(batch.gathered, slots, offer: run.offer)
  }

  mutating func finish(
    in run: GatheringRun, to next: any Operator
  ) throws(ExecutionFault) {
    var description = DescriptionRows(of: columns.rows)
    for summary in columns.summaries { description.add(summary) }
    _ = try next.consume(description.batch)
  }
}
