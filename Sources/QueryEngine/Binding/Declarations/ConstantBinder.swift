// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// Finds values that no row decides.
struct ConstantBinder {
  let environment: BindingEnvironment

  private var known: Binder.Context { environment.known }

  /// The value of an expression that reads no rows; nil after a fault, which has been reported.
  func value(of expression: Expression) -> (value: Value, type: ValueType?)? {
    var inner = environment
    inner.firstFault = environment.session.reported
    inner.known.last = nil
    var scope = Scope(noun: "a value")
    scope.isConstant = true
    let bound = ExpressionBinder.bind(expression, in: .ofRow(scope, inner)).expression
    if inner.hasFault { return nil }
    if case .literal(let value) = bound.kind { return (value, bound.type) }
    let evaluator = Evaluator(
      layout: ColumnLayout(columns: []), state: RunState(isCancelled: { false }))
    do throws(ExecutionFault) {
      let column = try evaluator.evaluate(bound, Batch([], count: 1))
      return (column.value(at: 0), bound.type)
    } catch {
      let fault = Diagnostic(error, in: environment.source, at: expression.range)
      if let fault { environment.report(fault) }
      return nil
    }
  }

  /// The value of `$name`; nil after a fault, which has been reported.
  func value(of name: Name) -> Declarations.Constant? {
    if let constant = known.declarations.constant(name.text) { return constant }
    if !known.declarations.isBroken(name.text), !known.isUncertain {
      environment.report(.unknownValue(name, known: known.declarations.constantNames))
    }
    return nil
  }
}
