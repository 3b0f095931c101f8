// SPDX-License-Identifier: MIT

/// A sort of which only the first rows are kept need not sort the others.
enum FuseTopRows {
  @Sendable static func apply(_ steps: [any PlanStep]) -> [any PlanStep] {
    var fused: [any PlanStep] = []
    for step in steps {
      if let limit = step as? LimitStep, limit.skipped == 0, let count = limit.kept,
        let sort = fused.last as? SortStep
      {
        fused[fused.count - 1] = TopStep(count: count, orderings: sort.orderings)
      } else {
        fused.append(step)
      }
    }
    return fused
  }
}
