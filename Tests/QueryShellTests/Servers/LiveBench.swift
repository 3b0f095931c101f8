// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import Foundation
import LineEditing
import Synchronization
import TestSupport

@testable import QueryShell

/// A person's sessions with the five services: what is kept lasts from one to the next, and the
/// clock is the test's.
final class LiveBench: Sendable {
  let services: FiveServices
  let folder: String
  /// Seconds since 1970.
  let now = Mutex(1_000_000)
  /// Whether Ctrl-C was pressed.
  let isInterrupted = Mutex(false)
  /// Hears how transfers go on.
  let heard = Mutex<@Sendable (TransferProgress) -> Void>({ _ in })

  init(_ behaviour: @escaping FiveServices.Behaviour = { _ in nil }) throws {
    services = try FiveServices(behaviour)
    folder = try TestSupport.temporaryDirectory()
  }

  func wait(seconds: Int) { now.withLock { $0 += seconds } }

  /// Runs scripts in a new session; the status is that of the last.
  func run(_ scripts: String..., change: (inout Terms) -> Void = { _ in }) -> ShellRun {
    var terms = Terms()
    change(&terms)
    let session = session(terms)
    var run = ShellRun("")
    for script in scripts { run.status = session.run(ScriptText(name: "<test>", script)) }
    run.status = session.writeAccounts() ?? run.status
    run.output = portless(session.output.taken())
    run.errors = portless(session.errors.taken())
    return run
  }

  /// What Tab offers at the end of a line of a new session.
  func offered(_ line: String, _ terms: Terms) -> String {
    Completer(session(terms)).completions(in: line, at: line.utf8.count).items.map(\.label)
      .joined(separator: "|")
  }

  /// How a session differs from the usual.
  struct Terms {
    var mode = FetchMode.live
    var limits = TransferLimits()
    var key: String? = FiveServices.key
    /// Whether a built-in source has its sample to fall back on, as it has at its own address.
    var hasSample = false
    /// Lists that are read elsewhere than at their usual addresses.
    var lists: [String: String] = [:]
    var isStrict = false
    /// Whether each result is one to go on from, as at the prompt.
    var keepsResults = false
    var isLive = false
    var quietness = Quietness.nothing
    var accountsPath: String?
  }

  private func session(_ terms: Terms) -> Session {
    let key = terms.key
    let network = NetworkAccess(
      FetchSession(
        transport: MovedTransport(to: services, limits: terms.limits),
        cache: ResponseCache(in: folder),
        keys: KeyRing(file: nil) { $0 == "BESTBUY_API_KEY" ? key : nil },
        watcher: { [self] _ in
          TransferWatcher(
            progress: { [self] in heard.withLock(\.self)($0) },
            isCancelled: { [self] in isInterrupted.withLock(\.self) })
        },
        clock: { [self] in now.withLock(\.self) }), mode: terms.mode)
    var settings = Session.collecting().settings
    settings.isOffline = terms.mode == .offline
    if !terms.hasSample {
      settings.sources.places = Self.places.merging(terms.lists) { $1 }
    }
    settings.sources.isStrict = terms.isStrict
    settings.keepsResults = terms.keepsResults
    settings.isLive = terms.isLive
    settings.quietness = terms.quietness
    settings.accountsPath = terms.accountsPath
    settings.sources.network = network.store
    return Session(
      settings, network: network, output: OutputStream(), errors: OutputStream(),
      calendar: { nil }, isCancelled: { [self] in isInterrupted.withLock(\.self) },
      forgetCancelling: { [self] in isInterrupted.withLock { $0 = false } })
  }

  /// The usual addresses of the lists; named as places they have no samples to fall back on.
  private static let places = Dictionary(
    uniqueKeysWithValues: FiveServices.names.compactMap { name in
      let lines = BundledDefinitions.definition(of: name).map {
        String(decoding: $0, as: UTF8.self)
      }
      let list = lines?.firstMatch(of: #/\n +list +"([^"]+)"/#)
      return list.map { (name, String($0.1)) }
    })

  private func portless(_ text: String) -> String {
    text.replacing(":\(services.server.port)", with: ":PORT")
  }

  /// What is kept, by address.
  var kept: [String: CachedReply] {
    let cache = ResponseCache(in: folder)
    let now = now.withLock(\.self)
    let replies = (cache.entries(now: now) ?? []).compactMap {
      cache.copy(of: $0.address, now: now)
    }
    return Dictionary(uniqueKeysWithValues: replies.map { ($0.entry.address, $0) })
  }
}

/// Real transfers, to the server that plays the five instead of to their hosts.
struct MovedTransport: Transport {
  private let services: FiveServices
  private let transport: CurlTransport

  init(to services: FiveServices, limits: TransferLimits) {
    self.services = services
    var retries = RetryPolicy()
    retries.pauseMilliseconds = 1
    transport = CurlTransport(limits: limits, retries: retries)
  }

  func exchange(
    _ requests: [HTTPRequest], watcher: TransferWatcher
  ) -> [Result<HTTPReply, TransportFault>] {
    let moved = requests.map { request in
      var request = request
      request.address = services.moved(request.address)
      // The names that stand in the definitions are those of no servers here.
      request.named = nil
      return request
    }
    return transport.exchange(moved, watcher: watcher)
  }

  func forgetOutages() { transport.forgetOutages() }
}
