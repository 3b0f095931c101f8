// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// Binds one expression: its names become columns, and its types are checked.
///
/// It walks over the tree and leaves what the parts mean to others, each of which makes bound
/// expressions of bound expressions: names, literals, comparisons, units, money, texts, functions.
/// What has to be done before the expression can be computed is given with it.
struct ExpressionBinder: ExpressionRoom {
  private(set) var context: ExpressionContext
  private var needs = ExpressionNeeds()
  /// How many levels of its expression the one that is being bound stands below.
  private var nesting = 0

  private init(_ context: ExpressionContext) { self.context = context }

  static func bind(_ expression: Expression, in context: ExpressionContext) -> BoundValue {
    var binder = ExpressionBinder(context)
    let bound = binder.bind(expression)
    return BoundValue(expression: bound, needs: binder.needs, macros: binder.context.macros)
  }

  private var names: NameBinder { NameBinder(context: context) }
  private var literals: LiteralBinder { LiteralBinder(context: context) }
  private var comparisons: ComparisonBinder { ComparisonBinder(context: context) }
  private var units: UnitBinder { UnitBinder(context: context) }
  private var declarations: Declarations { context.known.declarations }

  /// Binds an expression that is no higher, with all that stands above it, than one may be. Those
  /// of the script are not; what takes the place of macros and of their parameters may be.
  private mutating func bind(_ expression: Expression) -> BoundExpression {
    guard nesting + expression.height <= Parser.maximumDepth else {
      return unknown(.expandedTooHigh(expression.range), expression.range)
    }
    nesting += 1
    defer { nesting -= 1 }
    return bound(expression)
  }

  /// Binds an expression that stands so many levels lower.
  private mutating func bind(_ expression: Expression, below levels: Int) -> BoundExpression {
    nesting += levels
    defer { nesting -= levels }
    return bind(expression)
  }

  /// Binds what stands on the other side of an operator: beside a text, a name that nothing has is
  /// a text without its quotes.
  private mutating func bind(
    _ expression: Expression, beside left: BoundExpression
  ) -> BoundExpression {
    names.reportUnquoted(expression, beside: left) ? .unknown(expression.range) : bind(expression)
  }

  private mutating func bound(_ expression: Expression) -> BoundExpression {
    let range = expression.range
    switch expression.kind {
    case .name(let name): return column(name, range)
    case .number(let digits, let percent): return literals.number(digits, percent: percent, range)
    case .quantity(let digits, let unit): return literals.quantity(digits, unit, range)
    case .date(let text): return literals.date(text, range)
    case .text(let text): return BoundExpression(.literal(.text(text)), .text, range)
    case .bool(let bit): return BoundExpression(.literal(.bool(bit)), .bool, range)
    case .null, .missing, .regularExpression: return .unknown(range)
    case .list(let elements): return literals.list(elements.map { bind($0) }, range)
    case .negative(let inner): return units.negated(bind(inner), range)
    case .arithmetic(let mark, let first, let second, _):
      return arithmetic(mark, first, second, range)
    case .coalesce(let first, let second): return units.coalesced(bind(first), bind(second), range)
    case .comparison(let mark, let first, let operand, _):
      return compare(mark, first, operand, range)
    case .and(let terms): return conjunction(terms, range)
    case .or(let terms): return alternatives(terms, range)
    case .not(let inner): return BoundExpression(.not(condition(inner)), .bool, range)
    case .between(let value, let low, let high): return between(value, low, high, range)
    case .membership(let value, let set, let negated):
      return membership(value, set, range).negated(negated)
    case .textTest(let mark, let value, let operand, let negated, _):
      return textTest(mark, value, operand, range).negated(negated)
    case .isNull(let inner, let negated):
      return BoundExpression(.isNull(bind(inner)), .bool, range).negated(negated)
    case .isEmpty(let inner, let negated):
      return BoundExpression(.isEmpty(bind(inner)), .bool, range).negated(negated)
    case .quantified(let quantifier, let list, let mark, let operand):
      return quantified(quantifier, list, mark, operand, range)
    case .call(let name, let arguments): return call(name, arguments, range)
    case .conditional(let test, let yes, let no): return choose(test, yes, no, range)
    case .index(let list, let position): return index(list, position, range)
    case .member(let record, let name): return member(record, name, range)
    case .parameter(let name): return parameter(name)
    case .row(let row): return unknown(.rowNeedsField(row, range), range)
    case .template(let parts): return template(parts, range)
    }
  }
}

