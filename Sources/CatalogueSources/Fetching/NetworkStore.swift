package import Catalogue

/// The payloads of a source on a server: fresh copies without asking, what the server says now,
/// and where it says nothing usable, the copy that was kept, of any age, with the reason.
///
/// Only what the request's check accepts is given or kept. Where there is no copy of the list, the
/// sample of the source stands for it, if it has one; then it stands for all of the list, and for
/// the items' records too.
package struct NetworkStore: PayloadStore {
  private let place: NetworkPlace
  private let mode: FetchMode
  private let session: FetchSession

  /// - Parameters:
  ///   - place: where the source is, how its server wants to be asked, and its sample.
  ///   - mode: when to ask at all; a session may change its mind between queries.
  ///   - session: what all stores of a session share.
  package init(_ place: NetworkPlace, mode: FetchMode, session: FetchSession) {
    self.place = place
    self.mode = mode
    self.session = session
  }

  package var isAtHand: Bool {
    if mode == .offline || session.isSampled(place.source) { return true }
    let now = session.clock()
    return session.cache.copy(of: place.list, now: now).map { isFresh($0, now: now) } ?? false
  }

  package var reasonOfAbsence: String { session.isSampled(place.source) ? "no such file" : "404" }

  private func isFresh(_ kept: KeptReply, now: Int) -> Bool {
    kept.entry.isFresh(now: now, for: place.terms.freshness)
  }

  package func payloads(
    _ requests: [PayloadRequest]
  ) -> [Result<FetchedPayload?, SourceFault>] {
    let now = session.clock()
    var outcomes = requests.map { prepare($0, now: now) }
    let questions = outcomes.compactMap(\.question)
    var replies = exchange(questions)[...]
    for (index, outcome) in outcomes.enumerated() {
      guard let question = outcome.question, let reply = replies.popFirst() else { continue }
      outcomes[index] = judge(reply, to: question)
    }
    return settle(outcomes, of: requests)
  }

  private func exchange(_ questions: [Question]) -> [Result<HTTPReply, TransportFault>] {
    if questions.isEmpty { return [] }
    for question in questions { session.note(asked: question.address) }
    let watcher = session.watcher(label(questions))
    defer { watcher.ended() }
    return session.transport.exchange(questions.map(\.request), watcher: watcher)
  }
}

extension NetworkStore {
  /// What is asked for, such as `bestbuy, page 3`.
  private func label(_ questions: [Question]) -> String {
    guard let role = questions.first?.wanted.role, case .list(_, let page) = role, page > 1 else {
      return place.source
    }
    return "\(place.source), page \(page)"
  }
}

/// A payload that the server is asked for.
private struct Question {
  let wanted: PayloadRequest
  let address: String
  /// What is kept of the address, and is sound.
  let kept: KeptReply?
  var secret: Secret?
  var request: HTTPRequest
}

/// What becomes of one request.
private enum Outcome {
  case ask(Question)
  case given(FetchedPayload)
  /// The server says that there is no such item.
  case absent
  /// The server gave nothing and nothing is kept.
  case missing(ServerFault)
  case failed(SourceFault)

  var question: Question? { if case .ask(let question) = self { question } else { nil } }
}

// Before a server is asked.
extension NetworkStore {
  private func prepare(_ wanted: PayloadRequest, now: Int) -> Outcome {
    guard let address = session.resolve(wanted.address, place.list) else {
      let reason = "its address cannot be read"
      return .missing(fault(.unreachable, wanted.address, reason))
    }
    if let outcome = sampled(wanted) { return outcome }
    let kept = soundCopy(of: address, for: wanted, now: now)
    var question = Question(
      wanted: wanted, address: address, kept: kept, request: HTTPRequest(address))
    if let kept, isFresh(kept, now: now), mode != .refresh || session.hasAsked(address) {
      return .given(given(kept, now: now, reason: nil))
    }
    if mode == .offline { return fallBack(question, fault(.offline, address, "offline"), now: now) }
    if let reason = session.silenceReason(of: Self.host(of: address), now: now) {
      return fallBack(question, fault(.unreachable, address, reason), now: now)
    }
    do throws(KeyRing.Fault) {
      question.secret = try place.terms.key.map { demand throws(KeyRing.Fault) in
        try session.keys.secret(demand, of: place.source)
      }
    } catch {
      let kind = ServerFault.Kind.missingKey(remedy: error.remedy)
      return fallBack(question, fault(kind, address, error.reason), now: now)
    }
    question.request = HTTPRequest(
      address, headers: Self.conditions(kept), secret: question.secret, rate: place.terms.rate)
    return .ask(question)
  }

