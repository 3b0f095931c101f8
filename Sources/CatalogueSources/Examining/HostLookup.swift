// SPDX-License-Identifier: MIT

import Glibc

/// Asks the system which address a server's name stands for.
enum HostLookup {
  /// In numbers, such as `127.0.0.1`; nil where the system does not know the name, as behind a
  /// proxy.
  static func address(of host: String) -> String? {
    let name = String(host.drop { $0 == "[" }.prefix { $0 != "]" })
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(name, nil, &hints, &found) == 0, let first = unsafe found else {
      return nil
    }
    defer { unsafe freeaddrinfo(first) }
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let status = unsafe getnameinfo(
      first.pointee.ai_addr, first.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0,
      NI_NUMERICHOST)
    guard status == 0 else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
