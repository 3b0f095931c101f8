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

  /// Compresses it where it is not kept, before anybody has to wait for that. How many bytes are
  /// kept of it, or will be.
  mutating func prepare(in database: SQLiteDatabase) throws(CacheFault) -> Int {
    if let packed { return packed.count }
    if let known = try known(in: database) { return known.bytes }
    let packed = try compressed()
    self.packed = packed
    return packed.count
  }

  /// Its number, under which it is kept from now on.
  func kept(in database: SQLiteDatabase) throws(CacheFault) -> Int {
    if let known = try known(in: database) { return known.number }
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

  /// Its number and how many bytes are kept of it; nil where it is not kept.
  private func known(
    in database: SQLiteDatabase
  ) throws(CacheFault) -> (number: Int, bytes: Int)? {
    let rows = try database.run(
      "SELECT id, size, checksum, body FROM content WHERE digest = ? AND size = ?",
      [.int(digest), .int(size)])
    guard let row = rows.first(where: { Self.body($0.dropFirst()) == body }),
      let number = row.first?.whole, case .blob(let kept)? = row.last
    else { return nil }
    return (number, kept.count)
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
