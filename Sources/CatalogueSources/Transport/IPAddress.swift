// SPDX-License-Identifier: MIT

import Glibc

/// An address of the internet protocol in bytes, four or sixteen.
package struct IPAddress: Sendable, Hashable, CustomStringConvertible {
  let bytes: [UInt8]

  /// Nil for another number of bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// The address that a host is the text of, in brackets or not, also in the forms that only
  /// systems know, such as `127.1` and `0x7f000001`; nil for a name.
  package init?(host: String) {
    let text = host.filter { $0 != "[" && $0 != "]" }
    var wide = in6_addr()
    if unsafe inet_pton(AF_INET6, text, &wide) == 1 {
      bytes = unsafe withUnsafeBytes(of: &wide) { unsafe Array($0) }
      return
    }
    var narrow = in_addr()
    let name = text.hasSuffix(".") ? String(text.dropLast()) : text
    guard unsafe inet_aton(name, &narrow) == 1 else { return nil }
    bytes = unsafe withUnsafeBytes(of: &narrow) { unsafe Array($0) }
  }

  /// Such as `127.0.0.1` or `::1`.
  package var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    guard unsafe inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The four bytes where there are four, also those that stand in the end of sixteen: mapped ones,
  /// and those that a gateway translates.
  private var narrow: [UInt8]? {
    if bytes.count == 4 { return bytes }
    let prefixes: [[UInt8]] = [
      Array(repeating: 0, count: 10) + [0xFF, 0xFF],
      [0, 0x64, 0xFF, 0x9B] + Array(repeating: 0, count: 8),
    ]
    if prefixes.contains(where: bytes.starts) { return Array(bytes.suffix(4)) }
    // 6to4 has them after its prefix.
    return bytes.starts(with: [0x20, 0x02]) ? Array(bytes[2..<6]) : nil
  }

  /// How far it reaches, as IANA's registries of special addresses say.
  package var scope: AddressScope {
    if let narrow { return Self.scope(narrow[0], narrow[1]) }
    // ::, ::1 and the oldest form of 127.0.0.1
    if bytes.dropLast(4).allSatisfy({ $0 == 0 }) {
      return bytes[12..<15].allSatisfy { $0 == 0 } ? .loopback : Self.scope(bytes[12], bytes[13])
    }
    switch (bytes[0], bytes[1]) {
    case (0xFE, 0x80...0xBF): return .linkLocal
    // The second have been replaced by the first long ago.
    case (0xFC...0xFD, _), (0xFE, 0xC0...0xFF): return .privateNetwork
    default: return .everywhere
    }
  }

  private static func scope(_ first: UInt8, _ second: UInt8) -> AddressScope {
    switch (first, second) {
    // To 0.0.0.0 a system connects as to itself.
    case (0, _), (127, _): .loopback
    case (169, 254): .linkLocal
    case (10, _), (172, 16...31), (192, 168), (100, 64...127): .privateNetwork
    default: .everywhere
    }
  }
}

/// From where an address is reached.
package enum AddressScope: Sendable, Equatable, CaseIterable {
  case loopback, linkLocal, privateNetwork, everywhere

  /// What is said of a server at such an address; `everywhere` is never told.
  var words: String {
    switch self {
    case .loopback: "is this machine"
    case .linkLocal: "is on the local link"
    case .privateNetwork: "is in a private network"
    case .everywhere: "is public"
    }
  }
}
