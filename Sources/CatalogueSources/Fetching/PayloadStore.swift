// SPDX-License-Identifier: MIT

package import Catalogue

/// Gives the payloads of one source: from its server and the kept copies, from a folder, or from
/// the sample that is part of the program.
package protocol PayloadStore: Sendable {
  /// One result for each request, in their order; nil for what is not there, such as the record of
  /// an item that has none. Network requests go side by side.
  func payloads(_ requests: [PayloadRequest]) -> [Result<FetchedPayload?, SourceFault>]

  /// Whether all payloads can be read without asking a server.
  var isLocal: Bool { get }

  /// Whether a list can be read without asking a server.
  func has(_ list: WantedList) -> Bool

  /// Whether a list was read to its end before, and had these pages.
  func isRead(_ list: WantedList) -> Bool

  /// Takes notice of the pages of a list that was read to its end, or to the record after which no
  /// page is asked for.
  func note(_ list: WantedList, isCut: Bool)

  /// Keeps all replies of a list that was read to its end and has so many items.
  func keep(_ replies: ReadReplies, items: Int)

  /// The readings that are kept of the list of which a request is for the first reply.
  func readings(from first: PayloadRequest) -> KeptReadings

  /// The replies of a reading; nil where they are not as they were kept.
  func store(of reading: KeptReading) -> (any PayloadStore)?

  /// Gives only what can be read without asking a server; nil where that is nothing.
  var atHand: (any PayloadStore)? { get }

  /// Gives only what is kept, of any age; nil where that is nothing.
  var kept: (any PayloadStore)? { get }

  /// The addresses of replies that are kept, the last that was wanted first.
  var keptAddresses: [String] { get }

  /// Where the list came from that was last given in this session; nil where none was.
  var lastGiven: Provenance.Origin? { get }

  /// Why something is not there, such as `404`.
  var reasonOfAbsence: String { get }
}

extension PayloadStore {
  package func has(_ list: WantedList) -> Bool { isLocal }

  package func isRead(_ list: WantedList) -> Bool { false }

  package func note(_ list: WantedList, isCut: Bool) {}

  package func keep(_ replies: ReadReplies, items: Int) {}

  package func readings(from first: PayloadRequest) -> KeptReadings { KeptReadings() }

  package func store(of reading: KeptReading) -> (any PayloadStore)? { nil }

  package var atHand: (any PayloadStore)? { nil }

  package var kept: (any PayloadStore)? { nil }

  package var keptAddresses: [String] { [] }

  package var lastGiven: Provenance.Origin? { nil }

  package var reasonOfAbsence: String { "no such file" }
}

/// One payload that a source wants.
package struct PayloadRequest: Sendable {
  /// What the payload is for, which is how a folder and a sample find it.
  package enum Role: Sendable, Equatable {
    /// The whole list, or one page of it from 1, or of one category.
    case list(category: String?, page: Int)
    case detail(id: String)
    /// What an item names, such as `alsoViewed`.
    case relation(String, id: String)
    case picture(id: String)

    var isList: Bool { if case .list = self { true } else { false } }
  }

  package let role: Role
  /// Where a server has it: absolute, or relative to the source's list, as RFC 3986 resolves it.
  package let address: String
  /// Whether data have given the whole address, so that nothing secret goes there.
  package var isGivenByData = false
  /// Whether the reply before it has given the whole address, which may then lead to no other
  /// server than that of the list.
  package var isLinked = false
  /// The fields of the reply's header that are read.
  package var fields: [String] = []
  /// How far the list has been read of which this is a further page.
  package var progress: ListProgress?
  /// Why there may be no such page, of which a server's word is then no fault.
  package var doubt: PageDoubt?
  /// When the server gave the first page of that list. A copy from before is not of this reading,
  /// and is not taken without asking; nil where that does not matter.
  package var since: Int?
  /// Throws what is wrong with a payload, which is then neither given nor kept. What it finds out
  /// on the way stays with the payload.
  package let check: @Sendable (inout Payload) throws(SourceFault) -> Void

  package init(
    _ role: Role, at address: String,
    check: @escaping @Sendable (inout Payload) throws(SourceFault) -> Void
  ) {
    self.role = role
    self.address = address
    self.check = check
  }

  /// What its address ends in, such as `1.jpg`; nil where that is no encoded text.
  var fileName: String? {
    Percent.decoded(String(address.prefix { $0 != "?" }.split(separator: "/").last ?? ""))
  }
}

/// A list that a source wants, or has read.
package struct WantedList: Sendable {
  /// Its pages from the first, as far as they are known.
  package let pages: [PayloadRequest]
  /// Whether only its pages tell how many they are.
  package let isPaged: Bool
  /// After how many records no further page is asked for.
  package let mostRecords: Int
}

/// How far a list of several pages has been read.
package struct ListProgress: Sendable, Equatable {
  /// How many pages will be read; nil where the server does not tell how many items there are.
  package let pages: Int?
  package let records: Int
}

/// A payload and where it is from.
package struct FetchedPayload: Sendable {
  package let payload: Payload
  package let copy: Provenance.Origin
  /// When a server gave it, in seconds since the start of 1970; nil where none did.
  package let given: Int?
  /// Why it stands in for the server's own answer, which was asked for in this session and was of
  /// no use; nil where it does not.
  package let standIn: String?
  /// Whether copies of it may be kept.
  let mayBeKept: Bool

  package init(
    _ payload: Payload, copy: Provenance.Origin, given: Int? = nil, standIn: String? = nil,
    mayBeKept: Bool = false
  ) {
    self.payload = payload
    self.copy = copy
    self.given = given
    self.standIn = standIn
    self.mayBeKept = mayBeKept
  }
}

/// What a definition says of how its server is asked.
package struct ServiceTerms: Sendable, Equatable {
  /// How long a copy is taken without asking, in seconds.
  package var freshness = 15 * 60
  /// How long a copy is kept at all, in seconds.
  package var retention = ResponseCache.retention
  /// How long a reading of the list is kept at most, in seconds.
  package var readingRetention = KeptReading.usualRetention
  /// Whether a copy is kept also where the server's `no-store` asks for none.
  package var keepsAlways = false
  /// How many requests a second the server allows.
  package var rate: Int?
  /// The key that the server wants, and how it is sent.
  package var key: KeyDemand?
  /// What else is said to the server of the list with each request.
  package var headers: [HTTPField] = []

  package init() {}
}

/// A key that a service wants: the environment variable that holds it, and how it is sent.
package struct KeyDemand: Sendable, Equatable {
  /// Such as `BESTBUY_API_KEY`.
  package let variable: String
  package let carrier: Secret.Carrier

  package init(variable: String, carrier: Secret.Carrier) {
    self.variable = variable
    self.carrier = carrier
  }
}
