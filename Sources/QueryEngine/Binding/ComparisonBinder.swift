import Catalogue
import Diagnostics
import QuerySyntax

// Comparisons: which values go together, and what text that was typed means.
extension PipelineBinder {
  /// Whether values of two types can be compared; an unknown type agrees with every other.
  func agree(_ first: ValueType?, _ second: ValueType?) -> Bool {
    guard let first, let second else { return true }
    if first == second || first == .any || second == .any { return true }
    if first.isNumber && second.isNumber { return true }
    if first.isTextual && second.isTextual { return true }
    if case .list(let left) = first, case .list(let right) = second { return agree(left, right) }
    return false
  }

  mutating func compare(
    _ comparison: Comparison, _ first: BoundExpression, _ second: BoundExpression, exact: Bool,
    _ range: SourceRange
  ) -> BoundExpression {
    let left = spelled(first, like: second)
    let right = spelled(second, like: first)
    guard agree(left.type, right.type) else {
      report(.cannotCompare(left, right, "be compared with"))
      return .unknown(range)
    }
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
        order(comparison, left, right)),
      .bool, range)
  }

  private func hasNoOrder(_ type: ValueType) -> Bool {
    switch type {
    case .bool, .list, .record: true
    case .int, .decimal, .text, .id, .any: false
    }
  }

  private func order(
    _ comparison: Comparison, _ left: BoundExpression, _ right: BoundExpression
  ) -> TextOrder {
    if left.type == .id || right.type == .id { return .ids }
    return comparison == .equal || comparison == .notEqual ? .codePoints : .collation
  }

  /// Equality of a text with text that was typed, which folds case and accents unless `exact`.
  private func pattern(
    _ comparison: Comparison, _ value: BoundExpression, _ typed: BoundExpression, exact: Bool,
    _ range: SourceRange
  ) -> BoundExpression? {
    guard comparison == .equal || comparison == .notEqual,
      case .literal(.text(let text)) = typed.kind, value.type == .text || value.type == .any
    else { return nil }
    let pattern = TextPattern(text, mode: .equals, exact: exact)
    let test = BoundExpression(.pattern(pattern, converted(value, like: typed)), .bool, range)
    return comparison == .equal ? test : BoundExpression(.not(test), .bool, range)
  }

  /// A number that is compared with an id stands for its spelling.
  private func spelled(_ value: BoundExpression, like other: BoundExpression) -> BoundExpression {
    guard other.type == .id, case .literal(.number(let number)) = value.kind else { return value }
    return BoundExpression(.literal(.text(number.description)), .id, value.range)
  }

  /// A value of no certain type is read as one of the type that it is compared with.
  func converted(_ value: BoundExpression, like other: BoundExpression) -> BoundExpression {
    guard value.type == .any, let type = other.type, type != .any else { return value }
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
    _ value: Expression, _ low: Expression, _ high: Expression, _ range: SourceRange
  ) -> BoundExpression {
    let bound = once(bind(value))
    let bounds = [
      compare(.greaterOrEqual, bound, bind(low), exact: false, range),
      compare(.lessOrEqual, bound, bind(high), exact: false, range),
    ]
    return BoundExpression(.and(bounds), .bool, range)
  }

  mutating func membership(
    _ value: Expression, _ set: MemberSet, _ range: SourceRange
  ) -> BoundExpression {
    switch set {
    case .range(let low, let high): return between(value, low, high, range)
    case .values(let members):
      let bound = once(bind(value))
      let terms = members.map {
        compare(.equal, bound, bind($0.expression), exact: $0.isExact, range)
      }
      return BoundExpression(.or(terms), .bool, range)
    }
  }

  mutating func textTest(
    _ mark: TextOperator, _ value: Expression, _ operand: Operand, _ range: SourceRange
  ) -> BoundExpression {
    let (bound, other) = (bind(value), bind(operand.expression))
    guard let type = bound.type else {
      // Text operators with a null are false.
      return BoundExpression(.literal(.bool(false)), .bool, range)
    }
    if case .list(let element) = type, mark == .contains {
      return contains(bound, element, other, exact: operand.isExact, range)
    }
    guard type.isTextual || type == .any else {
      report(.needsText(mark.rawValue, bound, type))
      return .unknown(range)
    }
    if let otherType = other.type, !otherType.isTextual {
      if type == .id, case .literal(.number(let number)) = other.kind {
        return pattern(mark, bound, number.description, exact: true, range)
      }
      report(.needsTextOperand(mark.rawValue, other, otherType, source))
      return .unknown(range)
    }
    if case .literal(.text(let text)) = other.kind {
      return pattern(mark, bound, text, exact: operand.isExact || type == .id, range)
    }
    return BoundExpression(
      .textTest(mark.mode, converted(bound, like: other), other), .bool, range)
  }

  private func pattern(
    _ mark: TextOperator, _ value: BoundExpression, _ text: String, exact: Bool,
    _ range: SourceRange
  ) -> BoundExpression {
    let pattern = TextPattern(text, mode: mark.mode, exact: exact)
    let like = BoundExpression(.literal(.text(text)), .text, range)
    return BoundExpression(.pattern(pattern, converted(value, like: like)), .bool, range)
  }

  private mutating func contains(
    _ list: BoundExpression, _ element: ValueType, _ item: BoundExpression, exact: Bool,
    _ range: SourceRange
  ) -> BoundExpression {
    let sought = spelled(item, like: BoundExpression(.literal(.null), element, list.range))
    guard agree(element, sought.type) else {
      report(.cannotContain(list, element, sought))
      return .unknown(range)
    }
    let test = elementTest(.equal, element, sought, exact: exact)
    return BoundExpression(.quantified(.any, list, test), .bool, range)
  }

  mutating func quantified(
    _ quantifier: Quantifier, _ list: Expression, _ mark: ComparisonOperator, _ operand: Operand,
    _ range: SourceRange
  ) -> BoundExpression {
    let (bound, other) = (bind(list), bind(operand.expression))
    guard let type = bound.type else { return .unknown(range) }
    guard case .list(let element) = type else {
      report(.needsList(quantifier.rawValue, bound.range, type))
      return .unknown(range)
    }
    let item = spelled(other, like: BoundExpression(.literal(.null), element, bound.range))
    guard agree(element, item.type) else {
      report(.cannotContain(bound, element, item))
      return .unknown(range)
    }
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
      return .pattern(pattern, negated: comparison == .notEqual)
    }
    let ordered = comparison != .equal && comparison != .notEqual
    let order: TextOrder = element == .id ? .ids : (ordered ? .collation : .codePoints)
    return .compare(comparison, item, order)
  }
}

extension TextOperator {
  var mode: TextPattern.Mode {
    switch self {
    case .contains: .contains
    case .startsWith: .startsWith
    case .endsWith: .endsWith
    }
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
