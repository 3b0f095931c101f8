// SPDX-License-Identifier: MIT

import Synchronization

/// Judges which servers a request may go to: whoever writes the data of a public server, or its
/// redirects, gets no request out of it to this machine or to a private network.
///
/// A host that the definition names may be anywhere. Where it names no public one, its data may
/// lead to others of the same kind.
final class NetworkReach: Sendable {
  private let scope: @Sendable (IPAddress) -> AddressScope
  /// The addresses of a name, as the system knows them.
  private let lookup: @Sendable (String) -> [IPAddress]
  private let proxies = ProxyAddresses()
  /// What was found of hosts that were connected to.
  private let met = Mutex<[String: Set<AddressScope>]>([:])

  init(
    scope: @escaping @Sendable (IPAddress) -> AddressScope = \.scope,
    lookup: @escaping @Sendable (String) -> [IPAddress] = HostLookup.addresses
  ) {
    self.scope = scope
    self.lookup = lookup
  }

  /// Why a hop may not be sent, by what its host is called and by what is known of it. A connection
  /// that is open already is used without asking for the address.
  func refusal(of hop: Hop) -> TransportFault? {
    let host = hop.address.host
    let known = literal(host).map { [$0] } ?? met.withLock { $0[host] } ?? []
    guard let near = known.first(where: { $0 != .everywhere }) else { return nil }
    return refusal(of: hop, at: near, "`\(host)`")
  }

  /// Why a hop may not be sent to an address that its host, or a proxy on the way, was found at.
  func refusal(of hop: Hop, at address: IPAddress, port: Int) -> TransportFault? {
    if !hop.isDirect, proxies.contain(address, port: port) { return nil }
    let host = hop.address.host
    let found = scope(address)
    if found != .everywhere, let refusal = refusal(of: hop, at: found, "`\(host)` (\(address))") {
      return refusal
    }
    // Only what was let through: a host with one near address is asked at its others.
    met.withLock { _ = $0[host, default: []].insert(found) }
    return nil
  }

  private func refusal(of hop: Hop, at scope: AddressScope, _ server: String) -> TransportFault? {
    if hop.named.contains(hop.address.host) { return nil }
    let origins = hop.named.union(hop.visited.map(\.host))
    guard origins.contains(where: isPublic) else { return nil }
    return .badAddress(
      reason: "\(server) \(scope.words), to which no public server may lead; a definition may "
        + "name it")
  }

  /// Whether a host is public, or not known to be anything else, as behind a proxy.
  private func isPublic(_ host: String) -> Bool {
    if let scope = literal(host) { return scope == .everywhere }
    if let known = met.withLock({ $0[host] }) { return known.contains(.everywhere) }
    let addresses = lookup(host)
    return addresses.isEmpty || addresses.contains { scope($0) == .everywhere }
  }

  /// What a host is by its text; nil for a name that says nothing.
  private func literal(_ host: String) -> AddressScope? {
    if let address = IPAddress(host: host) { return scope(address) }
    let labels = host.split(separator: ".")
    return labels.last == "localhost" ? .loopback : nil
  }
}
