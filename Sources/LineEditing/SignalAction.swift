// SPDX-License-Identifier: MIT

import Glibc

/// What the process does when a signal comes.
package enum SignalAction {
  /// Whether it does nothing.
  package static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
    // No closure can be compared with the one that stands for ignoring.
    let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    let ignoring = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    return handler == ignoring
  }

  /// Does something while a signal does nothing.
  package static func ignoring<Result>(_ signal: Int32, _ work: () -> Result) -> Result {
    var ignoring = sigaction()
    unsafe ignoring.__sigaction_handler.sa_handler = SIG_IGN
    var before = sigaction()
    unsafe sigaction(signal, &ignoring, &before)
    defer { unsafe sigaction(signal, &before, nil) }
    return work()
  }
}
