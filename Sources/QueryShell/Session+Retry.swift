// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QueryEngine
import QuerySyntax

/// A script that was run, after those that gave the rows it goes on from.
struct Attempt {
  /// One of the scripts, and where the session stood before it.
  struct Step {
    let source: ScriptText
    let context: Binder.Context
    let shownItem: String?
  }

  private(set) var steps: [Step]
  /// What the first goes on from.
  private var last: KeptResult?

  init(of source: ScriptText, in session: Session) {
    steps = [Step(source: source, context: session.context, shownItem: session.shownItem)]
    last = session.last
  }

  /// What its last script goes on from.
  var withoutLast: Attempt {
    var base = self
    base.steps.removeLast()
    return base
  }

  /// Whether a script is the last of its steps.
  func ends(in source: ScriptText) -> Bool { steps.last?.source.bytes == source.bytes }

  /// The same, where it goes on from what another has given.
  func following(_ other: Attempt?) -> Attempt {
    guard let other else { return self }
    var all = self
    all.steps = other.steps + steps
    // What the others gave they give again.
    all.last = other.last
    return all
  }

  /// The same with another last script.
  func ending(in source: ScriptText) -> Attempt {
    var other = self
    let last = other.steps.removeLast()
    other.steps.append(Step(source: source, context: last.context, shownItem: last.shownItem))
    return other
  }

  /// The same for whatever goes on from its rows: what it begins with is then read anew.
  var base: Attempt {
    var base = self
    base.last = nil
    return base
  }

  /// Runs it as if it had not been run before. Only what came of the last script is shown; where
  /// one before it fails, all is as it was.
  func repeated(in session: Session) -> ExitStatus {
    let (context, last, shown) = (session.context, session.last, session.shownItem)
    let lastAttempt = session.lastAttempt
    session.last = self.last
    for (number, step) in steps.enumerated() {
      let isLast = number == steps.count - 1
      session.context = number == 0 ? step.context : step.context.goingOn(from: session.context)
      session.shownItem = step.shownItem
      session.isRereading = !isLast
      let status = session.run(step.source)
      session.isRereading = false
      if isLast { return status }
      guard status == .success else {
        (session.context, session.last, session.shownItem) = (context, last, shown)
        session.lastAttempt = lastAttempt
        session.attempt = self
        return status
      }
    }
    return .success
  }
}

extension Binder.Context {
  /// The same after another result.
  fileprivate func goingOn(from other: Self) -> Self {
    var context = self
    context.last = other.last
    context.lastSource = other.lastSource
    context.isLastLost = other.isLastLost
    return context
  }
}

extension ScriptCheck {
  /// Whether another run may do better, or is what a person wants to see again: not where the
  /// script itself is wrong, and not where it only changes settings, as a person does between a
  /// query that failed and its repetition.
  var isWorthRetrying: Bool {
    if let fault = faults.first(where: \.isFatal) { return fault.code.exitStatus == .source }
    return !statements.allSatisfy { if case .set = $0.action { true } else { false } }
  }

  /// Whether it goes on from a result from before it.
  var readsEarlierResult: Bool {
    for statement in statements {
      switch statement.action {
      case .query(let query): return query.readsLastResult
      case .explain(let query): if query.readsLastResult { return true }
      case .steps(let query): if query?.readsLastResult ?? true { return true }
      case .expectError(let expected): if expected.query?.readsLastResult ?? false { return true }
      case .use, .declare, .set, .definition: break
      }
    }
    return scripts.flatMap(\.statements).contains { statement in
      guard case .pipeline(let pipeline) = statement else { return false }
      return pipeline.readsLastResult
    }
  }
}

// `.retry`.
extension Session {
  /// Runs the last script that could run again, after those that its rows come from, and asks
  /// servers whatever is kept.
  func retry() {
    guard let attempt else {
      return note("there is no statement before this one to run again")
    }
    let (before, started) = (state, clock())
    let again = { attempt.repeated(in: self) }
    let status = network?.asking(again) ?? again()
    if status == .interrupted { note("interrupted") }
    // What worked before is known.
    if let script = attempt.steps.last?.source, log.entries.last?.status != .success {
      log(script, status, since: started, before)
    }
  }
}
