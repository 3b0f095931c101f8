// SPDX-License-Identifier: MIT

package import Catalogue
import Diagnostics

/// A file of any format that is read as a catalogue; its fields and types are found by reading it.
package struct FileSource: CatalogueSource, DescriptionFacet, DocumentFacet {
  /// Where the rows come from.
  private enum Content {
    /// Text that is held whole.
    case held(HeldText)
    /// A file that is read again for each query, window by window.
    case windows(LongFile)
  }

  package let schema: Schema
  package let chosenRows: RowsChoice?
  /// What was found in it.
  private let found: InferredFields
  private let content: Content
  private let copy: Provenance.Origin
  private let strict: Bool

  /// Finds the fields of a file: a long one of which nothing special has to be said is read by
  /// windows, others are read whole.
  ///
  /// A file that stops being JSON after some whole records gives those before its fault; one
  /// without a whole record is a fault at once. With `proposing` the fields of a long file may be
  /// those of some of its records: its reading then ends with a fault where they are others.
  package static func open(
    path: String, rows: RowsChoice? = nil, strict: Bool, readsPartialFiles: Bool = false,
    proposing: Bool = false, watch: ReadingWatch
  ) throws(SourceFault) -> FileSource {
    try Payload.checkExists(path: path)
    if rows == nil, let file = try LongFile(path: path, watch: watch) {
      if proposing, case .proposed(let fields) = file.knowledge {
        return FileSource(file, fields, strict: strict)
      }
      if let survey = try file.settled() {
        return FileSource(file, survey.fields, strict: strict)
      }
    }
    return try whole(path: path, rows, strict: strict, readsPartialFiles, watch)
  }

  private init(_ file: LongFile, _ fields: InferredFields, strict: Bool) {
    self.init(
      .windows(file), fields, name: file.file.path, rows: nil, copy: .file, strict: strict)
  }

  private static func whole(
    path: String, _ rows: RowsChoice?, strict: Bool, _ readsPartialFiles: Bool,
    _ watch: ReadingWatch
  ) throws(SourceFault) -> FileSource {
    var payload = try Payload.read(path: path, unpacking: true, watch: watch)
    payload.readsPartially = readsPartialFiles
    return try FileSource(payload, rows: rows, copy: .file, strict: strict)
  }

  /// A payload of which nothing is known but, where that is said, what of it gives the rows.
  package init(
    _ payload: Payload, rows: RowsChoice? = nil, copy: Provenance.Origin, strict: Bool
  ) throws(SourceFault) {
    let (held, found) = try HeldText.open(payload, choosing: rows)
    self.init(
      .held(held), found, name: payload.name,
      rows: rows ?? held.records.index.detected.map(RowsChoice.list), copy: copy, strict: strict)
  }

  private init(
    _ content: Content, _ found: InferredFields, name: String, rows: RowsChoice?,
    copy: Provenance.Origin, strict: Bool
  ) {
    self.content = content
    self.copy = copy
    self.strict = strict
    chosenRows = rows
    self.found = found
    let detected: ItemsPath? =
      if case .held(let held) = content { held.records.index.detected } else { nil }
    schema = Schema(
      source: name, summary: detected.map { "The items of `\($0)`." } ?? "",
      fields: found.fields, key: found.key, sharedKeys: found.sharedKeys)
  }

  package func scan(_ request: ScanRequest) throws(SourceFault) -> any BatchCursor {
    let isNamed = found.named.map(request.fields.contains) ?? false
    let sharedKeys = isNamed ? schema.sharedKeys : nil
    switch content {
    case .held(let held):
      return ListReader(
        payload: held.payload, layout: found.layout, fields: request.fields, copy: copy,
        strict: strict, list: held.records, keys: DuplicateKeyCounter(shared: sharedKeys))
    case .windows(let file):
      return WindowCursor(
        file, found, wanted: request.fields, copy: copy, sharedKeys: sharedKeys, strict: strict)
    }
  }

  package var description: (any DescriptionFacet)? { self }

  package var document: (any DocumentFacet)? { self }

  package func outerMember(_ name: String) -> OuterMember? { held?.outer?.member(name) }

  package var otherLists: String? { held?.records.index.otherLists?.words }

  private var held: HeldText? { if case .held(let held) = content { held } else { nil } }

  /// Whether the fields may be others than those of all of the file.
  var isProposed: Bool {
    guard case .windows(let file) = content else { return false }
    if case .surveyed(let survey) = file.knowledge { return !survey.agrees(with: found) }
    return true
  }

  /// Whether nobody knows yet whether its fields are those of all of the file.
  var isUnconfirmed: Bool {
    guard case .windows(let file) = content, case .proposed = file.knowledge else { return false }
    return true
  }

  /// The same with the fields of all of the file, for which it is read where nobody has done so.
  func settled(readsPartialFiles: Bool) throws(SourceFault) -> FileSource {
    guard case .windows(let file) = content, isProposed else { return self }
    if let survey = try file.settled() { return FileSource(file, survey.fields, strict: strict) }
    return try Self.whole(
      path: file.file.path, nil, strict: strict, readsPartialFiles, file.file.watch)
  }

  /// Whether what was bound to another one may read this file as if it were this one.
  func agrees(with other: FileSource) -> Bool {
    schema == other.schema && found.maps == other.found.maps && isByWindows == other.isByWindows
  }

  /// Whether the file is read again for each query, and not held.
  var isByWindows: Bool { held == nil }

  package func isMap(_ way: [String]) -> Bool {
    found.maps.contains { map in
      map.count == way.count && zip(map, way).allSatisfy { $0.isSpelled(as: $1) }
    }
  }

  /// A definition of what was found in the file.
  package func definitionText() throws(SourceFault) -> [UInt8]? {
    guard SystemText.validated(schema.source) != nil else {
      throw .wrongShape(
        name: schema.source,
        message: "has a name that is no UTF-8, as a definition is; another name serves")
    }
    if chosenRows == .document {
      throw .wrongShape(
        name: schema.source, message: "is taken as one row, which no definition can say")
    }
    if let message = lackOfList { throw .wrongShape(name: schema.source, message: message) }
    return try InferredDefinition.text(
      of: schema, list: schema.source, items: held?.records.index.detected)
  }

  /// Why no definition reads the file: it is no list, and has none; nil where it is one.
  private var lackOfList: String? {
    switch content {
    case .held(let held): held.lackOfList
    case .windows(let file): file.text.sequence == .lines ? HeldText.lackOfListOfObjects : nil
    }
  }
}

