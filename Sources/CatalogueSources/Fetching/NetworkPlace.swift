// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// Where a server has a source, and what is to be known to ask it.
package struct NetworkPlace: Sendable {
  package let source: String
  /// The address of the list, with holes in braces; other addresses are relative to it.
  package let list: String
  package let terms: ServiceTerms
  /// The addresses that the definition names besides that of the list.
  private let addresses: [String]
  /// What is given in place of a server that does not answer; nil where nothing may stand for it.
  package let sample: SampleStore?

  package init(
    source: String, list: String, terms: ServiceTerms, naming addresses: [String] = [],
    sample: SampleStore?
  ) {
    self.source = source
    self.list = list
    self.terms = terms
    self.addresses = addresses
    self.sample = sample
  }

  /// The hosts that the definition names, that of the list among them.
  package var named: Set<String> {
    Set(([list] + addresses).compactMap { (try? HTTPAddress($0))?.host })
  }

  /// The key that a request wants, and the place where it was found; nil where it wants none.
  func key(
    at address: HTTPAddress, in keys: KeyRing
  ) throws(KeyFault) -> (secret: Secret, place: String)? {
    guard let demand = key(at: address) else { return nil }
    guard address.isPrivate else { throw .sentOpenly(server: address.authority) }
    return try keys.found(demand, of: source)
  }

  /// What replies of an address are known and kept by: those for which a key is sent are no answers
  /// to a source that sends none. The name is that of the variable: a reply is given whichever key
  /// stands in it.
  func name(of wanted: PayloadRequest, at address: HTTPAddress) -> String {
    let key = wanted.isGivenByData ? nil : key(at: address)?.variable
    let fields = fields(of: wanted, at: address).map {
      "\(Percent.encoded($0.name)):\(Percent.encoded($0.value))"
    }
    return ([address.description] + [key].compactMap(\.self) + fields).joined(separator: "#")
  }

  /// The same for a request; nil where it leads nowhere.
  func name(of wanted: PayloadRequest) -> String? {
    (try? location(of: wanted)).map { name(of: wanted, at: $0) }
  }

  /// What the definition says to its server with a request; pictures are asked for without.
  func fields(of wanted: PayloadRequest, at address: HTTPAddress) -> [HTTPField] {
    if case .picture = wanted.role { return [] }
    // Most definitions say nothing, and to read the list's address takes a part of the start.
    guard !terms.headers.isEmpty, !wanted.isGivenByData, isServer(of: address) else { return [] }
    return terms.headers
  }

  /// Whether an address is on the server of the list.
  private func isServer(of address: HTTPAddress) -> Bool {
    (try? HTTPAddress(list))?.isSameOrigin(address) ?? false
  }

  /// Where a request leads. Throws why the address of a next page, which a reply has given, is not
  /// asked for; a key in it is left out, which is sent in its place anyway.
  func location(of wanted: PayloadRequest) throws(TransportFault) -> HTTPAddress {
    let location = try HTTPAddress(list).resolving(wanted.address)
    guard wanted.isLinked else { return location }
    guard isServer(of: location) else {
      throw .badAddress(
        reason: "it is the next page, on `\(location.scheme)://\(location.authority)`, and no "
          + "other server than that of the list is asked for its pages")
    }
    guard case .parameter(let name) = terms.key?.carrier else { return location }
    return location.removing(name)
  }

  /// The key goes to the server of the list alone: other hosts are named by data, and whoever
  /// writes those could have it sent to any.
  func key(at address: HTTPAddress) -> KeyDemand? {
    guard let key = terms.key, isServer(of: address) else { return nil }
    return key
  }
}

/// The store of a source where no server is ever asked: it has nothing.
struct OfflineStore: PayloadStore {
  let source: String
  let address: String

  var isLocal: Bool { false }

  var fault: SourceFault {
    .server(
      ServerFault(
        .offline, source: source, address: AddressSecrets.masked(address), cause: "offline"))
  }

  func payloads(_ requests: [PayloadRequest]) -> [Result<FetchedPayload?, SourceFault>] {
    requests.map { _ in .failure(fault) }
  }
}
