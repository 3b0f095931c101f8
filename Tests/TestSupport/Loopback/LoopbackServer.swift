// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Synchronization

/// A small HTTP server on the loopback interface that behaves as well or as badly as a test says.
///
///     let server = try LoopbackServer { request in
///       request.path == "/list" ? .json("[]") : .status(404)
///     }
///     fetch(server.address("/list"))
///     #expect(server.requests.map(\.target) == ["/list"])
///
/// Each connection has a thread of its own, so an answer may wait or go on for ever without keeping
/// others from being served. The server stops when nobody holds it any more.
package final class LoopbackServer: Sendable {
  /// Says how a request is answered; called on the thread of the connection.
  package typealias Script = @Sendable (LoopbackRequest) -> LoopbackAnswer

  package let host: String
  package let port: UInt16
  private let log = LoopbackLog()
  private let listener: Int32

  /// Listens at a port that was free. `host` is any address of the loopback interface:
  /// `127.0.0.2` is another host to a client.
  package init(host: String = "127.0.0.1", _ script: @escaping Script) throws {
    Self.keepProxiesOut
    (listener, port) = try LoopbackSocket.listen(host)
    self.host = host
    Thread.detachNewThread { [listener, log] in
      Self.accept(from: listener, log: log, script: script)
    }
  }

  /// Gives the answers one after the other, whatever is asked; the last one again and again.
  package convenience init(host: String = "127.0.0.1", inTurn answers: LoopbackAnswer...) throws {
    try self.init(host: host) { request in
      answers.isEmpty ? .status(404) : answers[min(request.number, answers.count) - 1]
    }
  }

  deinit { stop() }

  /// Ends all connections, and takes no more: from now on nobody listens at the port.
  package func stop() {
    // Wakes the thread that accepts, which then closes the socket.
    log.stop(listener)
  }

  /// `http://127.0.0.1:PORT` and the path, which begins with a slash. `host` may be another name
  /// of the same address, such as `localhost`.
  package func address(_ path: String = "/", host: String? = nil) -> String {
    "http://\(host ?? self.host):\(port)\(path)"
  }

  /// Everything that was asked so far, in the order in which the requests were complete.
  package var requests: [LoopbackRequest] { log.requests }

  /// How many connections were made so far.
  package var connections: Int { log.connections }

  /// How many requests were being answered at the same time, at most.
  package var mostAtOnce: Int { log.mostAtOnce }

  private static func accept(from listener: Int32, log: LoopbackLog, script: @escaping Script) {
    while let socket = LoopbackSocket.accept(from: listener) {
      guard let connection = log.opened(socket) else { break }
      Thread.detachNewThread {
        LoopbackConnection(socket: socket, number: connection, log: log).serve(script)
      }
    }
    log.stopped(listener)
  }

  /// What the environment says of proxies does not hold for tests; read once, before any request.
  private static let keepProxiesOut: Void = {
    for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
      unsafe unsetenv(name)
    }
  }()
}

/// A test could not start its server.
package struct CannotServe: Error, CustomStringConvertible {
  package let reason: String
  package var description: String { "cannot serve: \(reason)" }
}

/// What all connections of a server share.
final class LoopbackLog: Sendable {
  private struct State {
    var requests: [LoopbackRequest] = []
    var sockets: Set<Int32> = []
    var connections = 0
    var inProgress = 0
    var mostAtOnce = 0
    var isClosed = false
  }

  private let state = Mutex(State())

  var requests: [LoopbackRequest] { state.withLock(\.requests) }
  var connections: Int { state.withLock(\.connections) }
  var mostAtOnce: Int { state.withLock(\.mostAtOnce) }
  var isClosed: Bool { state.withLock(\.isClosed) }

  /// The number of a new connection, from 1; nil when the server has stopped.
  func opened(_ socket: Int32) -> Int? {
    state.withLock { state in
      guard !state.isClosed else {
        Glibc.close(socket)
        return nil
      }
      state.sockets.insert(socket)
      state.connections += 1
      return state.connections
    }
  }

  /// Closes under the lock, so that `stop` shuts no descriptor that has a new owner by then.
  func closed(_ socket: Int32) {
    state.withLock { state in
      state.sockets.remove(socket)
      Glibc.close(socket)
    }
  }

  func began(_ request: LoopbackRequest) -> LoopbackRequest {
    state.withLock { state in
      let earlier = state.requests.count { $0.path == request.path }
      let counted = request.counted(number: state.requests.count + 1, ordinal: earlier + 1)
      state.requests.append(counted)
      state.inProgress += 1
      state.mostAtOnce = max(state.mostAtOnce, state.inProgress)
      return counted
    }
  }

  func ended() { state.withLock { $0.inProgress -= 1 } }

  /// Shuts all sockets that are open, once: what is closed may have a new owner.
  func stop(_ listener: Int32) {
    state.withLock { state in
      if state.isClosed { return }
      state.isClosed = true
      for socket in state.sockets.union([listener]) { shutdown(socket, Int32(SHUT_RDWR)) }
    }
  }

  /// Closes the socket that nobody accepts from any more.
  func stopped(_ listener: Int32) {
    state.withLock { state in
      state.isClosed = true
      Glibc.close(listener)
    }
  }
}
