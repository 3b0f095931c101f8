// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax
import TextPatterns

/// Binds comparisons: which values go together, and what text that was typed means.
struct ComparisonBinder: ExpressionRoom {
  let context: ExpressionContext

  private var units: UnitBinder { UnitBinder(context: context) }
  private var money: MoneyBinder { MoneyBinder(context: context) }

  func compare(
    _ comparison: Comparison, _ first: BoundExpression, _ second: BoundExpression, exact: Bool,
    _ range: ScriptRange
  ) -> BoundExpression {
    var (one, other) = money.inOneCurrency(first, second)
    if case .list = one.type {
      (one, other) = (one.withDatesAsTexts(beside: other), other.withDatesAsTexts(beside: one))
    }
    warnOfWholeNumber(first, besideComma: second)
    warnOfWholeNumber(second, besideComma: first)
    let sides = units.agreeing(
      spelled(one, like: other), spelled(other, like: one), .comparing, range)
    guard let sides else { return .unknown(range) }
    let (left, right) = money.bareAmounts(sides.left, sides.right)
    if let unordered = unordered(comparison, [left, right]) {
      return unknown(.noOrder(unordered), range)
    }
    if let pattern = pattern(comparison, left, right, exact: exact, range) { return pattern }
    if let pattern = pattern(comparison, right, left, exact: exact, range) { return pattern }
    return BoundExpression(
      .compare(
        comparison, left.alike(right), right.alike(left),
        order(comparison, left, right, exact: exact)),
      .bool, range)
  }

  /// Warns where a whole number is compared with one that has a comma before its decimals: which is
  /// meant cannot be told.
  private func warnOfWholeNumber(
    _ value: BoundExpression, besideComma other: BoundExpression
  ) {
    guard value.type == .int, !context.macros.isExpansion,
      case .literal(.number(let number)) = other.kind,
      !number.isInteger, source[other.range].contains(",")
    else { return }
    report(.wholeBesideDecimals(source[value.range], other.range))
  }

  /// The first of some values that has no order, where that is asked for.
  private func unordered(
    _ comparison: Comparison, _ values: [BoundExpression]
  ) -> BoundExpression? {
    if comparison == .equal || comparison == .notEqual { return nil }
    return values.first { $0.type.map(hasNoOrder) ?? false }
  }

  private func hasNoOrder(_ type: ValueType) -> Bool {
    switch type {
    case .bool, .list, .record: true
    case .int, .decimal, .text, .id, .money, .length, .date, .duration, .any: false
    }
  }

  private func order(
    _ comparison: Comparison, _ left: BoundExpression, _ right: BoundExpression, exact: Bool
  ) -> TextOrder {
    if left.type == .id || right.type == .id { return .ids }
    if comparison == .equal || comparison == .notEqual { return .codePoints }
    if left.type == .any, right.type == .any { return .mixed }
    return !exact && (left.isTypedText || right.isTypedText) ? .typed : .collation
  }

  /// Equality of a text with text that was typed, which folds case and accents unless `exact`.
  private func pattern(
    _ comparison: Comparison, _ value: BoundExpression, _ typed: BoundExpression, exact: Bool,
    _ range: ScriptRange
  ) -> BoundExpression? {
    guard comparison == .equal || comparison == .notEqual,
      case .literal(.text(let text)) = typed.kind, value.type == .text || value.type == .any
    else { return nil }
    if comparison == .equal { doubtWildcard(text, value, typed) }
    let pattern = TextPattern(text, mode: .equals, exact: exact)
    let test = BoundExpression(
      .pattern(.literal(pattern), value.converted(like: typed)), .bool, range)
    return comparison == .equal ? test : BoundExpression(.not(test), .bool, range)
  }

  /// Keeps that a text in which others would have a wildcard is looked for as it is written.
  private func doubtWildcard(_ text: String, _ value: BoundExpression, _ typed: BoundExpression) {
    let marks: Set<Character> = ["*", "%"]
    guard !context.macros.isExpansion, text.count > 1, let first = text.first, let last = text.last,
      marks.contains(first) || marks.contains(last), text.contains(where: \.isLetter)
    else { return }
    let pattern = String(text.map { $0 == "%" ? "*" : $0 }).inQuotes
    context.environment.session.doubt(
      "`=` asks for the text \(text.inQuotes) itself; a pattern is "
        + "`\(source[value.range]) like \(pattern)`")
  }

  /// A number that is compared with an id stands for its spelling, and a text that is a date, and
  /// stands in the script, for the date.
  private func spelled(_ value: BoundExpression, like other: BoundExpression) -> BoundExpression {
    if other.type == .date, let date = value.writtenDate { return date }
    guard other.type == .id, let type = value.type, type.isNumber else { return value }
    guard case .literal(.number(let number)) = value.kind else {
      return BoundExpression(.spelling(value), .id, value.range)
    }
    return BoundExpression(.literal(.text(value.spelling ?? number.description)), .id, value.range)
  }

