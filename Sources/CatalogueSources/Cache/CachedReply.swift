// SPDX-License-Identifier: MIT

/// A reply that was checked and is kept.
package struct CachedReply: Sendable, Equatable {
  /// What is known of it besides its bytes.
  package var entry: Entry
  /// As the server sent them, decoded, without echoes of a key.
  package let body: [UInt8]
  /// Why what the server said after it was of no use, so that it stands in for that.
  package internal(set) var refusal: String?

  package init(_ entry: Entry, body: [UInt8]) {
    self.entry = entry
    self.entry.size = body.count
    self.body = body
  }
}

extension CachedReply {
  /// A line of the list of what is kept. Times are seconds since the start of 1970.
  package struct Entry: Sendable, Equatable {
    /// Without the key, but with the name of the variable that it was taken from, after a `#`; two
    /// entries never have the same.
    package let address: String
    /// The name of the source that asked.
    package let source: String
    /// When the server said that this is its answer.
    package var fetched: Int
    /// How long it is taken without asking, in seconds.
    package var freshness: Int
    /// How long it is kept at all, in seconds.
    package var retention: Int
    /// What the server calls this version, to be asked about it.
    package var version = Version()
    package var contentType: String?
    /// What its header says that its definition reads.
    package var fields = HeldFields()
    /// How many bytes the body has.
    package fileprivate(set) var size = 0

    package init(
      address: String, source: String, fetched: Int, freshness: Int, retention: Int
    ) {
      self.address = address
      self.source = source
      self.fetched = fetched
      self.freshness = freshness
      self.retention = retention
    }

    /// Its age in seconds; nil when its stamp lies in the future, because a clock was wrong.
    package func age(now: Int) -> Int? { fetched <= now ? now - fetched : nil }

    /// Whether it is taken without asking: for as long as was said when it was kept, and no longer
    /// than a source says now. A stamp in the future says nothing, so it is not.
    package func isFresh(now: Int, atMost seconds: Int = .max) -> Bool {
      age(now: now).map { $0 < min(freshness, seconds) } ?? false
    }

    /// When it is too old to be shown.
    var end: Int { fetched.addingReportingOverflow(retention).partialValue }
  }

  /// The names of a version in a reply's header, which a later request gives back.
  package struct Version: Sendable, Equatable {
    /// The field `ETag`.
    package var tag: String?
    /// The field `Last-Modified`.
    package var modified: String?

    package init(tag: String? = nil, modified: String? = nil) {
      self.tag = tag
      self.modified = modified
    }
  }
}

// As a row of the table.
extension CachedReply {
  /// The columns that make an entry, in the order of `init(row:)`.
  static let columns = """
    address, source, fetched, freshness, retention, tag, modified, type, size, fields
    """

  /// Over everything that is told or given of a reply.
  var checksum: Int {
    var sum = Checksum()
    for text in [
      entry.address, entry.source, entry.version.tag, entry.version.modified, entry.contentType,
    ] { sum.add(text) }
    for number in [entry.fetched, entry.freshness, entry.retention, body.count] { sum.add(number) }
    // Most have none, and those of earlier versions.
    if let fields = entry.fields.text { sum.add(fields) }
    sum.add(body)
    return Int(truncatingIfNeeded: sum.value)
  }

  var row: [SQLiteValue] {
    [
      .text(entry.address), .text(entry.source), .int(entry.fetched), .int(entry.freshness),
      .int(entry.retention), SQLiteValue(entry.version.tag), SQLiteValue(entry.version.modified),
      SQLiteValue(entry.contentType), .int(body.count), SQLiteValue(entry.fields.text),
    ]
  }
}

extension CachedReply.Entry {
  /// The stamps that a clock may give: from 1970 to the end of the year 9999.
  private static let stamps = 0..<253_402_300_800
  /// The times for which a reply may be fresh, and be kept.
  private static let spans = 0...ResponseCache.retention
  static let sizes = 0...ResponseCache.capacity

  /// Nil for a row that this program did not write so.
  init?(row: some Collection<SQLiteValue>) {
    let values = Array(row)
    guard values.count == 10, case .text(let address) = values[0],
      case .text(let source) = values[1], case .int(let fetched) = values[2],
      case .int(let freshness) = values[3], case .int(let retention) = values[4],
      case .int(let size) = values[8], Self.stamps.contains(fetched),
      Self.spans.contains(freshness), Self.spans.contains(retention), Self.sizes.contains(size)
    else { return nil }
    self.init(
      address: address, source: source, fetched: fetched, freshness: freshness,
      retention: retention)
    version = CachedReply.Version(tag: values[5].string, modified: values[6].string)
    contentType = values[7].string
    fields = HeldFields(text: values[9].string)
    self.size = size
  }
}

extension SQLiteValue {
  var string: String? { if case .text(let text) = self { text } else { nil } }
}
