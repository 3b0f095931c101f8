// SPDX-License-Identifier: MIT

import Catalogue

/// Keeps the rows for which a condition holds.
final class FilterOperator: Operator {
  private let condition: BoundExpression
  private let notes: [NullNote]
  private let evaluator: Evaluator
  /// The columns that are read.
  private let slots: [Int]
  private let state: RunState
  private let next: any Operator

  init(
    _ condition: BoundExpression, _ notes: [NullNote], _ evaluator: Evaluator, _ state: RunState,
    next: any Operator
  ) {
    self.condition = condition
    self.notes = notes
    self.evaluator = evaluator
    slots = evaluator.slots(of: [condition] + notes.flatMap(\.readings))
    self.state = state
    self.next = next
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    var batch = batch
    batch.gather(slots)
    for note in notes where note.columns.isSubset(of: ColumnSet(evaluator.layout.columns)) {
      let readings = try note.readings.map { reading throws(ExecutionFault) in
        try evaluator.evaluate(reading, batch)
      }
      state.countNulls(note.label, Column.nullCount(ofAll: readings))
    }
    let kept = try evaluator.condition(condition, batch)
    return try next.consume(batch.filtered(kept))
  }

  func finish() throws(ExecutionFault) { try next.finish() }
}

/// Keeps the rows in which every word occurs in some column, unless a server has found them.
final class SearchOperator: Operator {
  private let patterns: [TextPattern]
  private let isAsked: Bool
  private let slots: [Int]
  private let state: RunState
  private let next: any Operator

  init(_ search: SearchStep, slots: [Int], _ state: RunState, next: any Operator) {
    patterns = search.patterns
    isAsked = search.isAsked
    self.slots = slots
    self.state = state
    self.next = next
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    if isAsked, state.isSearchAnswered { return try next.consume(batch) }
    var batch = batch
    batch.gather(slots)
    var kept = Bitmap(repeating: true, count: batch.count)
    for pattern in patterns {
      var found = Bitmap(repeating: false, count: batch.count)
      for slot in slots {
        if case .text(let column) = batch[slot] { found = found | pattern.matches(column) }
      }
      kept = kept & found
    }
    return try next.consume(batch.filtered(kept))
  }

  func finish() throws(ExecutionFault) { try next.finish() }
}
