// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// One of the conditions that all have to hold, with the rows for which it does.
struct ConditionTerm {
  let bound: BoundExpression
  /// As it stands in the pipeline; nil where a view or a macro has it.
  let written: Expression?
  /// The stage of the pipeline in which it stands.
  let stage: Int?
  let text: String
  let rows: Bitmap

  var range: ScriptRange { bound.range }

  /// The bound form of a value that stands in it.
  func value(_ written: Expression) -> BoundExpression? { bound.first(at: written.range) }
}

extension BoundExpression {
  /// The outermost expression inside this one that stands at a place.
  fileprivate func first(at place: ScriptRange) -> BoundExpression? {
    if range == place { return self }
    for child in children { if let found = child.first(at: place) { return found } }
    return nil
  }
}

extension Expression {
  /// The conditions that all have to hold, as they are written.
  var conjuncts: [Expression] {
    if case .and(let terms) = kind { terms.flatMap(\.conjuncts) } else { [self] }
  }

  /// Whether it is a value that is written, or has a name.
  var isConstant: Bool {
    switch kind {
    case .number, .quantity, .date, .text, .parameter: true
    case .negative(let inner): inner.isConstant
    default: false
    }
  }
}

/// The rows that come to some filters that stand together, and the conditions of these.
struct FilteredRows {
  let terms: [ConditionTerm]
  let batch: Batch
  private let evaluator: Evaluator
  private let isCancelled: () -> Bool

  init(
    _ filters: [FilterStep], in stages: EmptyingStages, _ steps: [Int], _ source: ScriptText,
    _ batch: Batch, _ evaluator: Evaluator, unless isCancelled: @escaping () -> Bool
  ) throws(ExecutionFault) {
    self.isCancelled = isCancelled
    self.batch = batch
    self.evaluator = evaluator
    var terms: [ConditionTerm] = []
    for (filter, step) in zip(filters, steps) {
      let stage = stages.stage(of: step)
      let written = stage.flatMap { stages.pipeline.stages[$0].filter }?.conjuncts ?? []
      for condition in Self.merged(filter.condition.conjuncts) {
        terms.append(
          ConditionTerm(
            bound: condition, written: written.first { $0.range == condition.range },
            stage: stage, text: source[condition.range].shortened,
            rows: try evaluator.condition(condition, batch)))
      }
    }
    self.terms = terms
  }

  /// Conditions that are written as one, such as the bounds of `between`, are one.
  private static func merged(_ terms: [BoundExpression]) -> [BoundExpression] {
    var merged: [BoundExpression] = []
    for term in terms {
      if let last = merged.last, last.range == term.range {
        merged[merged.count - 1] = BoundExpression(.and([last, term]), .bool, term.range)
      } else {
        merged.append(term)
      }
    }
    return merged
  }

  /// The values of an expression.
  func values(_ expression: BoundExpression) -> Column? {
    try? evaluator.evaluate(expression, batch)
  }

  /// Its texts; nil where it has others than those.
  func texts(_ expression: BoundExpression) -> TextValues? {
    TextValues(values(expression), unless: isCancelled)
  }

  func elementTexts(_ expression: BoundExpression) -> ElementTexts? {
    ElementTexts(values(expression), unless: isCancelled)
  }

  /// The rows that some of the conditions leave.
  func left(by indices: some Sequence<Int>) -> Bitmap {
    ConditionConflict.all(indices.map { terms[$0].rows }, count: batch.count)
  }
}
