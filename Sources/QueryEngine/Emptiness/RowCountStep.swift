// SPDX-License-Identifier: MIT

import Catalogue
import Synchronization

/// Counts the rows that pass.
final class RowCounter: Sendable {
  private let rows = Mutex(0)

  var count: Int { rows.withLock { $0 } }

  func add(_ count: Int) { rows.withLock { $0 += count } }
}

/// Lets all rows pass and counts them.
struct RowCountStep: PlanStep {
  let counter: RowCounter

  static let traits = StepTraits(effect: .same)

  func line(in text: PlanText) -> String { "count the rows that pass" }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    PhysicalOperator(
      self, .streaming, .rowwise(RowCountOperator(counter: counter, layout: input)))
  }
}

private struct RowCountOperator: BatchwiseOperator {
  let counter: RowCounter
  let layout: ColumnLayout

  func rows(of batch: Batch, _ evaluator: Evaluator) -> Batch {
    counter.add(batch.count)
    return batch
  }
}
