// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

// Literals with a unit.
extension PipelineBinder {
  /// `500 m`, `30 days`, `20 GBP`, `£20`.
  mutating func quantity(
    _ digits: String, _ unit: Name, _ range: ScriptRange
  ) -> BoundExpression {
    guard let number = Decimal(digits) else {
      report(.tooManyDigits(range))
      return .unknown(range)
    }
    guard let (type, factor) = self.unit(unit, digits) else { return .unknown(range) }
    guard let value = Decimal.product(number, factor) else {
      report(.tooManyDigits(range, in: type))
      return .unknown(range)
    }
    return BoundExpression(.literal(.number(value)), type, range)
  }

  /// The type of a unit and how much of what its columns hold it is; a fault is reported.
  private mutating func unit(_ unit: Name, _ digits: String) -> (ValueType, Decimal)? {
    if let length = LengthUnit(rawValue: unit.text) { return (.length(length), length.metres) }
    if let duration = DurationUnit(rawValue: unit.text) {
      return (.duration, Decimal(duration.seconds))
    }
    let currency = unit.text == "$" ? dollar : Currency.of(sign: unit.text) ?? Currency(unit.text)
    if let currency { return (.money(.fixed(currency)), Decimal(1)) }
    report(unit.text == "$" ? .unknownDollar(unit, digits, scope) : .unknownCurrency(unit))
    return nil
  }

  /// The one currency among the fields that `$` may stand for.
  private var dollar: Currency? {
    let dollars = scope.currencies.filter(\.isDollar)
    return dollars.count == 1 ? dollars.first : nil
  }

  mutating func date(_ text: String, _ range: ScriptRange) -> BoundExpression {
    let isZoned = text.last.map { !("0"..."9").contains($0) } ?? true
    guard !isZoned, let date = CalendarDate(text: text.utf8) else {
      report(.impossibleDate(text, range))
      return .unknown(range)
    }
    return BoundExpression(.literal(.number(Decimal(date.seconds))), .date, range)
  }
}

/// What two values would do with each other, in words.
enum Meeting: String {
  case comparing = "be compared with"
  case replacing = "stand in for"
  case branching = "stand beside"
  case mixing = "mix with"
}

// Bringing two values to one unit.
extension PipelineBinder {
  /// Both values as they can be compared or stand in for each other; nil, and reported, when they
  /// cannot. A text is read as a date where that decides a comparison, not where it would be lost.
  mutating func agreeing(
    _ left: BoundExpression, _ right: BoundExpression, _ meeting: Meeting, _ range: ScriptRange
  ) -> (left: BoundExpression, right: BoundExpression)? {
    switch UnitAlgebra.agreement(left.side, right.side) {
    case .asTheyAre: return (left, right)
    case .leftTakes(.money(.varying)) where meeting != .comparing,
      .rightTakes(.money(.varying)) where meeting != .comparing:
      report(.noCertainCurrency(left, right, source))
      return nil
    case .leftTakes(let type): return (measured(left, as: type), right)
    case .rightTakes(let type): return (left, measured(right, as: type))
    case .leftReadsDate where meeting == .comparing:
      return (BoundExpression(.convert(left), .date, left.range), right)
    case .rightReadsDate where meeting == .comparing:
      return (left, BoundExpression(.convert(right), .date, right.range))
    case .conflict(let conflict):
      report(conflict, left, right, meeting, range)
      return nil
    case .leftReadsDate, .rightReadsDate:
      report(.kinds, left, right, meeting, range)
      return nil
    }
  }

  private mutating func report(
    _ conflict: UnitAlgebra.Conflict, _ left: BoundExpression, _ right: BoundExpression,
    _ meeting: Meeting, _ range: ScriptRange, isList: Bool = false
  ) {
    switch conflict {
    case .kinds: report(.cannotCompare(left, right, meeting, scope))
    case .twoCurrencies: report(.twoCurrencies(left, right, meeting))
    case .unspecifiedCurrency, .noUnit:
      let isLeftBare = left.type.map { $0.lacksUnit } ?? false
      report(
        .unitUnknown(
          isLeftBare ? left : right, isLeftBare ? right : left, in: range, source, scope,
          isField: isField(isLeftBare ? left : right), isList: isList))
    }
  }

