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

  /// The rules in the order in which they are applied.
  static let rules: [Rule] = [LimitEarly.apply, FuseTopRows.apply, PruneColumns.apply]

  /// With `keepingScope` the delivered columns are followed by all that the scope holds, so that
  /// a later statement can go on from the result. Without `optimising` no rule is applied.
  package static func plan(
    _ logical: LogicalPlan, keepingScope: Bool, optimising: Bool = true
  ) -> PhysicalPlan {
    let kept = keepingScope ? logical.scope.keptColumns : []
    let plan = PhysicalPlan(
      origin: logical.origin, steps: logical.steps, columns: logical.output.map(\.id) + kept)
    return optimising ? rules.reduce(plan) { $1($0) } : plan
  }
}
