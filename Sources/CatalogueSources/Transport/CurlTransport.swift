// SPDX-License-Identifier: MIT

internal import CTransfer
internal import Glibc
internal import Synchronization

/// Carries requests by libcurl, which is loaded when the first one is sent.
///
/// What is asked, repeated and followed is decided by an ``Exchange``; what libcurl does is to
/// connect, to encrypt, to speak HTTP and to decompress.
package final class CurlTransport: Transport {
  private let limits: TransferLimits
  private let retries: RetryPolicy
  /// What the program calls itself to servers.
  private let agent: String
  private let reach: NetworkReach
  private let traffic: Mutex<HostTraffic>
  /// Those that no exchange uses at the moment; they keep their connections.
  private let carriers = Mutex<[CurlCarrier]>([])

  /// With `scope` addresses are taken for others than they are, as a test wants that has none but
  /// loopback.
  package init(
    limits: TransferLimits = TransferLimits(), retries: RetryPolicy = RetryPolicy(),
    agent: String = "cq", scope: @escaping @Sendable (IPAddress) -> AddressScope = \.scope
  ) {
    self.limits = limits
    reach = NetworkReach(scope: scope)
    self.retries = retries
    self.agent = agent
    traffic = Mutex(HostTraffic(mostAtOnce: limits.requestsAtOncePerHost))
  }

  package func exchange(
    _ requests: [HTTPRequest], watcher: TransferWatcher
  ) -> [Result<HTTPReply, TransportFault>] {
    let exchange = Exchange(requests, limits: limits, retries: retries)
    if exchange.isDone { return exchange.results(missing: .cancelled) }
    guard let carrier = carriers.withLock({ $0.popLast() }) ?? CurlCarrier() else {
      return exchange.results(missing: Self.noLibrary)
    }
    defer { carriers.withLock { $0.append(carrier) } }
    return run(exchange, by: carrier, watcher: watcher)
  }

  package func forgetOutages() { traffic.withLock { $0.forgetOutages() } }

  /// Whether libcurl is installed; loads it.
  package static var isInstalled: Bool { CurlCarrier() != nil }

  private static let noLibrary = TransportFault.unreachable(
    reason: "the library libcurl is not installed (`libcurl4` in Debian)", isOffline: false)

  /// How long an end that the watcher wishes is not noticed, in milliseconds.
  private static let longestWait = 100

  private func run(
    _ begun: Exchange, by carrier: CurlCarrier, watcher: TransferWatcher
  ) -> [Result<HTTPReply, TransportFault>] {
    var run = Run(exchange: begun, watcher: watcher)
    run.report()
    while !run.exchange.isDone, !watcher.isCancelled() {
      let wait = start(&run, by: carrier)
      if run.exchange.isDone { break }
      carrier.work(milliseconds: min(wait ?? Self.longestWait, Self.longestWait))
      collect(&run, from: carrier)
      endLate(&run)
      run.report()
    }
    traffic.withLock { traffic in
      for transfer in run.transfers.values { traffic.ended(transfer.attempt.hop.address.authority) }
    }
    var results = run.exchange.results(missing: .cancelled)
    for (request, transfer) in run.transfers where run.exchange.wantsPart(of: request) {
      if let part = transfer.part { results[request] = .success(part) }
    }
    return results
  }

  /// Starts what may start, and says how long to wait at most for more.
  private func start(_ run: inout Run, by carrier: CurlCarrier) -> Int? {
    let now = Instant.now
    let (attempts, wait) = traffic.withLock {
      run.exchange.begin(at: now.milliseconds, traffic: &$0)
    }
    for attempt in attempts {
      let transfer = CurlTransfer(attempt, limits: limits, reach: reach, start: now.milliseconds)
      run.transfers[attempt.request] = transfer
      if let fault = reach.refusal(of: attempt.hop) {
        end(transfer, as: .fault(fault), in: &run)
      } else if !transfer.begin(by: carrier, agent: agent) {
        end(transfer, with: .other, in: &run)
      }
    }
    return wait
  }

  private func collect(_ run: inout Run, from carrier: CurlCarrier) {
    while let (transfer, outcome) = carrier.nextEnded() { end(transfer, with: outcome, in: &run) }
  }

  private func endLate(_ run: inout Run) {
    let now = Instant.now.milliseconds
    for transfer in Array(run.transfers.values) {
      if let fault = transfer.lateness(now: now) { end(transfer, as: .fault(fault), in: &run) }
    }
  }

  private func end(_ transfer: CurlTransfer, with outcome: cq_outcome, in run: inout Run) {
    end(transfer, as: transfer.end(outcome), in: &run)
  }

  private func end(_ transfer: CurlTransfer, as end: AttemptEnd, in run: inout Run) {
    run.transfers[transfer.attempt.request] = nil
    run.bytesOfEnded += transfer.received
    traffic.withLock {
      run.exchange.end(
        transfer.attempt, with: end, at: .now, spread: .random(in: 0...1000), traffic: &$0)
    }
  }
}

extension CurlTransport {
  /// An exchange with what is under way for it.
  private struct Run {
    var exchange: Exchange
    let watcher: TransferWatcher
    /// By the number of their request.
    var transfers: [Int: CurlTransfer] = [:]
    var bytesOfEnded = 0

    func report() {
      let bytes = transfers.values.reduce(bytesOfEnded) { $0 + $1.received }
      watcher.progress(exchange.progress(bytes: bytes, at: Instant.now.milliseconds))
    }
  }
}

/// libcurl's hands: connections, and the transfers that use them.
///
/// Sendable because ``CurlTransport`` gives it to one exchange at a time.
@safe final class CurlCarrier: @unchecked Sendable {
  let handle: OpaquePointer

  /// Nil when libcurl is not there.
  init?() {
    guard let handle = unsafe cq_carrier_open() else { return nil }
    unsafe self.handle = unsafe handle
  }

  deinit { unsafe cq_carrier_close(handle) }

  /// Sends and takes what can be, after waiting for it for a while.
  func work(milliseconds: Int) {
    unsafe cq_carrier_work(handle, Int32(clamping: milliseconds))
  }

  /// A transfer that has ended; each is given once.
  func nextEnded() -> (transfer: CurlTransfer, outcome: cq_outcome)? {
    var outcome = cq_outcome.other
    guard let context = unsafe cq_carrier_next_ended(handle, &outcome) else { return nil }
    return (unsafe CurlTransfer.of(context), outcome)
  }
}

extension Instant {
  static var now: Instant {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    let milliseconds = time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Instant(milliseconds: milliseconds, date: time.tv_sec)
  }
}
