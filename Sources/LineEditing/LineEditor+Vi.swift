// SPDX-License-Identifier: MIT

import CEditLine
import Glibc

/// What the keys of vi need besides libedit's own commands.
///
/// libedit notes the private keys that it gets where characters are typed, and its `vi-redo`
/// presses them again whatever they mean by then, itself included, without asking the reader of
/// keys. So a repetition is ours: it types the keys of the change, each decided upon as if typed.
extension LineEditor {
  func note(_ keys: [Key]) {
    guard bindings.style == .vi else { return }
    lastChange.note(keys, inCommandMode: isCommanding)
  }

  func forgetPartialKeys() {
    keys = []
    partialKeys = []
  }

  /// Ends a change where the next key begins a new one.
  func restInCommandMode() {
    guard isCommanding, !isRepeating, !operatorWaits, keys.isEmpty, argument == nil else { return }
    lastChange.rest()
  }

  /// vi's `.`: the commands of the last change, with the count typed before it if there is one.
  func repeatChange() -> KeyStep {
    guard isCommanding, !isRepeating else { return .wait }
    guard !operatorWaits else { return callOffOperator() }
    let commands = argument == nil ? lastChange.commands : lastChange.commandsWithoutCount
    argument = nil
    lastChange.drop()
    replayed = commands + replayed
    repeatedText = lastChange.typed
    isRepeating = true
    isReplaying = true
    return .wait
  }

  /// The text of a change follows its commands, unless they failed to lead to where it is typed.
  func repeatText() {
    if !isCommanding { replayed = repeatedText }
    repeatedText = []
  }

  /// Takes the key behind an operator, which is no movement, for the end of the operator.
  func callOffOperator() -> KeyStep {
    lastChange.drop()
    operatorWaits = false
    queue.append(slot(for: "vi-command-mode"))
    return .act(.edit(currentBuffer))
  }

  /// Makes sure that an operator waits no longer: after a movement that failed libedit keeps it,
  /// with a place in a line that may be another one by the next movement.
  func endOperator() {
    operatorIsDone = false
    guard isCommanding else { return }
    pendingActions = [.edit(currentBuffer)]
    queue = [slot(for: "vi-command-mode"), PrivateKey.act]
  }

  /// Takes back what a command of libedit has made longer than a line may be.
  func refuseGrowth(from before: EditBuffer) {
    if queue.isEmpty { grownFrom = nil }
    guard !room(for: 0) else { return }
    grownFrom = nil
    hasGrown = true
    replayed = []
    repeatedText = []
    pendingActions = [.edit(before)]
    queue = [PrivateKey.act]
  }
}