  func contains(
    _ list: BoundExpression, _ element: ValueType, _ item: BoundExpression, exact: Bool,
    _ range: ScriptRange
  ) -> BoundExpression {
    let spelled = spelled(item, like: BoundExpression(.literal(.null), element, list.range))
    guard let sought = units.sought(spelled, in: list, element) else { return .unknown(range) }
    let test = elementTest(.equal, element, sought, exact: exact)
    return BoundExpression(.quantified(.any, list, test), .bool, range)
  }

  /// `any suites > 100`, its list and its operand bound.
  func quantified(
    _ quantifier: Quantifier, _ list: BoundExpression, _ mark: ComparisonOperator,
    _ other: BoundExpression, exact: Bool, _ range: ScriptRange
  ) -> BoundExpression {
    guard let type = list.type else {
      if let unordered = unordered(Comparison(mark), [other]) {
        return unknown(.noOrder(unordered), range)
      }
      // A quantifier over a null is false.
      return BoundExpression(.literal(.bool(false)), .bool, range)
    }
    guard case .list(let element) = type else {
      return unknown(.needsList(quantifier.rawValue, list.range, type), range)
    }
    let spelled = spelled(other, like: BoundExpression(.literal(.null), element, list.range))
    guard let item = units.sought(spelled, in: list, element) else { return .unknown(range) }
    let elements = BoundExpression(.literal(.null), element, list.range)
    if unordered(Comparison(mark), [elements]) != nil {
      return unknown(.noOrder(elements, in: type), range)
    }
    if let unordered = unordered(Comparison(mark), [item]) {
      return unknown(.noOrder(unordered), range)
    }
    let test = elementTest(Comparison(mark), element, item, exact: exact)
    return BoundExpression(.quantified(.init(quantifier), list, test), .bool, range)
  }

  private func elementTest(
    _ comparison: Comparison, _ element: ValueType, _ item: BoundExpression, exact: Bool
  ) -> BoundExpression.ElementTest {
    if element == .text || element == .any, case .literal(.text(let text)) = item.kind,
      comparison == .equal || comparison == .notEqual
    {
      let pattern = TextPattern(text, mode: .equals, exact: exact)
      return .pattern(.literal(pattern), negated: comparison == .notEqual)
    }
    let elements = BoundExpression(.literal(.null), element, item.range)
    return .compare(
      comparison, item.converted(to: element),
      order(comparison, elements, item, exact: exact))
  }
}

extension BoundExpression.Quantification {
  init(_ written: Quantifier) {
    switch written {
    case .any: self = .any
    case .all: self = .all
    case .none: self = .none
    }
  }
}

extension BoundExpression {
  /// A value of no certain type is read as one of the type that it is compared with.
  func converted(like other: BoundExpression) -> BoundExpression { converted(to: other.type) }

  /// The same, and a list of values of one type as such a list where the other is one of no certain
  /// type.
  fileprivate func alike(_ other: BoundExpression) -> BoundExpression {
    if case .list = type, case .list = other.type { return widened(beside: other) }
    return converted(like: other)
  }

  fileprivate func converted(to type: ValueType?) -> BoundExpression {
    guard self.type == .any, let type, type != .any else { return self }
    return BoundExpression(.convert(self), type, range)
  }

  /// Whether it is text that stands in the script, or has a name there.
  fileprivate var isTypedText: Bool {
    if case .literal(.text) = kind { true } else { false }
  }
}

extension BoundExpression {
  /// The date that a text of the script writes out; nil where it is none, or has a zone.
  var writtenDate: BoundExpression? {
    // A day, or a time without seconds or with them.
    guard case .literal(.text(let text)) = kind, [10, 16, 19].contains(text.utf8.count),
      let date = CalendarDate(text: text.utf8)
    else { return nil }
    return BoundExpression(.literal(.number(Decimal(date.seconds))), .date, range)
  }

  /// A date as the text that writes it, which is how texts are asked; others as they are.
  var withDateAsText: BoundExpression {
    type == .date ? BoundExpression(.spelling(self), .text, range) : self
  }

  /// The same, and a list of dates as one of their texts.
  var withDatesAsTexts: BoundExpression {
    type == .list(.date) ? BoundExpression(.widen(self), .list(.text), range) : withDateAsText
  }

  /// The same where the other value is a text, or a list of texts.
  func withDatesAsTexts(beside other: BoundExpression) -> BoundExpression {
    switch (type, other.type) {
    case (.date, .text), (.list(.date), .list(.text)): withDatesAsTexts
    default: self
    }
  }
}

extension Diagnostic {
  fileprivate static func wholeBesideDecimals(_ value: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .wrongType, "`\(value)` is a whole number, and this has decimals", at: Label(range),
      severity: .warning)
  }
}
