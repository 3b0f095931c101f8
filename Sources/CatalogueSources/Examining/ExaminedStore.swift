// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// The store of a source that is examined: asks the server for the first page of each list, and
/// notes what was found on the way to the first of them, and what is wrong with the others.
struct ExaminedStore: PayloadStore {
  let place: NetworkPlace
  let session: FetchSession
  let isOffline: Bool
  let examination: Examination

  var isLocal: Bool { false }

  func payloads(
    _ requests: [PayloadRequest]
  ) -> [Result<FetchedPayload?, SourceFault>] {
    guard let first = requests.first, case .list(_, page: 1) = first.role else {
      return requests.map { _ in .success(nil) }
    }
    let notes = { (step: ExaminationStep) in examination.note(step) }
    let failures = { (step: ExaminationStep) in
      if step.remedy != nil, examination.failure == nil { examination.note(step) }
    }
    return [payload(first, notes)] + requests.dropFirst().map { payload($0, failures) }
  }

  private typealias Notes = (ExaminationStep) -> Void

  private func payload(
    _ wanted: PayloadRequest, _ note: Notes
  ) -> Result<FetchedPayload?, SourceFault> {
    guard let request = prepared(wanted, note) else { return .failure(.cancelled) }
    let watcher = session.watcher(TransferSubject(place.source))
    defer { watcher.ended() }
    guard let result = session.transport.exchange([request], watcher: watcher).first else {
      return .failure(.cancelled)
    }
    guard let reply = reply(result, to: request, note) else { return .failure(.cancelled) }
    return accepted(reply, wanted, request, note)
  }
}

// Before the server is asked.
extension ExaminedStore {
  /// The request; nil when it cannot or may not be made.
  private func prepared(_ wanted: PayloadRequest, _ note: Notes) -> HTTPRequest? {
    let address: HTTPAddress
    do throws(TransportFault) {
      address = try place.location(of: wanted)
    } catch {
      note(
        .failed(
          .address, fault(error, nil).reason,
          remedy: .correctAddress(AddressSecrets.masked(wanted.address))))
      return nil
    }
    note(.ok(.address, .words(AddressSecrets.masked(address.description))))
    note(.ok(.sample, .words(place.sample == nil ? "none" : "part of cq")))
    let name = place.name(of: wanted, at: address)
    let kept = session.cache.copy(of: name, now: session.clock())
    let age = kept.flatMap { $0.entry.age(now: session.clock()) }
    note(.ok(.copy, age.map { .age($0) } ?? .words(session.cache.noCopy)))
    return keyed(address, wanted, note)
  }

  private func keyed(
    _ address: HTTPAddress, _ wanted: PayloadRequest, _ note: Notes
  ) -> HTTPRequest? {
    var request = HTTPRequest(
      address.description, headers: place.fields(of: wanted, at: address), rate: place.terms.rate)
    request.named = place.named
    do throws(KeyFault) {
      if let found = try place.key(at: address, in: session.keys) {
        request.secret = found.secret
        note(.ok(.key, .words("present, from \(found.place)")))
      } else {
        note(.ok(.key, .words("none is needed")))
      }
    } catch {
      note(.failed(.key, error.reason, remedy: .provideKey(error)))
      return nil
    }
    guard isOffline else { return request }
    for subject in [ExaminationStep.Subject.name, .connection, .reply, .shape, .rows] {
      note(.ok(subject, .notAsked))
    }
    return nil
  }
}

