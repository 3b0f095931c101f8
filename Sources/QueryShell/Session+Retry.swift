// SPDX-License-Identifier: MIT

import Diagnostics
import QueryEngine

/// A script that was run, and what it went on from.
struct Attempt {
  private let source: ScriptText
  private let context: Binder.Context
  private let last: KeptResult?
  private let shownItem: String?

  init(of source: ScriptText, in session: Session) {
    self.source = source
    context = session.context
    last = session.last
    shownItem = session.shownItem
  }

  /// Runs it as if it had not been run before.
  func repeated(in session: Session) -> ExitStatus {
    session.context = context
    session.last = last
    session.shownItem = shownItem
    return session.run(source)
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
}

// `.retry`.
extension Session {
  /// Runs the last script that could run again, and asks servers whatever is kept.
  func retry() {
    guard let attempt else {
      return note("there is no statement before this one to run again")
    }
    let again = { attempt.repeated(in: self) }
    if (network?.asking(again) ?? again()) == .interrupted { note("interrupted") }
  }
}
