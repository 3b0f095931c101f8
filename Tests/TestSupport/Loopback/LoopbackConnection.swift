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

/// The calls of the system that the server needs.
enum LoopbackSocket {
  static func listen(_ host: String) throws -> (socket: Int32, port: UInt16) {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = unsafe host.withCString { unsafe inet_pton(AF_INET, $0, &address.sin_addr) }
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe bind(socket, generic, length) == 0 && Glibc.listen(socket, 128) == 0
          && getsockname(socket, generic, &length) == 0
      }
    }
    guard socket >= 0, isListening == 1, isBound else {
      throw CannotServe(reason: unsafe String(cString: strerror(errno)))
    }
    return (socket, UInt16(bigEndian: address.sin_port))
  }

  static func accept(from listener: Int32) -> Int32? {
    while true {
      let socket = Glibc.accept(listener, nil, nil)
      if socket >= 0 {
        // Programs that other tests start would keep the connection open.
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        // Drops are to be sent when they fall.
        var on: Int32 = 1
        unsafe setsockopt(
          socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        return socket
      }
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }

  static func read(from socket: Int32) -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count = unsafe recv(socket, &chunk, chunk.count, 0)
    return count > 0 ? Array(chunk[..<count]) : nil
  }

  static func write(_ bytes: [UInt8], to socket: Int32) -> Bool {
    var left = bytes[...]
    while !left.isEmpty {
      let count = unsafe left.withUnsafeBytes { bytes in
        unsafe send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 || errno == EINTR else { return false }
      left = left.dropFirst(max(count, 0))
    }
    return true
  }

  /// Whether the other side ended the connection; what it has sent stays to be read.
  static func isGone(_ socket: Int32) -> Bool {
    var polled = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&polled, 1, 0) > 0 else { return false }
    var byte: UInt8 = 0
    return unsafe recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
  }

  /// Makes closing drop what was not sent and tell the other side of a fault.
  static func prepareReset(of socket: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    unsafe setsockopt(
      socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }
}