  /// What belongs to a list that is the sample's.
  private func sampled(_ wanted: PayloadRequest) -> Outcome? {
    guard let sample = place.sample, !wanted.isFirstPage, session.isSampled(place.source) else {
      return nil
    }
    switch sample.payloads([wanted])[0] {
    case .success(let payload?): return .given(payload)
    case .success(nil): return .absent
    case .failure(let fault): return .failed(fault)
    }
  }

  /// What is kept of an address and still passes the check, which a newer definition may have made
  /// stricter.
  private func soundCopy(
    of address: String, for wanted: PayloadRequest, now: Int
  ) -> KeptReply? {
    guard let kept = session.cache.copy(of: address, now: now) else { return nil }
    do throws(SourceFault) {
      try wanted.check(Payload(name: address, bytes: kept.body))
      return kept
    } catch {
      return nil
    }
  }

  /// Asks for a reply only if it is another than the kept one.
  private static func conditions(_ kept: KeptReply?) -> [HTTPField] {
    let version = kept?.entry.version
    let fields = [
      version?.tag.map { HTTPField("If-None-Match", $0) },
      version?.modified.map { HTTPField("If-Modified-Since", $0) },
    ]
    return fields.compactMap { $0 }
  }

  /// The scheme, name and port of an address.
  private static func host(of address: String) -> String {
    guard let scheme = address.firstRange(of: "://") else { return address }
    let rest = address[scheme.upperBound...].prefix { !"/?#".contains($0) }
    return "\(address[..<scheme.upperBound])\(rest)".lowercased()
  }
}

// After a server was asked.
extension NetworkStore {
  private func judge(
    _ reply: Result<HTTPReply, TransportFault>, to question: Question
  ) -> Outcome {
    let now = session.clock()
    let host = Self.host(of: question.address)
    switch reply {
    case .success(let reply):
      session.note(silence: nil, of: host, now: now)
      return judge(reply, to: question, now: now)
    case .failure(.cancelled): return .failed(.cancelled)
    case .failure(let failure):
      if case .unreachable(let reason, isOffline: true) = failure {
        session.note(silence: reason, of: host, now: now)
      }
      return fallBack(question, fault(failure, question), now: now)
    }
  }

  private func judge(_ reply: HTTPReply, to question: Question, now: Int) -> Outcome {
    switch reply.status {
    case 200: return accept(reply, to: question, now: now)
    case 304:
      guard let kept = question.kept, !question.request.headers.isEmpty else { break }
      let version = Self.version(of: reply, without: question.secret)
      let renewed = session.cache.renew(kept, now: now, version: version ?? kept.entry.version)
      return .given(
        FetchedPayload(Payload(name: question.address, bytes: renewed.body), copy: .live))
    case 404, 410:
      if case .list = question.wanted.role { break }
      session.cache.drop(question.address)
      return .absent
    default: break
    }
    let reason = Self.redacted(ServiceMessage.text(reply), question.secret)
    return fallBack(question, fault(.refused, question.address, reason), now: now)
  }

  /// Gives and keeps a reply that is what it should be.
  private func accept(_ reply: HTTPReply, to question: Question, now: Int) -> Outcome {
    let body = question.secret?.redacted(reply.body) ?? reply.body
    let payload = Payload(name: question.address, bytes: body)
    do throws(SourceFault) {
      try question.wanted.refuseOtherContent(payload)
      try question.wanted.check(payload)
    } catch {
      let reason = Self.redacted(error.ofReply, question.secret)
      return fallBack(question, fault(.invalid, question.address, reason), now: now)
    }
    keep(body, reply, question, now: now)
    return .given(FetchedPayload(payload, copy: .live))
  }

  private func keep(_ body: [UInt8], _ reply: HTTPReply, _ question: Question, now: Int) {
    if AddressSecrets.areIn(question.address) { return }
    var entry = KeptReply.Entry(
      address: question.address, source: place.source, fetched: now,
      freshness: place.terms.freshness,
      retention: min(place.terms.retention, ResponseCache.retention))
    entry.version =
      Self.version(of: reply, without: question.secret) ?? KeptReply.Version()
    entry.contentType = Self.field("Content-Type", of: reply, without: question.secret)
    session.cache.keep(KeptReply(entry, body: body))
  }

  /// What the reply calls its version; nil when it says nothing of it.
  private static func version(of reply: HTTPReply, without secret: Secret?) -> KeptReply.Version? {
    let tag = field("ETag", of: reply, without: secret)
    let modified = field("Last-Modified", of: reply, without: secret)
    return tag == nil && modified == nil
      ? nil : KeptReply.Version(tag: tag, modified: modified)
  }

