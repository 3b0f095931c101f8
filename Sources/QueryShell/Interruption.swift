// SPDX-License-Identifier: MIT

import Glibc
import Synchronization

/// Remembers that Ctrl-C was pressed while a query runs, so that the prompt survives it and a
/// script shows what it has fetched.
enum Interruption {
  private static let requested = Atomic(false)

  /// From now on the signal sets a flag instead of ending the process; with `once` the second one
  /// ends it.
  static func watch(once: Bool) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { _ in
      Interruption.requested.store(true, ordering: .relaxed)
    }
    if once { action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) }
    unsafe sigaction(SIGINT, &action, nil)
  }

  static func clear() { requested.store(false, ordering: .relaxed) }

  static var isRequested: Bool { requested.load(ordering: .relaxed) }
}
