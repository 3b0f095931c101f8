// SPDX-License-Identifier: MIT

public import Diagnostics

/// An expression and where it stands.
public struct Expression: Sendable {
  public let kind: Kind
  public let range: ScriptRange
  /// How many levels the tree has; the parser keeps it below its limit, so that whoever walks over
  /// the tree may recurse.
  public let height: Int

  package init(kind: Kind, range: ScriptRange) {
    self.kind = kind
    self.range = range
    height = 1 + (kind.children.map(\.height).max() ?? 0)
  }

  public indirect enum Kind: Sendable {
    case name(Name)
    /// The digits as they are written.
    case number(String, percent: Bool)
    /// The digits, and `km`, `days`, `GBP` or `£`, as they are written.
    case quantity(String, unit: Name)
    /// `2024-01-31`, as it is written; there may be no such day.
    case date(String)
    case text(String)
    case bool(Bool)
    case null
    case list([Expression])
    case negative(Expression)
    case arithmetic(ArithmeticOperator, Expression, Expression, at: ScriptRange)
    case coalesce(Expression, Expression)
    case comparison(ComparisonOperator, Expression, Operand, at: ScriptRange)
    /// Two or more terms that must all hold.
    case and([Expression])
    /// Two or more terms of which one must hold.
    case or([Expression])
    case not(Expression)
    case between(Expression, low: Expression, high: Expression)
    case membership(Expression, MemberSet, negated: Bool)
    case textTest(TextOperator, Expression, Operand, negated: Bool, at: ScriptRange)
    case isNull(Expression, negated: Bool)
    case isEmpty(Expression, negated: Bool)
    /// `any suites > 100`.
    case quantified(Quantifier, Expression, ComparisonOperator, Operand)
    case call(Name, [Expression])
    /// `if CONDITION then VALUE else VALUE`.
    case conditional(Expression, then: Expression, else: Expression)
    case index(Expression, Expression)
    case member(Expression, Name)
    /// `$min`: a value by its name.
    case parameter(Name)
    /// `@3`: a row of the last result, from 1.
    case row(Int)
    /// `f"{name}: {stars}"`.
    case template([TemplatePart])
    /// `/dream/i`, on the right of `matches` or as an argument.
    case regularExpression(String, ignoresCase: Bool)
    /// What could not be read; it has been reported.
    case missing
  }
}

/// The right side of a comparison; `exact` asks for code points instead of folded text.
public struct Operand: Sendable {
  public let expression: Expression
  public let isExact: Bool
}

/// What stands after `in`.
public enum MemberSet: Sendable {
  case values([Operand])
  case range(Expression, Expression)
  /// `[1, 2]`, `$allowed` or `exact $allowed`.
  case list(Operand)
}

/// A piece of a text with expressions in it.
public enum TemplatePart: Sendable {
  case text(String)
  case value(Expression)
}

/// The operators of calculation.
public enum ArithmeticOperator: String, Sendable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
}

/// The operators that compare two values.
public enum ComparisonOperator: String, Sendable, CaseIterable {
  case equal = "="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="

  /// The operator that says the same with the sides exchanged.
  package var mirrored: Self {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}

/// The operators that look for a text in another, or for an element in a list.
public enum TextOperator: String, Sendable, CaseIterable {
  case contains
  case startsWith = "starts with"
  case endsWith = "ends with"
  case like
  case matches
}

/// How many of a list's elements must compare so.
public enum Quantifier: String, Sendable {
  case any, all, none
}

extension Expression {
  /// The names of a field and its members, from `address.city`; empty for other expressions.
  package var path: [String] {
    switch kind {
    case .name(let name): [name.text]
    case .member(let record, let name): record.path + [name.text]
    default: []
    }
  }
}

extension Expression.Kind {
  /// The expressions directly inside.
  package var children: [Expression] {
    switch self {
    case .name, .number, .quantity, .date, .text, .bool, .null, .missing, .parameter, .row,
      .regularExpression:
      []
    case .template(let parts):
      parts.compactMap { if case .value(let inner) = $0 { inner } else { nil } }
    case .list(let terms), .and(let terms), .or(let terms), .call(_, let terms): terms
    case .negative(let inner), .not(let inner), .isNull(let inner, _), .isEmpty(let inner, _),
      .member(let inner, _):
      [inner]
    case .arithmetic(_, let first, let second, _), .coalesce(let first, let second),
      .index(let first, let second):
      [first, second]
    case .comparison(_, let left, let operand, _), .textTest(_, let left, let operand, _, _),
      .quantified(_, let left, _, let operand):
      [left, operand.expression]
    case .between(let value, let low, let high), .conditional(let value, let low, let high):
      [value, low, high]
    case .membership(let value, .values(let values), _): [value] + values.map(\.expression)
    case .membership(let value, .range(let low, let high), _): [value, low, high]
    case .membership(let value, .list(let list), _): [value, list.expression]
    }
  }
}
