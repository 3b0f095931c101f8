// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

// `let`, `def`, `param` and `set`.
extension Binder {
  mutating func declare(_ binding: Binding) -> BoundStatement.Action? {
    let name = binding.name.text
    switch binding.content {
    case .view(let pipeline):
      let known = diagnostics.count
      viewLevels = 0
      let isReadable = viewCanBeRead(pipeline) && query(pipeline) != nil
      let isBroken = !isReadable || diagnostics[known...].contains(where: \.isFatal)
      let view = Declarations.View(
        name: name, pipeline: pipeline, source: source, known: context.declarations.count,
        levels: viewLevels + 1, isBroken: isBroken)
      return declare(.view(view), binding.name)
    case .value(let expression):
      guard let constant = constant(expression) else {
        context.declarations.add(.brokenConstant(name))
        return nil
      }
      return declare(
        .constant(.init(name: name, value: constant.value, type: constant.type)), binding.name)
    }
  }

  private mutating func declare(
    _ meaning: Declarations.Meaning, _ name: Name
  ) -> BoundStatement.Action? {
    let count = context.declarations.count
    if count == Declarations.maximumCount { report(.tooManyNames(name.range)) }
    // One more, so that the limit is told once.
    if count <= Declarations.maximumCount { context.declarations.add(meaning) }
    context.isUncertain = context.isUncertain || count >= Declarations.maximumCount
    return .declare(meaning)
  }

  /// A view is read anew wherever it is used, so it cannot begin with a result that changes, nor
  /// end in writing.
  private mutating func viewCanBeRead(_ pipeline: Pipeline) -> Bool {
    if case .from(let clause) = pipeline.head, case .lastResult = clause.source.kind {
      report(.viewOfResult(clause.range))
      return false
    }
    for stage in pipeline.stages {
      switch stage.kind {
      case .save, .to:
        report(.viewWrites(source[stage.keyword], stage.keyword))
        return false
      default: break
      }
    }
    return true
  }

  /// The head that a view stands for, with its stages bound.
  mutating func head(of view: Declarations.View, _ place: ScriptRange) -> BoundHead? {
    guard !view.isBroken else {
      context.isUncertain = true
      return nil
    }
    guard view.levels <= PipelineBinder.maximumExpansionDepth else {
      report(.viewTooDeep(view.name, place))
      return nil
    }
    viewLevels = max(viewLevels, view.levels)
    // A view from another script has no place in this one.
    let isHere = view.source == source
    let pipeline =
      isHere ? view.pipeline : Expansion(place: place).pipeline(view.pipeline)
    var inner = self
    inner.context.declarations = context.declarations.first(view.known)
    inner.context.last = nil
    guard var head = inner.head(of: pipeline) else {
      diagnostics = inner.diagnostics
      return nil
    }
    head.binder.bind(pipeline.stages)
    head.binder.isExpansion = false
    head.binder.outer?.context = context
    head.binder.scope.noun = view.name
    diagnostics = inner.diagnostics
    guard head.binder.weight <= PipelineBinder.maximumWeight else {
      report(.viewTooLarge(view.name, place))
      return nil
    }
    return head
  }

  /// The value of an expression that reads no rows; nil after a fault, which has been reported.
  mutating func constant(_ expression: Expression) -> (value: Value, type: ValueType?)? {
    var outer = self
    outer.diagnostics = []
    outer.context.last = nil
    var binder = PipelineBinder(
      source: source, scope: Scope(noun: "a value"), nextColumn: nextColumn, outer: outer)
    binder.scope.isConstant = true
    let bound = binder.bind(expression)
    diagnostics += binder.diagnostics
    guard !binder.diagnostics.contains(where: \.isFatal) else { return nil }
    if case .literal(let value) = bound.kind { return (value, bound.type) }
    let evaluator = Evaluator(
      layout: ColumnLayout(columns: []), state: RunState(isCancelled: { false }))
    do throws(ExecutionFault) {
      let column = try evaluator.evaluate(bound, Batch([], count: 1))
      return (column.value(at: 0), bound.type)
    } catch {
      if let fault = Diagnostic(error, in: source, at: expression.range) { report(fault) }
      return nil
    }
  }

  /// The value of `$name`; nil after a fault, which has been reported.
  mutating func value(of name: Name) -> Declarations.Constant? {
    if let constant = context.declarations.constant(name.text) { return constant }
    if !context.declarations.isBroken(name.text), !context.isUncertain {
      report(.unknownValue(name, known: context.declarations.constantNames))
    }
    return nil
  }

