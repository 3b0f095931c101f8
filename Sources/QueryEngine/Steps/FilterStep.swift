// SPDX-License-Identifier: MIT

import Catalogue

/// Keeps the rows for which a condition holds.
struct FilterStep: PlanStep {
  let condition: BoundExpression
  /// The fields whose nulls are to be counted, because they decide the condition.
  var notes: [NullNote] = []

  static let traits = StepTraits(effect: .subset, isRowwise: true)

  var reads: ColumnSet { condition.columns.union(ColumnSet(notes.map(\.column))) }

  var expressions: [BoundExpression] { [condition] }

  func line(in text: PlanText) -> String { "filter \(text.expression(condition))" }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    PhysicalOperator(self) { run in
      { FilterOperator(condition, notes, run.evaluator(input), run.state, next: $0) }
    }
  }
}

/// A field of which a run tells in how many rows it is null, or no date where it is read as one.
struct NullNote: Sendable, Hashable {
  let column: ColumnID
  /// The type of what is read as a date; nil where the value is taken as it is.
  var readingDate: ValueType?
  /// The field as the query writes it.
  let label: String
}