// Names.
extension ExpressionBinder {
  private mutating func column(_ name: Name, _ range: ScriptRange) -> BoundExpression {
    guard let field = names.field(name) else { return .unknown(range) }
    names.warnOfArgument(besideField: name)
    return column(field, range)
  }

  /// A field, which is fetched or computed first where it is not there yet.
  private mutating func column(_ field: Scope.Field, _ range: ScriptRange) -> BoundExpression {
    needs.fields.add(field)
    return BoundExpression(.column(field.id), field.type, range)
  }

  private mutating func member(
    _ record: Expression, _ name: Name, _ range: ScriptRange
  ) -> BoundExpression {
    if case .row(let row) = record.kind { return cell(row, name, range) }
    if case .name(let source) = record.kind, scope.field(source.text) == nil {
      let known = scope.names(of: source.text)
      if let field = scope.field(name.text, of: source.text) {
        names.reportHomonyms(name, name.text.homonyms(among: known.compactMap(\.first)))
        return column(field, range)
      }
      if !known.isEmpty {
        return unknown(.unknownJoinedField(name, source.text, known), range)
      }
      if scope.noun.lowercased() == source.text.lowercased(), scope.field(name.text) != nil {
        return unknown(.fieldOfFirstSource(name, source, range), range)
      }
      if let field = scope.field("\(source.text).\(name.text)")?.names.first {
        return unknown(.dottedName(field, range), range)
      }
    }
    return RecordBinder(context: context).member(name, of: bind(record), range)
  }

  /// `@3.name`: one cell of the last result.
  private mutating func cell(_ row: Int, _ name: Name, _ range: ScriptRange) -> BoundExpression {
    if scope.isConstant { return unknown(.rowInConstant(range), range) }
    guard let last = context.known.last else {
      if !context.known.isUncertain { report(.noLastResult(range)) }
      return .unknown(range)
    }
    guard let field = last.field(name.text), !field.isPending else {
      if !last.isUncertain { report(.unknownField(name, last)) }
      return .unknown(range)
    }
    names.reportHomonyms(name, last.homonyms(of: name.text))
    needs.readsRows = true
    return BoundExpression(.cell(row: row, field.id), field.type, range)
  }

  /// `$name`: a value by its name.
  private func parameter(_ name: Name) -> BoundExpression {
    if let constant = declarations.constant(name.text) {
      return BoundExpression(.literal(constant.value), constant.type, name.range)
    }
    if declarations.isBroken(name.text) { return .unknown(name.range) }
    if scope.field(name.text) != nil {
      report(.foreignParameter(name))
    } else if !context.known.isUncertain {
      report(.unknownValue(name, known: declarations.constantNames))
    }
    return .unknown(name.range)
  }

  /// `f"..."`: its pieces, each written as a cell.
  private mutating func template(_ parts: [TemplatePart], _ range: ScriptRange) -> BoundExpression {
    let bound = parts.map { part in
      switch part {
      case .text(let text): BoundExpression(.literal(.text(text)), .text, range)
      case .value(let value): bind(value)
      }
    }
    return literals.template(bound, range)
  }

  private mutating func index(
    _ list: Expression, _ position: Expression, _ range: ScriptRange
  ) -> BoundExpression {
    let (bound, place) = (bind(list), bind(position))
    return RecordBinder(context: context).element(of: bound, at: place, range)
  }
}

