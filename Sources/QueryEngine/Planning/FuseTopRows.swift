// SPDX-License-Identifier: MIT

/// A sort of which only the first rows are kept need not sort the others.
enum FuseTopRows {
  @Sendable static func apply(_ plan: Relation) -> Relation {
    var fused = plan
    fused.steps = []
    for step in plan.steps {
      if let limit = step as? LimitStep, limit.skipped == 0, let count = limit.kept,
        let sort = fused.steps.last as? SortStep
      {
        fused.steps[fused.steps.count - 1] = TopStep(count: count, orderings: sort.orderings)
      } else {
        fused.steps.append(step)
      }
    }
    return fused
  }
}