extension FileSource {
  /// Throws what is wrong with a payload that has to be there to its end, and to hold a record
  /// unless it is an empty list.
  static func checkWhole(_ payload: inout Payload) throws(SourceFault) {
    let found = try payload.find()
    let (format, index) = (found.format, found.index)
    if let fault = index.fault { throw fault }
    try index.checkEnd(of: payload)
    let hasRecord = (0..<index.count).contains { [payload] record in
      let range = index.range(record)
      return range.count <= RecordStatus.sizeLimit && format.isRecord(range, in: payload)
    }
    if index.count > 0, !hasRecord { throw payload.lackOfRecords(index, format) }
  }
}

extension Payload {
  /// What is wrong with a payload none of whose records can be read.
  func lackOfRecords(_ index: RecordIndex, _ format: any RecordFormat) -> SourceFault {
    if let fault = largeRecord(index, format) { return fault }
    let elements =
      index.count == 1 ? "its only element is no object" : "none of its \(index.count) is an object"
    return .wrongShape(name: name, message: "holds no record: \(elements)")
  }

  /// What is wrong with a list none of whose records can be read, where one is too large for that;
  /// nil where none is.
  func largeRecord(_ index: RecordIndex, _ format: any RecordFormat) -> SourceFault? {
    let large = (0..<index.count).first { record in
      let range = index.range(record)
      return range.count > RecordStatus.sizeLimit && format.isRecord(range, in: self)
    }
    return large.map { large in
      let limit = RecordStatus.sizeLimit >> 20
      return .limit(
        name: name,
        message: "holds no record to read: record \(large + 1) is larger than \(limit) MiB")
    }
  }
}
