// SPDX-License-Identifier: MIT

import Catalogue
import Synchronization

/// The replies of servers that were checked, kept in one file for later runs.
///
/// Several processes may use one file at once. The file is opened when something is first asked
/// of it; where it cannot be, replies are kept in memory as long as `self` is there, and `trouble`
/// says why.
package final class ResponseCache: Sendable {
  /// How many bytes of replies are kept; those that nobody wanted for the longest time go first.
  package static let capacity = 512 << 20
  /// The same where they are kept in memory.
  static let capacityInMemory = 64 << 20
  /// How long a reply is kept at most, in seconds.
  package static let retention = 30 * 86_400

  private enum State {
    case unopened
    case open(CacheFile)
    /// The file cannot be used.
    case inMemory(CacheFile)
    case unusable
  }

  private struct Condition {
    var state = State.unopened
    var trouble: String?
    /// Why the last thing that was wanted could not be done.
    var faultReason: String?
    /// Whether another process kept from doing the last thing that was wanted. Then the next is
    /// only tried: many replies would otherwise have to wait one after another.
    var isBusy = false
    var isInMemory: Bool { if case .inMemory = state { true } else { false } }
  }

  private let folder: String?
  private let capacity: Int
  /// How many milliseconds other processes may need for what they write.
  private let timeout: Int32
  private let condition = Mutex(Condition())
  private let mostOfReadings = Mutex(KeptReading.usualBytes)

  /// The cache in a folder, such as `~/.cache/cq`; nil where a user has none.
  package init(
    in folder: String?, capacity: Int = ResponseCache.capacity, timeout: Int32 = 2_000
  ) {
    self.folder = folder
    self.capacity = capacity
    self.timeout = timeout
  }

  /// Where the replies are; nil where a user has no folder for them.
  package var path: String? { folder.map { "\($0)/\(CacheFile.name)" } }

  /// What the person at a prompt is told once: that nothing can be kept, or that what was kept is
  /// lost.
  package var trouble: String? { condition.withLock { $0.trouble } }

  /// Whether its file cannot be used, so that what is kept ends with the process.
  package var isInMemory: Bool { condition.withLock(\.isInMemory) }

  /// Why the last thing that was wanted could not be done; nil where something is unknown of it.
  var faultReason: String? { condition.withLock(\.faultReason) }

  /// From now on keeps readings of lists up to so many bytes, as they are kept; 0 keeps none.
  package func use(readingBytes: Int) { mostOfReadings.withLock { $0 = readingBytes } }

  var readingBytes: Int { mostOfReadings.withLock(\.self) }

  /// Whether anything was ever kept; makes no file.
  package var isThere: Bool { folder.map(CacheFile.exists) ?? false }

  package static func notKept(_ reason: String) -> String {
    "replies of servers are not kept: \(reason)"
  }

  /// Why nothing can be kept in its folder, as far as a look can tell; makes no file.
  package var obstacle: String? {
    guard let folder else { return Self.homeless }
    return PrivateFolder.obstacle(to: folder, CacheFile.name)
  }

  /// Makes its folder; why that cannot be, which trying alone can tell.
  private func makeFolder() -> String? {
    guard let folder else { return Self.homeless }
    do throws(CacheFault) {
      _ = try PrivateFolder(making: folder)
      return nil
    } catch { return error.reason }
  }

  private static let homeless = "there is no home folder to keep them in"

  /// Why no reading can be kept beyond this run; nil where nothing is in the way.
  var obstacleToReadings: MissingReading.Obstacle? {
    if readingBytes == 0 { return .unwanted }
    return (isInMemory ? faultReason : isThere ? nil : obstacle ?? makeFolder())
      .map { .folder($0) }
  }

  /// What is kept of an address; nil when that is nothing, too old or not as it was written.
  package func copy(of address: String, now: Int) -> CachedReply? {
    // A look makes no file.
    guard isThere || isInMemory else { return nil }
    return perform { database throws(CacheFault) in
      let rows = try database.run(
        "SELECT \(CachedReply.columns), checksum, body FROM reply WHERE address = ?",
        [.text(address)])
      guard let row = rows.first else { return nil }
      guard var reply = Self.reply(row) else {
        _ = try? database.run("DELETE FROM reply WHERE address = ?", [.text(address)])
        return nil
      }
      if reply.entry.end <= now { return nil }
      let refusal = try database.run(
        "SELECT reason FROM refusal WHERE address = ? AND checksum = ?",
        [.text(address), .int(reply.checksum)])
      if case .text(let reason)? = refusal.first?.first { reply.refusal = reason }
      // A full disk keeps nobody from reading.
      _ = try? database.run(Self.touch, [.text(address)])
      return reply
    } ?? nil
  }

  /// Whether anything of a source is kept and not too old.
  func keeps(_ source: String, now: Int) -> Bool { count(of: source, now: now, most: 1) > 0 }

  /// How many replies of a source are kept and not too old; more than the most are not counted.
  func count(of source: String, now: Int, most: Int = 1_000) -> Int {
    addresses(of: source, now: now, most: most).count
  }

  /// The addresses of the replies of a source that are kept and not too old, the last that was
  /// wanted first; no more than the most.
  func addresses(of source: String, now: Int, most: Int = 1_000) -> [String] {
    guard isThere || isInMemory else { return [] }
    let rows = perform { database throws(CacheFault) in
      try database.run(
        """
        SELECT address FROM reply WHERE source = ? AND ends > ? ORDER BY used DESC LIMIT ?
        """, [.text(source), .int(now), .int(most)])
    }
    return (rows ?? []).compactMap { row in
      if case .text(let address)? = row.first { address } else { nil }
    }
  }

  /// The reply of a row; nil when something of it is not as it was written.
  private static func reply(_ row: [SQLiteValue]) -> CachedReply? {
    guard let entry = CachedReply.Entry(row: row.dropLast(2)), case .int(let checksum) = row[10],
      case .blob(let body) = row[11], body.count == entry.size
    else { return nil }
    let reply = CachedReply(entry, body: body)
    return reply.checksum == checksum ? reply : nil
  }

  /// Counts a reply as the one that was wanted last; writes nothing when it is so already.
  private static let touch = """
    UPDATE reply SET used = \(nextUse) WHERE address = ? AND used < (SELECT MAX(used) FROM reply)
    """

  /// One more than the highest count, also where a damaged row has one that leaves no room.
  private static let nextUse = """
    (SELECT MIN(IFNULL(MAX(used), 0), \(highestUse - 1)) + 1 FROM reply)
    """
  private static let highestUse = 1 << 62

  /// Keeps a reply in the place of what was kept of its address. Only what has been checked may be
  /// given. What is too old by then, or too much, goes.
  package func keep(_ reply: CachedReply) {
    if reply.body.count > capacity { return }
    let stamp = reply.entry.fetched
    _ = perform { database throws(CacheFault) in
      try database.transaction { () throws(CacheFault) in
        try database.run("DELETE FROM reply WHERE ends <= ?", [.int(stamp)])
        try database.run(Self.forgetRefusal, [.text(reply.entry.address)])
        // Of these the sum would be none.
        try database.run("DELETE FROM reply WHERE NOT (\(Self.isCounted))")
        try database.run(
          """
          INSERT OR REPLACE INTO reply (\(CachedReply.columns), used, ends, checksum, body)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, \(Self.nextUse), ?, ?, ?)
          """, reply.row + [.int(reply.entry.end), .int(reply.checksum), .blob(reply.body)])
        try shrink(database)
      }
    }
  }

  /// Notes why what a server has said since it gave a reply is of no use; another reply in its
  /// place, or word of the server that it still holds, takes that back.
  package func note(refusal reason: String, of reply: CachedReply) {
    if reply.refusal == reason { return }
    _ = perform { database throws(CacheFault) in
      try database.transaction { () throws(CacheFault) in
        try database.run(Self.forgetRefusals)
        try database.run(
          "INSERT OR REPLACE INTO refusal (address, checksum, reason) VALUES (?, ?, ?)",
          [.text(reply.entry.address), .int(reply.checksum), .text(reason)])
      }
    }
  }

  private static let forgetRefusal = "DELETE FROM refusal WHERE address = ?"

  /// Removes those of replies that are gone.
  private static let forgetRefusals = """
    DELETE FROM refusal WHERE address NOT IN (SELECT address FROM reply)
    """

  /// Whether what a row counts is in the range that is ever written.
  private static let isCounted = """
    typeof(size) = 'integer' AND size BETWEEN \(CachedReply.Entry.sizes.lowerBound) \
    AND \(CachedReply.Entry.sizes.upperBound) \
    AND typeof(used) = 'integer' AND used BETWEEN 0 AND \(highestUse)
    """

  /// Removes what was not wanted for the longest time until the rest is not too much.
  private func shrink(_ database: SQLiteDatabase) throws(CacheFault) {
    let sum = try database.run("SELECT SUM(size) FROM reply").first
    let capacity = database.isInMemory ? min(capacity, Self.capacityInMemory) : capacity
    guard case .int(let bytes)? = sum?.first, bytes > capacity else { return }
    try database.run(
      """
      DELETE FROM reply WHERE used <= (
        SELECT MAX(used) FROM (
          SELECT used, SUM(size) OVER (ORDER BY used DESC) AS total FROM reply)
        WHERE total > ?)
      """, [.int(capacity)])
  }

  /// Notes that a server still says the same; gives the reply with its new stamp. What another
  /// process put in its place meanwhile stays.
  @discardableResult
  package func renew(
    _ reply: CachedReply, now: Int, version: CachedReply.Version, freshness: Int? = nil
  ) -> CachedReply {
    var renewed = reply
    renewed.entry.fetched = now
    renewed.entry.freshness = freshness ?? reply.entry.freshness
    renewed.entry.version = version
    renewed.refusal = nil
    let values: [SQLiteValue] = [
      .int(now), .int(renewed.entry.freshness), SQLiteValue(version.tag),
      SQLiteValue(version.modified), .int(renewed.entry.end), .int(renewed.checksum),
      .text(reply.entry.address), .int(reply.checksum),
    ]
    _ = perform { database throws(CacheFault) in
      try database.run(
        """
        UPDATE reply
        SET fetched = ?, freshness = ?, tag = ?, modified = ?, ends = ?, checksum = ?
        WHERE address = ? AND checksum = ?
        """, values)
      if reply.refusal != nil {
        try database.run(Self.forgetRefusal, [.text(reply.entry.address)])
      }
    }
    return renewed
  }

  /// Forgets what is kept of an address.
  package func drop(_ address: String) {
    _ = perform { database throws(CacheFault) in
      try database.run("DELETE FROM reply WHERE address = ?", [.text(address)])
    }
  }

  /// What is kept and not too old, by source and address; nil when the file cannot be used. Rows
  /// that are not as they were written are removed, and told.
  package func entries(now: Int) -> [CachedReply.Entry]? {
    let found = perform { database throws(CacheFault) in
      let rows = try database.run(
        """
        SELECT \(CachedReply.columns), ends, rowid FROM reply ORDER BY source, address
        """)
      return try Self.whole(rows, in: database)
    }
    if let damaged = found?.damaged, damaged > 0 {
      let replies = damaged == 1 ? "1 kept reply was" : "\(damaged) kept replies were"
      condition.withLock { $0.trouble = "\(replies) damaged and forgotten" }
    }
    return isInMemory ? nil : found?.entries.filter { $0.end > now }
  }

  /// The entries of rows; those of which something cannot have been written so are removed.
  private static func whole(
    _ rows: [[SQLiteValue]], in database: SQLiteDatabase
  ) throws(CacheFault) -> (entries: [CachedReply.Entry], damaged: Int) {
    var entries: [CachedReply.Entry] = []
    for row in rows {
      if let entry = CachedReply.Entry(row: row.dropLast(2)), row[10] == .int(entry.end) {
        entries.append(entry)
      } else {
        // A full disk keeps nobody from reading.
        _ = try? database.run("DELETE FROM reply WHERE rowid = ?", [row[11]])
      }
    }
    return (entries, rows.count - entries.count)
  }

  /// Forgets all replies, also damaged ones, or those of one source; gives their number, nil when
  /// the file cannot be used.
  package func clear(source: String?) -> Int? {
    let cleared = perform { database throws(CacheFault) in
      if source == nil, let folder { try CacheFile.removeDamaged(in: folder) }
      let condition = source == nil ? "" : " WHERE source = ? COLLATE NOCASE"
      try database.run("DELETE FROM reply\(condition)", source.map { [.text($0)] } ?? [])
      let count = database.changes
      try database.run(Self.forgetRefusals)
      try database.run(Self.forgetLists)
      try database.run("PRAGMA incremental_vacuum")
      try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
      return count
    }
    return isInMemory ? nil : cleared
  }
}

