// SPDX-License-Identifier: MIT

import Synchronization

/// How long is waited for what is no part of an answer, such as the picture beside a card.
final class Deadline: Sendable {
  /// In nanoseconds: a picture that is quick stands beside its card, and nobody waits for a text
  /// because of one that is not.
  static let length: UInt64 = 1_000_000_000

  private let began = Mutex<UInt64?>(nil)
  private let clock: @Sendable () -> UInt64

  /// `clock` gives nanoseconds from any start.
  init(clock: @escaping @Sendable () -> UInt64) { self.clock = clock }

  func begin() {
    let now = clock()
    began.withLock { $0 = now }
  }

  func end() { began.withLock { $0 = nil } }

  /// Whether the time is over; false where nothing has begun.
  var isOver: Bool {
    let now = clock()
    return began.withLock { began in began.map { now - $0 >= Self.length } ?? false }
  }
}
