// SPDX-License-Identifier: MIT

package import Catalogue

/// A file of JSON or NDJSON as a catalogue; its fields and their types are found by reading it.
package struct FileSource: CatalogueSource {
  package let schema: Schema
  package let chosenRows: RowsChoice?
  private let payload: Payload
  private let index: RecordIndex
  private let layout: ListLayout
  /// The field that is the key, or would be if no records shared their keys.
  private let named: Int?
  private let copy: ScanReport.Copy
  private let strict: Bool

  /// The endings of the names of files that hold a record on each line.
  private static let lineEndings = [".ndjson", ".jsonl"]

  /// How the names of files end that can be read; others may hold the same.
  package static let endings = [".json"] + lineEndings

  /// Reads a file whole and finds its fields.
  ///
  /// A file that stops being JSON after some whole records gives those before its fault; one
  /// without a whole record is a fault at once.
  package static func open(
    path: String, rows: RowsChoice? = nil, strict: Bool, readsPartialFiles: Bool = false,
    watch: ReadingWatch = ReadingWatch()
  ) throws(SourceFault) -> FileSource {
    try Payload.checkExists(path: path)
    var payload = try Payload.read(path: path, watch: watch)
    // What a file holds is told before what its name promises.
    if let fault = payload.foreignFormat() { throw fault }
    try refuseOtherFormats(path)
    payload.isSalvaged = readsPartialFiles
    return try FileSource(payload, rows: rows, copy: .file, strict: strict)
  }

  /// A payload of which nothing is known but, where that is said, what of it gives the rows. A name
  /// that ends in `.ndjson` or `.jsonl` tells that there is a record on each line.
  package init(
    _ payload: Payload, rows: RowsChoice? = nil, copy: ScanReport.Copy, strict: Bool
  ) throws(SourceFault) {
    var index = try Self.index(of: payload, rows)
    if let fault = index.fault, index.count == 0 || fault == .cancelled { throw fault }
    let found = try TypeInference.infer(payload, index)
    if found.objects == 0, index.count > 0 { throw Self.lackOfRecords(payload, index) }
    if found.ignored > 0 {
      index.notes.append(
        ScanReport.Finding(
          .lost, record: 1, offset: payload.start,
          "\(found.ignored) members past the first \(found.fields.count) names are left out"))
    }
    self.payload = payload
    chosenRows = rows ?? index.detected.map(RowsChoice.list)
    self.index = index
    self.copy = copy
    self.strict = strict
    layout = found.layout
    named = found.named
    schema = Schema(
      source: payload.name,
      summary: index.detected.map { "The items of `\($0)`." } ?? "", fields: found.fields,
      key: found.key, sharedKeys: found.sharedKeys)
  }

  package func scan(_ request: ScanRequest) throws(SourceFault) -> any BatchCursor {
    let isNamed = named.map(request.fields.contains) ?? false
    return JSONListReader(
      payload: payload, layout: layout, fields: request.fields, copy: copy, strict: strict,
      index: index, keys: DuplicateKeyCounter(shared: isNamed ? schema.sharedKeys : nil))
  }

  /// A definition of what was found in the file.
  package func definitionText() throws(SourceFault) -> [UInt8]? {
    if chosenRows == .document {
      throw .wrongShape(
        name: payload.name, message: "is taken as one row, which no definition can say")
    }
    let isList =
      payload.bytes.dropFirst(payload.start).first { !JSONScanner.isSpace($0) }
      == UInt8(ascii: "[")
    guard isList || index.detected != nil else {
      let lists = index.otherLists.map { "; \($0), and `items` takes one" }
      throw .wrongShape(
        name: payload.name,
        message: "is no list" + (lists ?? " and holds none, so that no definition reads it"))
    }
    return try InferredDefinition.text(of: schema, list: payload.name, items: index.detected)
  }

  /// A file has no details; the batch has a row for each key and no columns.
  package func details(of keys: [String], fields: [Int]) throws(SourceFault) -> ItemDetails {
    ItemDetails(Batch(fields.map { _ in .null(count: keys.count) }, count: keys.count))
  }

  package func categories(_ ids: [String]) throws(SourceFault) -> CategoryListing {
    CategoryListing([])
  }

  private static func index(
    of payload: Payload, _ rows: RowsChoice? = nil
  ) throws(SourceFault) -> RecordIndex {
    if let rows { return try index(of: payload, chosen: rows) }
    let name = payload.name.prefix { $0 != "?" }.lowercased()
    let isLines = lineEndings.contains(where: name.hasSuffix)
    if !isLines, payload.looksLikeTable { throw unread("CSV", payload.name) }
    return try EnvelopeReader.detect(payload, lines: isLines)
  }

  /// The records of what a query has chosen.
  private static func index(
    of payload: Payload, chosen rows: RowsChoice
  ) throws(SourceFault) -> RecordIndex {
    guard case .list(let path) = rows else {
      return try EnvelopeReader.read(payload, items: nil)
    }
    if let fault = payload.unsuitableShape() { throw fault }
    do throws(SourceFault) {
      var index = try EnvelopeReader.read(payload, items: path)
      // Groups without the member of which the path speaks say nothing of themselves.
      let isThere = index.count > 0 || DocumentLists(payload, looking: path).hasSought
      if isThere || index.fault != nil {
        index.detected = path
        return index
      }
    } catch {
      guard case .wrongShape = error else { throw error }
    }
    let known = DocumentLists(payload, looking: path).words ?? "it has no list of objects"
    let place = path == .root ? "its root" : "`\(path)`"
    throw .wrongShape(name: payload.name, message: "has no list at \(place); \(known)")
  }

  /// Throws what is wrong with a payload that has to be there to its end, and to hold a record
  /// unless it is an empty list.
  static func checkWhole(_ payload: Payload) throws(SourceFault) {
    let index = try index(of: payload)
    if let fault = index.fault { throw fault }
    if let line = index.cutLine {
      throw .wrongShape(name: payload.name, message: "stops in the middle of line \(line)")
    }
    let hasRecord = (0..<index.count).contains { record in
      let range = index.range(record)
      return !range.isEmpty && range.count <= RecordStatus.sizeLimit
        && payload.isObject(at: range.lowerBound)
    }
    if index.count > 0, !hasRecord { throw lackOfRecords(payload, index) }
  }

  /// What is wrong with a payload none of whose records can be read.
  private static func lackOfRecords(_ payload: Payload, _ index: RecordIndex) -> SourceFault {
    let large = (0..<index.count).first { record in
      let range = index.range(record)
      return range.count > RecordStatus.sizeLimit && payload.isObject(at: range.lowerBound)
    }
    if let large {
      let limit = RecordStatus.sizeLimit >> 20
      return .limit(
        name: payload.name,
        message: "holds no record to read: record \(large + 1) is larger than \(limit) MiB")
    }
    return .wrongShape(
      name: payload.name, message: "holds no record: none of its \(index.count) is an object")
  }

  /// Throws for the name of a file, or an address, that tells a format of others.
  static func refuseOtherFormats(_ path: String) throws(SourceFault) {
    let formats = [".csv": "CSV", ".tsv": "TSV"]
    let name = path.contains("://") ? path.prefix { !"?#".contains($0) } : path[...]
    for (suffix, format) in formats where name.lowercased().hasSuffix(suffix) {
      throw unread(format, path)
    }
  }

  private static func unread(_ format: String, _ path: String) -> SourceFault {
    let read = endings.dropLast().joined(separator: ", ") + " and \(endings.last ?? "")"
    return .wrongShape(name: path, message: "is \(format), which is not read yet; \(read) are")
  }
}

extension Payload {
  fileprivate func isObject(at offset: Int) -> Bool { padded[offset] == UInt8(ascii: "{") }

  /// Whether its first two lines have as many cells, and are no beginning of JSON or of a page.
  fileprivate var looksLikeTable: Bool {
    let lines = bytes.dropFirst(start).prefix(65_536).split(
      separator: UInt8(ascii: "\n"), maxSplits: 2)
    guard lines.count > 1, let first = lines[0].first(where: { !JSONScanner.isSpace($0) }),
      !"{[<".utf8.contains(first)
    else { return false }
    return ",;\t".utf8.contains { separator in
      let counts = lines[..<2].map { line in line.count { $0 == separator } }
      return counts[0] > 0 && counts[0] == counts[1]
    }
  }
}
