// SPDX-License-Identifier: MIT

import Diagnostics

// Conditions and values.
extension SaidQuery {
  /// A condition; what is none is a value that has to be true.
  func condition(_ expression: Expression) -> String {
    switch expression.kind {
    case .comparison(let mark, let left, let right, at: _):
      say(.comparison(mark), operand(left), operand(right))
    case .and(let terms): and(terms)
    case .or(let terms): or(terms)
    case .not(let inner): say(.not, condition(inner))
    case .between(let value, low: let low, high: let high):
      say(.between, operand(value), operand(low), operand(high))
    case .membership(let value, let set, negated: let negated): membership(value, set, negated)
    case .textTest(let mark, let value, let text, negated: let negated, at: _):
      say(.textTest(mark, negated: negated), operand(value), operand(text))
    case .isNull(let value, negated: let negated):
      say(negated ? .present : .missing, operand(value))
    case .isEmpty(let value, negated: let negated):
      say(negated ? .filled : .empty, operand(value))
    case .quantified(let quantifier, let list, let mark, let right):
      say(.comparison(mark), say(.quantifier(quantifier), operand(list)), operand(right))
    default: value(expression)
    }
  }

  private func and(_ terms: [Expression]) -> String {
    let said = terms.map(term)
    return said.dropFirst().reduce(said.first ?? "") { say(.and, $0, $1) }
  }

  private func or(_ terms: [Expression]) -> String {
    let said = terms.map(term)
    return said.dropFirst().reduce(said.first ?? "") { say(.or, $0, $1) }
  }

  /// A condition among others, in brackets where words of its own would mix with those between
  /// them.
  private func term(_ expression: Expression) -> String {
    switch expression.kind {
    case .and, .or, .conditional, .coalesce: "(\(condition(expression)))"
    default: condition(expression)
    }
  }

  private func membership(_ value: Expression, _ set: MemberSet, _ negated: Bool) -> String {
    switch set {
    case .values(let values):
      say(
        negated ? .noneOf : .oneOf, operand(value),
        "(\(values.map(operand).joined(separator: ", ")))")
    case .range(let low, let high):
      say(negated ? .outside : .range, operand(value), operand(low), operand(high))
    case .list(let list): say(negated ? .noneOf : .oneOf, operand(value), operand(list))
    }
  }

  private func operand(_ operand: Operand) -> String {
    let said = self.operand(operand.expression)
    return operand.isExact ? say(.exact, said) : said
  }

  /// A value beside others, in brackets where it is said in several words.
  private func operand(_ expression: Expression) -> String {
    let said = value(expression)
    return expression.isSaidInWords ? "(\(said))" : said
  }

  /// A value as it is written, but for what of it is said in words.
  func value(_ expression: Expression) -> String {
    switch expression.kind {
    case .coalesce(let first, let second): say(.orElse, operand(first), operand(second))
    case .conditional(let test, then: let yes, else: let no):
      say(.conditional, condition(test), operand(yes), operand(no))
    case .bool: spelled(expression)
    default: expression.isCondition ? condition(expression) : spelled(expression)
    }
  }

  private func spelled(_ expression: Expression) -> String {
    var text = ""
    var end = expression.range.start
    for (range, words) in substitutes(in: expression).sorted(by: { $0.0.start < $1.0.start }) {
      text += source[ScriptRange(end, range.start)] + words
      end = range.end
    }
    return (text + source[ScriptRange(end, expression.range.end)]).onOneLine
  }

  /// What is said in the place of parts of a value: words of the language, and conditions.
  private func substitutes(in expression: Expression) -> [(ScriptRange, String)] {
    let own: (ScriptRange, String)? =
      switch expression.kind {
      case .call(let name, _):
        FunctionName(of: name.text).map { (name.range, $0.said(in: language)) }
      case .bool(let isTrue): (expression.range, say(isTrue ? .yes : .no))
      case .null: (expression.range, say(.nothing))
      case .quantity(let number, unit: let unit):
        (unit.range, SpokenTime.unit(unit.text, of: number, in: language))
      default: nil
      }
    let inner = expression.kind.children.flatMap { child in
      child.isSaidInWords ? [(child.range, "(\(value(child)))")] : substitutes(in: child)
    }
    return [own].compactMap(\.self) + inner
  }
}

extension Expression {
  /// Whether it is said otherwise than it is written.
  fileprivate var isSaidInWords: Bool {
    switch kind {
    case .coalesce, .conditional: true
    case .bool: false
    default: isCondition
    }
  }
}

extension SayingForm {
  static func comparison(_ mark: ComparisonOperator) -> SayingForm {
    switch mark {
    case .equal: equal
    case .notEqual: notEqual
    case .less: less
    case .lessOrEqual: lessOrEqual
    case .greater: greater
    case .greaterOrEqual: greaterOrEqual
    }
  }

  static func textTest(_ mark: TextOperator, negated: Bool) -> SayingForm {
    switch mark {
    case .contains: negated ? containsNot : contains
    case .startsWith: negated ? beginsNot : begins
    case .endsWith: negated ? endsNot : ends
    case .like: negated ? likeNot : like
    case .matches: negated ? matchesNot : matches
    }
  }

  static func quantifier(_ quantifier: Quantifier) -> SayingForm {
    switch quantifier {
    case .any: some
    case .all: each
    case .none: noneElement
    }
  }
}