  /// A field of the header that may be kept and sent back.
  private static func field(
    _ name: String, of reply: HTTPReply, without secret: Secret?
  ) -> String? {
    guard let value = reply.value(of: name), (1...1_024).contains(value.utf8.count),
      value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), redacted(value, secret) == value
    else { return nil }
    return value
  }

  private static func redacted(_ text: String, _ secret: Secret?) -> String {
    secret?.redacted(text) ?? text
  }
}

// When a server gives nothing.
extension NetworkStore {
  private func fault(_ kind: ServerFault.Kind, _ address: String, _ reason: String) -> ServerFault {
    ServerFault(
      kind, source: place.source, address: AddressSecrets.masked(address), reason: reason)
  }

  private func fault(_ failure: TransportFault, _ question: Question) -> ServerFault {
    let address = question.address
    switch failure {
    case .badAddress(let reason), .unreachable(let reason, _), .tooSlow(let reason, _),
      .broken(let reason), .redirect(let reason):
      return fault(.unreachable, address, Self.redacted(reason, question.secret))
    case .tooLarge(let reason, _):
      return fault(.invalid, address, "is too large: \(Self.redacted(reason, question.secret))")
    case .busy(let seconds):
      return fault(.refused, address, "it is busy and asks to come back in \(seconds) s")
    case .cancelled: return fault(.unreachable, address, "interrupted")
    }
  }

  private func fallBack(_ question: Question, _ fault: ServerFault, now: Int) -> Outcome {
    question.kept.map { .given(given($0, now: now, reason: fault.remark)) } ?? .missing(fault)
  }

  private func given(_ kept: KeptReply, now: Int, reason: String?) -> FetchedPayload {
    FetchedPayload(
      Payload(name: kept.entry.address, bytes: kept.body),
      copy: .kept(age: kept.entry.age(now: now) ?? 0, reason: reason))
  }

  /// The results of outcomes that ask nothing any more. Where the first page of any list is
  /// missing, all are taken from the sample: rows of it do not mix with those of a server.
  private func settle(
    _ outcomes: [Outcome], of requests: [PayloadRequest]
  ) -> [Result<FetchedPayload?, SourceFault>] {
    for (outcome, request) in zip(outcomes, requests) where request.isFirstPage {
      guard case .missing(let fault) = outcome, let sample = place.sample else { continue }
      session.note(place.source, isSampled: true)
      let reason = fault.kind == .offline ? nil : fault.remark
      return sample.payloads(requests).map { $0.map { $0?.asSample(reason: reason) } }
    }
    if requests.contains(where: \.isFirstPage) { session.note(place.source, isSampled: false) }
    return outcomes.map { outcome in
      switch outcome {
      case .given(let payload): .success(payload)
      case .absent: .success(nil)
      case .missing(let fault): .failure(.server(fault))
      case .failed(let fault): .failure(fault)
      case .ask(let question):
        // A transport answers each request; this one did not.
        .failure(.server(fault(.unreachable, question.address, "no answer")))
      }
    }
  }
}

extension FetchedPayload {
  fileprivate func asSample(reason: String?) -> FetchedPayload {
    FetchedPayload(payload, copy: .sample(reason: reason))
  }
}

extension PayloadRequest {
  fileprivate var isFirstPage: Bool {
    if case .list(_, page: 1) = role { true } else { false }
  }

  /// Throws when a reply is not even of the kind that is wanted: many services answer with a web
  /// page and a status that says all is well.
  fileprivate func refuseOtherContent(_ payload: Payload) throws(SourceFault) {
    if payload.count == payload.start { throw .empty(name: payload.name) }
    if case .picture = role { return }
    if let fault = payload.unsuitableShape() { throw fault }
  }
}

extension ServerFault {
  /// What is said of a copy that stands for the server's own words.
  fileprivate var remark: String {
    switch kind {
    case .unreachable, .offline, .missingKey: reason
    case .refused: "it answered \(reason)"
    case .invalid: "the reply \(reason)"
    }
  }
}

extension SourceFault {
  /// What is wrong with a reply, as the end of a sentence that begins with it.
  fileprivate var ofReply: String {
    switch self {
    case .malformed(let data): data.message
    case .empty: "is empty"
    case .wrongShape(_, let message), .limit(_, let message): message
    case .strict(_, let finding): "has a bad record: \(finding.message)"
    case .cannotOpen(_, let reason), .unreachable(_, _, let reason), .definition(_, let reason):
      "cannot be read: \(reason)"
    case .server(let fault): fault.reason
    case .cancelled: "was interrupted"
    }
  }
}