// Conditions.
extension ExpressionBinder {
  private mutating func condition(_ term: Expression) -> BoundExpression {
    let bound = bind(term)
    if let type = bound.type, type != .bool {
      return unknown(.notACondition(source, term.range, type), term.range)
    }
    return bound
  }

  private mutating func conjunction(
    _ terms: [Expression], _ range: ScriptRange
  ) -> BoundExpression {
    if let fault = Diagnostic.valueAmongConditions(terms, source) { return unknown(fault, range) }
    return BoundExpression(.and(terms.map { condition($0) }), .bool, range)
  }

  private mutating func alternatives(
    _ terms: [Expression], _ range: ScriptRange
  ) -> BoundExpression {
    let fault =
      Diagnostic.valuesWithoutComparison(terms, source) ?? names.unquotedAlternatives(terms)
      ?? .nullWithoutTest(terms, scope, source)
    if let fault { return unknown(fault, range) }
    return BoundExpression(.or(terms.map { condition($0) }), .bool, range)
  }

  private mutating func choose(
    _ test: Expression, _ yes: Expression, _ no: Expression, _ range: ScriptRange
  ) -> BoundExpression {
    let test = condition(test)
    guard let (left, right, type) = units.alternatives(bind(yes), bind(no), .branching, range)
    else { return .unknown(range) }
    return BoundExpression(.choose(test, left, right), type, range)
  }

  private mutating func compare(
    _ mark: ComparisonOperator, _ first: Expression, _ operand: Operand, _ range: ScriptRange
  ) -> BoundExpression {
    let left = bind(first)
    let right = bind(operand.expression, beside: left)
    return comparisons.compare(Comparison(mark), left, right, exact: operand.isExact, range)
  }

  private mutating func textTest(
    _ mark: TextOperator, _ value: Expression, _ operand: Operand, _ range: ScriptRange
  ) -> BoundExpression {
    let bound = bind(value)
    let other = bind(operand.expression, beside: bound)
    return TextTestBinder(context: context).test(mark, value, bound, operand, other, range)
  }

  private mutating func quantified(
    _ quantifier: Quantifier, _ list: Expression, _ mark: ComparisonOperator, _ operand: Operand,
    _ range: ScriptRange
  ) -> BoundExpression {
    let (bound, other) = (bind(list), bind(operand.expression))
    return comparisons.quantified(quantifier, bound, mark, other, exact: operand.isExact, range)
  }

  private mutating func between(
    _ value: Expression, _ low: Expression, _ high: Expression, _ range: ScriptRange
  ) -> BoundExpression {
    let bound = once(bind(value))
    let lower = comparisons.compare(.greaterOrEqual, bound, bind(low), exact: false, range)
    let upper = comparisons.compare(.lessOrEqual, bound, bind(high), exact: false, range)
    return BoundExpression(.and([lower, upper]), .bool, range)
  }

  private mutating func membership(
    _ value: Expression, _ set: MemberSet, _ range: ScriptRange
  ) -> BoundExpression {
    switch set {
    case .range(let low, let high): return between(value, low, high, range)
    case .values(let members):
      let bound = once(bind(value))
      let terms = members.map { member in
        comparisons.compare(
          .equal, bound, bind(member.expression, beside: bound), exact: member.isExact, range)
      }
      return MemberTerms.joined(terms, range)
    case .list(let list): return membership(value, in: list, range)
    }
  }

  /// Membership in a list: one that is known is compared element by element, as if it were typed.
  private mutating func membership(
    _ value: Expression, in operand: Operand, _ range: ScriptRange
  ) -> BoundExpression {
    let list = operand.expression
    let members = bind(list)
    guard let type = members.type else { return .unknown(range) }
    if case .list(let written) = list.kind {
      let bound = once(bind(value))
      let terms = written.map {
        comparisons.compare(.equal, bound, bind($0), exact: operand.isExact, range)
      }
      return MemberTerms.joined(terms, range)
    }
    guard case .list(let element) = type, case .literal(.list(let values)) = members.kind else {
      return unknown(.needsList("in", list.range, type), range)
    }
    let bound = once(bind(value))
    let terms = values.map { member in
      let literal = BoundExpression(.literal(member), member == .null ? nil : element, list.range)
      return comparisons.compare(.equal, bound, literal, exact: operand.isExact, range)
    }
    return MemberTerms.joined(terms, range)
  }

