// SPDX-License-Identifier: MIT

/// When something happens: by a clock that never goes back, and by the calendar.
struct Instant {
  let milliseconds: Int
  /// Seconds since 1970.
  let date: Int
}

/// How an attempt to send a hop and to get its reply ended.
enum AttemptEnd: Equatable {
  case reply(HTTPReply)
  case fault(TransportFault)
  /// Not a byte of a reply came, and another attempt may do better.
  case nothing(TransportFault)
}

/// What is to be done for some requests that are asked side by side, and in which order.
///
/// It sends nothing and reads no clock: whoever does so asks it what may start, and tells it how
/// that ended.
struct Exchange {
  /// A hop to send now.
  struct Attempt {
    let request: Int
    let hop: Hop
    /// What is left of the time of the transfer.
    let milliseconds: Int
  }

  fileprivate enum Phase {
    case waiting(until: Int)
    case running(since: Int)
    case done(Result<HTTPReply, TransportFault>)
  }

  /// A request on its way, with its redirects and repetitions.
  fileprivate struct PendingRequest {
    var hop: Hop?
    let server: String?
    let rate: Int?
    let isOneOfMany: Bool
    let wantsPart: Bool
    var repeats = 0
    /// How long the hops took since the last repetition.
    var spent = 0
    var phase: Phase
  }

  private let limits: TransferLimits
  private let retries: RetryPolicy
  private var pending: [PendingRequest]
  /// How many requests have their result.
  private(set) var done = 0

  init(_ requests: [HTTPRequest], limits: TransferLimits, retries: RetryPolicy) {
    self.limits = limits
    self.retries = retries
    pending = requests.map(PendingRequest.init)
    done = pending.count { $0.result != nil }
  }

  var count: Int { pending.count }

  var isDone: Bool { done == count }

  /// The results, with `missing` for the requests that have none.
  func results(missing: TransportFault) -> [Result<HTTPReply, TransportFault>] {
    pending.map { $0.result ?? .failure(missing) }
  }

  /// Whether what has come of a reply is wanted where nobody waits for the rest.
  func wantsPart(of request: Int) -> Bool { pending[request].wantsPart }

  /// What may start at a time, and how long to wait at most until more may: nil when it depends on
  /// what is under way.
  mutating func begin(
    at now: Int, traffic: inout HostTraffic
  ) -> (attempts: [Attempt], wait: Int?) {
    var attempts: [Attempt] = []
    var waits: [Int] = []
    for index in pending.indices {
      guard case .waiting(let until) = pending[index].phase, let hop = pending[index].hop else {
        continue
      }
      if let end = traffic.outage(
        of: hop.address.authority, now: now, isOneOfMany: pending[index].isOneOfMany)
      {
        pending[index].phase = .done(end)
        done += 1
        continue
      }
      if until > now {
        waits.append(until - now)
        continue
      }
      switch traffic.admit(hop.address.authority, rate: pending[index].rateOfHop, now: now) {
      case .full: break
      case .wait(let milliseconds): waits.append(milliseconds)
      case .start:
        pending[index].phase = .running(since: now)
        let left = limits.totalMilliseconds - pending[index].spent
        attempts.append(Attempt(request: index, hop: hop, milliseconds: left))
      }
    }
    return (attempts, waits.min())
  }

  /// Takes how an attempt ended; `spread` is that of ``RetryPolicy``.
  mutating func end(
    _ attempt: Attempt, with end: AttemptEnd, at now: Instant, spread: Int,
    traffic: inout HostTraffic
  ) {
    traffic.ended(attempt.hop.address.authority)
    guard case .running(let start) = pending[attempt.request].phase else {
      preconditionFailure("what ends was begun")
    }
    pending[attempt.request].spent += now.milliseconds - start
    let phase = next(attempt, after: end, at: now, spread: spread)
    if case .done = phase { done += 1 }
    pending[attempt.request].phase = phase
    note(attempt, at: now, in: &traffic)
  }

