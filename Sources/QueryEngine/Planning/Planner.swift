// SPDX-License-Identifier: MIT

/// Rewrites relations so that they take less time, and plans how they are run.
package enum Planner {
  /// A rewriting of the steps that changes no row of the result, and no order but that of equal
  /// rows where a server sorts, whose list is read whole.
  typealias Rule = @Sendable (Relation) -> Relation

  /// What is no rewriting but a part of what a query means: the words of a search are the server's
  /// to find, where it looks for words.
  static let meanings: [Rule] = [PushSearch.apply]

  /// The rules in the order in which they are applied.
  static let rules: [Rule] = [
    LimitEarly.apply, FuseTopRows.apply, PushConditions.apply, PushOrder.apply, PruneColumns.apply,
  ]

  /// Those for a relation within another.
  private static let innerRules: [Rule] = [
    LimitEarly.apply, FuseTopRows.apply, PushConditions.apply, PushOrder.applyInside,
    PruneColumns.apply,
  ]

  /// With `keepingScope` the delivered columns are followed by all that the scope holds, so that
  /// a later statement can go on from the result. Without `optimising` no rule is applied.
  package static func plan(
    _ query: BoundQuery, keepingScope: Bool, optimising: Bool = true
  ) -> PhysicalPlan {
    var relation = query.relation
    if keepingScope { relation.columns += query.scope.keptColumns }
    let outer = optimising ? meanings + rules : meanings
    let inner = optimising ? meanings + innerRules : meanings
    return PhysicalPlan(apply(outer, inside: inner, to: relation))
  }

  /// Applies rules to the relations within a relation, then to itself.
  private static func apply(
    _ rules: [Rule], inside inner: [Rule], to relation: Relation
  ) -> Relation {
    var whole = relation
    whole.steps = relation.steps.map { step in
      var planned = step
      planned.relations = step.relations.map { apply(inner, inside: inner, to: $0) }
      return planned
    }
    return rules.reduce(whole) { $1($0) }
  }
}