// The file and its faults.
extension ResponseCache {
  /// Does something with the open file; nil when it cannot be done. A damaged file is set aside
  /// and the work done with the new one.
  func perform<Answer: Sendable>(
    _ work: (SQLiteDatabase) throws(CacheFault) -> Answer
  ) -> Answer? {
    condition.withLock { condition in
      if case .unusable = condition.state { return nil }
      do throws(CacheFault) {
        let answer = try open(&condition, work)
        if condition.isBusy { (condition.isBusy, condition.trouble) = (false, nil) }
        return answer
      } catch {
        condition.trouble = Self.notKept(error.reason)
        condition.faultReason = error.reason
        condition.isBusy = error.kind == .busy
        return error.kind == .unusable || error.kind == .damaged
          ? inMemory(&condition, work) : nil
      }
    }
  }

  /// The longest journal that a run leaves behind: whoever opens the file next reads all of it.
  static let mostOfJournal = 64 << 10

  /// Ends a run: merges a long journal into the file. Where another process has the file in use,
  /// that is left to whoever ends later.
  package func finish() {
    condition.withLock { condition in
      guard case .open(let file) = condition.state, let folder,
        CacheFile.journalBytes(in: folder) > Self.mostOfJournal
      else { return }
      file.database.wait(milliseconds: 0)
      _ = try? file.database.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  private func open<Answer>(
    _ condition: inout Condition, _ work: (SQLiteDatabase) throws(CacheFault) -> Answer
  ) throws(CacheFault) -> Answer {
    let file = try opened(&condition)
    file.database.wait(milliseconds: condition.isBusy ? 0 : timeout)
    do throws(CacheFault) {
      return try work(file.database)
    } catch  where error.kind == .damaged {
      return try work(replace(file, &condition).database)
    }
  }

  /// Goes on without the file.
  private func inMemory<Answer>(
    _ condition: inout Condition, _ work: (SQLiteDatabase) throws(CacheFault) -> Answer
  ) -> Answer? {
    guard !condition.isInMemory, let file = try? CacheFile.inMemory() else {
      condition.state = .unusable
      return nil
    }
    condition.state = .inMemory(file)
    return try? work(file.database)
  }

  private func opened(_ condition: inout Condition) throws(CacheFault) -> CacheFile {
    if case .inMemory(let file) = condition.state { return file }
    guard let folder else {
      throw CacheFault(kind: .unusable, reason: Self.homeless)
    }
    switch condition.state {
    // Another process, or the user, put the file aside.
    case .open(let file) where !file.database.hasMoved: return file
    case .open, .unopened, .inMemory, .unusable:
      return use(
        try CacheFile.open(in: folder, timeout: condition.isBusy ? 0 : timeout), &condition)
    }
  }

  private func replace(
    _ file: CacheFile, _ condition: inout Condition
  ) throws(CacheFault) -> CacheFile {
    condition.state = .unopened
    return use(try file.replacing(in: folder ?? "", timeout: timeout), &condition)
  }

  private func use(_ file: CacheFile, _ condition: inout Condition) -> CacheFile {
    condition.state = .open(file)
    if let damaged = file.replaced {
      condition.trouble = "the kept replies were damaged; the file is now \(damaged)"
    }
    return file
  }
}
