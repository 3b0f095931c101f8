// SPDX-License-Identifier: MIT

import Catalogue
import Synchronization

/// What all the sources of a session ask their servers with, and what was learned in it.
package final class FetchSession: Sendable {
  let transport: any Transport
  package let cache: ResponseCache
  let keys: KeyRing
  /// Who hears how transfers go on; takes what they are for.
  let watcher: @Sendable (TransferSubject) -> TransferWatcher
  /// The time in seconds since the start of 1970.
  let clock: @Sendable () -> Int
  /// The second that the calendar shows at a time, where the session runs.
  let calendar: @Sendable (Int) -> Int

  private struct Memory {
    /// Addresses that were asked.
    var asked: Set<String> = []
    /// Addresses of which servers said that there is nothing, and when, in seconds since 1970.
    var absent: [String: Int] = [:]
    /// What came last of lists of which nothing of use came, by their addresses.
    var failures: [String: ServerFault] = [:]
    /// Sources of which something was given, and whether that was of the sample.
    var sampled: [String: Bool] = [:]
    /// Where the lists came from that were last given of sources.
    var given: [String: Provenance.Origin] = [:]
    var items = ItemBudget(most: FetchSession.usualItems)
    /// What servers gave in this statement and is taken no second time without asking, by address.
    var held: [String: FetchedPayload] = [:]
    /// Of what servers gave anything in this statement.
    var givenNow: Set<String> = []
    /// Of what servers want no copies, in the order in which they said so.
    var unkept: [UnkeptReplies] = []
    /// What became of readings of lists that nobody was told of, by their sources.
    var ofReadings: [String] = []
    /// The numbers of the readings that this statement has kept.
    var readings: [Int] = []
    /// Whether part of a list was taken because nobody waited for the rest.
    var hasPart = false
    /// Whether nobody waits for anything more in this statement.
    var isStopped = false
  }

  private let memory = Mutex(Memory())

  /// How many single items a statement asks for that nobody told to ask for more.
  package static let usualItems = 500

  package init(
    transport: any Transport, cache: ResponseCache, keys: KeyRing,
    watcher: @escaping @Sendable (TransferSubject) -> TransferWatcher = { _ in TransferWatcher() },
    clock: @escaping @Sendable () -> Int,
    calendar: @escaping @Sendable (Int) -> Int = { $0 }
  ) {
    self.transport = transport
    self.cache = cache
    self.keys = keys
    self.watcher = watcher
    self.clock = clock
    self.calendar = calendar
  }

  func hasAsked(_ address: String) -> Bool { memory.withLock { $0.asked.contains(address) } }

  func note(asked address: String) { memory.withLock { _ = $0.asked.insert(address) } }

  /// When a server said that there is nothing at an address; nil where none did.
  func absence(of address: String) -> Int? { memory.withLock { $0.absent[address] } }

  func note(absent address: String, now: Int) { memory.withLock { $0.absent[address] = now } }

  /// Why the server's last answer to the address of a list was of no use; nil where it was of some.
  func failure(of address: String) -> ServerFault? {
    memory.withLock { $0.failures[address] }
  }

  func note(_ failure: ServerFault?, ofListAt address: String) {
    memory.withLock { $0.failures[address] = failure }
  }

  /// Asks again what was asked, also of servers that are down.
  package func forgetAsked() {
    memory.withLock { memory in
      let (unkept, failures, ofReadings) = (memory.unkept, memory.failures, memory.ofReadings)
      memory = Memory()
      memory.unkept = unkept
      memory.ofReadings = ofReadings
      memory.failures = failures
    }
    transport.forgetOutages()
  }

  /// Asks also servers that were down a moment ago.
  package func forgetOutages() { transport.forgetOutages() }

  /// Whether what was given of a source is of its sample; nil where nothing was given yet.
  func isSampled(_ source: String) -> Bool? { memory.withLock { $0.sampled[source] } }

  /// Where the list of a source came from that was given last; nil where none was.
  func lastGiven(of source: String) -> Provenance.Origin? { memory.withLock { $0.given[source] } }

  func note(_ source: String, given copy: Provenance.Origin) {
    memory.withLock { $0.given[source] = copy }
  }

  func note(_ source: String, isSampled: Bool) {
    memory.withLock { $0.sampled[source] = isSampled }
  }
}

// Single items.
extension FetchSession {
  /// Begins a statement, which asks for so many single items at most, and knows nothing of those
  /// that others asked for.
  package func beginStatement(mostItems: Int) {
    memory.withLock { memory in
      memory.items = ItemBudget(most: mostItems)
      memory.held = [:]
      memory.givenNow = []
      memory.readings = []
      memory.isStopped = false
    }
  }

  /// What this statement has asked for.
  var items: ItemBudget { memory.withLock(\.items) }

  func admitItem() -> Bool { memory.withLock { $0.items.admit() } }

  func note(_ answer: ItemBudget.Answer, ofItemAt address: String) {
    memory.withLock { $0.items.note(answer, of: address) }
  }
}

// Replies that are not taken a second time.
extension FetchSession {
  /// Gives a reply to whoever asks for it until the statement ends.
  func hold(_ payload: FetchedPayload, at address: String) {
    memory.withLock { $0.held[address] = payload }
  }

  func held(at address: String) -> FetchedPayload? { memory.withLock { $0.held[address] } }

  /// Whether a server has given something in this statement.
  func hasGiven(_ name: String) -> Bool { memory.withLock { $0.givenNow.contains(name) } }

  func note(given name: String) { memory.withLock { _ = $0.givenNow.insert(name) } }

  /// Notes that part of a list was taken because nobody waited for the rest.
  func noteOfPart() { memory.withLock { $0.hasPart = true } }

  /// Whether that was so since it was forgotten.
  package var hasPart: Bool { memory.withLock(\.hasPart) }

  /// Begins a script, of which nobody has stopped anything.
  package func forgetPart() {
    memory.withLock { memory in
      memory.hasPart = false
      memory.isStopped = false
    }
  }

  /// Asks for nothing more in this statement: whoever waited for an answer does not want others.
  package func stop() { memory.withLock { $0.isStopped = true } }

  var isStopped: Bool { memory.withLock(\.isStopped) }

  func note(unkept replies: UnkeptReplies) {
    memory.withLock { if !$0.unkept.contains(replies) { $0.unkept.append(replies) } }
  }

  /// The replies that are not kept because their servers say so.
  package var unkept: [UnkeptReplies] { memory.withLock(\.unkept) }

  /// Notes what became of a reading, as a sentence.
  func note(ofReading remark: String) { memory.withLock { $0.ofReadings.append(remark) } }

  /// What became of readings, each told once.
  package func takeReadingRemarks() -> [String] {
    memory.withLock { memory in
      defer { memory.ofReadings = [] }
      return memory.ofReadings
    }
  }
}

// Readings of lists.
extension FetchSession {
  /// Keeps a reading; notes why where it cannot.
  func keep(_ reading: NewReading) {
    do throws(CacheFault) {
      guard let number = try cache.keep(reading) else { return }
      memory.withLock { $0.readings.append(number) }
    } catch {
      note(ofReading: "the reading of \(reading.source) is not kept: \(error.reason)")
    }
  }

  /// Forgets what this statement has kept of them.
  package func forgetReadings() {
    let kept = memory.withLock { memory in
      defer { memory.readings = [] }
      return memory.readings
    }
    for number in kept { cache.forgetReading(number) }
  }
}

/// Replies of which a server wants no copies.
package struct UnkeptReplies: Sendable, Equatable {
  package let source: String
  /// Whether they are its lists; else they are of single items.
  package let areOfList: Bool
}
