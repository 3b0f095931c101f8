// SPDX-License-Identifier: MIT

/// What replies of readings say: each content once, compressed.
///
/// Its digest is over what a reply said, its checksum over what is kept of that.
struct ReplyContent {
  let size: Int
  let digest: Int
  /// Nil where it is kept already.
  private(set) var packed: [UInt8]?
  private let body: [UInt8]

  init(_ body: [UInt8]) {
    self.body = body
    size = body.count
    digest = Self.digest(of: body)
  }

  static let tables = [
    """
    CREATE TABLE IF NOT EXISTS content (
      id INTEGER PRIMARY KEY, digest INTEGER NOT NULL, size INTEGER NOT NULL,
      checksum INTEGER NOT NULL, body BLOB NOT NULL)
    """,
    "CREATE INDEX IF NOT EXISTS content_digest ON content (digest)",
  ]

  /// Compresses it where it is not kept, before anybody has to wait for that.
  mutating func prepare(in database: SQLiteDatabase) throws(CacheFault) {
    if packed == nil, try number(in: database) == nil { packed = try compressed() }
  }

  /// How many bytes are kept of it, or would be.
  func keptBytes(in database: SQLiteDatabase) throws(CacheFault) -> Int {
    if let packed { return packed.count }
    let known = try number(in: database).map { .int($0) } ?? SQLiteValue.null
    return try database.run("SELECT LENGTH(body) FROM content WHERE id = ?", [known])
      .first?.first?.whole ?? 0
  }

  /// Its number, under which it is kept from now on.
  func kept(in database: SQLiteDatabase) throws(CacheFault) -> Int {
    if let known = try number(in: database) { return known }
    let packed: [UInt8] = if let ready = self.packed { ready } else { try compressed() }
    try database.run(
      "INSERT INTO content (digest, size, checksum, body) VALUES (?, ?, ?, ?)",
      [.int(digest), .int(size), .int(Self.digest(of: packed)), .blob(packed)])
    return try database.run("SELECT last_insert_rowid()").first?.first?.whole ?? 0
  }

  private func compressed() throws(CacheFault) -> [UInt8] {
    guard let packed = PackedBody.packed(body) else {
      throw CacheFault(kind: .failed, reason: "there is no memory to compress it")
    }
    return packed
  }

  private func number(in database: SQLiteDatabase) throws(CacheFault) -> Int? {
    let known = try database.run(
      "SELECT id, size, checksum, body FROM content WHERE digest = ? AND size = ?",
      [.int(digest), .int(size)])
    return known.first { Self.body($0.dropFirst()) == body }?.first?.whole
  }

  /// What a row of a size, a checksum and a body holds; nil when it is not as it was written.
  static func body(_ row: some Collection<SQLiteValue>) -> [UInt8]? {
    let values = Array(row)
    guard isSound(values), case .blob(let packed) = values[2] else { return nil }
    return PackedBody.unpacked(packed, size: values[0].whole)
  }

  /// Whether the bytes of such a row are those that were written.
  static func isSound(_ row: [SQLiteValue]) -> Bool {
    guard case .int(let size) = row[0], case .int(let checksum) = row[1],
      case .blob(let packed) = row[2], (0...ReadReplies.mostBytes).contains(size)
    else { return false }
    return digest(of: packed) == checksum
  }

  private static func digest(of bytes: [UInt8]) -> Int {
    var sum = Checksum()
    sum.add(bytes.count)
    sum.add(bytes)
    return Int(truncatingIfNeeded: sum.value)
  }
}

extension SQLiteValue {
  /// A whole number, which a sum of none is too.
  var whole: Int { if case .int(let number) = self { number } else { 0 } }
}
