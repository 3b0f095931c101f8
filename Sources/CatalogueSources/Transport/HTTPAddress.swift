// SPDX-License-Identifier: MIT

/// The address of something on a server of HTTP, checked and in one form.
///
/// What libcurl is given is the text of one of these and nothing else, so that it cannot take
/// another host for the one that was checked.
package struct HTTPAddress: Sendable, Hashable, CustomStringConvertible {
  package enum Scheme: String, Sendable {
    case http, https

    var port: Int { self == .http ? 80 : 443 }
  }

  package let scheme: Scheme
  /// In lower case; an address of IPv6 with its brackets.
  package let host: String
  package let port: Int
  /// Begins with a slash.
  package let path: String
  /// Without the question mark; nil when there is none.
  package private(set) var query: String?

  /// Reads an absolute address; what stands behind `#` is for the reader and left out.
  package init(_ text: String) throws(TransportFault) {
    try self.init(URIReference(Self.clean(text)))
  }

  /// What a reference means at this address, as RFC 3986 resolves it.
  package func resolving(_ reference: String) throws(TransportFault) -> HTTPAddress {
    let target = URIReference(try Self.clean(reference))
    return try HTTPAddress(target.resolved(against: URIReference(description)))
  }

  /// The text of what a reference means at a base; nil when it is no address to ask.
  package static func resolve(_ reference: String, at base: String) -> String? {
    (try? HTTPAddress(base).resolving(reference))?.description
  }

  /// The address with a parameter, which replaces those of the same name.
  package func setting(_ name: String, to value: String) -> HTTPAddress {
    let others = parameters(without: name)
    var copy = self
    copy.query = (others + ["\(Percent.encoded(name))=\(Percent.encoded(value))"])
      .joined(separator: "&")
    return copy
  }

  /// The address without a parameter.
  func removing(_ name: String) -> HTTPAddress {
    let others = parameters(without: name)
    guard others.count < parameters.count else { return self }
    var copy = self
    copy.query = others.isEmpty ? nil : others.joined(separator: "&")
    return copy
  }

  /// `host`, with the port where it is not the usual one.
  package var authority: String { port == scheme.port ? host : "\(host):\(port)" }

  /// Whether what is meant for this server may go to another address: it is on the same server, or
  /// on the same host that now encrypts.
  func isSameServer(_ other: HTTPAddress) -> Bool {
    let isUpgrade =
      scheme == .http && other.scheme == .https
      && port == Scheme.http.port && other.port == Scheme.https.port
    let isSame = scheme == other.scheme && port == other.port
    return other.host == host && (isSame || isUpgrade)
  }

  /// Whether scheme, host and port are the same.
  func isSameOrigin(_ other: HTTPAddress) -> Bool {
    scheme == other.scheme && host == other.host && port == other.port
  }

  /// Whether this differs at most in the slash at the end of its path. A parameter of that name
  /// does not count.
  func isSameButSlash(_ other: HTTPAddress, withoutParameter name: String?) -> Bool {
    isSameOrigin(other) && barePath == other.barePath
      && parameters(without: name) == other.parameters(without: name)
  }

  private var barePath: Substring { path.hasSuffix("/") ? path.dropLast() : path[...] }

  private func parameters(without name: String?) -> [Substring] {
    guard let name = name.map(Percent.encoded) else { return parameters }
    return parameters.filter { !Self.isValue(of: name, $0) }
  }

  /// Whether nobody between this machine and the server reads what is sent: it is encrypted, or the
  /// server is this machine.
  var isPrivate: Bool { scheme == .https || host == "localhost" || host == "[::1]" || isLoopback }

  /// Whether the host is one of `127.0.0.0/8`, in its usual form: other forms are names too.
  private var isLoopback: Bool {
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    // A number that begins with 0 is octal to those who look for the host.
    let usual = numbers.map { $0.map(String.init) ?? "" }.joined(separator: ".")
    return numbers.count == 4 && numbers.first == 127 && usual == host
  }

  package var description: String {
    "\(scheme.rawValue)://\(authority)\(path)\(query.map { "?\($0)" } ?? "")"
  }

  private var parameters: [Substring] { query?.split(separator: "&") ?? [] }

  private static func isValue(of name: String, _ parameter: Substring) -> Bool {
    parameter == name || parameter.hasPrefix("\(name)=")
  }
}

// What is checked.
extension HTTPAddress {
  private init(_ reference: URIReference) throws(TransportFault) {
    // An absolute address resolves to itself, without `.` and `..`.
    let parts = reference.resolved(against: reference)
    guard let name = parts.scheme?.lowercased() else {
      throw .badAddress(reason: "it begins with neither `http://` nor `https://`")
    }
    guard let scheme = Scheme(rawValue: name) else {
      throw .badAddress(reason: "`\(name)` is neither `http` nor `https`")
    }
    guard let authority = parts.authority, !authority.isEmpty else {
      throw .badAddress(reason: "it names no server")
    }
    self.scheme = scheme
    (host, port) = try Self.server(authority, usualPort: scheme.port)
    path = parts.path.isEmpty ? "/" : parts.path
    query = parts.query
  }

  private static func clean(_ text: String) throws(TransportFault) -> String {
    // C0, DEL and C1: nobody means them, and the last two begin commands to a terminal.
    guard
      !text.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
    else {
      throw .badAddress(reason: "it holds a control character")
    }
    return Percent.completed(text)
  }

  private static func server(
    _ authority: String, usualPort: Int
  ) throws(TransportFault) -> (host: String, port: Int) {
    guard !authority.utf8.contains(UInt8(ascii: "@")) else {
      throw .badAddress(reason: "it holds a user name or a password, which are not sent")
    }
    let bracket = authority.utf8.lastIndex(of: UInt8(ascii: "]"))
    let colon = authority.utf8[(bracket ?? authority.startIndex)...]
      .firstIndex(of: UInt8(ascii: ":"))
    let host = authority[..<(colon ?? authority.endIndex)].lowercased()
    guard isName(host) || isIPv6(host) else {
      throw .badAddress(
        reason: "the name of its server may hold a to z, 0 to 9, `-`, `.` and `_`; "
          + "other letters are written as `xn--...`")
    }
    let written = colon.map { authority[authority.index(after: $0)...] } ?? ""
    if written.isEmpty { return (host, usualPort) }
    guard written.utf8.allSatisfy(\.isASCIIDigit), let port = Int(written),
      (1...65535).contains(port)
    else { throw .badAddress(reason: "`\(written)` is no port; they go from 1 to 65535") }
    return (host, port)
  }

  private static func isName(_ host: String) -> Bool {
    !host.isEmpty && host.utf8.count <= 255
      && host.utf8.allSatisfy {
        $0.isASCIILetter || $0.isASCIIDigit || "-._".utf8.contains($0)
      }
  }

  private static func isIPv6(_ host: String) -> Bool {
    host.hasPrefix("[") && host.hasSuffix("]") && host.utf8.count > 4
      && host.dropFirst().dropLast().utf8.allSatisfy {
        $0.isHexDigit || ":.".utf8.contains($0)
      }
  }
}
