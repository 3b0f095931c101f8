// SPDX-License-Identifier: MIT

import Glibc
import LineEditing
import Synchronization

/// Remembers that Ctrl-C was pressed while a query runs, so that the prompt survives it and a
/// script shows what it has fetched.
enum Interruption {
  private static let requested = Atomic(false)
  /// Whether a second signal ends the process.
  private static let isOnce = Atomic(false)

  /// From now on the signal sets a flag instead of ending the process; with `once` the second one
  /// ends it, and takes away what is half written. Where whoever started the process has it ignore
  /// the signal, as a shell does with what a script leaves in the background, it stays so; a prompt
  /// takes it, as Ctrl-C is one of its keys.
  static func watch(once: Bool) {
    if once, SignalAction.isIgnored(SIGINT) { return }
    isOnce.store(once, ordering: .relaxed)
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { number in
      let isSecond = Interruption.requested.exchange(true, ordering: .relaxed)
      if isSecond, Interruption.isOnce.load(ordering: .relaxed) { UnfinishedFiles.end(number) }
    }
    unsafe sigaction(SIGINT, &action, nil)
  }

  static func clear() { requested.store(false, ordering: .relaxed) }

  static var isRequested: Bool { requested.load(ordering: .relaxed) }
}