  /// Notes what a server gave in the end, or that it sent the request on to another.
  private func note(_ attempt: Attempt, at now: Instant, in traffic: inout HostTraffic) {
    let request = pending[attempt.request]
    guard request.result != nil || request.hop != attempt.hop else { return }
    traffic.note(
      request.result, of: attempt.hop.address.authority, now: now.milliseconds,
      isOneOfMany: request.isOneOfMany)
  }

  private mutating func next(
    _ attempt: Attempt, after end: AttemptEnd, at now: Instant, spread: Int
  ) -> Phase {
    let repeats = pending[attempt.request].repeats
    switch end {
    case .fault(let fault): return .done(.failure(fault))
    case .nothing(let fault):
      guard repeats < retries.repeats else {
        return .done(.failure(fault.after(tries: repeats + 1)))
      }
      return again(
        attempt, at: now.milliseconds + retries.pause(repeated: repeats, spread: spread))
    case .reply(let reply):
      switch retries.verdict(on: reply, repeated: repeats, spread: spread, date: now.date) {
      case .again(let milliseconds): return again(attempt, at: now.milliseconds + milliseconds)
      case .busy(let seconds): return .done(.failure(.busy(seconds: seconds)))
      case .final:
        return follow(reply.after(tries: repeats + 1), to: attempt, now: now.milliseconds)
      }
    }
  }

  private mutating func again(_ attempt: Attempt, at moment: Int) -> Phase {
    pending[attempt.request].repeats += 1
    pending[attempt.request].spent = 0
    return .waiting(until: moment)
  }

  private mutating func follow(_ reply: HTTPReply, to attempt: Attempt, now: Int) -> Phase {
    do {
      guard let hop = try attempt.hop.next(after: reply, most: limits.redirects) else {
        return .done(.success(reply))
      }
      guard pending[attempt.request].spent < limits.totalMilliseconds else {
        return .done(.failure(limits.outOfTime))
      }
      pending[attempt.request].hop = hop
      return .waiting(until: now)
    } catch {
      return .done(.failure(error))
    }
  }
}

extension Exchange {
  /// How it stands at a time, after so many bytes.
  func progress(bytes: Int, at now: Int) -> TransferProgress {
    TransferProgress(waitingFor: wait(at: now), bytes: bytes, done: done, of: count)
  }

  private func wait(at now: Int) -> TransferProgress.Wait {
    var pauses: [(server: String, milliseconds: Int)] = []
    for request in pending {
      guard let server = request.hop?.address.authority else { continue }
      switch request.phase {
      case .running: return .reply(server: server)
      case .waiting(let until): pauses.append((server, until > now ? until - now : 0))
      case .done: break
      }
    }
    guard let next = pauses.min(by: { $0.milliseconds < $1.milliseconds }) else {
      return .reply(server: "")
    }
    return next.milliseconds > 0
      ? .pause(server: next.server, milliseconds: next.milliseconds) : .reply(server: next.server)
  }
}

extension Exchange.PendingRequest {
  fileprivate init(_ request: HTTPRequest) {
    rate = request.rate
    isOneOfMany = request.isOneOfMany
    wantsPart = request.wantsPart
    do {
      let first = try Hop(request)
      hop = first
      server = first.address.authority
      phase = .waiting(until: .min)
    } catch {
      (hop, server) = (nil, nil)
      phase = .done(.failure(error))
    }
  }

  fileprivate var result: Result<HTTPReply, TransportFault>? {
    if case .done(let result) = phase { result } else { nil }
  }

  /// What is known of a server says nothing of one that it redirects to.
  fileprivate var rateOfHop: Int? { hop?.address.authority == server ? rate : nil }
}

extension TransferLimits {
  var outOfTime: TransportFault {
    .tooSlow(
      reason: "it took longer than \(Self.text(milliseconds: totalMilliseconds))",
      limit: .total)
  }
}
