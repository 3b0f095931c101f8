// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import PictureFormats

// After a server was asked.
extension NetworkStore {
  func judge(
    _ reply: Result<HTTPReply, TransportFault>, to question: Question
  ) -> Outcome {
    let now = session.clock()
    switch reply {
    case .success(let reply) where reply.isPart:
      return accept(part: question.secret?.redacted(reply) ?? reply, to: question, now: now)
    case .success(let reply):
      session.note(asked: question.name)
      return judge(question.secret?.redacted(reply) ?? reply, to: question, now: now)
    case .failure(.cancelled): return .failed(.cancelled)
    case .failure(let failure):
      return fallBack(
        question, fault(failure, at: question.address, question.secret), now: now)
    }
  }

  private func judge(_ reply: HTTPReply, to question: Question, now: Int) -> Outcome {
    switch reply.status {
    case 200, 203: return accept(reply, to: question, now: now)
    case 304:
      guard let kept = question.kept, !Self.conditions(kept.reply).isEmpty else { break }
      let (renewed, isKept) = renewed(kept.reply, by: reply, to: question, now: now)
      return given(kept.payload, renewed, isKept: isKept, live: question, now: now)
    default: break
    }
    if question.wanted.isAbsent(at: reply.status) {
      session.cache.drop(question.name)
      session.note(absent: question.name, now: now)
      return .absent
    }
    let fault = ServerFault(reply, of: place.source, at: question.address)
    return fallBack(question, fault, now: now)
  }

  /// Gives and keeps a reply that is what it should be.
  private func accept(_ reply: HTTPReply, to question: Question, now: Int) -> Outcome {
    var payload = Payload(address: question.address, bytes: reply.body)
    payload.mediaType = reply.value(of: "Content-Type")
    payload.fields = Self.fields(of: reply, question)
    do throws(SourceFault) {
      try question.wanted.checkReply(&payload)
    } catch {
      return fallBack(question, fault(.invalid, question.address, error.ofReply), now: now)
    }
    let (entry, isKept) = keep(reply, question, now: now)
    return given(
      payload, CachedReply(entry, body: reply.body), isKept: isKept, live: question, now: now)
  }

  /// Gives the whole records of a list of which nobody waited for the rest. It is neither kept nor
  /// given a second time.
  private func accept(part reply: HTTPReply, to question: Question, now: Int) -> Outcome {
    var payload = Payload(address: question.address, bytes: Array(reply.wholeLines))
    payload.mediaType = reply.value(of: "Content-Type")
    payload.fields = Self.fields(of: reply, question)
    payload.readsPartially = true
    payload.isPart = true
    do throws(SourceFault) {
      try question.wanted.checkReply(&payload)
    } catch {
      return .failed(.cancelled)
    }
    guard let list = payload.list, list.index.count > 0 else { return .failed(.cancelled) }
    session.noteOfPart()
    return .given(FetchedPayload(payload, copy: .live, given: now))
  }

  /// Gives what a server has just said. What is asked for again the next time is at hand until the
  /// statement ends, which so reads one state of it.
  private func given(
    _ payload: Payload, _ reply: CachedReply, isKept: Bool, live question: Question, now: Int
  ) -> Outcome {
    if question.wanted.isOfList { session.note(nil, ofListAt: question.name) }
    let payload = FetchedPayload(payload, copy: .live, given: now, mayBeKept: isKept)
    session.note(given: question.name)
    if !isFresh(reply, now: now) { session.hold(payload, at: question.name) }
    return .given(payload)
  }

  /// Keeps a reply, unless it must not be. One that is not kept is never fresh.
  private func keep(
    _ reply: HTTPReply, _ question: Question, now: Int
  ) -> (entry: CachedReply.Entry, isKept: Bool) {
    let policy = CopyPolicy(reply, now: now)
    var entry = CachedReply.Entry(
      address: question.name, source: place.source, fetched: now,
      freshness: min(policy.freshness ?? .max, place.terms.freshness),
      retention: min(place.terms.retention, ResponseCache.retention))
    entry.version =
      Self.version(of: reply, without: question.secret) ?? CachedReply.Version()
    entry.contentType = Self.field("Content-Type", of: reply, without: question.secret)
    entry.fields = Self.fields(of: reply, question)
    if AddressSecrets.areIn(question.address) || refusesCopy(policy, of: question) {
      entry.freshness = 0
      return (entry, false)
    }
    session.cache.keep(CachedReply(entry, body: reply.body))
    return (entry, true)
  }

