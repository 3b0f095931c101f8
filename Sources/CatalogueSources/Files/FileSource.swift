// SPDX-License-Identifier: MIT

package import Catalogue
import Diagnostics

/// A file of any format that is read as a catalogue; its fields and types are found by reading it.
package struct FileSource: CatalogueSource, DescriptionFacet, DocumentFacet {
  package let schema: Schema
  package let chosenRows: RowsChoice?
  private let payload: Payload
  private let format: any RecordFormat
  private let index: RecordIndex
  private let layout: ListLayout
  /// The field that is the key, or would be if no records shared their keys.
  private let named: Int?
  /// The ways to values whose members are data.
  private let maps: [[String]]
  /// What stands around the rows; nil where nothing does.
  private let outer: (any SurroundingMembers)?
  private let copy: Provenance.Origin
  private let strict: Bool

  /// Reads a file whole and finds its fields.
  ///
  /// A file that stops being JSON after some whole records gives those before its fault; one
  /// without a whole record is a fault at once.
  package static func open(
    path: String, rows: RowsChoice? = nil, strict: Bool, readsPartialFiles: Bool = false,
    watch: ReadingWatch
  ) throws(SourceFault) -> FileSource {
    try Payload.checkExists(path: path)
    var payload = try Payload.read(path: path, unpacking: true, watch: watch)
    payload.readsPartially = readsPartialFiles
    return try FileSource(payload, rows: rows, copy: .file, strict: strict)
  }

  /// A payload of which nothing is known but, where that is said, what of it gives the rows.
  package init(
    _ payload: Payload, rows: RowsChoice? = nil, copy: Provenance.Origin, strict: Bool
  ) throws(SourceFault) {
    var payload = payload
    let records = try payload.find(choosing: rows)
    let format = records.format
    var index = records.index
    if let fault = index.fault, index.count == 0 || fault == .cancelled { throw fault }
    let found = try format.fields(of: payload, index)
    if found.objects == 0, index.count > 0 {
      try payload.locating { () throws(SourceFault) in
        throw Self.lackOfRecords(payload, index, format)
      }
    }
    if found.ignored > 0 {
      index.notes.append(
        ListNote(
          record: 1, offset: payload.start,
          reason: .tooManyNames(members: found.ignored, read: found.fields.count)))
    }
    self.payload = payload
    self.format = format
    chosenRows = rows ?? index.detected.map(RowsChoice.list)
    outer =
      if case .list(let path) = chosenRows {
        format.surroundings(of: payload, around: path)
      } else { nil }
    self.index = index
    self.copy = copy
    self.strict = strict
    layout = found.layout
    named = found.named
    maps = found.maps
    schema = Schema(
      source: payload.name,
      summary: index.detected.map { "The items of `\($0)`." } ?? "", fields: found.fields,
      key: found.key, sharedKeys: found.sharedKeys)
  }

  package func scan(_ request: ScanRequest) throws(SourceFault) -> any BatchCursor {
    let isNamed = named.map(request.fields.contains) ?? false
    return ListReader(
      payload: payload, layout: layout, fields: request.fields, copy: copy, strict: strict,
      list: FoundRecords(format: format, index: index, layout: nil),
      keys: DuplicateKeyCounter(shared: isNamed ? schema.sharedKeys : nil))
  }

  package var description: (any DescriptionFacet)? { self }

  package var document: (any DocumentFacet)? { self }

  package func outerMember(_ name: String) -> OuterMember? {
    outer?.member(name)
  }

  package var otherLists: String? { index.otherLists?.words }

  package func isMap(_ way: [String]) -> Bool {
    maps.contains { map in
      map.count == way.count && zip(map, way).allSatisfy { $0.isSpelled(as: $1) }
    }
  }

  /// A definition of what was found in the file.
  package func definitionText() throws(SourceFault) -> [UInt8]? {
    guard SystemText.validated(payload.name) != nil else {
      throw .wrongShape(
        name: payload.name,
        message: "has a name that is no UTF-8, as a definition is; another name serves")
    }
    if chosenRows == .document {
      throw .wrongShape(
        name: payload.name, message: "is taken as one row, which no definition can say")
    }
    guard format.isList(payload) || index.detected != nil else {
      let lists = index.otherLists.map { "is no list; \($0.words), and `items` takes one" }
      throw .wrongShape(
        name: payload.name,
        message: lists
          ?? (holdsObjects
            ? "has one object after another, which no definition reads; `save \"FILE.json\"` makes "
              + "a list of them"
            : "is no list and holds none, so that no definition reads it"))
    }
    return try InferredDefinition.text(of: schema, list: payload.name, items: index.detected)
  }

  /// Whether the rows are objects that stand in no list, as those on the lines of NDJSON do.
  private var holdsObjects: Bool { index.count > 1 || index.isOfLines }

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
    if index.count > 0, !hasRecord { throw lackOfRecords(payload, index, format) }
  }

  /// What is wrong with a payload none of whose records can be read.
  private static func lackOfRecords(
    _ payload: Payload, _ index: RecordIndex, _ format: any RecordFormat
  ) -> SourceFault {
    if let fault = payload.largeRecord(index, format) { return fault }
    let elements =
      index.count == 1 ? "its only element is no object" : "none of its \(index.count) is an object"
    return .wrongShape(name: payload.name, message: "holds no record: \(elements)")
  }
}

extension Payload {
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
