// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// What two values would do with each other, in words.
enum Meeting: String {
  case comparing = "be compared with"
  case replacing = "stand in for"
  case branching = "stand beside"
  case mixing = "mix with"
}

/// Brings values to one unit and calculates with them.
struct UnitBinder: ExpressionRoom {
  let context: ExpressionContext

  private var money: MoneyBinder { MoneyBinder(context: context) }

  /// Both values as they can be compared or stand in for each other; nil, and reported, when they
  /// cannot. A text is read as a date where that decides a comparison, not where it would be lost.
  func agreeing(
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

  private func report(
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
          isField: context.isField(isLeftBare ? left : right), isList: isList))
    }
  }

  /// A number that is meant in a type's unit.
  func measured(_ number: BoundExpression, as type: ValueType) -> BoundExpression {
    let range = number.range
    // It is in each row's own currency.
    if type == .money(.varying) { return number }
    guard let factor = type.factor else { return BoundExpression(number.kind, type, range) }
    guard case .literal(.number(let value)) = number.kind else {
      let unit = BoundExpression(.literal(.number(factor)), .decimal, range)
      return BoundExpression(.arithmetic(.multiply, number, unit), type, range)
    }
    guard let stored = Decimal.product(value, factor) else {
      return unknown(.tooManyDigits(range, in: type), range)
    }
    return BoundExpression(.literal(.number(stored)), type, range)
  }

  /// A value that is looked for among the elements of a list; nil, and reported, when it cannot be.
  func sought(
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
    case .rightReadsDate: return BoundExpression(.convert(item), .date, item.range)
    // Among texts there may be what is no date.
    case .leftReadsDate where !item.side.isConstant: return item.withDateAsText
    case .leftTakes, .leftReadsDate, .conflict(.kinds):
      report(.cannotContain(list, element, item))
    case .conflict(let conflict):
      let elements = BoundExpression(list.kind, element, list.range)
      report(conflict, elements, item, .mixing, list.range.union(item.range), isList: true)
    }
    return nil
  }

  /// What an operator makes of two values.
  func calculated(
    _ mark: ArithmeticOperator, _ first: BoundExpression, _ second: BoundExpression,
    _ range: ScriptRange
  ) -> BoundExpression {
    let operation = Arithmetic(mark)
    var (left, right) = money.inOneCurrency(first, second)
    switch UnitAlgebra.outcome(operation, left.side, right.side) {
    case .makes(let type):
      let result = money.calculation(operation, left, right, type, range)
      return type == .date ? BoundExpression(.wholeDate(result), .date, range) : result
    case .makesTaking(let type, let onLeft):
      if onLeft { left = measured(left, as: type) } else { right = measured(right, as: type) }
      return money.calculation(operation, left, right, type, range)
    case .unfit(let onLeft):
      let (side, other) = onLeft ? (left, right) : (right, left)
      report(
        .needsNumber(
          mark.rawValue, side.range, side.type ?? .any, isField: context.isField(side),
          beside: other.type))
    case .conflict(.kinds): report(.cannotCalculate(operation, left, right, source))
    case .conflict(let conflict): report(conflict, left, right, .mixing, range)
    }
    return .unknown(range)
  }

  func negated(_ value: BoundExpression, _ range: ScriptRange) -> BoundExpression {
    if let type = value.type, !type.isSummable {
      return unknown(
        .needsNumber("-", value.range, type, isField: context.isField(value)), range)
    }
    if case .literal(.number(let number)) = value.kind {
      var negated = BoundExpression(.literal(.number(-number)), value.type, range)
      negated.spelling = value.spelling.map { "-\($0)" }
      return negated
    }
    return money.perRow(value, range) { BoundExpression(.negative($0), $0.type, range) }
  }

  func coalesced(
    _ first: BoundExpression, _ second: BoundExpression, _ range: ScriptRange
  ) -> BoundExpression {
    guard let (left, right, type) = alternatives(first, second, .replacing, range) else {
      return .unknown(range)
    }
    return BoundExpression(.coalesce([left, right]), type, range)
  }

  /// Two values of which either can be the result; nil, and reported, when they cannot stand beside
  /// each other. None is lost beside values of no certain type.
  func alternatives(
    _ first: BoundExpression, _ second: BoundExpression, _ meeting: Meeting, _ range: ScriptRange
  ) -> (left: BoundExpression, right: BoundExpression, type: ValueType?)? {
    let (one, other) = Self.datesAlike(first, second)
    guard let fitting = agreeing(one, other, meeting, range) else { return nil }
    let left = fitting.left.widened(beside: fitting.right)
    let right = fitting.right.widened(beside: fitting.left)
    return (left, right, UnitAlgebra.common(left.type, right.type))
  }

  /// A date of the data beside a text: both are dates where a text of the script writes one, else
  /// texts. A date of the script is meant as one.
  private static func datesAlike(
    _ left: BoundExpression, _ right: BoundExpression
  ) -> (BoundExpression, BoundExpression) {
    if left.type == .date, let date = right.writtenDate { return (left, date) }
    if right.type == .date, let date = left.writtenDate { return (date, right) }
    func spelled(_ value: BoundExpression, beside other: BoundExpression) -> BoundExpression {
      value.side.isConstant ? value : value.withDatesAsTexts(beside: other)
    }
    return (spelled(left, beside: right), spelled(right, beside: left))
  }
}

extension BoundExpression {
  /// A value that stands in one column with values of no certain type, none of which is lost; and
  /// a list with lists of such.
  func widened(beside other: BoundExpression) -> BoundExpression {
    guard let wide = type?.widened(beside: other.type) else { return self }
    return BoundExpression(.widen(self), wide, range)
  }

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
  /// The type that its values take beside values of another one; nil where they keep theirs.
  fileprivate func widened(beside other: ValueType?) -> ValueType? {
    switch (self, other) {
    case (.any, _): nil
    case (_, .any?): .any
    case (.list(let element), .list(let other)?): element.widened(beside: other).map(ValueType.list)
    default: nil
    }
  }

  /// Whether a unit could be missing from it.
  fileprivate var lacksUnit: Bool { isNumber || self == .any || self == .money(.unspecified) }
}
