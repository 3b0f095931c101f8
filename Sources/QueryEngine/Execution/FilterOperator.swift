// SPDX-License-Identifier: MIT

import Catalogue

/// Keeps the rows for which a condition holds.
struct FilterOperator: BatchwiseOperator {
  private let condition: BoundExpression
  /// The fields that all are there whose nulls are counted.
  private let notes: [NullNote]
  let layout: ColumnLayout
  /// The columns that are read.
  private let slots: [Int]

  init(_ condition: BoundExpression, _ notes: [NullNote], _ layout: ColumnLayout) {
    self.condition = condition
    let known = ColumnSet(layout.columns)
    self.notes = notes.filter { $0.columns.isSubset(of: known) }
    self.layout = layout
    slots = layout.slots(of: [condition] + notes.flatMap(\.readings))
  }

  var cost: RowCost { .sum(([condition] + notes.flatMap(\.readings)).lazy.map(\.cost)) }

  func rows(of batch: Batch, _ evaluator: Evaluator) throws(ExecutionFault) -> Batch {
    var batch = batch
    batch.gather(slots)
    for note in notes {
      let readings = try note.readings.map { reading throws(ExecutionFault) in
        try evaluator.evaluate(reading, batch)
      }
      evaluator.state.countNulls(note.label, Column.nullCount(ofAll: readings))
    }
    return batch.filtered(try evaluator.condition(condition, batch))
  }
}

/// Keeps the rows in which every word occurs in some column, unless a server has found them.
struct SearchOperator: BatchwiseOperator {
  private let search: SearchStep
  private let patterns: [TextPattern]
  let layout: ColumnLayout
  private let slots: [Int]

  init(_ search: SearchStep, _ layout: ColumnLayout) {
    self.search = search
    patterns = search.patterns
    self.layout = layout
    slots = layout.places(search.columns)
  }

  func rows(of batch: Batch, _ evaluator: Evaluator) -> Batch {
    if search.isAsked, evaluator.state.isSearchAnswered { return batch }
    var batch = batch
    batch.gather(slots)
    let columns = search.texts { batch[layout.place($0)] }
    var kept = Bitmap(repeating: true, count: batch.count)
    for pattern in patterns {
      var found = Bitmap(repeating: false, count: batch.count)
      for column in columns { found = found | pattern.matches(column) }
      kept = kept & found
    }
    return batch.filtered(kept)
  }
}
