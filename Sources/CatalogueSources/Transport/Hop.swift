// SPDX-License-Identifier: MIT

/// One step of a request: where it goes, and what goes with it.
struct Hop: Equatable {
  let address: HTTPAddress
  let headers: [HTTPField]
  let secret: Secret?
  /// The hosts that a definition names, or else that of the first address.
  let named: Set<String>
  /// Where the request has been before, by redirects.
  let visited: [HTTPAddress]

  init(_ request: HTTPRequest) throws(TransportFault) {
    address = try HTTPAddress(request.address)
    headers = request.headers
    secret = request.secret
    named = request.named ?? [address.host]
    visited = []
    guard !fieldsToSend.contains(where: \.holdsControl) else {
      throw .badAddress(reason: "a field of its header holds a control character")
    }
  }

  /// The step after another, with or without what goes with that.
  private init(after last: Hop, to target: HTTPAddress, withFields: Bool) {
    address = target
    headers = withFields ? last.headers : []
    secret = withFields ? last.secret : nil
    named = last.named
    visited = last.visited + [last.address]
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
    guard let field = secret?.field else { return headers }
    return headers.filter { $0.name.lowercased() != field.name.lowercased() } + [field]
  }

  /// The next step, when a reply is a redirect; nil when it is none.
  ///
  /// What has a secret stays at its address. The fields go along only to the server that they are
  /// for, and once another was met they are gone for good.
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
    if let secret {
      let name: String? = if case .parameter(let name) = secret.carrier { name } else { nil }
      guard address.isSameButSlash(target, withoutParameter: name) else {
        throw .redirect(
          reason: "it is redirected to another address on `\(target.authority)`; with a key only "
            + "the last slash may change")
      }
    }
    return Hop(after: self, to: target, withFields: address.isSameServer(target))
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
