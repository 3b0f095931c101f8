import Diagnostics
import QuerySyntax

extension LintRule {
  static let constantCondition = LintRule(
    code: .constantCondition, name: "constant-condition",
    summary: "a condition that reads no field",
    reason: "it keeps every row or none, whatever the data"
  ) { script in
    script.stageLists.flatMap { stages in
      stages.indices.flatMap { index in
        stages[index].conditions.map { condition in
          // Only `true` by itself is known to keep every row.
          var fix: FixIt?
          if case .filter = stages[index].kind, case .bool(true) = condition.kind,
            condition.range == stages[index].expressions.first?.range
          {
            fix = StageRemoval.fix(index, of: stages, in: script.source)
          }
          return LintFinding(
            "`\(script.source[condition.range])` reads no field, so it is the same for every row",
            at: condition.range, fix: fix)
        }
      }
    }
  }
}

extension Stage {
  /// The terms of its condition that are the same for every row.
  fileprivate var conditions: [Expression] {
    switch kind {
    case .filter(let condition), .assert(let condition, _): condition.constantTerms
    case .search, .sort, .show, .extend, .rename, .drop, .distinct, .count, .summarize, .group,
      .expand, .top, .limit, .skip, .page, .expect, .join, .union, .relation, .apply, .save, .to,
      .unreadable:
      []
    }
  }
}

extension Expression {
  fileprivate var constantTerms: [Expression] {
    if !mayVary { return [self] }
    switch kind {
    case .and(let terms), .or(let terms): return terms.flatMap(\.constantTerms)
    default: return []
    }
  }

  /// Whether it reads a field, a value that is given elsewhere, or a macro that may read one.
  private var mayVary: Bool {
    switch kind {
    case .name, .parameter, .row, .missing: true
    case .call(_, let arguments) where arguments.isEmpty: true
    case .call(let name, _) where ScalarFunction(rawValue: name.text.lowercased()) == nil: true
    default: kind.children.contains(where: \.mayVary)
    }
  }
}
