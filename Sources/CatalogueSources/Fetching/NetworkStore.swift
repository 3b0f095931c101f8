// SPDX-License-Identifier: MIT

package import Catalogue
import Diagnostics

/// The payloads of a source on a server: fresh copies without asking, what the server says now,
/// and where it says nothing usable, the copy that was kept, of any age, with the reason.
///
/// Only what the request's check accepts is given or kept. Where there is no copy of the list, the
/// sample of the source stands for it, if it has one; then it stands for all of the list, and for
/// the items' records too.
package struct NetworkStore: PayloadStore {
  let place: NetworkPlace
  private let currentMode: @Sendable () -> FetchMode
  let session: FetchSession
  /// Whether a server may be asked at all, whatever the mode.
  private(set) var asks = true
  /// Whether a copy of any age is taken where it may not.
  private var takesAnyAge = false

  /// - Parameters:
  ///   - place: where the source is, how its server wants to be asked, and its sample.
  ///   - mode: when to ask at all, read each time: a script is checked before its first statement
  ///     runs, which may change it.
  ///   - session: what all stores of a session share.
  package init(
    _ place: NetworkPlace, mode: @autoclosure @escaping @Sendable () -> FetchMode,
    session: FetchSession
  ) {
    self.place = place
    currentMode = mode
    self.session = session
  }

  private var mode: FetchMode { currentMode() }

  package var isLocal: Bool {
    mode == .offline || session.isSampled(place.source) == true
  }

  package var atHand: (any PayloadStore)? {
    var store = self
    store.asks = false
    return store
  }

  package var kept: (any PayloadStore)? {
    var store = self
    store.asks = false
    store.takesAnyAge = true
    return store
  }

  package var keptAddresses: [String] {
    session.cache.addresses(of: place.source, now: session.clock())
  }

  package var lastGiven: Provenance.Origin? { session.lastGiven(of: place.source) }

  package var reasonOfAbsence: String {
    session.isSampled(place.source) == true
      ? "the sample that comes with cq has none" : "404"
  }

  /// Whether a copy is taken without asking. One that stands in for an answer of no use, which an
  /// earlier session got, is not.
  func isFresh(_ kept: CachedReply, now: Int) -> Bool {
    kept.entry.isFresh(now: now, atMost: place.terms.freshness)
      && (kept.refusal == nil || session.hasAsked(kept.entry.address))
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
      note(outcomes[index], of: question)
    }
    return settle(outcomes, of: requests)
  }

  private func exchange(_ questions: [Question]) -> [Result<HTTPReply, TransportFault>] {
    if questions.isEmpty { return [] }
    let watcher = session.watcher(subject(of: questions))
    defer { watcher.ended() }
    return session.transport.exchange(questions.map(\.request), watcher: watcher)
  }
}

extension NetworkStore {
  private func subject(of questions: [Question]) -> TransferSubject {
    guard let wanted = questions.first?.wanted else { return TransferSubject(place.source) }
    if wanted.isOfItem {
      return TransferSubject(
        place.source, .items(asked: session.items.count - questions.count))
    }
    guard case .list(_, let page) = wanted.role, page > 1 else {
      return TransferSubject(place.source)
    }
    return TransferSubject(
      place.source,
      .page(page, of: wanted.progress?.pages, records: wanted.progress?.records))
  }
}

// Whether a list is there without asking its server.
extension NetworkStore {
  package func has(_ list: WantedList) -> Bool {
    if isLocal { return true }
    guard let first = list.pages.first.flatMap(name) else { return false }
    let now = session.clock()
    guard let start = entry(of: first, now: now) else { return false }
    if !list.isPaged { return true }
    guard let known = session.cache.list(from: first), known.most >= list.mostRecords else {
      return false
    }
    // A page from before the first is not of the same reading.
    return known.pages.dropFirst().allSatisfy { page in
      entry(of: page, now: now).map { $0.fetched >= start.fetched } ?? false
    }
  }

  package func note(_ list: WantedList, isCut: Bool) {
    guard list.isPaged, asks else { return }
    let pages = list.pages.compactMap(name)
    guard pages.count == list.pages.count else { return }
    session.cache.note(KeptList(pages: pages, most: isCut ? list.mostRecords : .max))
  }

  package func isRead(_ list: WantedList) -> Bool {
    let pages = list.pages.compactMap(name)
    guard let first = pages.first, pages.count == list.pages.count else { return false }
    return session.cache.list(from: first) == KeptList(pages: pages, most: .max)
  }

  func name(of wanted: PayloadRequest) -> String? {
    place.name(of: wanted)
  }

  /// What is known of a copy that is taken without asking; nil where there is none.
  private func entry(of name: String, now: Int) -> CachedReply.Entry? {
    guard let kept = session.cache.entry(of: name, now: now),
      kept.entry.isFresh(now: now, atMost: place.terms.freshness),
      !kept.isRefused && mode != .refresh || session.hasAsked(name)
    else { return nil }
    return kept.entry
  }
}

