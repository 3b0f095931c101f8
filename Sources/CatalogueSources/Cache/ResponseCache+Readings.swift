// SPDX-License-Identifier: MIT

// Whole readings of lists, which stay when the next one comes.
extension ResponseCache {
  static let readingTables =
    ReplyContent.tables + [
      """
      CREATE TABLE IF NOT EXISTS reading (
        id INTEGER PRIMARY KEY, source TEXT NOT NULL, list TEXT NOT NULL, taken INTEGER NOT NULL,
        ends INTEGER NOT NULL, items INTEGER NOT NULL, digest INTEGER NOT NULL,
        UNIQUE (list, taken, digest))
      """,
      """
      CREATE TABLE IF NOT EXISTS reading_page (
        reading INTEGER NOT NULL, address TEXT NOT NULL, type TEXT, fields TEXT,
        content INTEGER NOT NULL, PRIMARY KEY (reading, address)) WITHOUT ROWID
      """,
      "CREATE INDEX IF NOT EXISTS reading_page_content ON reading_page (content)",
    ]

  /// Whether a reading of a list is kept that was taken at a time.
  func hasReading(of list: String, taken: Int) -> Bool {
    guard isThere || isInMemory else { return false }
    let rows = perform { database throws(CacheFault) in
      try database.run(
        "SELECT 1 FROM reading WHERE list = ? AND taken = ?", [.text(list), .int(taken)])
    }
    return rows?.isEmpty == false
  }

  /// Keeps a reading; its number, or nil where it is there already or none is wanted. What is too
  /// old by then, or too much, goes, but not for a reading that takes too much by itself: that is a
  /// fault.
  func keep(_ reading: NewReading) throws(CacheFault) -> Int? {
    let most = readingBytes
    if most == 0 { return nil }
    var contents = reading.pages.map { ReplyContent($0.body) }
    let done = perform { database throws(CacheFault) -> (number: Int?, excess: String?) in
      let most = database.isInMemory ? min(most, Self.capacityInMemory) : most
      var bytes = 0
      for index in contents.indices { bytes += try contents[index].prepare(in: database) }
      if bytes > most {
        return (nil, "it takes \(bytes) bytes of the \(most) that `readings.limit` allows")
      }
      let number = try database.transaction { () throws(CacheFault) -> Int? in
        try database.run("DELETE FROM reading WHERE ends <= ?", [.int(reading.taken)])
        let number = try Self.insert(reading, contents, into: database)
        try Self.shrink(database, to: most)
        return number
      }
      return (number, nil)
    }
    guard let done, done.excess == nil else {
      let reason = done?.excess ?? faultReason ?? "its file cannot be used"
      throw CacheFault(kind: .failed, reason: reason)
    }
    return done.number
  }

