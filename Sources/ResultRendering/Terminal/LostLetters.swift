// SPDX-License-Identifier: MIT

import Synchronization

/// Remembers that a letter was shown as `?` because the locale has none for it.
package final class LostLetters: Sendable {
  private let isFound = Atomic(false)

  package init() {}

  func note() { isFound.store(true, ordering: .relaxed) }

  /// Whether any was lost; asked once more, only those since then count.
  package func taken() -> Bool { isFound.exchange(false, ordering: .relaxed) }
}
