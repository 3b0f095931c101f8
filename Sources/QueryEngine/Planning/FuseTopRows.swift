// SPDX-License-Identifier: MIT

/// A sort of which only the first rows are kept need not sort the others.
enum FuseTopRows {
  @Sendable static func apply(_ plan: PhysicalPlan) -> PhysicalPlan {
    var fused = plan
    fused.steps = []
    for step in plan.steps {
      if case .limit(let count) = step, case .sort(let orderings) = fused.steps.last {
        fused.steps[fused.steps.count - 1] = .top(count, orderings)
      } else {
        fused.steps.append(step)
      }
    }
    return fused
  }
}
