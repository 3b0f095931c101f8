package import Catalogue
import Diagnostics

/// Runs plans: pulls batches from the origin and pushes them through the operators.
package struct Executor {
  /// What a run needs to know of its session.
  package struct Environment {
    package let directory: any SourceDirectory
    package let lastResult: KeptResult?
    /// The key of the item that was shown last.
    package let shownItem: String?
    /// Asked before each batch; true ends the run.
    package let isCancelled: () -> Bool
    /// Whose order of text sorting and comparing follow.
    package let locale: TextLocale

    package init(
      directory: any SourceDirectory, lastResult: KeptResult?, shownItem: String? = nil,
      locale: TextLocale = .root, isCancelled: @escaping () -> Bool
    ) {
      self.directory = directory
      self.lastResult = lastResult
      self.shownItem = shownItem
      self.locale = locale
      self.isCancelled = isCancelled
    }
  }

  let environment: Environment
  let state: RunState

  /// Runs a plan and hands its rows to `receive`, in batches with the plan's columns.
  package static func run(
    _ plan: PhysicalPlan, in environment: Environment, receive: @escaping (Batch) -> Demand
  ) throws(ExecutionFault) -> RunReport {
    let executor = Executor(
      environment: environment,
      state: RunState(
        isCancelled: environment.isCancelled, lastResult: environment.lastResult,
        locale: environment.locale))
    try executor.run(plan, receive)
    return executor.state.report
  }

  /// All rows of a plan within the plan that is run.
  private func rows(of plan: SubPlan) throws(ExecutionFault) -> [Batch] {
    var batches: [Batch] = []
    let physical = PhysicalPlan(origin: plan.origin, steps: plan.steps, columns: plan.columns)
    let report = try Self.run(physical, in: environment) { batch in
      batches.append(batch)
      return .more
    }
    state.merge(report)
    return batches
  }

  private func run(
    _ plan: PhysicalPlan, _ receive: @escaping (Batch) -> Demand
  ) throws(ExecutionFault) {
    let layouts = Self.layouts(plan.origin.columns, plan.steps)
    let slots = plan.columns.map { Self.slot($0, in: layouts[layouts.count - 1]) }
    let result = ResultOperator(slots: slots, state: state, receive: receive)
    let first = chain(plan.steps, layouts, result)
    try feed(plan.origin, first)
    try first.finish()
  }

  /// The operators of some steps, each handing its rows to the next.
  private func chain(
    _ steps: [Step], _ layouts: [ColumnLayout], _ last: any Operator
  ) -> any Operator {
    zip(steps, layouts).reversed().reduce(last) { next, step in make(step.0, step.1, next) }
  }

  /// The columns of the batches before each step, and after the last.
  private static func layouts(_ first: [ColumnID], _ steps: [Step]) -> [ColumnLayout] {
    var layout = first
    var layouts = [ColumnLayout(columns: layout)]
    for step in steps {
      switch step {
      case .extend(let computations): layout += computations.map(\.id)
      case .detail(_, _, let columns): layout += columns.map(\.id)
      case .follow(let follow): layout = follow.columns.map(\.id) + [follow.of]
      case .aggregate(let measures, let keys): layout = keys + measures.map(\.id)
      case .expand(_, let element): layout.append(element)
      case .group(_, let inner, let adding):
        layout = (Self.layouts(layout, inner).last?.columns ?? []) + adding
      case .join(let join): layout += join.right.columns
      case .union(_, let columns): layout = columns.map(\.id)
      case .filter, .search, .sort, .top, .limit, .skip, .distinct, .assert, .expectRows,
        .failColumns, .expectSame:
        break
      }
      layouts.append(ColumnLayout(columns: layout))
    }
    return layouts
  }

  private static func slot(_ column: ColumnID, in layout: ColumnLayout) -> Int {
    guard let slot = layout.slot(column) else {
      preconditionFailure("a plan delivers columns it has")
    }
    return slot
  }

  private func make(
    _ step: Step, _ layout: ColumnLayout, _ next: any Operator
  ) -> any Operator {
    let slots = { (columns: [ColumnID]) in columns.map { Self.slot($0, in: layout) } }
    let evaluator = Evaluator(layout: layout, state: state)
    switch step {
    case .filter(let condition, let notes):
      return FilterOperator(condition, notes, evaluator, state, next: next)
    case .search(let search):
      return SearchOperator(search, slots: slots(search.columns), state, next: next)
    case .extend(let computations):
      return ExtendOperator(computations.map(\.expression), evaluator, next: next)
    case .detail(let source, let key, let columns):
      return DetailOperator(
        source, keySlot: Self.slot(key, in: layout), fields: columns.map(\.field), state,
        next: next)
    case .follow(let follow):
      return FollowOperator(
        follow, keySlot: Self.slot(follow.key, in: layout), state, next: next)
    case .sort(let orderings): return SortOperator(ordering(orderings, layout), next: next)
    case .top(let count, let orderings):
      return TopOperator(count, ordering(orderings, layout), next: next)
    case .limit(let count): return LimitOperator(skip: 0, keep: count, next: next)
    case .skip(let count): return LimitOperator(skip: count, keep: .max, next: next)
    case .assert(let condition, let message, let key):
      let slot = key.map { Self.slot($0, in: layout) }
      return AssertOperator(condition, message, keySlot: slot, evaluator, next: next)
    case .expectRows(let expected):
      return ExpectOperator(expected, slots: slots(expected.names.map(\.id)), next: next)
    case .failColumns(let expected, let found, let range):
      return FailOperator(.unexpectedColumns(expected: expected, found: found, range), next: next)
    case .expectSame(let plan, let columns, let expected, let range):
      return SameOperator(
        slots: slots(columns.map(\.id)), types: columns.map(\.type), expected, range, next: next
      ) { () throws(ExecutionFault) in try rows(of: plan) }
    case .join(let join): return self.join(join, layout, next)
    case .union(let plan, let columns):
      return UnionOperator(
        columns, left: layout, right: ColumnLayout(columns: plan.columns),
        isChecking: plan.hasChecks, next: next
      ) { () throws(ExecutionFault) in try rows(of: plan) }
    case .group(let keys, let inner, let adding):
      let layouts = Self.layouts(layout.columns, inner)
      return GroupOperator(
        keys: slots(keys), adding: slots(adding), isChecking: inner.contains(where: \.isCheck),
        next: next
      ) { collector in chain(inner, layouts, collector) }
    case .expand(let list, _):
      return ExpandOperator(slot: Self.slot(list, in: layout), next: next)
    case .distinct(let columns): return DistinctOperator(slots: slots(columns), next: next)
    case .aggregate(let measures, let keys):
      let inputs = measures.map { $0.input.map { Self.slot($0, in: layout) } }
      return AggregateOperator(
        measures, inputs: inputs, keys: slots(keys), state.locale, next: next)
    }
  }

  private func join(
    _ join: JoinStep, _ layout: ColumnLayout, _ next: any Operator
  ) -> any Operator {
    let right = ColumnLayout(columns: join.right.columns)
    let pairs = ColumnLayout(columns: layout.columns + right.columns + join.helpers.map(\.id))
    return JoinOperator(
      join,
      JoinOperator.Evaluators(
        left: Evaluator(layout: layout, state: state),
        right: Evaluator(layout: right, state: state),
        pairs: Evaluator(layout: pairs, state: state)),
      next: next
    ) { () throws(ExecutionFault) in
      Batch.concatenated(try rows(of: join.right), columnCount: right.columns.count)
    }
  }

  private func ordering(_ orderings: [Ordering], _ layout: ColumnLayout) -> RowOrdering {
    RowOrdering(
      keys: orderings.map { (Self.slot($0.column, in: layout), $0) }, locale: state.locale)
  }
}