  mutating func declare(_ macro: Macro) -> BoundStatement.Action? {
    let name = macro.name.text.lowercased()
    if ScalarFunction.named(name) != nil || AggregateFunction.named(name) != nil {
      report(.nameOfFunction(macro.name))
      return nil
    }
    var seen: [String] = []
    for parameter in macro.parameters {
      if seen.contains(parameter.text) { report(.repeatedParameter(parameter)) }
      if !Lexer.isParameterName(parameter.text) { report(.unusableParameter(parameter)) }
      seen.append(parameter.text)
    }
    return declare(.macro(macro), macro.name)
  }

  mutating func declare(_ parameter: Parameter) -> BoundStatement.Action? {
    let name = parameter.name.text
    if !Lexer.isParameterName(name) {
      report(.unusableParameter(parameter.name))
      context.declarations.add(.brokenConstant(name))
      return nil
    }
    guard let constant = value(of: parameter) else {
      context.declarations.add(.brokenConstant(name))
      return nil
    }
    return declare(
      .constant(
        .init(name: name, value: constant.value, type: constant.type, isParameter: true)),
      parameter.name)
  }

  private mutating func value(
    of parameter: Parameter
  ) -> (value: Value, type: ValueType?)? {
    guard case .named(let name) = parameter.type, let type = ParameterType(rawValue: name) else {
      report(.unknownParameterType(source[parameter.typeRange], parameter.typeRange))
      return nil
    }
    if let given = context.given.last(where: { $0.name == parameter.name.text }) {
      guard let text = given.text ?? type.impliedText else {
        report(.argumentWithoutValue(parameter, type))
        return nil
      }
      guard let value = read(text, as: type) else {
        let meant = text.withDigits
        let isMeant = meant != text && read(meant, as: type) != nil
        report(.badArgument(parameter, type, text, meant: isMeant ? meant : nil))
        return nil
      }
      return value
    }
    guard let standard = parameter.standard else {
      if context.supposesArguments { return read(type.sample, as: type) ?? (.null, nil) }
      report(.missingArgument(parameter, type))
      return nil
    }
    guard let value = constant(standard) else { return nil }
    guard let fitting = fitted(value, to: type) else {
      report(.wrongStandard(standard.range, type, value.type))
      return nil
    }
    return fitting
  }

  /// An argument of the command line as a value of a type; nil when it is none.
  private func read(_ text: String, as type: ParameterType) -> (value: Value, type: ValueType?)? {
    switch type {
    case .text: return (.text(text), .text)
    case .id: return (.text(text), .id)
    case .int, .decimal, .bool, .money, .length, .date:
      let parsed = Parser.parseExpression(ScriptText(name: "<argument>", text))
      var trial = self
      trial.diagnostics = []
      guard parsed.diagnostics.isEmpty, let value = trial.constant(parsed.tree) else { return nil }
      return fitted(value, to: type)
    }
  }

  private func fitted(
    _ value: (value: Value, type: ValueType?), to type: ParameterType
  ) -> (value: Value, type: ValueType?)? {
    guard let found = value.type else { return value }
    if type == .decimal, found == .int { return (value.value, .decimal) }
    if type == .id, case .number(let number) = value.value {
      return (.text(number.description), .id)
    }
    if type == .id, found == .text { return (value.value, .id) }
    return found.isOf(type) ? value : nil
  }

  mutating func set(_ clause: SettingClause) -> BoundStatement.Action? {
    guard let setting = Setting(rawValue: clause.name.lowercased()) else {
      let range = clause.path[0].range.union(clause.path[clause.path.count - 1].range)
      report(.unknownSetting(clause.name, range))
      return nil
    }
    // A choice may be written without quotes, as in `set errors = short`.
    var value = clause.value
    if case .name(let name) = value.kind {
      value = Expression(kind: .text(name.text), range: value.range)
    }
    guard let constant = constant(value) else { return nil }
    guard let accepted = setting.accepted(constant.value) else {
      report(.wrongSetting(setting, value.range))
      return nil
    }
    return .set(setting, accepted, clause.range)
  }
}

extension ValueType {
  /// Whether its values are what a parameter of a type takes, without being made anything else.
  fileprivate func isOf(_ type: ParameterType) -> Bool {
    switch type {
    case .text: self == .text
    case .int: self == .int
    case .decimal: self == .decimal
    case .bool: self == .bool
    case .money: if case .money = self { true } else { false }
    case .length: if case .length = self { true } else { false }
    case .date: self == .date
    case .id: self == .id
    }
  }
}

extension String {
  /// With digits for the letters that look like them, a point for a decimal comma, and nothing for
  /// the commas between groups of digits.
  fileprivate var withDigits: String {
    let letters: [Character: Character] = ["O": "0", "o": "0", "l": "1", "I": "1"]
    let digits = String(map { letters[$0] ?? $0 })
    let groups = digits.split(separator: ",", omittingEmptySubsequences: false)
    let areThousands = groups.count > 1 && groups.dropFirst().allSatisfy { $0.count == 3 }
    return areThousands ? groups.joined() : digits.replacing(",", with: ".")
  }
}
