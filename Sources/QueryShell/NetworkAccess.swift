// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Glibc
import QueryEngine
import Synchronization

/// How a session asks servers: with which means, whether at all, and what is seen of it meanwhile.
package final class NetworkAccess: Sendable {
  private let session: FetchSession
  private let mode: Mutex<FetchMode>
  /// The last trouble that was told.
  private let told = Mutex<String?>(nil)
  /// How many of the sources were told whose servers want no copies.
  private let unkeptTold = Mutex(0)
  private let deadline: Deadline

  /// The watchers of the session give up when the deadline has passed.
  init(_ session: FetchSession, mode: FetchMode, deadline: Deadline = Deadline { 0 }) {
    self.session = session
    self.mode = Mutex(mode)
    self.deadline = deadline
  }

  /// From now on servers are asked so; where that is a change, also those that were down.
  func use(_ mode: FetchMode) {
    let isChange = self.mode.withLock { usual in
      defer { usual = mode }
      return usual != mode
    }
    if isChange { session.forgetOutages() }
  }

  /// From now on keeps readings of lists up to so many bytes.
  func use(readingBytes: Int) { session.cache.use(readingBytes: readingBytes) }

  /// Begins a statement, which asks for so many single items at most.
  func beginStatement(mostItems: Int) { session.beginStatement(mostItems: mostItems) }

  /// Forgets the readings that this statement has kept.
  func forgetReadings() { session.forgetReadings() }

  /// Begins another run, which asks again also where it was asked.
  func forgetAsked() { session.forgetAsked() }

  /// Ends the run: leaves the kept replies as the next run opens them soonest.
  func finish() { session.cache.finish() }

  /// Whether part of a list was taken, because nobody waited for the rest.
  var hasPart: Bool { session.hasPart }

  func forgetPart() { session.forgetPart() }

  /// Asks for nothing more in this statement.
  func stop() { session.stop() }

  /// Does something without asking a server.
  func offline<Result>(_ work: () -> Result) -> Result {
    let usual = mode.withLock { mode in
      defer { mode = .offline }
      return mode
    }
    defer { mode.withLock { $0 = usual } }
    return work()
  }

  /// Does something for which servers are asked whatever is kept, where they may be asked at all.
  func asking<Result>(_ work: () -> Result) -> Result {
    session.forgetAsked()
    let usual = mode.withLock { mode in
      defer { if mode == .live { mode = .refresh } }
      return mode
    }
    defer { mode.withLock { if $0 == .refresh { $0 = usual } } }
    return work()
  }

  /// Does something for which nobody wants to wait; nil where it was given up.
  func soon<Answer>(
    _ work: () throws(SourceFault) -> Answer
  ) throws(SourceFault) -> Answer? {
    deadline.begin()
    defer { deadline.end() }
    do throws(SourceFault) { return try work() } catch {
      guard error == .cancelled, deadline.isOver, !Interruption.isRequested else { throw error }
      return nil
    }
  }

  /// What a person is to be told of the replies that cannot be kept; each thing once.
  func newTrouble() -> String? {
    let trouble = session.cache.trouble.flatMap { _ in session.cache.told }
    return told.withLock { told in
      defer { told = trouble }
      return trouble == told ? nil : trouble
    }
  }

  /// What is to be told of replies that cannot be kept, or that servers do not let keep; each thing
  /// and each source once.
  func newRemarks() -> [String] {
    let unkept = session.unkept
    let news = unkeptTold.withLock { told in
      defer { told = unkept.count }
      return unkept.dropFirst(told)
    }
    let ofReadings = session.takeReadingRemarks()
    let trouble = newTrouble()
    // A reading that is not kept has said why.
    let unkeepable = ofReadings.isEmpty ? trouble.map { [$0] } ?? [] : ofReadings
    let unallowed = news.map { replies in
      let kind = replies.areOfList ? "replies" : "replies for single items"
      return "the \(kind) of \(replies.source) are not kept: its server says `no-store`"
    }
    return unkeepable + unallowed
  }

  func store(of place: NetworkPlace) -> any PayloadStore {
    NetworkStore(place, mode: self.mode.withLock { $0 }, session: session)
  }
}

extension Session {
  /// Does something without asking a server.
  func offline<Answer>(_ work: () -> Answer) -> Answer {
    // No `??`: an answer that is nil would have the work done again.
    guard let network else { return work() }
    return network.offline(work)
  }
}

extension NetworkAccess {
  /// The real one: libcurl, the user's kept replies and keys, and a line of progress on the
  /// terminal of the errors.
  static func real(_ streams: StandardStreams) -> NetworkAccess {
    let deadline = Deadline(clock: Shell.now)
    return NetworkAccess(
      session(streams, deadline), mode: streams.settings.fetchMode, deadline: deadline)
  }

  static func session(
    _ streams: StandardStreams, _ deadline: Deadline = Deadline { 0 }
  ) -> FetchSession {
    let environment = streams.environment
    let line = streams.progress
    return FetchSession(
      transport: CurlTransport(agent: "cq/\(Product.version)"),
      cache: ResponseCache(in: environment.cacheFolder), keys: environment.keys,
      watcher: { subject in
        TransferWatcher(
          progress: { line?.show(Self.words(on: $0, of: subject.words)) },
          ended: { line?.end() }, isCancelled: { Interruption.isRequested || deadline.isOver })
      }, clock: TerminalEnvironment.seconds, calendar: LocalTime.seconds)
  }

  /// Such as `hotels: 12 kB, 3 of 7`; who is waited for where nothing comes.
  static func words(on progress: TransferProgress, of what: String) -> String {
    let state =
      switch progress.wait {
      case .pause(let server, let milliseconds):
        "asks \(server) again in \((milliseconds + 999) / 1000) s"
      case .reply(let server) where progress.bytes == 0 && progress.done == 0: "asking \(server)"
      case .reply: ByteCount.words(progress.bytes)
      }
    let count = progress.count > 1 ? ", \(progress.done) of \(progress.count)" : ""
    return "\(what): \(state)\(count)"
  }
}
