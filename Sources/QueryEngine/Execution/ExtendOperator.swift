// SPDX-License-Identifier: MIT

import Catalogue

/// Adds computed columns.
final class ExtendOperator: Operator {
  private let expressions: [BoundExpression]
  private let evaluator: Evaluator
  private let next: any Operator

  init(_ expressions: [BoundExpression], _ evaluator: Evaluator, next: any Operator) {
    self.expressions = expressions
    self.evaluator = evaluator
    self.next = next
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    var columns: [Column] = []
    for expression in expressions { columns.append(try evaluator.evaluate(expression, batch)) }
    return try next.consume(batch.appending(columns))
  }

  func finish() throws(ExecutionFault) { try next.finish() }
}
