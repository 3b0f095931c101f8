// SPDX-License-Identifier: MIT

import Glibc

/// The calls of the system that the server needs.
enum LoopbackSocket {
  /// `queue` is how many connections wait to be accepted, at least.
  static func listen(
    _ host: String, queue: Int32 = 128
  ) throws -> (socket: Int32, port: UInt16) {
    let socket = new()
    var address = address(host, port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe bind(socket, generic, length) == 0 && Glibc.listen(socket, queue) == 0
          && getsockname(socket, generic, &length) == 0
      }
    }
    guard socket >= 0, isBound else {
      throw CannotServe(reason: unsafe String(cString: strerror(errno)))
    }
    return (socket, UInt16(bigEndian: address.sin_port))
  }

  /// Begins to connect, and does not wait for it.
  static func connect(_ host: String, port: UInt16) -> Int32 {
    let socket = new()
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    var address = address(host, port: port)
    _ = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe Glibc.connect(socket, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return socket
  }

  private static func new() -> Int32 {
    socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

  private static func address(_ host: String, port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    unsafe host.withCString { _ = unsafe inet_pton(AF_INET, $0, &address.sin_addr) }
    return address
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
