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
      return ofList(name, given, range) ?? unknownFunction(name, arguments, range)
    }
    guard var bound = fitted(given, to: function, range) else { return .unknown(range) }
    // Where a function of texts takes no date it takes the text of it; a cast would give null.
    if function.arguments != .dates, ![.number, .int].contains(function.word),
      function.result(bound.map(\.type)) == nil
    {
      let texts = bound.map(\.withDatesAsTexts)
      if function.result(texts.map(\.type)) != nil { bound = texts }
    }
    guard let type = function.result(bound.map(\.type)) else {
      return unknown(
        function.castFault(bound.map(\.type), range)
          ?? .wrongArguments(
            function.name, function.form, function.summary, range, bound.map(\.type)),
        range)
    }
    if let fault = function.choiceFault(bound) { return unknown(fault, range) }
    switch function.way {
    case .spelling: return spelled(function.name, bound[0], range)
    case .typed(let kernel):
      return BoundExpression(.call(function.name, kernel(bound[0].type), bound), type, range)
    case .today: return today(range)
    case .firstPresent: return BoundExpression(.coalesce(bound), type, range)
    case .rounding(let kernel): return rounded(function.name, kernel, bound, type, range)
    case .kernel(let kernel): return money.calling(function.name, kernel, bound, type, range)
    }
  }

  /// The text that is shown of a value.
  private func spelled(
    _ function: String, _ value: BoundExpression, _ range: ScriptRange
  ) -> BoundExpression {
    switch value.type {
    case .text: value
    case .any:
      BoundExpression(.call(function, .ofText { .text($0.plainTexts) }, [value]), .text, range)
    default: BoundExpression(.spelling(value), .text, range)
    }
  }

  /// An aggregate of the elements of a list; nil where it is none.
  private func ofList(
    _ name: Name, _ given: [BoundExpression], _ range: ScriptRange
  ) -> BoundExpression? {
    guard let function = AggregateFunction.named(name.text), function.word != .list,
      case .list(let written)? = given.first?.type
    else { return nil }
    guard given.count == (function.takesShare ? 2 : 1) else {
      return unknown(
        .wrongArguments(function.name, function.form, function.summary, range, given.map(\.type)),
        range)
    }
    // A list without values goes with each function, as a field without values does.
    let element = given[0].hasNoElements ? nil : written
    guard element != .money(.varying), let type = function.result(element) else {
      return unknown(.wrongElements(written, of: function, given[0].range), range)
    }
    let share = function.takesShare ? given[1] : nil
    if let fault = share.flatMap(Self.shareFault) { return unknown(fault, range) }
    let call = AggregateCall(
      id: context.environment.session.newColumn(), function: function, type: type, input: nil,
      order: SortKey.Order(element), share: share.flatMap(Self.share), range: range)
    return BoundExpression(.ofList(call, given[0]), type, range)
  }

  /// The number of per cent that stands in the script.
  static func share(_ argument: BoundExpression) -> Decimal? {
    guard case .literal(.number(let number)) = argument.kind, argument.type?.isNumber ?? false,
      number >= .zero, number <= Decimal(100)
    else { return nil }
    return number
  }

  static func shareFault(_ argument: BoundExpression) -> Diagnostic? {
    guard argument.type != nil, share(argument) == nil else { return nil }
    return .badShare(argument.range)
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
      return arguments.enumerated().map { index, argument in
        guard index == 0, argument.type == .text else { return argument }
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

extension BoundExpression {
  /// Whether it is a list that is written without a value in it.
  fileprivate var hasNoElements: Bool {
    guard case .literal(.list(let values)) = kind else { return false }
    return values.allSatisfy { $0 == .null }
  }
}

extension ScalarFunction {
  /// What is wrong with a value of which no other type can be made; nil where that is not all.
  fileprivate func castFault(_ types: [ValueType?], _ range: ScriptRange) -> Diagnostic? {
    guard types.count == 1, let type = types[0] else { return nil }
    let (taken, help): (String, String)
    switch word {
    case .number, .int:
      (taken, help) = ("a text or a number", "`\(name)(\"12\")` is 12; `text(…)` writes any value")
    case .date:
      (taken, help) = ("a text or a date", "a day is written as text: `date(\"2024-01-31\")`")
    default: return nil
    }
    return Diagnostic(
      .wrongArguments, "`\(name)` takes \(taken), not \(type)",
      at: Diagnostic.Label(range),
      remarks: [.help(help)])
  }

  /// What is wrong with an argument that is one of a few texts.
  fileprivate func choiceFault(_ arguments: [BoundExpression]) -> Diagnostic? {
    guard !choices.isEmpty, let choice = arguments.last, choice.type != nil else { return nil }
    guard case .literal(.text(let text)) = choice.kind else {
      return .unknownChoice(nil, of: self, choice.range)
    }
    return choices.contains(text) ? nil : .unknownChoice(text, of: self, choice.range)
  }
}

extension Diagnostic {
  static func rowFunctionWithoutRows(_ function: RowFunction, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .wrongArguments, "`\(function.name)` looks at the rows of a table, and here is none",
      at: Label(range),
      remarks: [.help("compute it before: `\(function.example)`")])
  }

  static func badDirection(_ function: RowFunction, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .wrongArguments, "`\(function.name)` orders by \"asc\" or \"desc\"", at: Label(range),
      remarks: [.help("for example `rank(distance, \"desc\")`")])
  }

  fileprivate static func unknownChoice(
    _ text: String?, of function: ScalarFunction, _ range: ScriptRange
  ) -> Diagnostic {
    let known = Remark("one of", function.choices.map(\.asText).joined(separator: " "))
    guard let text else {
      return Diagnostic(
        .wrongArguments, "the last argument of `\(function.name)` has to stand in the script",
        at: Label(range), remarks: [known])
    }
    let near = Suggestion.nearest(to: text, among: function.choices)
    return Diagnostic(
      .wrongArguments, "`\(function.name)` knows no \(text.asText)", at: Label(range),
      remarks: [known], fix: near.first.map { .replace(range, with: $0.asText) })
  }

  fileprivate static func wrongElements(
    _ element: ValueType, of function: AggregateFunction, _ range: ScriptRange
  ) -> Diagnostic {
    Diagnostic(
      .wrongArguments, "`\(function.name)` takes no list with elements of type \(element)",
      at: Label(range), remarks: [.help("\(function.name): \(function.summary)")])
  }

  fileprivate static func badShare(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .wrongArguments, "`percentile` takes a number from 0 to 100 that stands in the script",
      at: Label(range), remarks: [.help("for example `percentile(distance, 90)`")])
  }
}
