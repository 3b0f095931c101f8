// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// One connection of a ``LoopbackServer``, served to its end by the thread that made it.
struct LoopbackConnection {
  let socket: Int32
  let number: Int
  let log: LoopbackLog

  func serve(_ script: LoopbackServer.Script) {
    defer { log.closed(socket) }
    var unread: [UInt8] = []
    while let head = nextHead(&unread) {
      guard let parsed = LoopbackRequest(head: head, connection: number) else { return }
      let request = log.began(parsed)
      let answer = script(request)
      let isSent = answer.steps.allSatisfy(take)
      log.ended()
      guard isSent, answer.keepsOpen else { return }
    }
  }

  /// The next request up to its empty line, which is taken off; nil when no more comes.
  private func nextHead(_ unread: inout [UInt8]) -> [UInt8]? {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let place = unread.firstRange(of: end) {
        let head = Array(unread[..<place.lowerBound])
        unread.removeSubrange(..<place.upperBound)
        return head
      }
      guard unread.count < 1 << 20, let more = LoopbackSocket.read(from: socket) else { return nil }
      unread += more
      // No request begins like that, but the greeting of TLS does.
      guard unread.first.map({ (0x41...0x5A).contains($0) }) ?? true else {
        _ = LoopbackSocket.write(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), to: socket)
        return nil
      }
    }
  }

  /// False when the client is gone, or the server stopped.
  private func take(_ step: LoopbackAnswer.Step) -> Bool {
    switch step {
    case .send(let bytes): return LoopbackSocket.write(bytes, to: socket)
    case .wait(let seconds): return pause(seconds)
    case .endlessly(let bytes, let seconds):
      while LoopbackSocket.write(bytes, to: socket), pause(seconds) {}
      return false
    case .reset:
      LoopbackSocket.prepareReset(of: socket)
      return false
    }
  }

  private func pause(_ seconds: Double) -> Bool {
    if seconds > 0 { Thread.sleep(forTimeInterval: seconds) }
    return !log.isClosed && !LoopbackSocket.isGone(socket)
  }
}
