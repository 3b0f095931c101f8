public import Diagnostics

/// An expression and where it stands.
public struct Expression: Sendable {
  public let kind: Kind
  public let range: SourceRange

  public indirect enum Kind: Sendable {
    case name(Name)
    /// The digits as they are written, without `_`.
    case number(String, percent: Bool)
    case text(String)
    case bool(Bool)
    case null
    case list([Expression])
    case negative(Expression)
    case arithmetic(ArithmeticOperator, Expression, Expression, at: SourceRange)
    case coalesce(Expression, Expression)
    case comparison(ComparisonOperator, Expression, Operand, at: SourceRange)
    /// Two or more terms that must all hold.
    case and([Expression])
    /// Two or more terms of which one must hold.
    case or([Expression])
    case not(Expression)
    case between(Expression, low: Expression, high: Expression)
    case membership(Expression, MemberSet, negated: Bool)
    case textTest(TextOperator, Expression, Operand, negated: Bool, at: SourceRange)
    case isNull(Expression, negated: Bool)
    case isEmpty(Expression, negated: Bool)
    /// `any suites > 100`.
    case quantified(Quantifier, Expression, ComparisonOperator, Operand)
    case call(Name, [Expression])
    case index(Expression, Expression)
    case member(Expression, Name)
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
public enum ComparisonOperator: String, Sendable {
  case equal = "="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
}

/// The operators that look for a text in another, or for an element in a list.
public enum TextOperator: String, Sendable {
  case contains
  case startsWith = "starts with"
  case endsWith = "ends with"
}

/// How many of a list's elements must compare so.
public enum Quantifier: String, Sendable {
  case any, all, none
}