  /// The number of the reading; nil where it is there.
  private static func insert(
    _ reading: NewReading, _ contents: [ReplyContent], into database: SQLiteDatabase
  ) throws(CacheFault) -> Int? {
    var sum = Checksum()
    for (page, content) in zip(reading.pages, contents) {
      sum.add(page.address)
      sum.add(content.digest)
    }
    try database.run(
      """
      INSERT OR IGNORE INTO reading (source, list, taken, ends, items, digest)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        .text(reading.source), .text(reading.list), .int(reading.taken),
        .int(reading.taken.addingReportingOverflow(reading.retention).partialValue),
        .int(reading.items), .int(Int(truncatingIfNeeded: sum.value)),
      ])
    guard database.changes == 1 else { return nil }
    let id = try database.run("SELECT last_insert_rowid()").first?.first ?? .null
    for (page, content) in zip(reading.pages, contents) {
      let number = try content.kept(in: database)
      try database.run(
        """
        INSERT OR REPLACE INTO reading_page (reading, address, type, fields, content)
        VALUES (?, ?, ?, ?, ?)
        """,
        [
          id, .text(page.address), SQLiteValue(page.type), SQLiteValue(page.fields.text),
          .int(number),
        ])
    }
    return id.whole
  }

  /// Removes the oldest readings until the rest takes no more than so many bytes.
  private static func shrink(_ database: SQLiteDatabase, to most: Int) throws(CacheFault) {
    try forgetOrphans(database)
    while try contentBytes(database) > most {
      try database.run(
        "DELETE FROM reading WHERE id = (SELECT id FROM reading ORDER BY taken, id LIMIT 1)")
      if database.changes == 0 { return }
      try forgetOrphans(database)
    }
  }

  private static func contentBytes(_ database: SQLiteDatabase) throws(CacheFault) -> Int {
    try database.run("SELECT SUM(LENGTH(body)) FROM content").first?.first?.whole ?? 0
  }

  /// Removes the replies of readings that are gone, and contents that no reply has.
  private static func forgetOrphans(_ database: SQLiteDatabase) throws(CacheFault) {
    try database.run("DELETE FROM reading_page WHERE reading NOT IN (SELECT id FROM reading)")
    try database.run("DELETE FROM content WHERE id NOT IN (SELECT content FROM reading_page)")
  }
}

// Asking for what is kept.
extension ResponseCache {
  /// The readings of a list that are kept and not too old, the last that was taken first.
  func readings(of list: String, now: Int) -> [KeptReading] {
    guard isThere || isInMemory else { return [] }
    let rows = perform { database throws(CacheFault) in
      try database.run(
        """
        SELECT id, source, taken, items FROM reading WHERE list = ? AND ends > ?
        ORDER BY taken DESC, id DESC
        """, [.text(list), .int(now)])
    }
    return (rows ?? []).compactMap(KeptReading.init(row:))
  }

  /// Whether all replies of a reading are as they were kept; one of which some are not is
  /// forgotten. Nil where it has gone.
  func isSound(_ reading: KeptReading) -> Bool? {
    perform { database throws(CacheFault) -> Bool? in
      let pages = try database.run(
        """
        SELECT size, checksum, body
        FROM reading_page LEFT JOIN content ON content.id = reading_page.content WHERE reading = ?
        """, [.int(reading.id)])
      let known = try database.run("SELECT 1 FROM reading WHERE id = ?", [.int(reading.id)])
      if known.isEmpty { return nil }
      if !pages.isEmpty, pages.allSatisfy(ReplyContent.isSound) { return true }
      try Self.forget(reading, in: database)
      return false
    } ?? nil
  }

  private static func forget(
    _ reading: KeptReading, in database: SQLiteDatabase
  ) throws(CacheFault) {
    try database.transaction { () throws(CacheFault) in
      try database.run("DELETE FROM reading WHERE id = ?", [.int(reading.id)])
      try forgetOrphans(database)
    }
  }

  /// Forgets a reading by its number.
  func forgetReading(_ number: Int) {
    _ = perform { database throws(CacheFault) in
      try database.transaction { () throws(CacheFault) in
        try database.run("DELETE FROM reading WHERE id = ?", [.int(number)])
        try Self.forgetOrphans(database)
      }
    }
  }

  /// A reply of a reading, or that it has none at an address.
  enum FoundPage {
    case reply(body: [UInt8], type: String?, fields: HeldFields)
    case absent
    /// The whole reading has gone, or what is kept of it is not what was written.
    case lost
  }

  func page(_ address: String, of reading: KeptReading) -> FoundPage {
    perform { database throws(CacheFault) -> FoundPage in
      let rows = try database.run(
        """
        SELECT type, fields, size, checksum, body
        FROM reading_page LEFT JOIN content ON content.id = reading_page.content
        WHERE reading = ? AND address = ?
        """, [.int(reading.id), .text(address)])
      guard let row = rows.first else {
        let known = try database.run("SELECT 1 FROM reading WHERE id = ?", [.int(reading.id)])
        return known.isEmpty ? .lost : .absent
      }
      guard let body = ReplyContent.body(row.dropFirst(2)) else { return .lost }
      return .reply(body: body, type: row[0].string, fields: HeldFields(text: row[1].string))
    } ?? .lost
  }

  /// What is told of the readings that are kept and not too old, by source and time; nil when the
  /// file cannot be used.
  package func readingSummaries(now: Int) -> [KeptReadingSummary]? {
    guard isThere || isInMemory else { return [] }
    let rows = perform { database throws(CacheFault) in
      try database.run(
        """
        SELECT r.id, r.source, r.taken, r.items, SUM(
          CASE WHEN c.size BETWEEN 0 AND \(ReadReplies.mostBytes) THEN c.size ELSE 0 END), SUM(
          CASE WHEN r.id = (SELECT MIN(q.reading) FROM reading_page q WHERE q.content = c.id)
          THEN LENGTH(c.body) ELSE 0 END)
        FROM reading r LEFT JOIN reading_page p ON p.reading = r.id
        LEFT JOIN content c ON c.id = p.content
        WHERE r.ends > ? GROUP BY r.id ORDER BY r.source, r.taken, r.id
        """, [.int(now)])
    }
    if isInMemory { return nil }
    return rows?.compactMap { row in
      KeptReading(row: row.prefix(4)).map {
        KeptReadingSummary(reading: $0, size: row[4].whole, packedSize: row[5].whole)
      }
    }
  }
}

// Forgetting.
extension ResponseCache {
  /// What of the readings is to be forgotten.
  package enum Pruning: Sendable {
    /// Those that were taken until a time, as seconds since the start of 1970.
    case until(Int)
    /// The oldest, until the rest takes no more than so many bytes as they are kept.
    case downTo(bytes: Int)
    case all
  }

  /// Forgets readings of one source or of all; gives their number, nil when the file cannot be
  /// used.
  package func prune(_ pruning: Pruning, source: String?) -> Int? {
    let removed = perform { database throws(CacheFault) in
      let count = try database.transaction { () throws(CacheFault) in
        try Self.prune(pruning, source, in: database)
      }
      try database.run("PRAGMA incremental_vacuum")
      try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
      return count
    }
    return isInMemory ? nil : removed
  }

  private static let isOfSource = "(?1 IS NULL OR source = ?1 COLLATE NOCASE)"

  private static func prune(
    _ pruning: Pruning, _ source: String?, in database: SQLiteDatabase
  ) throws(CacheFault) -> Int {
    var count = 0
    switch pruning {
    case .all: count = try delete("", [SQLiteValue(source)], in: database)
    case .until(let time):
      count = try delete("AND taken <= ?2", [SQLiteValue(source), .int(time)], in: database)
    case .downTo(let bytes):
      while try keptBytes(of: source, in: database) > bytes {
        let oldest = "AND id = (SELECT id FROM reading WHERE \(isOfSource) ORDER BY taken LIMIT 1)"
        let removed = try delete(oldest, [SQLiteValue(source)], in: database)
        if removed == 0 { break }
        count += removed
      }
    }
    return count
  }

  private static func delete(
    _ condition: String, _ values: [SQLiteValue], in database: SQLiteDatabase
  ) throws(CacheFault) -> Int {
    try database.run("DELETE FROM reading WHERE \(isOfSource) \(condition)", values)
    let count = database.changes
    try forgetOrphans(database)
    return count
  }

  private static func keptBytes(
    of source: String?, in database: SQLiteDatabase
  ) throws(CacheFault) -> Int {
    let rows = try database.run(
      """
      SELECT SUM(LENGTH(body)) FROM content WHERE id IN (
        SELECT content FROM reading_page JOIN reading ON reading.id = reading_page.reading
        WHERE \(isOfSource))
      """, [SQLiteValue(source)])
    return rows.first?.first?.whole ?? 0
  }
}

extension KeptReading {
  /// Nil for a row that this program did not write so.
  fileprivate init?(row: some Collection<SQLiteValue>) {
    let values = Array(row)
    guard values.count == 4, case .int(let id) = values[0], case .text(let source) = values[1],
      case .int(let taken) = values[2], case .int(let items) = values[3], taken >= 0, items >= 0
    else { return nil }
    self.init(id: id, source: source, taken: taken, items: items)
  }
}
