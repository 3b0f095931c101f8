// SPDX-License-Identifier: MIT

/// Rewrites relations so that they take less time, and plans how they are run.
package enum Planner {
  /// A rewriting of the steps that changes no row of the result, and no order but that of equal
  /// rows where a server sorts, whose list is read whole.
  typealias Rule = @Sendable (Relation) -> Relation

  /// The same of steps that need not know where their rows come from: those of a relation, and
  /// those that a step runs for each group of its rows.
  typealias StepRule = @Sendable ([any PlanStep]) -> [any PlanStep]

  /// What is no rewriting but a part of what a query means: the words of a search are the server's
  /// to find, where it looks for words.
  static let meanings: [Rule] = [PushSearch.apply]

  /// The rules in the order in which they are applied: those of steps, then those of relations.
  static let stepRules: [StepRule] = [LimitEarly.apply, FuseTopRows.apply]
  static let rules: [Rule] = [
    TellTies.apply, PushConditions.apply, PushOrder.apply, PruneColumns.apply,
    LeaveOutParts.apply,
  ]

  /// Those for a relation within another.
  private static let innerRules: [Rule] = [
    PushConditions.apply, PushOrder.applyInside, PruneColumns.apply, LeaveOutParts.apply,
  ]

  /// With `keepingScope` the delivered columns are followed by all that the scope holds, so that
  /// a later statement can go on from the result. Without `optimising` no rule is applied. With
  /// `rows` only those are read.
  package static func plan(
    _ query: BoundQuery, keepingScope: Bool, optimising: Bool = true,
    reading rows: RowsAtHand? = nil
  ) -> PhysicalPlan {
    var relation = rows?.relation(query.relation) ?? query.relation
    if keepingScope { relation.columns += query.scope.keptColumns }
    return PhysicalPlan(planned(relation, rules, optimising))
  }

  /// The relation of a query as all rules leave it.
  static func rewritten(_ query: BoundQuery) -> Relation { planned(query.relation, rules, true) }

  /// A relation as the rules leave it, with those within it and the steps of its groups.
  private static func planned(
    _ relation: Relation, _ rules: [Rule], _ optimising: Bool
  ) -> Relation {
    var whole = relation
    whole.steps = planned(relation.steps, optimising)
    return (optimising ? meanings + rules : meanings).reduce(whole) { $1($0) }
  }

  private static func planned(
    _ steps: [any PlanStep], _ optimising: Bool
  ) -> [any PlanStep] {
    let inside = steps.map { step in
      var planned = step
      planned.relations = step.relations.map { Self.planned($0, innerRules, optimising) }
      planned.innerSteps = Self.planned(step.innerSteps, optimising)
      return planned
    }
    return optimising ? stepRules.reduce(inside) { $1($0) } : inside
  }
}
