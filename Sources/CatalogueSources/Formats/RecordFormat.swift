// SPDX-License-Identifier: MIT

package import Catalogue
import QuerySyntax

/// How records are written in a payload: the door through which files, replies of servers and
/// definitions are read. A further format is a further type, and a row of `recognised`.
package protocol RecordFormat: Sendable {
  /// Finds the records of a payload of which nothing is known but, where that is said, what of it
  /// gives the rows.
  func records(
    of payload: Payload, choosing rows: RowsChoice?
  ) throws(SourceFault) -> RecordIndex

  /// Finds the records of a layout.
  func records(of payload: Payload, _ layout: ListLayout) throws(SourceFault) -> RecordIndex

  /// The fields of some records, found by looking at all of them.
  func fields(of payload: Payload, _ index: RecordIndex) throws(SourceFault) -> InferredFields

  /// Reads runs of records into columns, one for each of the given fields, which are indices of the
  /// layout's readings; nil when memory runs out.
  func reader(
    of payload: Payload, _ layout: ListLayout, fields: [Int]
  ) -> (any RecordReader)?

  /// Whether what stands at a place can be a record.
  func isRecord(_ range: Range<Int>, in payload: Payload) -> Bool

  /// Whether a record has something at one of some ways.
  func tells(_ record: Range<Int>, at ways: [ValuePath], in payload: Payload) -> Bool

  /// Whether the whole payload is a list.
  func isList(_ payload: Payload) -> Bool
}

/// Reads runs of records into columns.
package protocol RecordReader {
  /// The rows of a run of records of an index; nil when memory runs out.
  func read(_ records: Range<Int>, of index: RecordIndex) -> RecordBatch?
}

/// A run of records that was read.
package struct RecordBatch: Sendable {
  /// The rows, without records that are skipped.
  var batch: Batch
  /// What was wrong, in the order of the records.
  let findings: [ScanReport.Finding]
  /// The keys of all records, null where one is skipped; nil where nothing is the key.
  let keys: Column?
}

extension Payload {
  /// The format of the records, and the payload as text in UTF-8.
  ///
  /// What a payload holds comes before what its name promises: JSON under any name is JSON. Without
  /// `guessing` only a name tells of a table. Throws for what is no format that is read.
  package func recognised(
    guessing: Bool = true
  ) throws(SourceFault) -> (format: any RecordFormat, payload: Payload) {
    let kind = formatName.kind
    switch kind {
    case .table where !beginsWithJSON: return try SeparatedFormat.open(self)
    case .unknown where guessing:
      if let known = SeparatedFormat.recognised(self) {
        return try SeparatedFormat.open(self, known: known)
      }
    case .table, .unknown, .document, .lines: break
    }
    if let fault = foreignFormat() { throw fault }
    let promise = formatName.promise
    let remark = promise.map { "JSON instead of \($0)" }
    return (JSONFormat(isLines: kind == .lines, remark: remark), self)
  }

  /// What its name promises, or where that is nothing, what its server calls it.
  var formatName: FormatName { FormatName(name, mediaType: mediaType) }

  /// Whether it is a table as text under a name that promises a document.
  var isTableCalledDocument: Bool {
    formatName.kind == .document && SeparatedFormat.recognised(self) != nil
  }

  /// Whether it begins with a list or object of JSON, which is whole unless its file is not.
  var beginsWithJSON: Bool {
    var scanner = JSONScanner(self)
    scanner.skipSpace()
    guard scanner.byte == UInt8(ascii: "[") || scanner.byte == UInt8(ascii: "{") else {
      return false
    }
    do throws(JSONFault) {
      try scanner.skipValue()
      return true
    } catch {
      if case .truncated = error.reason { return packed?.damage != nil }
      return false
    }
  }
}

/// The records of a payload, found once for whoever checks it and whoever reads it.
struct FoundRecords: Sendable {
  let format: any RecordFormat
  let index: RecordIndex
  /// Where they were looked for; nil where that was found out.
  let layout: ListLayout?
}

extension Payload {
  /// Finds the records of a layout, unless they are known, and keeps them.
  ///
  /// Where its records are no list at its root, only a name tells of a table. The payload is text
  /// in UTF-8 afterwards.
  mutating func find(_ layout: ListLayout) throws(SourceFault) -> FoundRecords {
    if let list, list.layout == layout { return list }
    let (found, text) = try locating { () throws(SourceFault) in
      let (format, text) = try recognised(guessing: layout.items == .root)
      let index = try format.records(of: text, layout).ended(by: text)
      return (FoundRecords(format: format, index: index, layout: layout), text)
    }
    self = text
    list = found
    return found
  }

  /// The same where nothing is known of its records but, where that is said, what gives them.
  mutating func find(choosing rows: RowsChoice? = nil) throws(SourceFault) -> FoundRecords {
    if rows == nil, let list, list.layout == nil { return list }
    let (found, text) = try locating { () throws(SourceFault) in
      let (format, text) = try recognised()
      let index = try format.records(of: text, choosing: rows).ended(by: text)
      return (FoundRecords(format: format, index: index, layout: nil), text)
    }
    self = text
    if rows == nil { list = found }
    return found
  }
}

/// What the ending of a file's name, or of an address, tells of its format.
package struct FormatName {
  enum Kind { case document, lines, table, unknown }

  let kind: Kind
  /// What separates the cells of a table; nil where the name does not tell.
  let separator: UInt8?

  /// Whether the name promises a format of text.
  var promisesText: Bool { kind != .unknown }

  /// What the name promises where that is a table, such as `CSV`.
  var promise: String? {
    guard kind == .table, let separator else { return nil }
    return separator == UInt8(ascii: ",") ? "CSV" : "a table"
  }

  private static let endings: [(ending: String, kind: Kind, separator: UInt8?)] = [
    (".json", .document, nil), (".ndjson", .lines, nil), (".jsonl", .lines, nil),
    (".csv", .table, UInt8(ascii: ",")), (".tsv", .table, UInt8(ascii: "\t")),
    (".tab", .table, UInt8(ascii: "\t")), (".psv", .table, UInt8(ascii: "|")),
  ]

  /// How the names of files end that can be read; others may hold the same.
  package static let known = endings.map(\.ending) + Compression.allCases.map(\.ending)

  /// What servers call tables: RFC 7111, and the registry of media types.
  private static let mediaTypes = [
    "text/csv": UInt8(ascii: ","), "text/tab-separated-values": UInt8(ascii: "\t"),
  ]

  init(_ name: String, mediaType: String? = nil) {
    let path = name.holdsBytes(of: "://") ? name.prefix { !"?#".contains($0) } : name[...]
    let lowercased = Compression.nameOfText(in: path.lowercased())
    let found = Self.endings.first { lowercased.hasSuffix($0.ending) }
    let type = mediaType?.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
    let served = found == nil ? type.flatMap { Self.mediaTypes[$0] } : nil
    kind = found?.kind ?? (served == nil ? .unknown : .table)
    separator = found?.separator ?? served
  }
}
