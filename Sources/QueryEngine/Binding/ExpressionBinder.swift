// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

extension PipelineBinder {
  /// The field of a name; an unknown one is reported.
  mutating func resolve(_ name: Name) -> Scope.Field? {
    guard let field = scope.field(name.text) else {
      reportUnknown(name)
      return nil
    }
    reportHomonyms(name, scope.homonyms(of: name.text))
    want(field)
    return field
  }

  /// Reports a name that several fields or members have, each in another case.
  mutating func reportHomonyms(_ name: Name, _ homonyms: [String]) {
    if !homonyms.isEmpty { report(.unclearName(name, homonyms)) }
  }

  /// Has a field fetched that is only in the items' own records, or computed from such.
  mutating func want(_ field: Scope.Field) {
    if field.pendingDetail != nil, !wantedDetails.contains(where: { $0.id == field.id }) {
      wantedDetails.append(field)
    }
    guard let pending = field.pendingDerivation,
      !wantedDerivations.contains(where: { $0.id == field.id })
    else { return }
    for need in pending.needs { want(scope.field(need.id) ?? need) }
    wantedDerivations.append(field)
  }

  /// Binds an expression that is no higher, with all that stands above it, than one may be. Those
  /// of the script are not; what takes the place of macros and of their parameters may be.
  mutating func bind(_ expression: Expression) -> BoundExpression {
    guard nesting + expression.height <= Parser.maximumDepth else {
      report(.expandedTooHigh(expression.range))
      return .unknown(expression.range)
    }
    nesting += 1
    defer { nesting -= 1 }
    return bound(expression)
  }

  /// Binds an expression that stands so many levels lower.
  mutating func bind(_ expression: Expression, below levels: Int) -> BoundExpression {
    nesting += levels
    defer { nesting -= levels }
    return bind(expression)
  }

  private mutating func bound(_ expression: Expression) -> BoundExpression {
    let range = expression.range
    switch expression.kind {
    case .name(let name):
      guard let field = resolve(name) else { return .unknown(range) }
      if let macro = macro(withArgument: name) { reportField(name, besideArgumentOf: macro) }
      return BoundExpression(.column(field.id), field.type, range)
    case .number(let digits, let percent): return number(digits, percent: percent, range)
    case .quantity(let digits, let unit): return quantity(digits, unit, range)
    case .date(let text): return date(text, range)
    case .text(let text): return BoundExpression(.literal(.text(text)), .text, range)
    case .bool(let bit): return BoundExpression(.literal(.bool(bit)), .bool, range)
    case .null, .missing: return .unknown(range)
    case .list(let elements): return list(elements, range)
    case .negative(let inner): return negative(inner, range)
    case .arithmetic(let mark, let first, let second, _):
      return arithmetic(mark, first, second, range)
    case .coalesce(let first, let second): return coalesce(first, second, range)
    case .comparison(let mark, let first, let operand, _):
      return compare(mark, first, operand, range)
    case .and(let terms): return conjunction(terms, range)
    case .or(let terms): return alternatives(terms, range)
    case .not(let inner):
      return BoundExpression(.not(conditions([inner])[0]), .bool, range)
    case .between(let value, let low, let high): return between(value, low, high, range)
    case .membership(let value, let set, let negated):
      return negate(negated, membership(value, set, range))
    case .textTest(let mark, let value, let operand, let negated, _):
      return negate(negated, textTest(mark, value, operand, range))
    case .isNull(let inner, let negated):
      return negate(negated, BoundExpression(.isNull(bind(inner)), .bool, range))
    case .isEmpty(let inner, let negated):
      return negate(negated, BoundExpression(.isEmpty(bind(inner)), .bool, range))
    case .quantified(let quantifier, let list, let mark, let operand):
      return quantified(quantifier, list, mark, operand, range)
    case .call(let name, let arguments): return call(name, arguments, range)
    case .conditional(let condition, let yes, let no):
      return choose(condition, yes, no, range)
    case .index(let list, let position): return index(list, position, range)
    case .member(let record, let name): return member(record, name, range)
    case .parameter(let name): return parameter(name)
    case .row(let row): return unknown(.rowNeedsField(row, range), range)
    case .template(let parts): return template(parts, range)
    case .regularExpression: return .unknown(range)
    }
  }

  private mutating func unknown(_ fault: Diagnostic, _ range: ScriptRange) -> BoundExpression {
    report(fault)
    return .unknown(range)
  }

