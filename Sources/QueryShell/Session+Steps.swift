// SPDX-License-Identifier: MIT

import Diagnostics
import QueryEngine
import ResultRendering

/// What ran, for whoever asks what each stage of it has done.
struct LastRun {
  let query: BoundQuery
  let source: ScriptText
  /// What was known before it.
  let known: Binder.Context
  /// The result from which it went on; nil where it went on from none.
  let last: KeptResult?
  /// How it went; nil for what has not run.
  var report: Boxed<RunReport>?
}

extension Session {
  /// Tells what each stage of a query does to the rows: of the one that is given, or of the last.
  func showSteps(of query: BoundQuery?, in source: ScriptText) -> ExitStatus {
    if isRereading { return .success }
    let run =
      query.map { LastRun(query: $0, source: source, known: context, last: last) } ?? lastRun
    guard let run else { return .success }
    let present = last
    last = run.last
    defer { last = present }
    let environment = environment(for: run.query)
    guard let walk = StageWalk(run.query, in: run.source, known: run.known, environment) else {
      note("what ran last is no query with stages, of which steps are told")
      return .success
    }
    let (steps, stop) = self.steps(of: walk, as: run.report?.value)
    let fault = stop.map { Diagnostic($0, in: run.source, at: run.query.range) }
    // Nobody waits for the steps of what was interrupted.
    if case .some(nil) = fault { return .interrupted }
    if !steps.isEmpty {
      beginLines()
      show(page: StepLines.text(of: steps, width: settings.options.width))
      output.flush()
    }
    if output.error != nil { return finishOutput() }
    guard let fault = fault.flatMap(\.self) else { return .success }
    report(fault)
    return fault.code.exitStatus
  }

  /// Of what a run has read of servers nothing is asked again that was kept.
  private func steps(
    of walk: StageWalk, as run: RunReport?
  ) -> (steps: [StageWalk.Step], fault: ExecutionFault?) {
    guard walk.asksServers else { return walk.steps() }
    if let run {
      let found = offline { walk.reading(as: run)?.steps() }
      if let found, found.fault == nil { return found }
    }
    do throws(ExecutionFault) { return try walk.readingNow().steps() } catch { return ([], error) }
  }
}
