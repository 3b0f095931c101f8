// SPDX-License-Identifier: MIT

import Catalogue

/// Adds computed columns, each of which may read those before it.
struct ExtendOperator: BatchwiseOperator {
  private let expressions: [BoundExpression]
  let layout: ColumnLayout
  /// The columns of the rows that are read.
  private let slots: [Int]

  /// `layout` has the places of the added columns too.
  init(_ expressions: [BoundExpression], _ layout: ColumnLayout) {
    self.expressions = expressions
    self.layout = layout
    slots = layout.slots(of: expressions)
  }

  var cost: RowCost { .sum(expressions.lazy.map(\.cost)) }

  func rows(of batch: Batch, _ evaluator: Evaluator) throws(ExecutionFault) -> Batch {
    var extended = batch
    extended.gather(slots)
    for expression in expressions {
      extended.append(try evaluator.evaluate(expression, extended))
    }
    return extended
  }
}
