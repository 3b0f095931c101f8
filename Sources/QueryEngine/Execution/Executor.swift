// SPDX-License-Identifier: MIT

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
    /// Asked at least once for each batch; true ends the run.
    package let isCancelled: () -> Bool
    /// Called where a run that is to end while a server is asked goes on with what has come; what
    /// asked it to end is then forgotten. Nil where such a run ends at once.
    package let goOn: (() -> Void)?
    /// Whose order of text sorting and comparing follow.
    package let locale: TextLocale
    package let demand: ProvenanceDemand
    /// How much the rows may take that are held.
    package let memory: MemoryAccount
    /// Told each time when it is asked whether the run is cancelled.
    package let progress: (RunProgress) -> Void

    package init(
      directory: any SourceDirectory, lastResult: KeptResult?, shownItem: String? = nil,
      locale: TextLocale = .root, demand: ProvenanceDemand = ProvenanceDemand(),
      memory: MemoryAccount = MemoryAccount(limit: .max),
      progress: @escaping (RunProgress) -> Void = { _ in }, isCancelled: @escaping () -> Bool,
      goOn: (() -> Void)? = nil
    ) {
      self.memory = memory
      self.progress = progress
      self.directory = directory
      self.lastResult = lastResult
      self.shownItem = shownItem
      self.locale = locale
      self.demand = demand
      self.isCancelled = isCancelled
      self.goOn = goOn
    }
  }

  let environment: Environment
  let state: RunState

  /// Runs a plan and hands its rows to `receive`, in batches with the plan's columns.
  package static func run(
    _ plan: PhysicalPlan, in environment: Environment,
    receive: @escaping (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) -> RunReport {
    let executor = Executor(
      environment: environment,
      state: RunState(
        isCancelled: environment.isCancelled, goOn: environment.goOn,
        lastResult: environment.lastResult, locale: environment.locale,
        demand: environment.demand, memory: environment.memory, progress: environment.progress))
    try executor.run(plan, receive)
    return executor.state.report
  }

  /// All rows of a plan within the plan that is run.
  private func rows(of plan: SubPlan) -> Loaded<[Batch]> {
    Loaded { () throws(ExecutionFault) in
      var batches: [Batch] = []
      var memory = HeldMemory(state.memory)
      try read(plan) { batch throws(ExecutionFault) in
        try memory.add(batch)
        batches.append(batch)
      }
      return batches
    }
  }

  /// Runs a plan within the plan that is run.
  private func read(
    _ plan: SubPlan, _ take: @escaping (Batch) throws(ExecutionFault) -> Void
  ) throws(ExecutionFault) {
    let physical = PhysicalPlan(origin: plan.origin, steps: plan.steps, columns: plan.columns)
    let report = try Self.run(physical, in: environment) { batch throws(ExecutionFault) in
      try take(batch)
      return .more
    }
    state.merge(report)
  }

  private func run(
    _ plan: PhysicalPlan, _ receive: @escaping (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) {
    let layouts = Self.layouts(plan.origin.columns, plan.steps)
    let slots = plan.columns.map { Self.slot($0, in: layouts[layouts.count - 1]) }
    let result = ResultOperator(slots: slots, state: state, receive: receive)
    let first = chain(plan.steps, layouts)(result)
    try feed(plan.origin, first)
    // Before those are judged and shown that wait for the last row.
    try state.judgeReading()
    try first.finish()
  }

  /// Makes an operator that hands its rows to another.
  private typealias Maker = (any Operator) -> any Operator

  /// Makes the operators of some steps, each handing its rows to the next. Those that it makes for
  /// several groups share what the steps bring in.
  private func chain(_ steps: [Step], _ layouts: [ColumnLayout]) -> Maker {
    let makers = zip(steps, layouts).map { maker(of: $0, $1) }
    return { last in makers.reversed().reduce(last) { next, make in make(next) } }
  }

  /// The columns of the batches before each step, and after the last.
  private static func layouts(_ first: [ColumnID], _ steps: [Step]) -> [ColumnLayout] {
    var layout = first
    var layouts = [ColumnLayout(columns: layout)]
    for step in steps {
      switch step {
      case .extend(let computations): layout += computations.map(\.id)
      case .detail(let detail): layout += detail.added
      case .follow(let follow): layout = follow.columns.map(\.id) + [follow.of]
      case .aggregate(let measures, let keys): layout = keys + measures.map(\.id)
      case .expand(_, let element): layout.append(element)
      case .group(_, let inner, let adding):
        layout = (Self.layouts(layout, inner).last?.columns ?? []) + adding
      case .join(let join): layout += join.right.columns
      case .union(_, let columns): layout = columns.map(\.id)
      case .filter, .search, .sort, .top, .limit, .skip, .distinct, .assert, .expectRows,
        .failColumns, .expectSame, .expectLive:
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

  private func maker(of step: Step, _ layout: ColumnLayout) -> Maker {
    let slot = { (column: ColumnID) in Self.slot(column, in: layout) }
    let evaluator = Evaluator(layout: layout, state: state)
    switch step {
    case .filter(let condition, let notes):
      return { FilterOperator(condition, notes, evaluator, state, next: $0) }
    case .search(let search):
      let slots = search.columns.map(slot)
      return { SearchOperator(search, slots: slots, state, next: $0) }
    case .extend(let computations):
      return { ExtendOperator(computations.map(\.expression), evaluator, next: $0) }
    case .detail(let detail):
      let records = DetailRecords(detail, state)
      return { DetailOperator(records, keySlot: slot(detail.key), state, next: $0) }
    case .follow(let follow):
      return { FollowOperator(follow, keySlot: slot(follow.key), state, next: $0) }
    case .sort(let orderings):
      return { SortOperator(ordering(orderings, layout), next: $0) }
    case .top(let count, let orderings):
      return { TopOperator(count, ordering(orderings, layout), next: $0) }
    case .limit(let count): return { LimitOperator(skip: 0, keep: count, next: $0) }
    case .skip(let count): return { LimitOperator(skip: count, keep: .max, next: $0) }
    case .assert(let condition, let message, let key):
      return { AssertOperator(condition, message, keySlot: key.map(slot), evaluator, next: $0) }
    case .expectRows(let expected):
      return { ExpectOperator(expected, slots: expected.names.map { slot($0.id) }, next: $0) }
    case .failColumns(let expected, let found, let range):
      let fault = ExecutionFault.unexpectedColumns(expected: expected, found: found, range)
      return { FailOperator(fault, next: $0) }
    case .expectSame(let plan, let columns, let expected, let range):
      return same(plan, columns, expected, range, layout)
    case .expectLive(let range): return { ExpectLiveOperator(range, state, next: $0) }
    case .join(let join): return self.join(join, layout)
    case .union(let plan, let columns): return union(plan, columns, layout)
    case .group(let keys, let inner, let adding): return group(keys, inner, adding, layout)
    case .expand(let list, _): return { ExpandOperator(slot: slot(list), state, next: $0) }
    case .distinct(let columns):
      return { DistinctOperator(slots: columns.map(slot), state, next: $0) }
    case .aggregate(let measures, let keys):
      let inputs = measures.map { $0.input.map(slot) }
      return {
        AggregateOperator(
          measures, inputs: inputs, keys: keys.map(slot),
          identity: measures.lazy.compactMap(\.key).first.map(slot), state, next: $0)
      }
    }
  }

  private func group(
    _ keys: [OutputColumn], _ inner: [Step], _ adding: [ColumnID], _ layout: ColumnLayout
  ) -> Maker {
    let pipeline = chain(inner, Self.layouts(layout.columns, inner))
    let slot = { (column: ColumnID) in Self.slot(column, in: layout) }
    return {
      GroupOperator(
        keys, slots: keys.map { slot($0.id) }, adding: adding.map(slot),
        steps: inner, state, next: $0, pipeline: pipeline)
    }
  }

  private func same(
    _ plan: SubPlan, _ columns: [OutputColumn], _ expected: [OutputColumn], _ range: SourceRange,
    _ layout: ColumnLayout
  ) -> Maker {
    let wanted = rows(of: plan)
    let slots = columns.map { Self.slot($0.id, in: layout) }
    return {
      SameOperator(
        wanted, expected, slots: slots, types: columns.map(\.type), range, state, next: $0)
    }
  }

  private func union(
    _ plan: SubPlan, _ columns: [UnionColumn], _ layout: ColumnLayout
  ) -> Maker {
    let others = rows(of: plan)
    let right = ColumnLayout(columns: plan.columns)
    return {
      UnionOperator(
        columns, left: layout, right: right, others, isChecking: plan.hasChecks, state, next: $0)
    }
  }

  private func join(_ join: JoinStep, _ layout: ColumnLayout) -> Maker {
    let right = ColumnLayout(columns: join.right.columns)
    let pairs = ColumnLayout(columns: layout.columns + right.columns + join.helpers.map(\.id))
    let sides = (
      left: Evaluator(layout: layout, state: state), right: Evaluator(layout: right, state: state)
    )
    let partners = Loaded { () throws(ExecutionFault) in
      var rows = HeldRows(state)
      try read(join.right) { batch throws(ExecutionFault) in try rows.add(batch) }
      let none = Batch(right.columns.map { _ in .null(count: 0) }, count: 0)
      let all = try rows.take() ?? none
      var keys: [Column] = []
      for key in join.keys { keys.append(try sides.right.evaluate(key.right, all)) }
      return try Partners(all, keys: keys, keepsLeft: join.keepsLeft, state)
    }
    return {
      JoinOperator(
        join, partners, left: sides.left, pairs: Evaluator(layout: pairs, state: state), next: $0)
    }
  }

  private func ordering(_ orderings: [Ordering], _ layout: ColumnLayout) -> RowOrdering {
    RowOrdering(
      keys: orderings.map { (Self.slot($0.column, in: layout), $0) }, state: state)
  }
}