  /// Whether it is a field of the source's data, of which the definition could say more.
  func isField(_ value: BoundExpression) -> Bool {
    guard case .column(let id) = value.kind, provenance[id] == nil, let schema = catalogue?.schema,
      let index = scope.field(id)?.names.first.flatMap({ schema.index(of: $0) })
    else { return false }
    if case .derived = schema.fields[index].origin { return false }
    return true
  }

  /// A number that is meant in a type's unit.
  mutating func measured(_ number: BoundExpression, as type: ValueType) -> BoundExpression {
    let range = number.range
    // It is in each row's own currency.
    if type == .money(.varying) { return number }
    guard let factor = type.factor else { return BoundExpression(number.kind, type, range) }
    guard case .literal(.number(let value)) = number.kind else {
      let unit = BoundExpression(.literal(.number(factor)), .decimal, range)
      return BoundExpression(.arithmetic(.multiply, number, unit), type, range)
    }
    guard let stored = Decimal.product(value, factor) else {
      report(.tooManyDigits(range, in: type))
      return .unknown(range)
    }
    return BoundExpression(.literal(.number(stored)), type, range)
  }

  /// A value that is looked for among the elements of a list; nil, and reported, when it cannot be.
  mutating func sought(
    _ item: BoundExpression, in list: BoundExpression, _ element: ValueType
  ) -> BoundExpression? {
    if element == .money(.varying) {
      report(.cannotContain(list, element, item))
      return nil
    }
    let side = UnitAlgebra.Side(type: element, isConstant: false)
    switch UnitAlgebra.agreement(side, item.side) {
    case .asTheyAre: return item
    case .rightTakes(let type): return measured(item, as: type)
    case .leftTakes, .leftReadsDate, .rightReadsDate, .conflict(.kinds):
      report(.cannotContain(list, element, item))
    case .conflict(let conflict):
      let elements = BoundExpression(list.kind, element, list.range)
      report(conflict, elements, item, .mixing, list.range.union(item.range), isList: true)
    }
    return nil
  }

