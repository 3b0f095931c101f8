// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// The replies of one reading of a list, as they were kept.
struct ReadingStore: PayloadStore {
  let place: NetworkPlace
  let cache: ResponseCache
  let reading: KeptReading
  /// When it was taken, as people write it.
  let taken: String

  var isLocal: Bool { true }

  func payloads(_ requests: [PayloadRequest]) -> [Result<FetchedPayload?, SourceFault>] {
    requests.map { request in
      Result { () throws(SourceFault) in try payload(request) }
    }
  }

  private func payload(_ request: PayloadRequest) throws(SourceFault) -> FetchedPayload? {
    guard request.isOfList else { throw fault("of a reading only the list is kept", request) }
    guard let location = try? place.location(of: request) else { return nil }
    switch cache.page(place.name(of: request, at: location), of: reading) {
    case .reply(let body, let type, let fields):
      var payload = Payload(address: location.description, bytes: body)
      payload.mediaType = type
      payload.fields = fields
      try request.check(&payload)
      return FetchedPayload(payload, copy: .reading(ReadingTimes(taken)), given: reading.taken)
    // Behind the last page there is none.
    case .absent where !request.isFirstPage: return nil
    case .absent, .lost: throw fault("its reading of \(taken) is no longer kept", request)
    }
  }

  private func fault(_ reason: String, _ request: PayloadRequest) -> SourceFault {
    .unreachable(
      source: place.source, address: AddressSecrets.masked(request.address), reason: reason)
  }
}

// The readings of a source on a server.
extension NetworkStore {
  package func keep(_ replies: ReadReplies, items: Int) {
    let pages = replies.pages.compactMap { request, payload -> NewReading.Page? in
      name(of: request).map { name in
        NewReading.Page(
          address: name, type: payload.mediaType, fields: payload.fields,
          body: Array(payload.bytes))
      }
    }
    guard asks, let first = pages.first, pages.count == replies.pages.count,
      !replies.areCopies || !session.cache.hasReading(of: first.address, taken: replies.taken)
    else { return }
    session.keep(
      NewReading(
        source: place.source, list: first.address, taken: replies.taken,
        retention: place.terms.readingRetention, items: items, pages: pages))
  }

  package func readings(from first: PayloadRequest) -> KeptReadings {
    let now = session.clock()
    var found = KeptReadings()
    found.now = session.calendar(now)
    found.areInMemory = session.cache.isInMemory
    found.obstacle = session.cache.obstacleToReadings
    if let name = name(of: first) {
      found.all = session.cache.readings(of: name, now: now).map {
        ($0, session.calendar($0.taken))
      }
    }
    return found
  }

  package func store(of reading: KeptReading) -> (any PayloadStore)? {
    let taken = ReadingMoment.words(at: session.calendar(reading.taken))
    guard let isSound = session.cache.isSound(reading) else { return nil }
    if isSound {
      return ReadingStore(place: place, cache: session.cache, reading: reading, taken: taken)
    }
    session.note(
      ofReading: "the reading of \(place.source) of \(taken) was damaged and is forgotten")
    return nil
  }
}
