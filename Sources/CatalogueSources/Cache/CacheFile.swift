// SPDX-License-Identifier: MIT

import Glibc

/// The file of the kept replies, opened.
struct CacheFile {
  static let name = "replies.sqlite"
  /// What a file is called whose content is damaged; only the last one stays.
  static let damagedName = "replies.damaged"
  private static let lockName = "replies.lock"
  /// The number of the form that files have which this program writes; it stands in the file.
  ///
  /// In those of number 0 the time for which a reply is fresh is its source's, whatever the reply
  /// said of it; those of number 1 may lack some of the tables, those of number 2 have no fields of
  /// the header, those of number 3 no readings.
  private static let form = 4
  /// The longest journal that stays after it has been merged into the file.
  private static let journalBytes = 8 << 20

  let database: SQLiteDatabase
  /// Where a damaged file now is, whose place this one took.
  let replaced: String?

  /// Opens the file in a folder, and makes both where they lack. One process at a time does so,
  /// so that no other sees a file that is half made, or one that is being set aside; another is
  /// waited for as many milliseconds as `timeout` says.
  static func open(in path: String, timeout: Int32) throws(CacheFault) -> CacheFile {
    let folder = try PrivateFolder(making: path)
    return try folder.locked(lockName, timeout: timeout) { () throws(CacheFault) in
      do throws(CacheFault) {
        return CacheFile(database: try database(in: folder, timeout), replaced: nil)
      } catch  where error.kind == .damaged {
        let damaged = try setAside(in: folder)
        return CacheFile(database: try database(in: folder, timeout), replaced: damaged)
      }
    }
  }

  /// Puts a damaged file aside, which `self` was opened from, unless another process did so
  /// already; then opens the new one.
  consuming func replacing(in path: String, timeout: Int32) throws(CacheFault) -> CacheFile {
    let folder = try PrivateFolder(making: path)
    var damaged: String?
    try folder.locked(Self.lockName, timeout: timeout) { () throws(CacheFault) in
      if !database.hasMoved { damaged = try Self.setAside(in: folder) }
    }
    let file = try Self.open(in: path, timeout: timeout)
    return CacheFile(database: file.database, replaced: damaged ?? file.replaced)
  }

  /// Whether there is a file in a folder.
  static func exists(in path: String) -> Bool {
    (try? Payload.checkExists(path: "\(path)/\(name)")) != nil
  }

  /// How long the journal of what is not yet merged into the file is.
  static func journalBytes(in path: String) -> Int {
    var status = stat()
    return unsafe stat("\(path)/\(name)-wal", &status) == 0 ? Int(status.st_size) : 0
  }

  /// Removes what was set aside.
  static func removeDamaged(in path: String) throws(CacheFault) {
    try PrivateFolder(making: path).remove(damagedName)
  }

  private static func database(
    in folder: PrivateFolder, _ timeout: Int32
  ) throws(CacheFault) -> SQLiteDatabase {
    try folder.secure(name)
    let database = try SQLiteDatabase(path: "\(folder.path)/\(name)")
    database.wait(milliseconds: timeout)
    try database.run("PRAGMA cell_size_check = ON")
    // After a crash of the system the last replies may be missing, but none is torn.
    try database.run("PRAGMA synchronous = NORMAL")
    try database.run("PRAGMA journal_size_limit = \(journalBytes)")
    let isJournaled = try database.run("PRAGMA journal_mode").first?.first == .text("wal")
    if try form(of: database) < form || !isJournaled { try renew(database) }
    try database.run("SELECT \(CachedReply.columns), used, ends, checksum, body FROM reply LIMIT 0")
    return database
  }

  /// Gives a new or older file the present form. One that has it is only read when it is opened:
  /// writing it takes longer than most queries.
  private static func renew(_ database: SQLiteDatabase) throws(CacheFault) {
    // Pages that become empty can be given back; has to be said before there are tables.
    try database.run("PRAGMA auto_vacuum = INCREMENTAL")
    try database.run("PRAGMA journal_mode = WAL")
    try database.transaction { () throws(CacheFault) in
      try prepare(database)
      try database.run("PRAGMA user_version = \(form)")
    }
  }

  /// The number of a file's form. One that is too high to be known is left as it is.
  private static func form(of database: SQLiteDatabase) throws(CacheFault) -> Int {
    guard case .int(let number)? = try database.run("PRAGMA user_version").first?.first else {
      return 0
    }
    guard number <= form else {
      throw CacheFault(kind: .unusable, reason: "a newer cq has written the file")
    }
    return number
  }

  /// One in memory, for a session that can use no file.
  static func inMemory() throws(CacheFault) -> CacheFile {
    let database = try SQLiteDatabase()
    try prepare(database)
    return CacheFile(database: database, replaced: nil)
  }

  private static func prepare(_ database: SQLiteDatabase) throws(CacheFault) {
    for statement in schema + ResponseCache.readingTables { try database.run(statement) }
    let columns = try database.run("SELECT name FROM pragma_table_info('reply')")
    if !columns.contains([.text("fields")]) {
      try database.run("ALTER TABLE reply ADD COLUMN fields TEXT")
    }
  }

  /// `used` counts: the reply that was wanted last has the highest. The body stands last, so that
  /// whoever reads the rest need not walk over it.
  private static let schema = [
    """
    CREATE TABLE IF NOT EXISTS reply (
      address TEXT PRIMARY KEY NOT NULL, source TEXT NOT NULL, fetched INTEGER NOT NULL,
      freshness INTEGER NOT NULL, retention INTEGER NOT NULL, tag TEXT, modified TEXT, type TEXT,
      size INTEGER NOT NULL, fields TEXT, used INTEGER NOT NULL, ends INTEGER NOT NULL,
      checksum INTEGER NOT NULL, body BLOB NOT NULL)
    """,
    // Of the reply with that checksum alone: one that takes its place has another.
    """
    CREATE TABLE IF NOT EXISTS refusal (
      address TEXT PRIMARY KEY NOT NULL, checksum INTEGER NOT NULL, reason TEXT NOT NULL)
    """,
    // The pages have a line each; the first is that of the address.
    """
    CREATE TABLE IF NOT EXISTS list (
      address TEXT PRIMARY KEY NOT NULL, most INTEGER NOT NULL, pages TEXT NOT NULL)
    """,
    "CREATE INDEX IF NOT EXISTS reply_used ON reply (used, size)",
    "CREATE INDEX IF NOT EXISTS reply_ends ON reply (ends)",
  ]

  private static func setAside(in folder: PrivateFolder) throws(CacheFault) -> String {
    try folder.rename(name, to: damagedName)
    // The journal belongs to the content that is gone.
    for suffix in ["-wal", "-shm"] { folder.remove(name + suffix) }
    return "\(folder.path)/\(damagedName)"
  }
}