  mutating func arithmetic(
    _ mark: ArithmeticOperator, _ first: Expression, _ second: Expression, _ range: ScriptRange
  ) -> BoundExpression {
    guard mark == .add else { return calculated(mark, bind(first), bind(second), range) }
    let terms = Self.terms(of: first, second)
    // Each term but the last two stands a level below the next one.
    let bound = terms.enumerated().map { index, term in
      bind(term, below: terms.count - max(index, 1) - 1)
    }
    if bound.contains(where: { $0.type?.isTextual ?? false }),
      bound.allSatisfy({ $0.type.map { $0.isTextual || $0.isNumber } ?? true })
    {
      let areTexts = bound.map { $0.type?.isTextual ?? false }
      report(.addedTexts(Self.parts(of: terms, areTexts), range, source, areTexts))
      return .unknown(range)
    }
    return bound.dropFirst().reduce(bound[0]) { sum, term in
      calculated(.add, sum, term, sum.range.union(term.range))
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

  private mutating func calculated(
    _ mark: ArithmeticOperator, _ first: BoundExpression, _ second: BoundExpression,
    _ range: ScriptRange
  ) -> BoundExpression {
    let operation = Arithmetic(mark)
    var (left, right) = inOneCurrency(first, second)
    switch UnitAlgebra.outcome(operation, left.side, right.side) {
    case .makes(let type):
      let result = calculation(operation, left, right, type, range)
      return type == .date ? BoundExpression(.wholeDate(result), .date, range) : result
    case .makesTaking(let type, let onLeft):
      if onLeft { left = measured(left, as: type) } else { right = measured(right, as: type) }
      return calculation(operation, left, right, type, range)
    case .unfit(let onLeft):
      let side = onLeft ? left : right
      report(
        .needsNumber(mark.rawValue, side.range, side.type ?? .any, isField: isField(side)))
    case .conflict(.kinds): report(.cannotCalculate(operation, left, right, source))
    case .conflict(let conflict): report(conflict, left, right, .mixing, range)
    }
    return .unknown(range)
  }
}

// Members and functions.
extension PipelineBinder {
  /// `price.amount` and `price.currency`; nil when it is neither.
  func moneyMember(
    _ money: BoundExpression, _ name: Name, _ range: ScriptRange
  ) -> BoundExpression? {
    guard case .money(let denomination) = money.type else { return nil }
    if denomination == .varying {
      let position = RecordMember.ofMoney.firstIndex { $0.name == name.text.lowercased() }
      return position.map {
        BoundExpression(.member(money, $0), RecordMember.ofMoney[$0].type, range)
      }
    }
    switch (name.text.lowercased(), denomination) {
    case ("amount", _):
      // A column of its own, because a column has one type.
      let one = BoundExpression(.literal(.number(Decimal(1))), .int, range)
      return BoundExpression(.arithmetic(.multiply, money, one), .decimal, range)
    case ("currency", .fixed(let currency)):
      return BoundExpression(.literal(.text(currency.code)), .text, range)
    case ("currency", _): return BoundExpression(.literal(.null), .text, range)
    default: return nil
    }
  }

  /// The arguments of a function of the types that it wants, as far as they can be made so.
  mutating func fitted(
    _ arguments: [BoundExpression], to function: ScalarFunction, _ range: ScriptRange
  ) -> [BoundExpression]? {
    switch function.arguments {
    case .dates:
      return arguments.map { argument in
        guard argument.type == .text || argument.type == .any else { return argument }
        return BoundExpression(.convert(argument), .date, argument.range)
      }
    case .alike:
      guard let model = arguments.first(where: { $0.type?.hasUnit ?? false }) else {
        let mixed = arguments.first { $0.type == .any }
        return mixed.map { mixed in arguments.map { widened($0, beside: mixed) } } ?? arguments
      }
      var fitted: [BoundExpression] = []
      for argument in arguments {
        guard let (_, value) = agreeing(model, argument, .branching, range) else { return nil }
        fitted.append(value)
      }
      return fitted
    case .asTheyAre: return arguments
    }
  }

  /// The day on which the script runs, which whoever runs it has said.
  func today(_ range: ScriptRange) -> BoundExpression {
    let today = outer?.context.today.map { Value.number(Decimal($0.seconds)) }
    return BoundExpression(.literal(today ?? .null), .date, range)
  }

  /// A rounded length has whole numbers of its own unit, not of metres.
  func rounded(
    _ function: String, _ kernel: FunctionKernel, _ arguments: [BoundExpression],
    _ type: ValueType, _ range: ScriptRange
  ) -> BoundExpression {
    guard let factor = type.factor else {
      return calling(function, kernel, arguments, type, range)
    }
    let unit = BoundExpression(.literal(.number(factor)), .decimal, range)
    let number = BoundExpression(.arithmetic(.divide, arguments[0], unit), .decimal, range)
    let call = BoundExpression.Kind.call(function, kernel, [number] + arguments.dropFirst())
    let whole = BoundExpression(call, .decimal, range)
    return BoundExpression(.arithmetic(.multiply, whole, unit), type, range)
  }
}

extension BoundExpression {
  /// What the algebra of units sees of it.
  var side: UnitAlgebra.Side { UnitAlgebra.Side(type: type, isConstant: !readsData) }

  private var readsData: Bool {
    switch kind {
    case .column, .cell: true
    default: children.contains(where: \.readsData)
    }
  }
}

extension ValueType {
  /// Whether a unit could be missing from it.
  fileprivate var lacksUnit: Bool { isNumber || self == .any || self == .money(.unspecified) }
}

extension Scope {
  /// The currencies of the fields, each once.
  var currencies: [Currency] {
    var found: [Currency] = []
    for field in fields {
      if case .money(.fixed(let currency)) = field.type, !found.contains(currency) {
        found.append(currency)
      }
    }
    return found
  }
}
