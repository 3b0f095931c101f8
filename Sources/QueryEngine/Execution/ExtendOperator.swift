// SPDX-License-Identifier: MIT

import Catalogue

/// Adds computed columns, each of which may read those before it.
final class ExtendOperator: Operator {
  private let expressions: [BoundExpression]
  private let evaluator: Evaluator
  /// The columns of the rows that are read.
  private let slots: [Int]
  private let next: any Operator

  /// `evaluator` knows the places of the added columns too.
  init(_ expressions: [BoundExpression], _ evaluator: Evaluator, next: any Operator) {
    self.expressions = expressions
    self.evaluator = evaluator
    slots = evaluator.slots(of: expressions)
    self.next = next
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    var extended = batch
    extended.gather(slots)
    for expression in expressions {
      extended.append(try evaluator.evaluate(expression, extended))
    }
    return try next.consume(extended)
  }

  func finish() throws(ExecutionFault) { try next.finish() }
}