  private mutating func conjunction(
    _ terms: [Expression], _ range: ScriptRange
  ) -> BoundExpression {
    if let fault = Diagnostic.valueAmongConditions(terms, source) { return unknown(fault, range) }
    return BoundExpression(.and(conditions(terms)), .bool, range)
  }

  private mutating func compare(
    _ mark: ComparisonOperator, _ first: Expression, _ operand: Operand, _ range: ScriptRange
  ) -> BoundExpression {
    let left = bind(first)
    let right = bind(operand.expression, beside: left)
    return compare(Comparison(mark), left, right, exact: operand.isExact, range)
  }

  private mutating func alternatives(
    _ terms: [Expression], _ range: ScriptRange
  ) -> BoundExpression {
    let fault =
      Diagnostic.valuesWithoutComparison(terms, source) ?? unquotedAlternatives(terms)
      ?? .nullWithoutTest(terms, scope, source)
    if let fault {
      report(fault)
      return .unknown(range)
    }
    return BoundExpression(.or(conditions(terms)), .bool, range)
  }

  private func negate(_ negated: Bool, _ bound: BoundExpression) -> BoundExpression {
    negated ? BoundExpression(.not(bound), .bool, bound.range) : bound
  }

  private mutating func number(
    _ written: String, percent: Bool, _ range: ScriptRange
  ) -> BoundExpression {
    guard let value = Decimal(written.filter { $0 != "_" }),
      let scaled = percent ? Decimal(value.coefficient, scale: value.scale + 2) : value
    else {
      report(.tooManyDigits(range))
      return .unknown(range)
    }
    var number = BoundExpression(
      .literal(.number(scaled)), scaled.isInteger && !percent ? .int : .decimal, range)
    if !percent { number.spelling = written }
    return number
  }

  /// A list of literals, which is the only list that can be written.
  private mutating func list(_ elements: [Expression], _ range: ScriptRange) -> BoundExpression {
    let bound = elements.map { bind($0) }
    var values: [Value] = []
    for element in bound {
      guard case .literal(let value) = element.kind else {
        report(.listOfLiterals(element.range))
        return .unknown(range)
      }
      values.append(value)
    }
    let types = bound.compactMap(\.type)
    guard let first = types.first else {
      return BoundExpression(.literal(.list(values)), .list(.any), range)
    }
    let model = UnitAlgebra.Side(type: first, isConstant: false)
    if let other = bound.first(where: { UnitAlgebra.agreement(model, $0.side) != .asTheyAre }) {
      report(.mixedList(other.range, other.type ?? first, first))
      return .unknown(range)
    }
    return BoundExpression(
      .literal(.list(values)), .list(types.contains(.decimal) ? .decimal : first), range)
  }

  private mutating func negative(_ inner: Expression, _ range: ScriptRange) -> BoundExpression {
    let bound = bind(inner)
    if let type = bound.type, !type.isSummable {
      report(.needsNumber("-", bound.range, type, isField: isField(bound)))
      return .unknown(range)
    }
    if case .literal(.number(let value)) = bound.kind {
      var negated = BoundExpression(.literal(.number(-value)), bound.type, range)
      negated.spelling = bound.spelling.map { "-\($0)" }
      return negated
    }
    return perRow(bound, range) { BoundExpression(.negative($0), $0.type, range) }
  }

  private mutating func coalesce(
    _ first: Expression, _ second: Expression, _ range: ScriptRange
  ) -> BoundExpression {
    guard let (value, other) = agreeing(bind(first), bind(second), .replacing, range) else {
      return .unknown(range)
    }
    let (left, right) = (widened(value, beside: other), widened(other, beside: value))
    return BoundExpression(
      .coalesce([left, right]), UnitAlgebra.common(left.type, right.type), range)
  }

  /// A value that stands in one column with values of no certain type, none of which is lost.
  func widened(
    _ value: BoundExpression, beside other: BoundExpression
  ) -> BoundExpression {
    guard other.type == .any, value.type != .any, value.type != nil else { return value }
    return BoundExpression(.widen(value), .any, value.range)
  }

  private mutating func choose(
    _ condition: Expression, _ yes: Expression, _ no: Expression, _ range: ScriptRange
  ) -> BoundExpression {
    let test = conditions([condition])[0]
    guard let (first, second) = agreeing(bind(yes), bind(no), .branching, range) else {
      return .unknown(range)
    }
    let (left, right) = (widened(first, beside: second), widened(second, beside: first))
    return BoundExpression(
      .choose(test, left, right), UnitAlgebra.common(left.type, right.type), range)
  }

