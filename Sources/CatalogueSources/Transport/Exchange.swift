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
    let errand: Int
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
  private var errands: [PendingRequest]
  /// How many requests have their result.
  private(set) var done = 0

  init(_ requests: [HTTPRequest], limits: TransferLimits, retries: RetryPolicy) {
    self.limits = limits
    self.retries = retries
    errands = requests.map(PendingRequest.init)
    done = errands.count { $0.result != nil }
  }

  var count: Int { errands.count }

  var isDone: Bool { done == count }

  /// The results, with `missing` for the requests that have none.
  func results(missing: TransportFault) -> [Result<HTTPReply, TransportFault>] {
    errands.map { $0.result ?? .failure(missing) }
  }

  /// Whether what has come of a reply is wanted where nobody waits for the rest.
  func wantsPart(of errand: Int) -> Bool { errands[errand].wantsPart }

  /// What may start at a time, and how long to wait at most until more may: nil when it depends on
  /// what is under way.
  mutating func begin(
    at now: Int, traffic: inout HostTraffic
  ) -> (attempts: [Attempt], wait: Int?) {
    var attempts: [Attempt] = []
    var waits: [Int] = []
    for index in errands.indices {
      guard case .waiting(let until) = errands[index].phase, let hop = errands[index].hop else {
        continue
      }
      if let end = traffic.outage(
        of: hop.address.authority, now: now, isOneOfMany: errands[index].isOneOfMany)
      {
        errands[index].phase = .done(end)
        done += 1
        continue
      }
      if until > now {
        waits.append(until - now)
        continue
      }
      switch traffic.admit(hop.address.authority, rate: errands[index].rateOfHop, now: now) {
      case .full: break
      case .wait(let milliseconds): waits.append(milliseconds)
      case .start:
        errands[index].phase = .running(since: now)
        let left = limits.totalMilliseconds - errands[index].spent
        attempts.append(Attempt(errand: index, hop: hop, milliseconds: left))
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
    guard case .running(let start) = errands[attempt.errand].phase else {
      preconditionFailure("what ends was begun")
    }
    errands[attempt.errand].spent += now.milliseconds - start
    let phase = next(attempt, after: end, at: now, spread: spread)
    if case .done = phase { done += 1 }
    errands[attempt.errand].phase = phase
    note(attempt, at: now, in: &traffic)
  }

  /// Notes what a server gave in the end, or that it sent the request on to another.
  private func note(_ attempt: Attempt, at now: Instant, in traffic: inout HostTraffic) {
    let errand = errands[attempt.errand]
    guard errand.result != nil || errand.hop != attempt.hop else { return }
    traffic.note(
      errand.result, of: attempt.hop.address.authority, now: now.milliseconds,
      isOneOfMany: errand.isOneOfMany)
  }

  private mutating func next(
    _ attempt: Attempt, after end: AttemptEnd, at now: Instant, spread: Int
  ) -> Phase {
    let repeats = errands[attempt.errand].repeats
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
    errands[attempt.errand].repeats += 1
    errands[attempt.errand].spent = 0
    return .waiting(until: moment)
  }

  private mutating func follow(_ reply: HTTPReply, to attempt: Attempt, now: Int) -> Phase {
    do {
      guard let hop = try attempt.hop.next(after: reply, most: limits.redirects) else {
        return .done(.success(reply))
      }
      guard errands[attempt.errand].spent < limits.totalMilliseconds else {
        return .done(.failure(limits.outOfTime))
      }
      errands[attempt.errand].hop = hop
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
    for errand in errands {
      guard let server = errand.hop?.address.authority else { continue }
      switch errand.phase {
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
      limit: Name.total.rawValue)
  }
}
