// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// Finds the values that a stage is given besides its expressions.
struct StageValueBinder: ExpressionRoom {
  let context: ExpressionContext

  /// A whole number, which is one of rows if nothing else is said.
  func number(_ count: Count, _ needed: String = "number of rows") -> Int {
    let expression: Expression
    switch count.kind {
    case .number(let number): return number
    case .parameter(let name): expression = Expression(kind: .parameter(name), range: name.range)
    case .value(let value): expression = value
    }
    guard let value = value(of: expression) else { return 0 }
    if case .number(let number) = value {
      if let rows = number.int, rows >= 0 { return rows }
      if number.isInteger, number.int == nil, number.coefficient > 0 {
        report(.largeCount(source[expression.range], expression.range))
        return 0
      }
    }
    report(.wrongValue(source[expression.range], "a whole \(needed)", expression.range))
    return 0
  }

  /// A text that is written, has a name or is given to a macro.
  func text(_ expression: Expression) -> String {
    guard let value = value(of: expression) else { return "" }
    if case .text(let text) = value { return text }
    report(.wrongValue(source[expression.range], "a text", expression.range))
    return ""
  }

  /// A value that does not depend on any row; nil after a fault, which has been reported.
  private func value(of expression: Expression) -> Value? {
    if case .parameter(let name) = expression.kind {
      // A field may be meant that has the name, which is told.
      _ = ExpressionBinder.bind(expression, in: context)
      return context.known.declarations.constant(name.text)?.value
    }
    let known = ConstantBinder(environment: context.environment).value(of: expression)
    guard let known, known.type != nil || expression.isNull else { return nil }
    return known.value
  }
}

extension Expression {
  fileprivate var isNull: Bool { if case .null = kind { true } else { false } }
}
