// SPDX-License-Identifier: MIT

import Diagnostics

// Operations on numbers for which other languages have an operator of their own.
extension Parser {
  /// What an operator of another language computes.
  private enum Operation { case quotient, remainder, power }

  /// A value with another language's operator behind it, and what it is computed with: `div`, `%%`,
  /// `**` and `^`; nil where none stands at the cursor.
  mutating func otherOperation(_ left: Expression) throws(Stop) -> Expression? {
    guard let (operation, count) = otherOperator else { return nil }
    let mark = token.range.union(cursor.peek(count - 1).range)
    diagnostics.removeAll { $0.primary?.range == mark }
    for _ in 0..<count { cursor.advance() }
    let right = token.kind == .minus ? try coalescing() : try postfix()
    let whole = left.range.union(right.range)
    switch operation {
    case .remainder:
      report(.foreignMark(source[mark], mark, ArithmeticOperator.remainder.rawValue, .suggested))
    case .quotient:
      report(.foreignQuotient(mark, whole, "floor(\(source[left.range]) / \(source[right.range]))"))
    case .power: report(.foreignPower(mark, whole, product(of: left, right)))
    }
    return Expression(kind: .missing, range: whole)
  }

  private var otherOperator: (Operation, Int)? {
    let next = cursor.peek(1)
    let isTwice = next.kind == token.kind && next.range.start == token.range.end
    switch token.kind {
    case .star where isTwice && startsValue(cursor.peek(2)): return (.power, 2)
    case .percent where isTwice && startsValue(cursor.peek(2)): return (.remainder, 2)
    case .invalid where text(token) == "^": return (.power, 1)
    case .name where word == "div": return (.quotient, 1)
    default: return nil
    }
  }

  /// A small power written as a product; nil for any other.
  private func product(of base: Expression, _ exponent: Expression) -> String? {
    guard base.isPath || base.isLiteral, case .number = exponent.kind,
      let count = Int(source[exponent.range]), (2...4).contains(count)
    else { return nil }
    return Array(repeating: source[base.range], count: count).joined(separator: " * ")
  }
}

extension Diagnostic {
  fileprivate static func foreignQuotient(
    _ mark: ScriptRange, _ whole: ScriptRange, _ mended: String
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord, "a whole quotient is written `\(mended)` in cq", at: Label(mark),
      fix: .replace(whole, with: mended, .suggested))
  }

  fileprivate static func foreignPower(
    _ mark: ScriptRange, _ whole: ScriptRange, _ mended: String?
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord, "cq has no operator for powers; a small one is a product", at: Label(mark),
      remarks: mended == nil ? [.help("for example `rooms * rooms`")] : [],
      fix: mended.map { .replace(whole, with: $0, .suggested) })
  }
}
