// SPDX-License-Identifier: MIT

import Catalogue
package import Diagnostics
import QuerySyntax

/// Asks why a query had no rows, of rows that are at hand: whoever asks sees to it that no server
/// is asked.
package struct EmptyResultQuestion {
  let query: BoundQuery
  let source: ScriptText
  /// What was known before the query.
  let known: Binder.Context
  let environment: Executor.Environment
  let held = RowsAtHand()

  package init(
    _ query: BoundQuery, in source: ScriptText, known: Binder.Context,
    _ environment: Executor.Environment
  ) {
    self.query = query
    self.source = source
    self.known = known
    self.environment = environment
  }

  /// More conditions are not taken apart.
  static let mostConditions = 16

  /// Nil where the rows are not at hand, or others than the query had, and where it is plain why
  /// there are none.
  package func answer(to report: RunReport) -> EmptyResult? {
    guard report.rows == 0, report.changes == nil, !report.isInterrupted else { return nil }
    if let answered = report.scan?.answered, report.scan?.records == 0,
      !answered.conditions.isEmpty || !answered.search.isEmpty
    {
      return EmptyResult(reason: "the server found none")
    }
    guard query.relation.isAtHand, report.scan?.isNarrowed != true else { return nil }
    do throws(ExecutionFault) {
      let counts = try self.counts(as: report)
      guard let counts, let step = counts.emptying else { return nil }
      return try answer(counts, step)
    } catch {
      // What cannot be looked into now has no rows all the same.
      return nil
    }
  }

  /// How many rows come to each step; nil where they are not those of the run.
  private func counts(as report: RunReport) throws(ExecutionFault) -> StepCounts? {
    var counted = held.relation(query.relation)
    let counters = (0...counted.steps.count).map { _ in RowCounter() }
    var steps: [any PlanStep] = [RowCountStep(counter: counters[0])]
    for (step, counter) in zip(counted.steps, counters.dropFirst()) {
      steps += [step, RowCountStep(counter: counter)]
    }
    counted.steps = steps
    let again = try run(PruneColumns.apply(counted)) { _ in }
    guard Self.areSame(again.scan, report.scan) else { return nil }
    return StepCounts(counts: counters.map(\.count))
  }

  /// Whether a list is the one that was read before: a copy of what came from a server then, or
  /// what it was already.
  private static func areSame(_ again: ScanReport?, _ before: ScanReport?) -> Bool {
    guard let again, let before else { return again == nil && before == nil }
    return switch (before.copy, again.copy) {
    case (.file, .file), (.sample, .sample), (.kept, .kept), (.live, .kept), (.nothing, .nothing):
      true
    default: false
    }
  }

  /// Runs a relation and takes its rows.
  func run(
    _ relation: Relation, _ take: @escaping (Batch) -> Void
  ) throws(ExecutionFault) -> RunReport {
    try Executor.run(PhysicalPlan(relation), in: environment) { batch in
      take(batch)
      return .more
    }
  }

  private func answer(_ counts: StepCounts, _ step: Int) throws(ExecutionFault) -> EmptyResult? {
    guard let pipeline = query.written?.pipeline else { return nil }
    let stages = EmptyingStages(pipeline, source, query.relation.steps)
    let rows = CameIn(count: counts.before(step), isCut: held.isCut)
    switch query.relation.steps[step] {
    case is FilterStep:
      if let answer = try filtered(stages, step, rows) { return answer }
    case let search as SearchStep:
      if let answer = try searched(search, stages, step, rows) { return answer }
    case let limit as LimitStep:
      if limit.kept == 0 { return nil }
      return cut(limit, stages, step, rows)
    default: break
    }
    return taken(stages, step, rows)
  }

  /// What is said of a stage of which nothing else is known.
  private func taken(
    _ stages: EmptyingStages, _ step: Int, _ rows: CameIn
  ) -> EmptyResult? {
    guard let stage = stages.stage(of: step) else { return nil }
    let text = source[stages.pipeline.stages[stage].range].shortened
    var answer = EmptyResult(reason: "`\(text)` leaves none of \(rows.words)")
    let rewriting = stages.rewriting
    var tries: [QueryChange] = []
    if case .join(let clause) = stages.pipeline.stages[stage].kind, !clause.keepsLeft {
      let place = stages.pipeline.stages[stage].keyword.end
      let kept = source[ScriptRange(place, stages.pipeline.stages[stage].range.end)]
      tries.append(
        QueryChange([(ScriptRange(place, place), " left")], "join left\(kept)"))
    }
    tries.append(rewriting.removal(of: [stage]))
    answer.nearest = nearest(tries, rewriting)
    return answer
  }
}

/// How many rows came to what left none of them.
struct CameIn {
  let count: Int
  /// Whether only the first rows of a long list were looked at.
  let isCut: Bool

  /// `7 rows`, `the first 100,000 rows`.
  var words: String {
    let rows = CountText.of(count)
    return isCut ? "the first \(rows) rows" : count == 1 ? "1 row" : "\(rows) rows"
  }
}

extension String {
  /// One line of it, cut where it is long.
  var shortened: String {
    let line = onOneLine
    return line.count > 60 ? "\(line.prefix(59))…" : line
  }
}
