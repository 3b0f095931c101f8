// SPDX-License-Identifier: MIT

import Glibc

/// Asks the system which addresses a server's name stands for.
enum HostLookup {
  /// Empty where the system does not know the name, as behind a proxy.
  @Sendable static func addresses(of host: String) -> [IPAddress] {
    let name = String(host.drop { $0 == "[" }.prefix { $0 != "]" })
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(name, nil, &hints, &found) == 0 else { return [] }
    defer { unsafe freeaddrinfo(found) }
    var addresses: [IPAddress] = []
    var next = unsafe found
    while let entry = unsafe next {
      if let address = unsafe entry.pointee.ai_addr.flatMap(IPAddress.init) {
        addresses.append(address)
      }
      unsafe next = entry.pointee.ai_next
    }
    return addresses
  }
}

extension IPAddress {
  /// The address of a socket; nil where that is of another family.
  fileprivate init?(_ socket: UnsafeMutablePointer<sockaddr>) {
    let raw = UnsafeRawPointer(socket)
    switch unsafe Int32(socket.pointee.sa_family) {
    case AF_INET:
      var address = unsafe raw.loadUnaligned(as: sockaddr_in.self).sin_addr
      self.init(unsafe withUnsafeBytes(of: &address) { unsafe Array($0) })
    case AF_INET6:
      var address = unsafe raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
      self.init(unsafe withUnsafeBytes(of: &address) { unsafe Array($0) })
    default: return nil
    }
  }
}