// Before a server is asked.
extension NetworkStore {
  private func prepare(_ wanted: PayloadRequest, now: Int) -> Outcome {
    do throws(TransportFault) {
      let location = try place.location(of: wanted)
      return sampled(wanted) ?? prepare(wanted, at: location, now: now)
    } catch {
      return .missing(fault(error, at: wanted.address, nil))
    }
  }

  private func prepare(_ wanted: PayloadRequest, at location: HTTPAddress, now: Int) -> Outcome {
    let address = location.description
    let name = place.name(of: wanted, at: location)
    let kept = soundCopy(of: name, at: address, for: wanted, now: now)
    var question = Question(
      wanted: wanted, name: name, address: address, kept: kept, request: HTTPRequest(address))
    if let kept, isFresh(kept.reply, now: now), mode == .offline || wanted.mayBe(kept.reply),
      mode != .refresh || session.hasAsked(name)
    {
      return .given(given(kept, question, now: now, since: session.failure(of: name)))
    }
    if mode != .offline, let held = session.held(at: name) {
      var payload = held.payload
      if wanted.accepts(&payload) { return .given(held) }
    }
    if kept == nil, isKnownAbsent(name, since: wanted.since, now: now) { return .absent }
    guard asks else {
      let fault = fault(.offline, address, "not asked")
      guard takesAnyAge, let kept else { return .missing(fault) }
      return .given(given(kept, question, now: now, since: fault))
    }
    if let outcome = known(question, now: now) { return outcome }
    if mode == .offline {
      return fallBack(question, fault(.offline, address, "offline"), now: now)
    }
    if session.isStopped { return .failed(.cancelled) }
    do throws(KeyFault) {
      if !wanted.isGivenByData {
        question.secret = try place.key(at: location, in: session.keys)?.secret
      }
    } catch {
      return fallBack(question, fault(.missingKey(error), address, error.reason), now: now)
    }
    guard !wanted.isOfItem || session.admitItem() else {
      return .failed(.tooManyItems(source: place.source, limit: session.items.most))
    }
    question.request = HTTPRequest(
      address, headers: place.fields(of: wanted, at: location) + Self.conditions(kept?.reply),
      secret: question.secret, rate: place.terms.rate)
    question.request.named = place.named
    question.request.isOneOfMany = wanted.isOfItem
    question.request.wantsPart = wanted.isOfList
    return .ask(question)
  }

  /// What the statement that runs has come to know of an item.
  private func known(_ question: Question, now: Int) -> Outcome? {
    guard question.wanted.isOfItem else { return nil }
    return switch session.items.answer(of: question.name) {
    case .something: question.kept.map { .given(given($0, question, now: now, since: nil)) }
    case .absent: .absent
    case .nothing(let fault): fallBack(question, fault, now: now)
    case nil: nil
    }
  }

  private func note(_ outcome: Outcome, of question: Question) {
    guard question.wanted.isOfItem else { return }
    switch outcome {
    case .given: session.note(.something, ofItemAt: question.name)
    case .absent: session.note(.absent, ofItemAt: question.name)
    case .missing, .ask, .failed: break
    }
  }

  /// Whether a server has said a moment ago, in this session, that there is nothing; of a page not
  /// before it gave the first of the list.
  private func isKnownAbsent(_ name: String, since start: Int?, now: Int) -> Bool {
    guard let since = session.absence(of: name), start.map({ since >= $0 }) ?? true else {
      return false
    }
    return (0..<place.terms.freshness).contains(now - since)
  }

  /// What belongs to a list that is the sample's.
  private func sampled(_ wanted: PayloadRequest) -> Outcome? {
    guard let sample = place.sample, !wanted.isFirstPage,
      session.isSampled(place.source) == true
    else {
      return nil
    }
    switch sample.payloads([wanted])[0] {
    case .success(let payload?): return .given(payload.asSample(reason: reasonOfSample))
    case .success(nil): return .absent
    case .failure(let fault): return .failed(fault)
    }
  }

  /// Why the sample stands for the list, as far as that is known.
  private var reasonOfSample: String? {
    if case .sample(let reason) = lastGiven { reason } else { nil }
  }

  /// What is kept under a name and still passes the check, which a newer definition may have made
  /// stricter.
  private func soundCopy(
    of name: String, at address: String, for wanted: PayloadRequest, now: Int
  ) -> SoundCopy? {
    guard let kept = session.cache.copy(of: name, now: now) else { return nil }
    var payload = Payload(address: address, bytes: kept.body)
    payload.mediaType = kept.entry.contentType
    payload.fields = kept.entry.fields
    guard payload.fields.cover(wanted.fields) else { return nil }
    return wanted.accepts(&payload) ? SoundCopy(reply: kept, payload: payload) : nil
  }