  /// A value that several comparisons read, computed only once where columns can be computed first.
  private mutating func once(_ value: BoundExpression) -> BoundExpression {
    switch value.kind {
    case .column, .literal: return value
    default: break
    }
    // What aggregates make is there only after their step.
    guard context.hasHelpers, !context.takesAggregates else { return value }
    let notes = context.nullNotes(of: value)
    let id = helper(value, notes)
    context.provenance[id] = notes
    return BoundExpression(.column(id), value.type, value.range)
  }

  /// The column of an expression: its own for a plain field, else one that is computed before.
  private mutating func helper(_ value: BoundExpression, _ notes: [NullNote]? = nil) -> ColumnID {
    if case .column(let id) = value.kind { return id }
    let id = context.environment.session.newColumn()
    needs.helpers.append(
      HelperColumn(work: .projection(Projection(id: id, expression: value)), notes: notes))
    context.macros.steps += 1
    return id
  }
}

// Calculations and calls.
extension ExpressionBinder {
  private mutating func arithmetic(
    _ mark: ArithmeticOperator, _ first: Expression, _ second: Expression, _ range: ScriptRange
  ) -> BoundExpression {
    guard mark == .add else { return units.calculated(mark, bind(first), bind(second), range) }
    let terms = Self.terms(of: first, second)
    // Each term but the last two stands a level below the next one.
    let bound = terms.enumerated().map { index, term in
      bind(term, below: terms.count - max(index, 1) - 1)
    }
    if bound.contains(where: { $0.type?.isTextual ?? false }),
      bound.allSatisfy({ $0.type.map { $0.isTextual || $0.isNumber } ?? true })
    {
      let areTexts = bound.map { $0.type?.isTextual ?? false }
      return unknown(
        .addedTexts(Self.parts(of: terms, areTexts), range, source), range)
    }
    return bound.dropFirst().reduce(bound[0]) { sum, term in
      units.calculated(.add, sum, term, sum.range.union(term.range))
    }
  }

  /// What is put together, where a text is added to others: numbers before the first text are added
  /// up first.
  private static func parts(of terms: [Expression], _ areTexts: [Bool]) -> [Expression] {
    let count = areTexts.prefix { !$0 }.count
    guard count > 1 else { return terms }
    let sum = terms[0].range.union(terms[count - 1].range)
    return [Expression(kind: .missing, range: sum)] + terms[count...]
  }

  /// What is added up, from left to right.
  private static func terms(of first: Expression, _ second: Expression) -> [Expression] {
    var terms = [second]
    var rest = first
    while case .arithmetic(.add, let left, let right, _) = rest.kind {
      terms.append(right)
      rest = left
    }
    return [rest] + terms.reversed()
  }

  private mutating func call(
    _ name: Name, _ arguments: [Expression], _ range: ScriptRange
  ) -> BoundExpression {
    if context.takesAggregates, let function = AggregateFunction.named(name.text) {
      return aggregate(function, arguments, range)
    }
    if let macro = declarations.macro(name.text) { return use(macro, name, arguments, range) }
    if let function = RowFunction.named(name.text) { return ofRows(function, arguments, range) }
    if arguments.count > 1, case .regularExpression = arguments[1].kind {
      let bound = bind(arguments[0])
      let rest = arguments.dropFirst(2).map { bind($0) }
      let binder = PatternFunctionBinder(context: context)
      if let call = binder.call(name, of: bound, arguments[1], rest, range) { return call }
    }
    if let pattern = arguments.first(where: \.isPattern) {
      return unknown(.misplacedPattern(pattern.range), range)
    }
    let given = arguments.map { bind($0) }
    return FunctionBinder(context: context).call(name, arguments, given, range)
  }

