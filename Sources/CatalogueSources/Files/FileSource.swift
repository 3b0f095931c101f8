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
    /// Columns, of which those are read that a query needs.
    case columns(ArrowTable)

    /// The list that gives the rows; nil where they are the whole.
    var list: ItemsPath? {
      switch self {
      case .held(let held): held.records.index.detected
      case .windows(let file): file.text.frame?.items
      case .columns: nil
      }
    }
  }

  /// How the names of files end that hold columns.
  static let endingsOfColumns = ArrowFile.endings

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
    if let file = try ArrowFile(path: path, salvaging: readsPartialFiles, watch: watch) {
      return try FileSource(file, rows: rows, copy: .file, strict: strict)
    }
    if PipedFile.isPipe(path) {
      return try open(
        PipedFile(path: path, watch: watch), rows: rows, strict: strict,
        readsPartialFiles: readsPartialFiles, proposing: proposing)
    }
    let sizes = watch.windows
    let least = min(sizes.leastFile, sizes.leastPacked)
    if rows != .document, let file = try OpenedFile(path: path, least: least, watch: watch),
      let source = try byWindows(file, rows, strict: strict, proposing)
    {
      return source
    }
    return try whole(
      Payload.read(path: path, unpacking: true, watch: watch), rows, strict: strict,
      readsPartialFiles)
  }

  /// Finds the fields of what a pipe gives.
  static func open(
    _ pipe: PipedFile, rows: RowsChoice? = nil, strict: Bool, readsPartialFiles: Bool = false,
    proposing: Bool = false
  ) throws(SourceFault) -> FileSource {
    if rows != .document, let source = try byWindows(pipe, rows, strict: strict, proposing) {
      return source
    }
    return try whole(Payload(unpacking: pipe), rows, strict: strict, readsPartialFiles)
  }

  /// Nil where a file is read whole.
  private static func byWindows(
    _ file: any StoredFile, _ rows: RowsChoice?, strict: Bool, _ proposing: Bool
  ) throws(SourceFault) -> FileSource? {
    guard let file = try LongFile(file, choosing: rows) else { return nil }
    if proposing, case .proposed(let fields, _) = file.knowledge {
      return FileSource(file, fields, strict: strict)
    }
    return try file.settled().map { FileSource(file, $0.fields, strict: strict) }
  }

  private init(_ file: LongFile, _ fields: InferredFields, strict: Bool) {
    self.init(
      .windows(file), fields, name: file.file.path,
      rows: file.text.frame.map { .list($0.items) } ?? file.rows, copy: .file, strict: strict)
  }

  private static func whole(
    _ payload: Payload, _ rows: RowsChoice?, strict: Bool, _ readsPartialFiles: Bool
  ) throws(SourceFault) -> FileSource {
    var payload = payload
    payload.readsPartially = readsPartialFiles
    return try FileSource(payload, rows: rows, copy: .file, strict: strict)
  }

  /// A payload of which nothing is known but, where that is said, what of it gives the rows.
  package init(
    _ payload: Payload, rows: RowsChoice? = nil, copy: Provenance.Origin, strict: Bool
  ) throws(SourceFault) {
    if let file = try ArrowFile(payload) {
      try self.init(file, rows: rows, copy: copy, strict: strict)
      return
    }
    let (held, found): (HeldText, InferredFields)
    do throws(SourceFault) {
      (held, found) = try HeldText.open(payload, choosing: rows)
    } catch {
      throw ArrowFile.fault(promisedBy: payload) ?? error
    }
    self.init(
      .held(held), found, name: payload.name,
      rows: rows ?? held.records.index.detected.map(RowsChoice.list), copy: copy, strict: strict)
  }

  private init(
    _ file: ArrowFile, rows: RowsChoice?, copy: Provenance.Origin, strict: Bool
  ) throws(SourceFault) {
    if rows != nil {
      let message =
        if case .table = rows {
          "is no text, so that `with` says nothing of it"
        } else {
          "holds columns, so that there are no `items` to choose"
        }
      throw .wrongShape(name: file.input.name, message: message)
    }
    let table = try ArrowTable(file)
    self.init(
      .columns(table), table.found, name: file.input.name, rows: nil, copy: copy, strict: strict)
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
    schema = Schema(
      source: name, summary: content.list.map { "The items of `\($0)`." } ?? "",
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
      let kept = file.kept(request.fields, of: found)
      if let kept, request.fields.allSatisfy({ kept.columns[$0] != nil }) {
        return KeptCursor(
          kept, wanted: request.fields, of: file.text, copy: copy, sharedKeys: sharedKeys)
      }
      return WindowCursor(
        file, found, wanted: request.fields, later: request.later, beside: kept,
        search: kept == nil ? file.search(request.partFilters) : nil, copy: copy,
        sharedKeys: sharedKeys, strict: strict)
    case .columns(let table):
      return ArrowCursor(
        table, wanted: request.fields, filters: request.partFilters, copy: copy,
        sharedKeys: sharedKeys, strict: strict)
    }
  }

  package var capability: SourceCapability {
    var capability = SourceCapability()
    switch content {
    case .columns(let table): capability.knownFields = table.knownFields
    case .windows(let file):
      guard let filled = file.filledFields, !isProposed else { break }
      let texts = found.fields.indices.filter { [.text, .date].contains(found.fields[$0].type) }
      (capability.soughtFields, capability.filledFields) = (Set(texts), filled)
    case .held: break
    }
    return capability
  }

  /// Says that queries are going to read some fields.
  package func expect(_ fields: [Int]) {
    if case .windows(let file) = content { file.expect(fields) }
  }

  package var description: (any DescriptionFacet)? { self }

  package var document: (any DocumentFacet)? { self }

  package func outerMember(_ name: String) -> OuterMember? {
    switch content {
    case .held(let held): held.outer?.member(name)
    case .windows(let file): file.surroundings?.member(name)
    case .columns: nil
    }
  }

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
    let payload =
      try file.file.isPipe
      ? Payload(unpacking: file.file)
      : Payload.read(path: file.file.path, unpacking: true, watch: file.file.watch)
    return try Self.whole(payload, file.rows, strict: strict, readsPartialFiles)
  }

  /// Whether what was bound to another one may read this file as if it were this one.
  func agrees(with other: FileSource) -> Bool {
    schema == other.schema && found.maps == other.found.maps && isByWindows == other.isByWindows
  }

  /// To how many times its size the file may grow each time it is unpacked; nil where nothing is
  /// unpacked any more.
  var unpackRatio: Int? {
    switch content {
    case .windows(let file): file.isPacked ? file.file.watch.growth.ratio : nil
    // Their parts may be compressed, each by itself.
    case .columns(let table): table.file.input.watch.growth.ratio
    case .held: nil
    }
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
    let table: TableForm?
    switch chosenRows {
    case nil, .list: table = nil
    case .document:
      throw .wrongShape(
        name: schema.source, message: "is taken as one row, which no definition can say")
    case .table(let form): table = form
    }
    if let message = lackOfList { throw .wrongShape(name: schema.source, message: message) }
    return try InferredDefinition.text(
      of: schema, list: schema.source, items: content.list, table: table)
  }

  /// The same with the records of its only list as its rows, where it is no list itself and nobody
  /// has chosen; lists within these records do not count. Nil where there is no such list, or where
  /// it tells of no fields.
  func ofOnlyList() throws(SourceFault) -> FileSource? {
    guard let held, chosenRows == nil, held.lackOfList != nil,
      let list = held.records.index.otherLists?.only
    else { return nil }
    let source = try FileSource(held.payload, rows: .list(list), copy: copy, strict: strict)
    return source.schema.fields.isEmpty ? nil : source
  }

  /// Why no definition reads the file: it is no list, and has none; nil where it is one.
  private var lackOfList: String? {
    switch content {
    case .held(let held): held.lackOfList
    case .windows(let file): file.text.sequence == .lines ? HeldText.lackOfListOfObjects : nil
    case .columns: "tells its columns itself, which no definition says; `from` reads it as it is"
    }
  }
}

