// SPDX-License-Identifier: MIT

/// Where the session of a demonstration stands before its steps, as if those before had just run,
/// and which of them somebody has ended: these count as passed.
struct PlayStates {
  private var states: [Int: SessionLog.State] = [:]
  private var ended: Set<Int> = []

  /// Where it stands before a step; nil where something before that has not run.
  subscript(number: Int) -> SessionLog.State? { states[number] }

  /// Whether a step has been ended, and does not run unless somebody wants it again.
  func hasEnded(_ number: Int) -> Bool { ended.contains(number) }

  /// The last step up to one before which it is known where the session stands.
  func known(upTo number: Int) -> (number: Int, state: SessionLog.State)? {
    let last = states.keys.filter { $0 <= number }.max()
    return last.flatMap { last in states[last].map { (last, $0) } }
  }

  /// Notes where the session stands before a step that begins.
  mutating func begin(_ number: Int, _ state: SessionLog.State) {
    states[number] = states[number] ?? state
  }

  /// Notes where the session stands behind a step. One that was ended leaves what there is where
  /// it has run before, and changes what comes where it runs at last.
  mutating func end(_ number: Int, _ state: SessionLog.State, wasInterrupted: Bool) {
    if wasInterrupted {
      guard states[number + 1] == nil else { return }
      ended.insert(number)
    } else if ended.remove(number) != nil {
      states = states.filter { $0.key <= number }
    }
    states[number + 1] = states[number + 1] ?? state
  }
}
