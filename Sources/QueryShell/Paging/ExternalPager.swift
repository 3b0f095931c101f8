// SPDX-License-Identifier: MIT

import Glibc

/// Another program that shows text, by the command that a person has chosen.
struct ExternalPager {
  let command: String

  /// Hands it the text and waits until it ends.
  func show(_ text: [UInt8]) -> ForegroundProgram.Ending {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return .notFound }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // What `less` is to do with colours and long lines, where nobody has said that.
    let program = ForegroundProgram(
      script: ": \"${LESS:=-RSF}\"; export LESS\n\(command)")
    return program.run(reading: ends[0]) {
      let stream = OutputStream(descriptor: ends[1], isCancelled: { false })
      stream.write(text)
      stream.flush()
      close(ends[1])
    }
  }
}