  /// The call of a `def`.
  private mutating func use(
    _ macro: Macro, _ name: Name, _ arguments: [Expression], _ range: ScriptRange
  ) -> BoundExpression {
    guard case .expression(let body) = macro.body else {
      return unknown(.stagesAreApplied(name), range)
    }
    let environment = context.environment
    guard let expansion = context.macros.expansion(of: macro, arguments, range, environment),
      context.macros.begin(macro, at: range, environment)
    else { return .unknown(range) }
    let result = bind(expansion.expression(body))
    context.macros.end(environment)
    return result
  }

  /// A call of a function of the rows, which is computed before the expression.
  private mutating func ofRows(
    _ function: RowFunction, _ arguments: [Expression], _ range: ScriptRange
  ) -> BoundExpression {
    let bound = arguments.map { bind($0) }
    guard context.hasHelpers, context.seesRows, !context.takesAggregates else {
      return unknown(.rowFunctionWithoutRows(function, range), range)
    }
    var direction: String?
    if function.takesDirection, bound.count == 2 {
      guard case .literal(.text(let text)) = bound[1].kind, ["asc", "desc"].contains(text) else {
        return bound[1].type == nil
          ? .unknown(range) : unknown(.badDirection(function, bound[1].range), range)
      }
      direction = text
    }
    let given =
      function.takesDirection ? Array(bound.prefix(direction == nil ? bound.count : 1)) : bound
    guard given.count == (function.takesNothing ? 0 : 1),
      let type = function.result(given.first?.type)
    else {
      return unknown(
        .wrongArguments(function.name, function.form, function.summary, range, bound.map(\.type)),
        range)
    }
    let call = RowFunctionCall(
      id: context.environment.session.newColumn(), function: function,
      input: given.first.map { helper($0) }, order: SortKey.Order(given.first?.type),
      descending: direction == "desc")
    needs.helpers.append(HelperColumn(work: .ofRows(call), notes: nil))
    context.macros.steps += 1
    return BoundExpression(.column(call.id), type, range)
  }

  private mutating func aggregate(
    _ function: AggregateFunction, _ arguments: [Expression], _ range: ScriptRange
  ) -> BoundExpression {
    // Inside an aggregate the functions are those of single rows.
    context.takesAggregates = false
    var bound = arguments.map { bind($0) }
    context.takesAggregates = true
    let share = function.takesShare && bound.count == 2 ? bound.removeLast() : nil
    let isOfRows = function.takesRows && bound.isEmpty
    guard isOfRows || bound.count == 1, (share != nil) == function.takesShare,
      let type = function.result(bound.first?.type)
    else {
      return unknown(
        .wrongArguments(function.name, function.form, function.summary, range, bound.map(\.type)),
        range)
    }
    if let fault = share.flatMap(FunctionBinder.shareFault) { return unknown(fault, range) }
    let input = bound.first.map { helper($0) }
    let money = function.calculates ? bound.first { $0.type == .money(.varying) } : nil
    let call = AggregateCall(
      id: context.environment.session.newColumn(), function: function, type: type, input: input,
      money: money?.range, key: money.flatMap { scope.key(of: $0) },
      order: SortKey.Order(bound.first?.type), share: share.flatMap(FunctionBinder.share),
      range: range)
    needs.aggregates.append(call)
    return BoundExpression(.column(call.id), type, range)
  }
}

extension BoundExpression {
  fileprivate func negated(_ isNegated: Bool) -> BoundExpression {
    isNegated ? BoundExpression(.not(self), .bool, range) : self
  }
}

extension Expression {
  fileprivate var isPattern: Bool { if case .regularExpression = kind { true } else { false } }
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
