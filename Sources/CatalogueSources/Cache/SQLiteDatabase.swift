// SPDX-License-Identifier: MIT

internal import CSQLite

/// A value of a statement or of a row.
enum SQLiteValue: Equatable {
  case null
  case int(Int)
  case text(String)
  case blob([UInt8])

  init(_ text: String?) { self = text.map(SQLiteValue.text) ?? .null }
}

/// An open SQLite file.
///
/// Sendable because it is opened with `SQLITE_OPEN_FULLMUTEX`: SQLite serialises what several
/// threads ask of it.
@safe final class SQLiteDatabase: @unchecked Sendable {
  private let handle: OpaquePointer
  let isInMemory: Bool

  /// Opens a file that is there; a link in its place is not followed.
  convenience init(path: String) throws(CacheFault) {
    try self.init(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW)
  }

  /// Opens a new one in memory, which goes with its owner.
  convenience init() throws(CacheFault) {
    try self.init(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY)
  }

  private init(_ path: String, _ flags: Int32) throws(CacheFault) {
    var opened: OpaquePointer?
    let flags = flags | SQLITE_OPEN_FULLMUTEX
    let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened = unsafe opened, code == SQLITE_OK else {
      unsafe sqlite3_close(opened)
      throw CacheFault(code)
    }
    unsafe handle = opened
    isInMemory = flags & SQLITE_OPEN_MEMORY != 0
    unsafe sqlite3_extended_result_codes(handle, 1)
    unsafe cq_sqlite_harden(handle)
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  /// How long a statement waits for other processes.
  func wait(milliseconds: Int32) { unsafe sqlite3_busy_timeout(handle, milliseconds) }

  /// How many rows the last statement changed.
  var changes: Int { unsafe Int(sqlite3_changes64(handle)) }

  /// Whether the file is no longer the one that its path names.
  var hasMoved: Bool {
    var moved: Int32 = 0
    let code = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return code == SQLITE_OK && moved != 0
  }

  /// Runs one statement with values for its `?`; gives its rows.
  @discardableResult
  func run(
    _ statement: String, _ values: [SQLiteValue] = []
  ) throws(CacheFault) -> [[SQLiteValue]] {
    var compiled: OpaquePointer?
    try check(unsafe sqlite3_prepare_v2(handle, statement, -1, &compiled, nil))
    defer { unsafe sqlite3_finalize(compiled) }
    guard let compiled = unsafe compiled else { return [] }
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      try check(unsafe Self.bind(value, to: compiled, at: place))
    }
    var rows: [[SQLiteValue]] = []
    while true {
      let code = unsafe sqlite3_step(compiled)
      if code == SQLITE_DONE { return rows }
      guard code == SQLITE_ROW else { throw CacheFault(code) }
      let columns = unsafe sqlite3_column_count(compiled)
      rows.append((0..<columns).map { unsafe Self.value(of: compiled, at: $0) })
    }
  }

  /// Runs statements of which all or none take effect.
  func transaction<Answer>(
    _ work: () throws(CacheFault) -> Answer
  ) throws(CacheFault) -> Answer {
    try run("BEGIN IMMEDIATE")
    do throws(CacheFault) {
      let answer = try work()
      try run("COMMIT")
      return answer
    } catch {
      _ = try? run("ROLLBACK")
      throw error
    }
  }

  private func check(_ code: Int32) throws(CacheFault) {
    guard code == SQLITE_OK else { throw CacheFault(code) }
  }

  private static func bind(
    _ value: SQLiteValue, to statement: OpaquePointer, at place: Int32
  ) -> Int32 {
    switch value {
    case .null: return unsafe sqlite3_bind_null(statement, place)
    case .int(let number): return unsafe sqlite3_bind_int64(statement, place, Int64(number))
    case .text(var text):
      return text.withUTF8 { utf8 in
        unsafe cq_sqlite_bind_text(statement, place, utf8.baseAddress, UInt64(utf8.count))
      }
    case .blob(let bytes):
      return unsafe bytes.withUnsafeBytes { buffer in
        unsafe cq_sqlite_bind_blob(statement, place, buffer.baseAddress, UInt64(buffer.count))
      }
    }
  }

  private static func value(of statement: OpaquePointer, at column: Int32) -> SQLiteValue {
    let type = unsafe sqlite3_column_type(statement, column)
    switch type {
    case SQLITE_INTEGER: return unsafe .int(Int(sqlite3_column_int64(statement, column)))
    case SQLITE_NULL: return .null
    case SQLITE_TEXT:
      return unsafe .text(String(decoding: bytes(of: statement, at: column), as: UTF8.self))
    default: return unsafe .blob(bytes(of: statement, at: column))
    }
  }

  private static func bytes(of statement: OpaquePointer, at column: Int32) -> [UInt8] {
    let start = unsafe sqlite3_column_blob(statement, column)
    let size = unsafe Int(sqlite3_column_bytes(statement, column))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : size))
  }
}

extension CacheFault {
  /// What a result code of SQLite means for the cache.
  init(_ code: Int32) {
    switch code & 0xFF {
    // An unknown table or column: the file is SQLite's, but not this program's.
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_SCHEMA, SQLITE_MISMATCH,
      SQLITE_CONSTRAINT:
      kind = .damaged
    case SQLITE_IOERR where code == cq_sqlite_short_read: kind = .damaged
    case SQLITE_BUSY, SQLITE_LOCKED: kind = .busy
    case SQLITE_FULL, SQLITE_READONLY, SQLITE_IOERR, SQLITE_TOOBIG, SQLITE_NOMEM: kind = .failed
    default: kind = .unusable
    }
    reason = Self.words(code)
  }

  private static func words(_ code: Int32) -> String {
    switch code & 0xFF {
    case SQLITE_CORRUPT, SQLITE_NOTADB: "it is damaged"
    case SQLITE_BUSY, SQLITE_LOCKED: "another process holds it"
    case SQLITE_FULL: "the disk is full"
    case SQLITE_READONLY, SQLITE_PERM: "it may not be written"
    case SQLITE_CANTOPEN: "it cannot be opened"
    case SQLITE_IOERR: "the disk reports an error"
    default: unsafe String(cString: sqlite3_errstr(code))
    }
  }
}
