// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

extension LintRule {
  static let orderedIDs = LintRule(
    code: .orderedIDs, name: "ordered-ids", summary: "ids compared with `<` or `>`",
    reason: "an id is a name: a larger one is neither newer nor more"
  ) { script in
    script.parts.filter(\.isOwn).flatMap { part in
      let steps = part.query?.relation.steps ?? []
      return steps.flatMap(\.allExpressions).flatMap(\.orderedIDs).map { comparison in
        LintFinding(
          "an id is a name, and this asks which one is larger", at: comparison.range,
          help: "name the ids, as in `id in (9, 10)`, or compare the field that is meant")
      }
    }
  }
}

extension PlanStep {
  /// The expressions of the step and of those that it runs for groups.
  fileprivate var allExpressions: [BoundExpression] {
    expressions + innerSteps.flatMap(\.allExpressions)
  }
}

extension BoundExpression {
  /// The comparisons of ids that ask which comes first.
  fileprivate var orderedIDs: [BoundExpression] {
    let inner = children.flatMap(\.orderedIDs)
    guard case .compare(let comparison, let left, let right, _) = kind,
      comparison != .equal, comparison != .notEqual, left.type == .id || right.type == .id
    else { return inner }
    return [self] + inner
  }
}
