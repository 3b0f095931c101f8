// SPDX-License-Identifier: MIT

import Diagnostics
import LineEditing
import QueryEngine
import ResultRendering

/// What is told at the prompt besides results.
struct ToldBeside: Sendable {
  /// How long each statement took.
  var time = false
  /// How each query is run, before it is.
  var plan = false
  /// What its stages did, behind its result.
  var steps = false
  /// Why a result has no rows.
  var why = true
}

// `set timer`, `set plan` and `set steps`.
extension Session {
  /// Whether it is shown how a query is run.
  func showsPlans(of query: BoundQuery) -> Bool {
    settings.told.plan && settings.isInteractive && !isRereading
  }

  /// Tells what is wanted of a statement that was typed and has ended so.
  func tellBeside(_ status: ExitStatus, givesRows: Bool) -> ExitStatus {
    guard settings.isInteractive else { return status }
    var status = status
    if settings.told.steps, givesRows, status == .success, let run = lastRun {
      status = showSteps(of: nil, in: run.source)
    }
    if settings.told.time, let entry = log.entries.last {
      note("\(entry.nanoseconds / 1_000_000) ms")
    }
    return status
  }

  /// `.plan`: how a query is run, or the last one.
  func showPlan(of query: String) {
    if !query.isEmpty {
      _ = run(ScriptText(name: TypedCommand.statementName, "explain \(query)"))
    } else if let run = lastRun {
      _ = explain(run.query)
    } else {
      note("nothing has run yet; `.plan QUERY` shows how a query is run")
    }
  }
}

extension SessionSettings {
  /// The colours of the line of the prompt.
  var colours: PaintColours { PaintColours(isColoured: options.colour, appearance.theme) }
}
