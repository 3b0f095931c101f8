// SPDX-License-Identifier: MIT

import Catalogue

/// Columns that nothing reads are neither read from the source nor computed nor fetched.
enum PruneColumns {
  @Sendable static func apply(_ plan: PhysicalPlan) -> PhysicalPlan {
    var needed = ColumnSet(plan.columns)
    var steps: [Step] = []
    for step in plan.steps.reversed() {
      guard let kept = pruned(step, needed) else { continue }
      needed.formUnion(kept.reads)
      steps.append(kept)
    }
    var pruned = plan
    pruned.steps = steps.reversed()
    pruned.origin = Self.pruned(plan.origin, needed)
    return pruned
  }

  /// The step without what is not needed; nil when nothing of it is.
  private static func pruned(_ step: Step, _ needed: ColumnSet) -> Step? {
    switch step {
    case .extend(let computations):
      let kept = computations.filter { needed.contains($0.id) }
      return kept.isEmpty ? nil : .extend(kept)
    case .detail(var detail):
      detail.columns = detail.columns.filter { needed.contains($0.id) }
      if let known = detail.isKnown, !needed.contains(known) { detail.isKnown = nil }
      return detail.added.isEmpty ? nil : .detail(detail)
    case .follow(var follow):
      follow.columns = follow.columns.filter { needed.contains($0.id) }
      return .follow(follow)
    case .aggregate(let measures, let keys):
      return .aggregate(measures.filter { needed.contains($0.id) }, by: keys)
    case .join(var join):
      let reads = Self.reads(of: join)
      join.right = pruned(join.right) { needed.contains($0) || reads.contains($0) }
      return .join(join)
    case .union(let right, let columns):
      let kept = columns.filter { needed.contains($0.id) }
      let reads = ColumnSet(kept.compactMap(\.right?.id))
      return .union(pruned(right) { reads.contains($0) }, kept)
    case .filter, .search, .sort, .top, .limit, .skip, .distinct, .assert, .expectRows,
      .failColumns, .expectSame, .expectLive, .group, .expand:
      return step
    }
  }

  /// A plan that gives no more columns than are wanted.
  private static func pruned(_ plan: SubPlan, _ isWanted: (ColumnID) -> Bool) -> SubPlan {
    let kept = apply(
      PhysicalPlan(
        origin: plan.origin, steps: plan.steps, columns: plan.columns.filter(isWanted)))
    return SubPlan(origin: kept.origin, steps: kept.steps, columns: kept.columns)
  }

  /// What a join reads of both sides.
  fileprivate static func reads(of join: JoinStep) -> ColumnSet {
    var reads = join.rest?.columns ?? ColumnSet()
    for helper in join.helpers { reads.formUnion(helper.expression.columns) }
    for key in join.keys {
      reads.formUnion(key.left.columns)
      reads.formUnion(key.right.columns)
    }
    return reads
  }

  private static func pruned(
    _ origin: LogicalPlan.Origin, _ needed: ColumnSet
  ) -> LogicalPlan.Origin {
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

extension Step {
  /// The columns that the step itself reads.
  var reads: ColumnSet {
    switch self {
    case .filter(let condition, let notes):
      condition.columns.union(ColumnSet(notes.map(\.column)))
    case .search(let search): ColumnSet(search.columns)
    case .distinct(let columns): ColumnSet(columns)
    case .aggregate(let measures, let keys):
      ColumnSet(keys + measures.compactMap(\.input) + measures.compactMap(\.key))
    case .extend(let computations):
      computations.reduce(into: ColumnSet()) { $0.formUnion($1.expression.columns) }
    case .detail(let detail): ColumnSet([detail.key])
    case .follow(let follow): ColumnSet([follow.key])
    case .sort(let orderings), .top(_, let orderings): ColumnSet(orderings.map(\.column))
    case .assert(let condition, _, let key):
      condition.columns.union(ColumnSet(key.map { [$0] } ?? []))
    case .group(let keys, let steps, _):
      steps.reduce(into: ColumnSet(keys.map(\.id))) { $0.formUnion($1.reads) }
    case .expand(let list, _): ColumnSet([list])
    case .expectSame(_, let columns, _, _): ColumnSet(columns.map(\.id))
    case .join(let join): PruneColumns.reads(of: join)
    case .union(_, let columns): ColumnSet(columns.compactMap(\.left?.id))
    case .expectRows(let expected): ColumnSet(expected.names.map(\.id))
    case .limit, .skip, .failColumns, .expectLive: ColumnSet()
    }
  }
}
