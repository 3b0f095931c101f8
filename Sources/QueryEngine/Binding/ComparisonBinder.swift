// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

// Comparisons: which values go together, and what text that was typed means.
extension PipelineBinder {
  mutating func compare(
    _ comparison: Comparison, _ first: BoundExpression, _ second: BoundExpression, exact: Bool,
    _ range: ScriptRange
  ) -> BoundExpression {
    let (one, other) = inOneCurrency(first, second)
    warnOfWholeNumber(first, besideComma: second)
    warnOfWholeNumber(second, besideComma: first)
    let sides = agreeing(
      spelled(one, like: other), spelled(other, like: one), .comparing, range)
    guard let sides else { return .unknown(range) }
    let (left, right) = bareAmounts(sides.left, sides.right)
    if comparison != .equal, comparison != .notEqual,
      let unordered = [left, right].first(where: { $0.type.map(hasNoOrder) ?? false })
    {
      report(.noOrder(unordered, comparison.rawValue))
      return .unknown(range)
    }
    if let pattern = pattern(comparison, left, right, exact: exact, range) { return pattern }
    if let pattern = pattern(comparison, right, left, exact: exact, range) { return pattern }
    return BoundExpression(
      .compare(
        comparison, converted(left, like: right), converted(right, like: left),
        order(comparison, left, right, exact: exact)),
      .bool, range)
  }

  /// Warns where a whole number is compared with one that has a comma before its decimals: which is
  /// meant cannot be told.
  private mutating func warnOfWholeNumber(
    _ value: BoundExpression, besideComma other: BoundExpression
  ) {
    guard value.type == .int, !isExpansion, case .literal(.number(let number)) = other.kind,
      !number.isInteger, source[other.range].contains(",")
    else { return }
    report(.wholeBesideDecimals(source[value.range], other.range))
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
    let pattern = TextPattern(text, mode: .equals, exact: exact)
    let test = BoundExpression(
      .pattern(.literal(pattern), converted(value, like: typed)), .bool, range)
    return comparison == .equal ? test : BoundExpression(.not(test), .bool, range)
  }

  /// A number that is compared with an id stands for its spelling.
  private func spelled(_ value: BoundExpression, like other: BoundExpression) -> BoundExpression {
    guard other.type == .id, let type = value.type, type.isNumber else { return value }
    guard case .literal(.number(let number)) = value.kind else {
      return BoundExpression(.spelling(value), .id, value.range)
    }
    return BoundExpression(.literal(.text(value.spelling ?? number.description)), .id, value.range)
  }

  /// A value of no certain type is read as one of the type that it is compared with.
  func converted(_ value: BoundExpression, like other: BoundExpression) -> BoundExpression {
    converted(value, to: other.type)
  }

  private func converted(_ value: BoundExpression, to type: ValueType?) -> BoundExpression {
    guard value.type == .any, let type, type != .any else { return value }
    return BoundExpression(.convert(value), type, value.range)
  }

  /// A value that several comparisons read, computed only once.
  private mutating func once(_ value: BoundExpression) -> BoundExpression {
    switch value.kind {
    case .column, .literal: return value
    default:
      let id = column(of: value)
      provenance[id] = nullNotes(of: value)
      return BoundExpression(.column(id), value.type, value.range)
    }
  }

  mutating func between(
    _ value: Expression, _ low: Expression, _ high: Expression, _ range: ScriptRange
  ) -> BoundExpression {
    let bound = once(bind(value))
    let bounds = [
      compare(.greaterOrEqual, bound, bind(low), exact: false, range),
      compare(.lessOrEqual, bound, bind(high), exact: false, range),
    ]
    return BoundExpression(.and(bounds), .bool, range)
  }

  mutating func membership(
    _ value: Expression, _ set: MemberSet, _ range: ScriptRange
  ) -> BoundExpression {
    switch set {
    case .range(let low, let high): return between(value, low, high, range)
    case .values(let members):
      let bound = once(bind(value))
      let terms = members.map {
        compare(.equal, bound, bind($0.expression, beside: bound), exact: $0.isExact, range)
      }
      return MemberTerms.joined(terms, range)
    case .list(let list): return membership(value, in: list, range)
    }
  }

  /// Membership in a list: one that is known is compared element by element, as if it were typed.
  private mutating func membership(
    _ value: Expression, in list: Expression, _ range: ScriptRange
  ) -> BoundExpression {
    let members = bind(list)
    guard let type = members.type else { return .unknown(range) }
    if case .list(let written) = list.kind {
      let bound = once(bind(value))
      let terms = written.map { compare(.equal, bound, bind($0), exact: false, range) }
      return MemberTerms.joined(terms, range)
    }
    guard case .list(let element) = type, case .literal(.list(let values)) = members.kind else {
      report(.needsList("in", list.range, type))
      return .unknown(range)
    }
    let bound = once(bind(value))
    let terms = values.map { member in
      let literal = BoundExpression(.literal(member), member == .null ? nil : element, list.range)
      return compare(.equal, bound, literal, exact: false, range)
    }
    return MemberTerms.joined(terms, range)
  }

  mutating func contains(
    _ list: BoundExpression, _ element: ValueType, _ item: BoundExpression, exact: Bool,
    _ range: ScriptRange
  ) -> BoundExpression {
    let spelled = spelled(item, like: BoundExpression(.literal(.null), element, list.range))
    guard let sought = sought(spelled, in: list, element) else { return .unknown(range) }
    let test = elementTest(.equal, element, sought, exact: exact)
    return BoundExpression(.quantified(.any, list, test), .bool, range)
  }

  mutating func quantified(
    _ quantifier: Quantifier, _ list: Expression, _ mark: ComparisonOperator, _ operand: Operand,
    _ range: ScriptRange
  ) -> BoundExpression {
    let (bound, other) = (bind(list), bind(operand.expression))
    guard let type = bound.type else {
      // A quantifier over a null is false.
      return BoundExpression(.literal(.bool(false)), .bool, range)
    }
    guard case .list(let element) = type else {
      report(.needsList(quantifier.rawValue, bound.range, type))
      return .unknown(range)
    }
    let spelled = spelled(other, like: BoundExpression(.literal(.null), element, bound.range))
    guard let item = sought(spelled, in: bound, element) else { return .unknown(range) }
    let test = elementTest(Comparison(mark), element, item, exact: operand.isExact)
    return BoundExpression(.quantified(.init(quantifier), bound, test), .bool, range)
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
      comparison, converted(item, to: element),
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
  /// Whether it is text that stands in the script, or has a name there.
  fileprivate var isTypedText: Bool {
    if case .literal(.text) = kind { true } else { false }
  }
}

extension Diagnostic {
  fileprivate static func wholeBesideDecimals(_ value: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .wrongType, "`\(value)` is a whole number, and this has decimals", at: Label(range),
      severity: .warning)
  }
}
