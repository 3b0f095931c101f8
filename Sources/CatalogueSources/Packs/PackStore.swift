// SPDX-License-Identifier: MIT

package import Catalogue
import Diagnostics

/// What servers said when a pack was made; nobody is asked any more.
package struct PackStore: PayloadStore {
  let place: NetworkPlace
  let pack: Pack

  package init(_ place: NetworkPlace, in pack: Pack) {
    self.place = place
    self.pack = pack
  }

  package var isLocal: Bool { true }

  package var reasonOfAbsence: String { "there was none when it was packed" }

  /// Whether a list that is one reply is there.
  package func has(_ list: WantedList) -> Bool {
    !list.isPaged && !list.pages.isEmpty
      && list.pages.allSatisfy { reply(to: $0)?.body != nil }
  }

  package func payloads(
    _ requests: [PayloadRequest]
  ) -> [Result<FetchedPayload?, SourceFault>] {
    if let sample = place.sample, !pack.holds(place.source) { return sample.payloads(requests) }
    return requests.map { request in
      Result { () throws(SourceFault) in try payload(request) }
    }
  }

  package func readings(from first: PayloadRequest) -> KeptReadings {
    pack.readings(of: place.name(of: first) ?? "")
  }

  package func store(of reading: KeptReading) -> (any PayloadStore)? {
    guard pack.readings.indices.contains(reading.id) else { return nil }
    return PackedReadingStore(place: place, reading: pack.readings[reading.id])
  }

  private func payload(_ request: PayloadRequest) throws(SourceFault) -> FetchedPayload? {
    guard let reply = reply(to: request) else {
      throw .server(
        ServerFault(
          .unpacked, source: place.source, address: AddressSecrets.masked(request.address),
          cause: "not in the pack"))
    }
    guard let body = reply.body else { return nil }
    var payload = Payload(address: reply.address, bytes: body)
    payload.mediaType = reply.type
    payload.fields = reply.fields
    try request.checkReply(&payload)
    return FetchedPayload(payload, copy: .packed(Pack.words(at: reply.given)), given: reply.given)
  }

  private func reply(to request: PayloadRequest) -> Pack.Reply? {
    place.name(of: request).flatMap { pack.reply(to: place.source, at: $0) }
  }
}
