// SPDX-License-Identifier: MIT

/// What the executor does: a logical plan after the rules, with the columns to deliver.
package struct PhysicalPlan: Sendable {
  package var origin: LogicalPlan.Origin
  package var steps: [Step]
  /// The columns of the batches that are delivered, in order.
  package let columns: [ColumnID]
}

/// Makes physical plans of logical ones.
package enum Planner {
  /// A rewriting of the steps that changes no row of the result and no order.
  typealias Rule = @Sendable (PhysicalPlan) -> PhysicalPlan

  /// What is no rewriting but a part of what a query means: the words of a search are the server's
  /// to find, where it looks for words.
  static let meanings: [Rule] = [PushSearch.apply]

  /// The rules in the order in which they are applied.
  static let rules: [Rule] = [
    LimitEarly.apply, FuseTopRows.apply, PushConditions.apply, PushOrder.apply, PruneColumns.apply,
  ]

  /// Those for a plan within a plan.
  private static let innerRules: [Rule] = [
    LimitEarly.apply, FuseTopRows.apply, PushConditions.apply, PushOrder.applyInside,
    PruneColumns.apply,
  ]

  /// With `keepingScope` the delivered columns are followed by all that the scope holds, so that
  /// a later statement can go on from the result. Without `optimising` no rule is applied.
  package static func plan(
    _ logical: LogicalPlan, keepingScope: Bool, optimising: Bool = true
  ) -> PhysicalPlan {
    let kept = keepingScope ? logical.scope.keptColumns : []
    let plan = PhysicalPlan(
      origin: logical.origin, steps: logical.steps, columns: logical.output.map(\.id) + kept)
    if !optimising { return apply(meanings, inside: meanings, to: plan) }
    return apply(meanings + rules, inside: meanings + innerRules, to: plan)
  }

  /// Applies rules to the plans within a plan, then to the plan itself.
  private static func apply(
    _ rules: [Rule], inside inner: [Rule], to plan: PhysicalPlan
  ) -> PhysicalPlan {
    var whole = plan
    whole.steps = plan.steps.map { step in
      switch step {
      case .join(var join):
        join.right = apply(inner, to: join.right)
        return .join(join)
      case .union(let other, let columns): return .union(apply(inner, to: other), columns)
      case .expectSame(let other, let columns, let expected, let range):
        return .expectSame(apply(inner, to: other), columns, expected, range)
      case .filter, .search, .extend, .detail, .sort, .top, .limit, .skip, .distinct, .aggregate,
        .group, .expand, .follow, .assert, .expectRows, .failColumns, .expectLive:
        return step
      }
    }
    return rules.reduce(whole) { $1($0) }
  }

  private static func apply(_ rules: [Rule], to plan: SubPlan) -> SubPlan {
    let inner = PhysicalPlan(origin: plan.origin, steps: plan.steps, columns: plan.columns)
    let planned = apply(rules, inside: rules, to: inner)
    return SubPlan(origin: planned.origin, steps: planned.steps, columns: planned.columns)
  }
}