  /// Asks for a reply only if it is another than the kept one.
  static func conditions(_ kept: CachedReply?) -> [HTTPField] {
    let version = kept?.entry.version
    let fields = [
      version?.tag.map { HTTPField("If-None-Match", $0) },
      version?.modified.map { HTTPField("If-Modified-Since", $0) },
    ]
    return fields.compactMap { $0 }
  }
}

// When a server gives nothing.
extension NetworkStore {
  func fault(
    _ kind: ServerFault.Kind, _ address: String, _ cause: String, tries: Int = 1
  ) -> ServerFault {
    var fault = ServerFault(
      kind, source: place.source, address: AddressSecrets.masked(address), cause: cause)
    fault.tries = tries
    return fault
  }

  func fallBack(_ question: Question, _ fault: ServerFault, now: Int) -> Outcome {
    if question.wanted.isOfItem { session.note(.nothing(fault), ofItemAt: question.name) }
    if question.wanted.isOfList, fault.kind != .offline {
      session.note(fault, ofListAt: question.name)
    }
    if let kept = question.kept {
      if question.wanted.isOfList, fault.kind != .offline {
        session.cache.note(refusal: fault.remark, of: kept.reply)
      }
      return .given(given(kept, question, now: now, since: fault))
    }
    var fault = fault
    if !question.wanted.isOfItem {
      fault.otherCopies = session.cache.count(of: place.source, now: now)
    }
    return .missing(fault)
  }

  /// A copy, with why it is taken; nil where it is fresh and nothing else is known. One of what
  /// the server has said in this statement is live.
  private func given(
    _ kept: SoundCopy, _ question: Question, now: Int, since fault: ServerFault?
  ) -> FetchedPayload {
    let failure = fault?.kind == .offline ? session.failure(of: question.name) : fault
    let isOfNow = fault == nil && session.hasGiven(question.name)
    return FetchedPayload(
      kept.payload,
      copy: isOfNow ? .live : .kept(age: kept.reply.entry.age(now: now), reason: fault?.remark),
      given: kept.reply.entry.fetched, standIn: failure?.remark ?? kept.reply.refusal,
      mayBeKept: true)
  }

  /// The results of outcomes that ask nothing any more. Where the first page of no list is there,
  /// all are taken from the sample: rows of it do not mix with those of a server.
  private func settle(
    _ outcomes: [Outcome], of requests: [PayloadRequest]
  ) -> [Result<FetchedPayload?, SourceFault>] {
    if asks, let sample = place.sample, let fault = reasonForSample(outcomes, requests) {
      let reason = fault.kind == .offline ? nil : fault.remark
      session.note(place.source, isSampled: true)
      session.note(place.source, given: .sample(reason: reason))
      return sample.payloads(requests).map { $0.map { $0?.asSample(reason: reason) } }
    }
    if asks, requests.contains(where: \.isFirstPage) {
      session.note(place.source, isSampled: false)
      noteGiven(outcomes)
    }
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

extension NetworkStore {
  /// Notes where a list came from, as far as it came.
  private func noteGiven(_ outcomes: [Outcome]) {
    let copies = outcomes.compactMap { outcome -> Provenance.Origin? in
      if case .given(let payload) = outcome { payload.copy } else { nil }
    }
    guard let first = copies.first else { return }
    session.note(place.source, given: copies.dropFirst().reduce(first) { $0.merged(with: $1) })
  }

  /// Why the sample stands for what is asked for; nil where it does not. An item that is asked for
  /// before any list is the sample's only where nothing of the source is kept.
  private func reasonForSample(
    _ outcomes: [Outcome], _ requests: [PayloadRequest]
  ) -> ServerFault? {
    let isFirst =
      session.isSampled(place.source) == nil
      && !session.cache.keeps(place.source, now: session.clock())
    var fault: ServerFault?
    for (outcome, request) in zip(outcomes, requests) where isFirst || request.isFirstPage {
      guard case .missing(let missing) = outcome else { return nil }
      fault = fault ?? missing
    }
    return fault
  }
}

extension FetchedPayload {
  fileprivate func asSample(reason: String?) -> FetchedPayload {
    FetchedPayload(payload, copy: .sample(reason: reason))
  }
}

extension PayloadRequest {
  fileprivate func accepts(_ payload: inout Payload) -> Bool {
    (try? checkReply(&payload)) != nil
  }

  /// Whether a copy was given in the reading of a list of which this is a page, or later.
  fileprivate func mayBe(_ kept: CachedReply) -> Bool {
    since.map { kept.entry.fetched >= $0 } ?? true
  }

  var isFirstPage: Bool {
    if case .list(_, page: 1) = role { true } else { false }
  }
}

extension PayloadRequest {
  /// Whether one of many items is asked for by itself.
  fileprivate var isOfItem: Bool {
    switch role {
    case .detail, .relation: true
    case .list, .picture: false
    }
  }

  var isOfList: Bool { if case .list = role { true } else { false } }
}
