// SPDX-License-Identifier: MIT

/// What goes on with each server: how many requests at once, how many in the last second, and
/// whether it is down.
struct HostTraffic {
  enum Admission: Equatable {
    case start
    case wait(milliseconds: Int)
    /// As many as may be are under way; one of them has to end.
    case full
  }

  private struct Host {
    var running = 0
    /// When the latest requests started, in milliseconds, the oldest first.
    var starts: [Int] = []
    /// How many requests in a row came to nothing.
    var failures = 0
    var outage: Outage?
  }

  /// A second and a tenth: a server counts when requests arrive, not when they leave.
  static let windowMilliseconds = 1100

  private struct Outage {
    let since: Int
    /// What is told of it while it is not asked.
    let end: Result<HTTPReply, TransportFault>

    /// Whether nobody is there at all, also for other kinds of requests.
    var isTotal: Bool {
      if case .failure(let fault) = end { fault.isOffline } else { false }
    }
  }

  let mostAtOnce: Int
  private var hosts: [String: Host] = [:]

  init(mostAtOnce: Int) { self.mostAtOnce = mostAtOnce }

  /// Whether a request may go out now; if so, it is counted until ``ended(_:)``.
  mutating func admit(_ host: String, rate: Int?, now: Int) -> Admission {
    var traffic = hosts[host, default: Host()]
    traffic.starts.removeAll { $0 + Self.windowMilliseconds <= now }
    defer { hosts[host] = traffic }
    guard traffic.running < mostAtOnce else { return .full }
    if let rate, traffic.starts.count >= max(rate, 1) {
      let next = traffic.starts[traffic.starts.count - max(rate, 1)]
      return .wait(milliseconds: next + Self.windowMilliseconds - now)
    }
    traffic.running += 1
    traffic.starts.append(now)
    return .start
  }

  mutating func ended(_ host: String) {
    guard let traffic = hosts[host] else { preconditionFailure("what ends was admitted") }
    precondition(traffic.running > 0, "nothing ends twice")
    hosts[host]?.running -= 1
  }
}

// Servers that are down.
extension HostTraffic {
  /// What a request to a server that is down comes to without being sent; nil where it may be. What
  /// is none of many is sent to a server that fails at other things.
  func outage(
    of host: String, now: Int, isOneOfMany: Bool
  ) -> Result<HTTPReply, TransportFault>? {
    guard let outage = hosts[host]?.outage, isOneOfMany || outage.isTotal else { return nil }
    return now - outage.since < TransferLimits.outageMilliseconds ? outage.end : nil
  }

  /// Takes what a request came to in the end, or nil where the server sends it on to another.
  mutating func note(
    _ end: Result<HTTPReply, TransportFault>?, of host: String, now: Int, isOneOfMany: Bool
  ) {
    let outage = end.flatMap(\.ofOutage).map { Outage(since: now, end: $0) }
    let isTotal = outage?.isTotal ?? false
    if isOneOfMany {
      hosts[host, default: Host()].failures = outage == nil ? 0 : (hosts[host]?.failures ?? 0) + 1
    }
    if end != nil, outage == nil, hosts[host]?.outage?.isTotal == true {
      // It answers again, whatever another request has met meanwhile.
      hosts[host]?.outage = nil
    }
    guard isTotal || hosts[host]?.failures == TransferLimits.failuresInARow else { return }
    hosts[host]?.outage = outage
    hosts[host]?.failures = 0
  }

  /// From now on asks also those that were down.
  mutating func forgetOutages() {
    for host in hosts.keys { hosts[host]?.outage = nil }
  }
}

extension Result<HTTPReply, TransportFault> {
  /// What is told of further requests where a server is down, whatever they are; nil where the
  /// server has answered.
  fileprivate var ofOutage: Self? {
    switch self {
    case .success(let reply) where (500...599).contains(reply.status):
      // The words are for the one who asked: they may repeat its key.
      .success(HTTPReply(status: reply.status, headers: [], body: []))
    case .failure(.unreachable), .failure(.unknownName), .failure(.tooSlow), .failure(.broken),
      .failure(.busy):
      self
    case .success, .failure(.badAddress), .failure(.tooLarge), .failure(.redirect),
      .failure(.cancelled):
      nil
    }
  }
}
