// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// Binds calls of scalar functions.
struct FunctionBinder: ExpressionRoom {
  let context: ExpressionContext

  private var money: MoneyBinder { MoneyBinder(context: context) }

  /// A call of a function by its name, with its arguments bound.
  func call(
    _ name: Name, _ arguments: [Expression], _ given: [BoundExpression], _ range: ScriptRange
  ) -> BoundExpression {
    guard let function = ScalarFunction.named(name.text) else {
      return unknownFunction(name, arguments, range)
    }
    guard let bound = fitted(given, to: function, range) else { return .unknown(range) }
    guard let type = function.result(bound.map(\.type)) else {
      return unknown(
        .wrongArguments(function.name, function.form, function.summary, range, bound.map(\.type)),
        range)
    }
    switch function.way {
    case .today: return today(range)
    case .firstPresent: return BoundExpression(.coalesce(bound), type, range)
    case .rounding(let kernel): return rounded(function.name, kernel, bound, type, range)
    case .kernel(let kernel): return money.calling(function.name, kernel, bound, type, range)
    }
  }

  private func unknownFunction(
    _ name: Name, _ arguments: [Expression], _ range: ScriptRange
  ) -> BoundExpression {
    if var mended = OtherLanguageCall.mended(name.text, arguments, at: range, in: source) {
      if OtherLanguageCall.isComputed(name.text), range.start == context.nameless {
        mended.text = "\(name.text.lowercased()) = \(mended.text)"
      }
      return unknown(.foreignCall(source[range], range, mended), range)
    }
    return unknown(
      .unknownFunction(
        name, arguments, macros: context.known.declarations.macroNames(ofStages: false),
        aggregates: context.takesAggregates ? AggregateFunction.all.map(\.name) : []), range)
  }

  /// The arguments of a function of the types that it wants, as far as they can be made so.
  private func fitted(
    _ arguments: [BoundExpression], to function: ScalarFunction, _ range: ScriptRange
  ) -> [BoundExpression]? {
    switch function.arguments {
    case .dates:
      return arguments.map { argument in
        guard argument.type == .text else { return argument }
        return BoundExpression(.convert(argument), .date, argument.range)
      }
    case .alike:
      guard let model = arguments.first(where: { $0.type?.hasUnit ?? false }) else {
        let mixed = arguments.first { $0.type == .any }
        return mixed.map { mixed in arguments.map { $0.widened(beside: mixed) } } ?? arguments
      }
      var fitted: [BoundExpression] = []
      for argument in arguments {
        guard
          let (_, value) = UnitBinder(context: context).agreeing(model, argument, .branching, range)
        else { return nil }
        fitted.append(value)
      }
      return fitted
    case .asTheyAre: return arguments
    }
  }

  /// The day on which the script runs, which whoever runs it has said.
  private func today(_ range: ScriptRange) -> BoundExpression {
    let today = context.known.today.map { Value.number(Decimal($0.seconds)) }
    return BoundExpression(.literal(today ?? .null), .date, range)
  }

  /// A rounded length has whole numbers of its own unit, not of metres.
  private func rounded(
    _ function: String, _ kernel: FunctionKernel, _ arguments: [BoundExpression],
    _ type: ValueType, _ range: ScriptRange
  ) -> BoundExpression {
    guard let factor = type.factor else {
      return money.calling(function, kernel, arguments, type, range)
    }
    let unit = BoundExpression(.literal(.number(factor)), .decimal, range)
    let number = BoundExpression(.arithmetic(.divide, arguments[0], unit), .decimal, range)
    let call = BoundExpression.Kind.call(function, kernel, [number] + arguments.dropFirst())
    let whole = BoundExpression(call, .decimal, range)
    return BoundExpression(.arithmetic(.multiply, whole, unit), type, range)
  }
}
