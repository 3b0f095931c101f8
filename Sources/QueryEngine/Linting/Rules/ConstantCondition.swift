// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

extension LintRule {
  static let constantCondition = LintRule(
    code: .constantCondition, name: "constant-condition",
    summary: "a condition that is the same for every row",
    reason: "it keeps every row or none, whatever the data"
  ) { script in
    script.stageLists.flatMap { stages in
      stages.indices.flatMap { index in
        (stages[index].condition?.constantTerms ?? []).map { condition in
          // Only `true` by itself is known to keep every row.
          var fix: FixIt?
          if case .filter = stages[index].kind, case .bool(true) = condition.kind,
            condition.range == stages[index].expressions.first?.range
          {
            fix = StageRemoval.fix(index, of: stages, in: script.source)
          }
          let written = script.source[condition.range]
          return LintFinding(
            "`\(written)` \(condition.sameness), so it is the same for every row",
            at: condition.range, fix: fix)
        }
      }
    }
  }
}

extension Expression {
  fileprivate var constantTerms: [Expression] {
    if !mayVary || hasReversedBounds || comparesWithItself { return [self] }
    switch kind {
    case .and(let terms), .or(let terms): return terms.flatMap(\.constantTerms)
    case .not(let term): return term.constantTerms
    default: return []
    }
  }

  /// Why a constant term is one.
  fileprivate var sameness: String {
    if !mayVary { return "reads no field" }
    return hasReversedBounds ? "has its bounds reversed" : "compares a field with itself"
  }

  /// Whether no value lies between its bounds.
  private var hasReversedBounds: Bool {
    switch kind {
    case .between(_, let low, let high), .membership(_, .range(let low, let high), _):
      guard let low = low.numberValue, let high = high.numberValue else { return false }
      return low > high
    default: return false
    }
  }

  private var comparesWithItself: Bool {
    guard case .comparison(_, let left, let operand, _) = kind, case .name(let first) = left.kind,
      case .name(let second) = operand.expression.kind
    else { return false }
    return first.text.lowercased() == second.text.lowercased()
  }

  /// The value of a number that is written.
  private var numberValue: Decimal? {
    switch kind {
    case .number(let digits, _): Decimal(digits)
    case .negative(let inner): inner.numberValue.map { -$0 }
    default: nil
    }
  }

  /// Whether it reads a field, a value that is given elsewhere, or a macro that may read one.
  private var mayVary: Bool {
    switch kind {
    case .name, .parameter, .row, .missing: true
    case .call(_, let arguments) where arguments.isEmpty: true
    case .call(let name, _) where ScalarFunction.named(name.text) == nil: true
    default: kind.children.contains(where: \.mayVary)
    }
  }
}
