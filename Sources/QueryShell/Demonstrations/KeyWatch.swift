// SPDX-License-Identifier: MIT

import Glibc
import Synchronization
import Workers

/// Looks for one key while something runs, which it ends as Ctrl-C does.
final class KeyWatch: Sendable {
  private let key: UInt8
  /// What is typed behind this key is for somebody else.
  private let last: UInt8
  private let taken = Mutex<[UInt8]>([])

  private static let escape: UInt8 = 0x1B

  init(for key: Unicode.Scalar, upTo last: Unicode.Scalar) {
    self.key = UInt8(truncatingIfNeeded: key.value)
    self.last = UInt8(truncatingIfNeeded: last.value)
  }

  /// Does something, and gives the keys that were pressed meanwhile: the one alone where that was
  /// among them, none where the rest was ended by Ctrl-C, which forgets what was typed.
  func during<Result>(_ work: () -> Result) -> (result: Result, keys: [UInt8]) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return (work(), []) }
    let (stop, stopping, waiter) = (ends[0], ends[1], pthread_self())
    let thread = WorkerThread.start { self.watch(until: stop, endingWorkOf: waiter) }
    let result = work()
    close(stopping)
    if let thread { pthread_join(thread, nil) }
    close(stop)
    let keys = taken.withLock(\.self)
    if keys.last == key { return (result, [key]) }
    return (result, Interruption.isRequested ? [] : keys)
  }

  private func watch(until stop: Int32, endingWorkOf waiter: pthread_t) {
    var polled = [stop, STDIN_FILENO].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while unsafe poll(&polled, 2, -1) >= 0 || errno == EINTR {
      if polled[0].revents != 0 { return }
      if polled[1].revents == 0 { continue }
      var byte: UInt8 = 0
      guard unsafe read(STDIN_FILENO, &byte, 1) == 1 else { return }
      let isOfSequence = taken.withLock { bytes in
        defer { bytes.append(byte) }
        return bytes.last == Self.escape
      }
      if isOfSequence { continue }
      if byte == key { pthread_kill(waiter, SIGINT) }
      if byte == key || byte == last { return }
    }
  }
}
