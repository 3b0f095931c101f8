// SPDX-License-Identifier: MIT

import Catalogue

/// Columns that nothing reads are neither read from the source nor computed nor fetched.
enum PruneColumns {
  @Sendable static func apply(_ plan: Relation) -> Relation {
    var needed = ColumnSet(plan.columns)
    var pruned = plan
    pruned.steps = Self.pruned(plan.steps, &needed)
    pruned.origin = Self.pruned(plan.origin, needed)
    return pruned
  }

  /// Steps that give no more columns than are needed, to which those are added that they read.
  static func pruned(
    _ steps: [any PlanStep], _ needed: inout ColumnSet
  ) -> [any PlanStep] {
    var kept: [any PlanStep] = []
    for step in steps.reversed() {
      guard let step = step.pruned(to: needed) else { continue }
      needed.formUnion(step.reads)
      kept.append(step)
    }
    return kept.reversed()
  }

  /// A relation that gives no more columns than are wanted.
  static func pruned(_ relation: Relation, _ isWanted: (ColumnID) -> Bool) -> Relation {
    var kept = relation
    kept.columns = relation.columns.filter(isWanted)
    return apply(kept)
  }

  private static func pruned(
    _ origin: RowSource, _ needed: ColumnSet
  ) -> RowSource {
    switch origin {
    case .scan(let source, let columns, let request):
      return .scan(source, columns: columns.filter { needed.contains($0.id) }, asking: request)
    case .related(let source, let relation, let id, let columns, let range):
      let kept = columns.filter { needed.contains($0.id) }
      return .related(source, relation, id, columns: kept, range)
    case .item(let source, let id, let columns, let range):
      let key = source.schema.key
      let kept = columns.filter { needed.contains($0.id) || $0.field == key }
      return .item(source, id, columns: kept, range)
    case .categories, .sources, .describe, .lastResult: return origin
    }
  }
}
