// SPDX-License-Identifier: MIT

import Glibc

/// A server that takes no connection and refuses none: whoever connects waits.
package final class DeafServer: Sendable {
  package let port: UInt16
  private let listener: Int32
  /// They fill the queue of those that wait to be accepted, so that the system answers no more.
  private let waiting: [Int32]

  package init() throws {
    (listener, port) = try LoopbackSocket.listen("127.0.0.1", queue: 0)
    waiting = (0..<4).map { [port] _ in LoopbackSocket.connect("127.0.0.1", port: port) }
  }

  deinit { for socket in waiting + [listener] { close(socket) } }

  package var address: String { "http://127.0.0.1:\(port)/" }
}