// After it was asked.
extension ExaminedStore {
  private func reply(
    _ result: Result<HTTPReply, TransportFault>, to request: HTTPRequest, _ note: Notes
  ) -> HTTPReply? {
    let address = try? HTTPAddress(request.address)
    if case .failure(let failure) = result, case .cancelled = failure { return nil }
    let told = result.failure.map { fault($0, request.secret) }
    let reason = told?.reason
    guard !(result.failure?.isUnknownName ?? false) else {
      note(
        .failed(
          .name, reason ?? "",
          remedy: .checkNameAndNetwork))
      return nil
    }
    let numbers = address.flatMap { HostLookup.addresses(of: $0.host).first }
    note(.ok(.name, .words(numbers?.description ?? "left to a proxy")))
    if let failure = result.failure, failure.isOfConnection {
      note(
        .failed(
          .connection, reason ?? "",
          remedy: failure.isUnmet ? .waitForServer : .checkClockAndServer))
      return nil
    }
    let isEncrypted = address?.scheme == .https
    note(
      .ok(.connection, .words(isEncrypted ? "encrypted, certificate trusted" : "not encrypted")))
    guard case .success(let reply) = result else {
      let remedy: ExaminationRemedy =
        if case .redirect = result.failure {
          .giveFinalAddress
        } else {
          .tryLater
        }
      note(.failed(.reply, reason ?? "", remedy: remedy, as: told?.kind))
      return nil
    }
    return judged(request.secret?.redacted(reply) ?? reply, request.secret, note)
  }

  private func judged(_ reply: HTTPReply, _ secret: Secret?, _ note: Notes) -> HTTPReply? {
    // With 203 a proxy says that it has changed what its server sent.
    guard reply.status == 200 || reply.status == 203 else {
      let fault = ServerFault(reply, of: place.source, at: place.list)
      note(.failed(.reply, fault.reason, remedy: remedy(of: reply.status, saying: fault.message)))
      return nil
    }
    let type = reply.value(of: "Content-Type").map { secret?.redacted($0) ?? $0 }
    note(.ok(.reply, .reply(status: reply.status, type: type, bytes: reply.body.count)))
    return reply
  }

  private func remedy(of status: Int, saying words: String?) -> ExaminationRemedy {
    switch status {
    case 401, 402, 403:
      // Some services refuse with these a key that has been used too often.
      let said = words?.lowercased() ?? ""
      if ["limit", "quota"].contains(where: said.contains) { return .waitForKey }
      return place.terms.key == nil ? .nameKey : .checkKey
    case 404, 410:
      return .giveNewAddress
    case 429, 500...: return .tryLater
    default: return .lookAtAddress
    }
  }

  private func accepted(
    _ reply: HTTPReply, _ wanted: PayloadRequest, _ request: HTTPRequest, _ note: Notes
  ) -> Result<FetchedPayload?, SourceFault> {
    var payload = Payload(address: request.address, bytes: reply.body)
    payload.mediaType = reply.value(of: "Content-Type")
    payload.fields = HeldFields(wanted.fields, of: reply, redacting: request.secret)
    do throws(SourceFault) {
      try wanted.checkReply(&payload)
      return .success(FetchedPayload(payload, copy: .live))
    } catch {
      note(
        .failed(
          .shape, "the reply \(error.ofReply)", remedy: .lookAtReply))
      return .failure(error)
    }
  }

  private func fault(_ failure: TransportFault, _ secret: Secret?) -> ServerFault {
    NetworkStore(place, mode: .live, session: session).fault(failure, at: place.list, secret)
  }
}

extension ResponseCache {
  /// That there is no copy, and why there will be none where that is so.
  fileprivate var noCopy: String {
    (trouble ?? obstacle.map(Self.notKept)).map { "none: \($0)" } ?? "none"
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}

extension TransportFault {
  fileprivate var isUnknownName: Bool {
    if case .unknownName = self { true } else { false }
  }

  /// Whether nobody took the connection.
  fileprivate var isUnmet: Bool {
    if case .unreachable(_, isOffline: false, _) = self { false } else { true }
  }

  /// Whether no request could be sent.
  fileprivate var isOfConnection: Bool {
    switch self {
    case .unreachable, .unknownName: true
    case .tooSlow(_, let limit): limit == .connecting
    case .badAddress, .tooLarge, .broken, .redirect, .busy, .cancelled: false
    }
  }
}
