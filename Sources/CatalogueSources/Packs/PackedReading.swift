// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

extension Pack {
  /// A list as it was read before, for what is asked `at` a time, `since` one, or in `history`.
  package struct Reading: Sendable, Equatable {
    package let source: String
    /// What names the list: the address of its first reply, without a key.
    package let list: String
    /// When it was taken, in seconds since the start of 1970.
    package let taken: Int
    /// The second of the calendar at which that was, where it was packed: what a script calls
    /// `at "2026-11-20"` is then the same everywhere.
    let time: Int
    let items: Int
    /// Its replies, in the order of their addresses.
    package let pages: [Reply]

    /// The same with one page more.
    func with(_ page: Reply) -> Reading {
      Reading(
        source: source, list: list, taken: taken, time: time, items: items, pages: pages + [page])
    }

    /// Whether it stands before another one.
    static func isBefore(_ first: Reading, _ second: Reading) -> Bool {
      (first.source, first.list, first.taken) < (second.source, second.list, second.taken)
    }
  }

  /// The readings of a list, the last that was taken first. It is the moment at which the last of
  /// all that is packed was said.
  func readings(of list: String) -> KeptReadings {
    var found = KeptReadings()
    found.all = readings.indices.reversed().filter { readings[$0].list == list }.map { place in
      let reading = readings[place]
      return (
        KeptReading(
          id: place, source: reading.source, taken: reading.taken, items: reading.items),
        reading.time
      )
    }
    found.now = max(taken ?? 0, readings.map(\.time).max() ?? 0)
    found.obstacle = .packed
    return found
  }
}

/// The replies of one reading that is packed.
struct PackedReadingStore: PayloadStore {
  let place: NetworkPlace
  let reading: Pack.Reading

  var isLocal: Bool { true }

  func payloads(_ requests: [PayloadRequest]) -> [Result<FetchedPayload?, SourceFault>] {
    requests.map { request in
      Result { () throws(SourceFault) in try payload(request) }
    }
  }

  private func payload(_ request: PayloadRequest) throws(SourceFault) -> FetchedPayload? {
    guard let name = place.name(of: request),
      let reply = reading.pages.first(where: { $0.address == name })
    else {
      // Behind the last page there is none.
      if request.role.isList, !request.isFirstPage { return nil }
      throw .server(
        ServerFault(
          .unpacked, source: place.source, address: AddressSecrets.masked(request.address),
          cause: "not in the reading that is packed"))
    }
    var payload = Payload(address: reply.address, bytes: reply.body ?? [])
    payload.mediaType = reply.type
    payload.fields = reply.fields
    try request.checkReply(&payload)
    return FetchedPayload(
      payload, copy: .reading(ReadingTimes(ReadingMoment.words(at: reading.time))),
      given: reading.taken)
  }
}

extension ResponseCache {
  /// All replies of a reading; nil where they are not as they were kept.
  func pages(of reading: KeptReading) -> [Pack.Reply]? {
    let rows = perform { database throws(CacheFault) in
      try database.run(
        """
        SELECT address, type, fields, size, checksum, body
        FROM reading_page LEFT JOIN content ON content.id = reading_page.content
        WHERE reading = ? ORDER BY address
        """, [.int(reading.id)])
    }
    guard let rows, !rows.isEmpty else { return nil }
    var pages: [Pack.Reply] = []
    for row in rows {
      guard let address = row[0].string, let body = ReplyContent.body(row.dropFirst(3)) else {
        return nil
      }
      pages.append(
        Pack.Reply(
          source: reading.source, address: address, given: reading.taken, type: row[1].string,
          fields: HeldFields(text: row[2].string), body: body))
    }
    return pages
  }
}
