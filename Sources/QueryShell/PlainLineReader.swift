// SPDX-License-Identifier: MIT

import Glibc
import LineEditing

/// Reads lines of standard input one after another; a signal ends the present one.
struct PlainLineReader {
  private var buffer: [UInt8] = []

  /// Whether a line is here already, for which nobody has to wait.
  var hasLine: Bool { buffer.contains(UInt8(ascii: "\n")) }

  mutating func next() -> LineInput {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        return .line(line)
      }
      // One that came since the prompt was written would end no waiting.
      if Interruption.isRequested {
        Interruption.clear()
        buffer = []
        return .interrupted
      }
      var chunk = [UInt8](repeating: 0, count: 4096)
      let count = unsafe read(STDIN_FILENO, &chunk, chunk.count)
      if count > 0 {
        buffer += chunk[..<count]
      } else if count < 0, errno == EAGAIN, Self.waitsForInput() {
        continue
      } else if count < 0, errno == EINTR {
        Interruption.clear()
        buffer = []
        return .interrupted
      } else if buffer.isEmpty {
        return .endOfInput
      } else {
        buffer.append(UInt8(ascii: "\n"))
      }
    }
  }

  /// Another program may have made the terminal one that does not wait. False, with `EINTR`, where
  /// a signal ends the waiting.
  private static func waitsForInput() -> Bool { waitUntilReady(STDIN_FILENO, for: POLLIN) >= 0 }
}
