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
    guard !wanted.isGivenByData, let demand = key(at: address) else { return address.description }
    return "\(address.description)#\(demand.variable)"
  }

  /// The key goes to the server of the list alone: other hosts are named by data, and whoever
  /// writes those could have it sent to any.
  func key(at address: HTTPAddress) -> KeyDemand? {
    guard let key = terms.key, let list = try? HTTPAddress(list), list.isSameOrigin(address) else {
      return nil
    }
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
