// SPDX-License-Identifier: MIT

import Diagnostics

/// The one session of a page: an example goes on from those before it, whether or not these were
/// shown; what is asked and answered between them changes nothing for what follows.
struct PageSession {
  private let session: Session
  private let start: SessionLog.State
  /// What has run, and where the session stands then.
  private var examples: [ScriptText] = []
  private var state: SessionLog.State

  init(_ session: Session) {
    self.session = session
    start = session.state
    state = start
  }

  /// Puts the session behind examples, as if they had just run. What has been set meanwhile stays
  /// where it stood there before. Examples that are interrupted run again the next time.
  mutating func goBehind(_ wanted: [ScriptText]) {
    let settings = session.settings
    if examples == wanted {
      session.restore(state)
      session.adopt(settings)
    } else {
      let goesOn = wanted.starts(with: examples)
      let rehearsal = session.rehearsal(from: goesOn ? state : start)
      for example in wanted.dropFirst(goesOn ? examples.count : 0) { _ = rehearsal.run(example) }
      if Interruption.isRequested {
        Interruption.clear()
      } else {
        (examples, state) = (wanted, rehearsal.state)
      }
      session.restore(rehearsal.state)
    }
  }

  /// Keeps what an example has changed that was shown.
  mutating func note(_ example: LessonExample) {
    examples = example.earlier + [example.script]
    state = session.state
  }
}

extension Session {
  /// One that shows nothing, and stands where this one has stood.
  func rehearsal(from state: SessionLog.State) -> Session {
    let rehearsal = Session(
      settings, network: network, output: OutputStream(), errors: OutputStream(),
      calendar: calendar, isCancelled: isCancelled)
    rehearsal.restore(state)
    rehearsal.usualSettings = usualSettings
    return rehearsal
  }
}
