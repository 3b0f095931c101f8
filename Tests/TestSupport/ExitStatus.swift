// SPDX-License-Identifier: MIT

import Glibc

/// How a process ended.
package enum ExitStatus: Equatable, Sendable {
  case exited(Int32)
  case signaled(Int32)

  /// Reads the word that `waitpid` gives for an ended process.
  init(waitStatus status: Int32) {
    let signal = status & 0x7f
    self = signal == 0 ? .exited((status >> 8) & 0xff) : .signaled(signal)
  }

  /// The status of a child if it has ended by now.
  static func ofEnded(_ identifier: pid_t) -> ExitStatus? {
    var status: Int32 = 0
    guard unsafe waitpid(identifier, &status, WNOHANG) == identifier else { return nil }
    return ExitStatus(waitStatus: status)
  }

  /// Waits for the end of a child that is known to end, such as a killed one.
  static func wait(for identifier: pid_t) -> ExitStatus {
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
    return ExitStatus(waitStatus: status)
  }
}

/// A test could not start a program.
package struct CannotStart: Error, CustomStringConvertible {
  package var program: String
  package var description: String { "cannot start \(program)" }
}

/// C strings for `execve`, built before the fork and freed when `body` is done.
func withCStrings<Result>(
  _ strings: [String],
  _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) throws -> Result
) rethrows -> Result {
  var pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
  defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
  return try unsafe pointers.withUnsafeMutableBufferPointer { buffer in
    guard let base = buffer.baseAddress else { preconditionFailure("the list ends with nil") }
    return try unsafe body(base)
  }
}

/// Milliseconds of a clock that never goes back.
func monotonicMilliseconds() -> Int {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}
