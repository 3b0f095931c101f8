import Synchronization

/// What all the sources of a session ask their servers with, and what was learned in it.
package final class FetchSession: Sendable {
  let transport: any Transport
  package let cache: ResponseCache
  let keys: KeyRing
  /// Who hears how transfers go on; takes what they are for, such as `hotels`.
  let watcher: @Sendable (_ what: String) -> TransferWatcher
  /// The time in seconds since the start of 1970.
  let clock: @Sendable () -> Int

  private struct Memory {
    /// Hosts that could not be met: since when, and why.
    var silent: [String: (since: Int, reason: String)] = [:]
    /// Addresses that were asked.
    var asked: Set<String> = []
    /// Sources of which something was given, and whether that was of the sample.
    var sampled: [String: Bool] = [:]
  }

  private let memory = Mutex(Memory())

  /// For how many seconds a host that could not be met is not asked again.
  static let silence = 30

  package init(
    transport: any Transport, cache: ResponseCache, keys: KeyRing,
    watcher: @escaping @Sendable (_ what: String) -> TransferWatcher = { _ in TransferWatcher() },
    clock: @escaping @Sendable () -> Int
  ) {
    self.transport = transport
    self.cache = cache
    self.keys = keys
    self.watcher = watcher
    self.clock = clock
  }

  /// Why a host is not worth asking now; nil when it may be.
  func silenceReason(of host: String, now: Int) -> String? {
    guard let silent = memory.withLock({ $0.silent[host] }) else { return nil }
    return (0..<Self.silence).contains(now - silent.since) ? silent.reason : nil
  }

  /// Notes that a host could not be met, or with nil that it could.
  func note(silence reason: String?, of host: String, now: Int) {
    memory.withLock { $0.silent[host] = reason.map { (now, $0) } }
  }

  func hasAsked(_ address: String) -> Bool { memory.withLock { $0.asked.contains(address) } }

  func note(asked address: String) { memory.withLock { _ = $0.asked.insert(address) } }

  /// Asks again what was asked, also of hosts that could not be met.
  package func forgetAsked() { memory.withLock { $0 = Memory() } }

  /// Whether what was given of a source is of its sample; nil where nothing was given yet.
  func isSampled(_ source: String) -> Bool? { memory.withLock { $0.sampled[source] } }

  func note(_ source: String, isSampled: Bool) {
    memory.withLock { $0.sampled[source] = isSampled }
  }
}