extension FileSource {
  /// Throws what is wrong with a payload that has to be there to its end, and to hold a record
  /// unless it is an empty list.
  static func checkWhole(_ payload: inout Payload) throws(SourceFault) {
    if try ArrowFile(payload) != nil { return }
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
    if let fault = largeRecord(index, format) ?? unreadable(index, format) { return fault }
    let elements =
      index.count == 1 ? "its only element is no object" : "none of its \(index.count) is an object"
    return .wrongShape(name: name, message: "holds no record: \(elements)")
  }

  /// What is wrong with the first of some records that are none of their format, and of what else
  /// they may be; nil where that one is of it.
  private func unreadable(_ index: RecordIndex, _ format: any RecordFormat) -> SourceFault? {
    guard index.unreadable[0] != nil else { return nil }
    if let message = KnownFormats.message(on: self, besides: type(of: format)) {
      return .wrongShape(name: name, message: message)
    }
    let words = format.fault(of: 0, .malformed, in: index, of: self).words
    return .wrongShape(name: name, message: "holds no record: \(words)")
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

extension FileSource {
  /// Whether all rows of some fields are in memory.
  package func isLoaded(_ fields: [Int]) -> Bool {
    switch content {
    case .held: true
    case .windows(let file):
      file.kept(fields, of: found).map { kept in
        fields.allSatisfy { kept.columns[$0] != nil }
      } ?? false
    case .columns: false
    }
  }
}
