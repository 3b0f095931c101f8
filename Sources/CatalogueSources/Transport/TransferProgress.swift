// SPDX-License-Identifier: MIT

/// How some requests stand that are asked side by side.
package struct TransferProgress: Sendable, Equatable {
  /// What is waited for.
  package enum Wait: Sendable, Equatable {
    /// A reply of a server, given by its host and port.
    case reply(server: String)
    /// The moment at which a server is asked again; nothing else is under way.
    case pause(server: String, milliseconds: Int)
  }

  package let wait: Wait
  /// Bytes so far of all the requests.
  package let bytes: Int
  /// How many of the requests are done.
  package let done: Int
  package let count: Int

  package init(waitingFor wait: Wait, bytes: Int, done: Int, of count: Int) {
    self.wait = wait
    self.bytes = bytes
    self.done = done
    self.count = count
  }
}
