// SPDX-License-Identifier: MIT

package import Catalogue
import Diagnostics
package import Workers

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
    /// On how many threads the rows of long lists are worked on.
    package let workers: WorkerCount
    /// A number that chance gives, for what is to be different in each run.
    package let randomSeed: () -> UInt64
    /// Told each time when it is asked whether the run is cancelled.
    package let progress: (RunProgress) -> Void
    /// Told, before the first row, columns by which no row differs from what it was.
    package let unchanged: ([ColumnID]) -> Void

    package init(
      directory: any SourceDirectory, lastResult: KeptResult?, shownItem: String? = nil,
      locale: TextLocale = .root, demand: ProvenanceDemand = ProvenanceDemand(),
      memory: MemoryAccount = MemoryAccount(limit: .max), workers: WorkerCount = WorkerCount(),
      randomSeed: @escaping () -> UInt64 = { .random(in: .min ... .max) },
      progress: @escaping (RunProgress) -> Void = { _ in },
      unchanged: @escaping ([ColumnID]) -> Void = { _ in }, isCancelled: @escaping () -> Bool,
      goOn: (() -> Void)? = nil
    ) {
      self.memory = memory
      self.workers = workers
      self.randomSeed = randomSeed
      self.progress = progress
      self.unchanged = unchanged
      self.directory = directory
      self.lastResult = lastResult
      self.shownItem = shownItem
      self.locale = locale
      self.demand = demand
      self.isCancelled = isCancelled
      self.goOn = goOn
    }

    /// The same with sources from elsewhere.
    func reading(_ directory: any SourceDirectory) -> Environment {
      Environment(
        directory: directory, lastResult: lastResult, shownItem: shownItem, locale: locale,
        demand: demand, memory: memory, workers: workers, randomSeed: randomSeed,
        progress: progress, unchanged: unchanged, isCancelled: isCancelled, goOn: goOn)
    }
  }

  let environment: Environment
  let state: RunState

  /// What a source answers; a fault of it ends the run.
  func asking<Answer>(
    _ question: () throws(SourceFault) -> Answer
  ) throws(ExecutionFault) -> Answer {
    do throws(SourceFault) { return try question() } catch {
      guard error == .cancelled else { throw .source(error) }
      state.hasLostFetch = true
      throw .cancelled
    }
  }

  /// Runs a plan, hands its rows to `receive`, in batches with the plan's columns, and gives what
  /// it has found besides them.
  package static func run(
    _ plan: PhysicalPlan, in environment: Environment,
    receive: @escaping (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) -> RunReport {
    var report = RunReport()
    try run(plan, in: environment, into: &report, receive: receive)
    return report
  }

  /// The same, with what was found also by a run that ends with a fault.
  package static func run(
    _ plan: PhysicalPlan, in environment: Environment, into report: inout RunReport,
    receive: @escaping (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) {
    try run(plan, in: environment, within: nil, into: &report, receive: receive)
  }

  static func run(
    _ plan: PhysicalPlan, in environment: Environment, within outer: RunState?,
    into report: inout RunReport, receive: @escaping (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) {
    let executor = Executor(
      environment: environment,
      state: RunState(
        within: outer, isCancelled: environment.isCancelled, goOn: environment.goOn,
        lastResult: environment.lastResult, locale: environment.locale,
        demand: environment.demand, memory: environment.memory,
        randomSeed: environment.randomSeed, progress: environment.progress))
    defer {
      report = executor.state.report
      report.completeNulls(by: plan)
    }
    try executor.run(plan, receive)
  }

  private func run(
    _ plan: PhysicalPlan, _ receive: @escaping (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) {
    let result = ResultOperator(slots: plan.output, state: state, receive: receive)
    let operators = operators(of: plan, result)
    do throws(ExecutionFault) { try feed(plan, operators) } catch {
      guard case .cancelled = error else { throw error }
      try state.goOnWithout(plan.source.source)
    }
    // Before those are judged and shown that wait for the last row.
    try state.judgeReading()
    try operators.first.finish()
  }

  private func operators(
    of plan: PhysicalPlan, _ result: any Operator
  ) -> OperatorChain {
    guard let work = plan.shared else {
      return OperatorChain(first: chain(plan.operators)(result), shared: nil)
    }
    let (prefix, others) = (
      plan.operators.prefix(work.steps.count), plan.operators.dropFirst(work.steps.count)
    )
    let rest = chain(Array(others))(result)
    return OperatorChain(first: chain(Array(prefix))(rest), shared: (work, rest))
  }
}
