// SPDX-License-Identifier: MIT

import Catalogue

/// Adds computed columns, part after part: each part may read the columns of those before it.
final class ExtendOperator: Operator {
  typealias Part = (expressions: [BoundExpression], evaluator: Evaluator)

  private let parts: [Part]
  private let next: any Operator

  init(_ parts: [Part], next: any Operator) {
    self.parts = parts
    self.next = next
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    var extended = batch
    for (expressions, evaluator) in parts {
      var columns: [Column] = []
      for expression in expressions {
        columns.append(try evaluator.evaluate(expression, extended))
      }
      extended = extended.appending(columns)
    }
    return try next.consume(extended)
  }

  func finish() throws(ExecutionFault) { try next.finish() }
}