  /// A kept reply of which the server says that it still holds, with what it says of it now.
  private func renewed(
    _ kept: CachedReply, by reply: HTTPReply, to question: Question, now: Int
  ) -> (reply: CachedReply, isKept: Bool) {
    let policy = CopyPolicy(reply, now: now)
    var known = kept
    if refusesCopy(policy, of: question) {
      known.entry.freshness = 0
      return (known, false)
    }
    let version = Self.version(of: reply, without: question.secret) ?? kept.entry.version
    let freshness = policy.freshness.map { min($0, place.terms.freshness) }
    let renewed = session.cache.renew(kept, now: now, version: version, freshness: freshness)
    return (renewed, true)
  }

  /// Whether a server wants no copy of a reply, and the definition does not keep it all the same.
  /// Then the copy of an earlier reply goes too, which this one has replaced.
  private func refusesCopy(_ policy: CopyPolicy, of question: Question) -> Bool {
    guard policy.forbidsKeeping, !place.terms.keepsAlways else { return false }
    session.cache.drop(question.name)
    session.note(
      unkept: UnkeptReplies(source: place.source, areOfList: question.wanted.isOfList))
    return true
  }

  /// What the reply calls its version; nil when it says nothing of it.
  private static func version(of reply: HTTPReply, without secret: Secret?) -> CachedReply.Version?
  {
    let tag = field("ETag", of: reply, without: secret)
    let modified = field("Last-Modified", of: reply, without: secret)
    return tag == nil && modified == nil
      ? nil : CachedReply.Version(tag: tag, modified: modified)
  }

  private static func fields(of reply: HTTPReply, _ question: Question) -> HeldFields {
    HeldFields(question.wanted.fields, of: reply, redacting: question.secret)
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

  func fault(_ failure: TransportFault, at address: String, _ secret: Secret?) -> ServerFault {
    switch failure {
    case .badAddress(let reason): fault(.badAddress, address, reason)
    case .unreachable(let reason, _, let tries), .broken(let reason, let tries):
      fault(.unreachable, address, Self.redacted(reason, secret), tries: tries)
    case .unknownName(let reason), .tooSlow(let reason, _), .redirect(let reason):
      fault(.unreachable, address, Self.redacted(reason, secret))
    case .tooLarge(let reason, _):
      fault(.invalid, address, "is too large: \(Self.redacted(reason, secret))")
    case .busy(let seconds):
      fault(.refused, address, "it is busy: wait \(seconds) s")
    case .cancelled: fault(.unreachable, address, "interrupted")
    }
  }
}

extension HTTPReply {
  /// The body of a part without a line that it may stop in the middle of; JSON shows itself where
  /// it stops.
  fileprivate var wholeLines: ArraySlice<UInt8> {
    let first = body.first { !$0.isBlank }
    if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") { return body[...] }
    let end = body.lastIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    return end.map { body[...$0] } ?? []
  }
}

extension PayloadRequest {
  /// Whether a status says that there is no such thing, which is no fault then.
  fileprivate func isAbsent(at status: Int) -> Bool {
    if let doubt { return doubt.isSettled(by: status) }
    return !isOfList && (status == 404 || status == 410)
  }

  /// Throws what keeps a reply, or a copy of one, from being given and kept. It may not even be of
  /// the kind that is wanted: many services answer with a web page and a status that says all is
  /// well.
  func checkReply(_ payload: inout Payload) throws(SourceFault) {
    if payload.count == payload.start { throw .empty(name: payload.name) }
    if case .picture = role {
      try payload.checkPicture()
    } else if !ArrowFile.isBegun(by: payload), let fault = Document(payload).unsuitableShape {
      throw fault
    }
    try check(&payload)
  }
}

extension Payload {
  fileprivate func checkPicture() throws(SourceFault) {
    let bytes = Array(bytes)
    guard let kind = PictureKind(bytes) else {
      throw .wrongShape(name: name, message: isText ? "is text, no picture" : "is no picture")
    }
    if kind.isWhole(bytes) { return }
    throw .wrongShape(name: name, message: "is \(kind.name) that breaks off after \(count) bytes")
  }
}

extension SourceFault {
  /// What is wrong with a reply, as the end of a sentence that begins with it.
  var ofReply: String {
    switch self {
    case .malformed(let data): data.message
    case .empty: "is empty"
    case .wrongShape(_, let message), .limit(_, let message), .damaged(_, let message, _): message
    case .strict(_, let finding): "has a bad record: \(finding.message)"
    case .cannotOpen(_, let reason): "cannot be read: \(reason)"
    case .unreachable(_, _, let reason), .definition(_, let reason): "cannot be read: \(reason)"
    case .server(let fault): fault.reason
    case .warned(_, let message): "warns: \(message)"
    case .tooManyItems: "is not asked for"
    case .noReading: "is of no reading"
    case .revised: "has other types than its first records"
    case .cancelled: "was interrupted"
    }
  }
}
