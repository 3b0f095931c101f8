// SPDX-License-Identifier: MIT

package import Catalogue

/// How records are written in a payload: the door through which files, replies of servers and
/// definitions are read. A further format is a further type, and a row of `KnownFormats`.
package protocol RecordFormat: Sendable {
  /// What messages call it, such as `JSON`.
  static var name: String { get }

  /// What a payload of it holds, such as `a table`.
  static var noun: String { get }

  /// What names of files and servers promise it.
  static var promises: [FormatPromise] { get }

  /// The bounds of what is read of it besides those of all formats.
  static var bounds: [FormatLimit] { get }

  /// Whether a payload is of the format whatever its name promises.
  static func surelyHolds(_ payload: Payload) -> Bool

  /// Opens a payload whose name promises nothing; nil where it does not look like the format.
  static func recognised(_ payload: Payload) throws(SourceFault) -> OpenedPayload?

  /// Opens a payload of which a name promises the format, or which is it as far as anybody knows.
  static func open(_ payload: Payload) throws(SourceFault) -> OpenedPayload

  /// How the file is read by windows that begins so, of which the chosen rows are wanted where
  /// that is said; nil where its files are read whole, and where it is not plainly the format.
  static func windows(
    ofFileBeginning head: Payload, choosing rows: RowsChoice?
  ) -> WindowedText?

  /// Why a payload that another format could not read may be of this one, and the way to have it
  /// read so; nil where nothing tells of it.
  static func advice(on payload: Payload) -> String?

  /// Finds the records of a payload of which nothing is known but, where that is said, what of it
  /// gives the rows.
  func records(
    of payload: Payload, choosing rows: RowsChoice?
  ) throws(SourceFault) -> RecordIndex

  /// Finds the records of a layout.
  func records(of payload: Payload, _ layout: ListLayout) throws(SourceFault) -> RecordIndex

  /// Why a record that has not been read cannot be, and where exactly it is bad.
  func fault(
    of record: Int, _ status: RecordStatus, in index: RecordIndex, of payload: Payload
  ) -> RecordFault

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

  /// What stands around the records of a list in a document; nil where nothing can.
  func surroundings(of payload: Payload, around rows: ItemsPath) -> (any SurroundingMembers)?
}

extension RecordFormat {
  package static var bounds: [FormatLimit] { [] }

  package static func windows(
    ofFileBeginning head: Payload, choosing rows: RowsChoice?
  ) -> WindowedText? { nil }

  package func surroundings(
    of payload: Payload, around rows: ItemsPath
  ) -> (any SurroundingMembers)? { nil }
}

/// The members of what stands around the records of a document.
package protocol SurroundingMembers: Sendable {
  /// The innermost member of a name, in any case if none is spelled so; nil where none is called
  /// so.
  func member(_ name: String) -> OuterMember?
}

/// A payload whose format is known, as text in UTF-8.
package typealias OpenedPayload = (format: any RecordFormat, payload: Payload)

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

/// The records of a payload, found once for whoever checks it and whoever reads it.
struct FoundRecords: Sendable {
  let format: any RecordFormat
  let index: RecordIndex
  /// Where they were looked for; nil where that was found out.
  let layout: ListLayout?
}

extension Payload {
  private func opened(guessing: Bool) throws(SourceFault) -> OpenedPayload {
    try KnownFormats.open(self, promised: promise, guessing: guessing)
  }

  private func opened(for layout: ListLayout) throws(SourceFault) -> OpenedPayload {
    if let table = layout.table { return try KnownFormats.open(self, as: table) }
    return try opened(guessing: layout.items == .root)
  }

  private func opened(choosing rows: RowsChoice?) throws(SourceFault) -> OpenedPayload {
    if case .table(let form) = rows { return try KnownFormats.open(self, as: form) }
    return try opened(guessing: true)
  }

  /// Finds the records of a layout, unless they are known, and keeps them.
  ///
  /// Where its records are no list at its root, only a name tells of a table. The payload is text
  /// in UTF-8 afterwards.
  mutating func find(_ layout: ListLayout) throws(SourceFault) -> FoundRecords {
    if let list, list.layout == layout { return list }
    let (found, text) = try locating { () throws(SourceFault) in
      let (format, text) = try opened(for: layout)
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
      let (format, text) = try opened(choosing: rows)
      let index = try format.records(of: text, choosing: rows).ended(by: text)
      return (FoundRecords(format: format, index: index, layout: nil), text)
    }
    self = text
    if rows == nil { list = found }
    return found
  }
}
