// SPDX-License-Identifier: MIT

/// One step of a request: where it goes, and what goes with it.
struct Hop: Equatable {
  let address: HTTPAddress
  let headers: [HTTPField]
  let secret: Secret?
  /// Where the request has been before, by redirects.
  let visited: [HTTPAddress]

  init(_ request: HTTPRequest) throws(TransportFault) {
    address = try HTTPAddress(request.address)
    headers = request.headers
    secret = request.secret
    visited = []
    guard !fieldsToSend.contains(where: \.holdsControl) else {
      throw .badAddress(reason: "a field of its header holds a control character")
    }
  }

  private init(
    address: HTTPAddress, headers: [HTTPField], secret: Secret?, visited: [HTTPAddress]
  ) {
    self.address = address
    self.headers = headers
    self.secret = secret
    self.visited = visited
  }

  /// The text to send; it may hold the secret.
  var addressToSend: String {
    guard let secret, case .parameter(let name) = secret.carrier else { return "\(address)" }
    return "\(address.setting(name, to: secret.value))"
  }

  /// Whether it goes to its server past all proxies, which would read a key that is not encrypted.
  var isDirect: Bool { secret != nil && address.scheme == .http }

  /// The fields to send; they may hold the secret.
  var fieldsToSend: [HTTPField] {
    guard let secret, case .header(let name) = secret.carrier else { return headers }
    return headers.filter { $0.name.lowercased() != name.lowercased() }
      + [HTTPField(name, secret.value)]
  }

  /// The next step, when a reply is a redirect; nil when it is none.
  ///
  /// The secret and the fields go along only to the server that they are for, and once another was
  /// met they are gone for good.
  func next(after reply: HTTPReply, most: Int) throws(TransportFault) -> Hop? {
    guard Self.statuses.contains(reply.status), let location = reply.value(of: "Location") else {
      return nil
    }
    let target = try target(location)
    guard target.scheme == .https || address.scheme == .http else {
      throw .redirect(
        reason: "it is redirected to `\(target.authority)`, and no longer encrypted")
    }
    guard target != address, !visited.contains(target) else {
      throw .redirect(reason: "its redirects lead in a circle")
    }
    guard visited.count < most else {
      throw .redirect(reason: "it is redirected more than \(most) times")
    }
    guard !address.isSameServer(target) else {
      return Hop(
        address: target, headers: headers, secret: secret, visited: visited + [address])
    }
    if let secret, secret.redacted(target.description) != target.description {
      throw .redirect(reason: "it is redirected to `\(target.authority)` together with the key")
    }
    return Hop(address: target, headers: [], secret: nil, visited: visited + [address])
  }

  private static let statuses: Set<Int> = [301, 302, 303, 307, 308]

  private func target(_ location: String) throws(TransportFault) -> HTTPAddress {
    do {
      return try address.resolving(location)
    } catch .badAddress(let reason) {
      throw .redirect(reason: "it is redirected to an address that is none: \(reason)")
    }
  }
}

extension HTTPField {
  /// A line break would begin another field.
  fileprivate var holdsControl: Bool {
    Array((name + value).utf8).contains { $0 < 0x20 || $0 == 0x7F }
  }
}