  private mutating func conditions(_ terms: [Expression]) -> [BoundExpression] {
    terms.map { term in
      let bound = bind(term)
      if let type = bound.type, type != .bool {
        report(.notACondition(source, term.range, type))
        return .unknown(term.range)
      }
      return bound
    }
  }

  private mutating func call(
    _ name: Name, _ arguments: [Expression], _ range: ScriptRange
  ) -> BoundExpression {
    if let aggregate = aggregateCall(name, arguments, range) { return aggregate }
    if let macro = macroCall(name, arguments, range) { return macro }
    let given = arguments.map { bind($0) }
    guard let function = ScalarFunction.named(name.text) else {
      if let mended = OtherLanguageCall.mended(name.text, arguments, in: source) {
        report(.foreignCall(source[range], range, mended))
        return .unknown(range)
      }
      report(
        .unknownFunction(
          name, macros: outer?.context.declarations.macroNames(ofStages: false) ?? [],
          aggregates: measures == nil ? [] : AggregateFunction.all.map(\.name)))
      return .unknown(range)
    }
    guard let bound = fitted(given, to: function, range) else { return .unknown(range) }
    guard let type = function.result(bound.map(\.type)) else {
      report(
        .wrongArguments(
          function.name, function.form, function.summary, range, bound.map(\.type)))
      return .unknown(range)
    }
    switch function.way {
    case .today: return today(range)
    case .firstPresent: return BoundExpression(.coalesce(bound), type, range)
    case .rounding(let kernel): return rounded(function.name, kernel, bound, type, range)
    case .kernel(let kernel): return calling(function.name, kernel, bound, type, range)
    }
  }

  private mutating func index(
    _ list: Expression, _ position: Expression, _ range: ScriptRange
  ) -> BoundExpression {
    let (bound, index) = (bind(list), bind(position))
    if let type = index.type, type != .int {
      report(.wrongIndex(index.range, type))
      return .unknown(range)
    }
    guard let type = bound.type else { return .unknown(range) }
    guard case .list(let element) = type else {
      report(.needsList("[ ]", bound.range, type))
      return .unknown(range)
    }
    return BoundExpression(.index(bound, index), element, range)
  }

  private mutating func member(
    _ record: Expression, _ name: Name, _ range: ScriptRange
  ) -> BoundExpression {
    if case .row(let row) = record.kind { return cell(row, name, range) }
    if case .name(let source) = record.kind, scope.field(source.text) == nil {
      if let field = scope.field(name.text, of: source.text) {
        let names = scope.names(of: source.text).compactMap(\.first)
        reportHomonyms(name, name.text.homonyms(among: names))
        want(field)
        return BoundExpression(.column(field.id), field.type, range)
      }
      let names = scope.names(of: source.text)
      if !names.isEmpty {
        report(.unknownJoinedField(name, source.text, names))
        return .unknown(range)
      }
    }
    let bound = bind(record)
    guard let type = bound.type else { return .unknown(range) }
    if let part = moneyMember(bound, name, range) { return part }
    guard case .record(let members) = type else {
      if let fault = Diagnostic.foreignProperty(name, of: source[bound.range], range) {
        report(fault)
        return .unknown(range)
      }
      report(.noMembers(name, bound, type, source))
      return .unknown(range)
    }
    let position =
      members.firstIndex { $0.name.isSpelled(as: name.text) }
      ?? members.firstIndex { $0.name.isSameName(as: name.text) }
    guard let position else {
      report(.unknownMember(name, of: source[bound.range], members.map(\.name)))
      return .unknown(range)
    }
    reportHomonyms(name, name.text.homonyms(among: members.map(\.name)))
    return BoundExpression(.member(bound, position), members[position].type, range)
  }
}

extension Comparison {
  init(_ written: ComparisonOperator) {
    switch written {
    case .equal: self = .equal
    case .notEqual: self = .notEqual
    case .less: self = .less
    case .lessOrEqual: self = .lessOrEqual
    case .greater: self = .greater
    case .greaterOrEqual: self = .greaterOrEqual
    }
  }
}

extension Arithmetic {
  init(_ written: ArithmeticOperator) {
    switch written {
    case .add: self = .add
    case .subtract: self = .subtract
    case .multiply: self = .multiply
    case .divide: self = .divide
    case .remainder: self = .remainder
    }
  }
}
