// SPDX-License-Identifier: MIT

package import Catalogue

// The items that an item names.
extension DefinedSource {
  package func items(
    _ keys: [String], fields: [Int]
  ) throws(SourceFault) -> any BatchCursor {
    NamedItems(self, keys, fields: fields)
  }

  /// A server gives its list in pages, which may be more than are read, and an item's own record by
  /// its id; no field is known only by the question that was asked for the list.
  var findsItems: Bool {
    asking.isService && service.isPaged && service.detail != nil && definition.requested.isEmpty
  }

  package func keptList(
    fields: [Int], ofAnyAge: Bool
  ) throws(SourceFault) -> (any BatchCursor)? {
    let kept = ofAnyAge ? store.kept : store.atHand
    guard let kept = store.isLocal ? store : kept else { return nil }
    return try DefinedSource(definition, in: kept, asking: asking, strict: false)
      .scan(fields: fields)
  }

  package func related(
    _ relation: String, to key: String, fields: [Int]
  ) throws(SourceFault) -> (any BatchCursor)? {
    guard let relation = definition.relations.first(where: { $0.name == relation }) else {
      return nil
    }
    var named = try named(by: relation, of: key)
    if named == nil { named = try noneNamed(by: key) }
    guard let named else { return nil }
    return NamedItems(self, named.ids, fields: fields, naming: named.report)
  }

  /// What an item of which there is nothing but its place in a list names: no others. Nil where
  /// there is none. A server is not asked for its list: it has told of the item.
  private func noneNamed(
    by key: String
  ) throws(SourceFault) -> (ids: [String], report: ScanReport)? {
    guard !asking.isService, let field = schema.key else { return nil }
    let cursor = try scan(fields: [field])
    guard try Self.row(of: key, in: cursor) != nil else { return nil }
    return ([], ScanReport(copy: cursor.report.copy))
  }

  /// The ids that the first place with any gives, and where they come from, with what the replies
  /// warn of; nil when there is no such item.
  private func named(
    by relation: ItemRelation, of key: String
  ) throws(SourceFault) -> (ids: [String], report: ScanReport)? {
    var ids: [String]?
    var report = ScanReport(copy: .nothing)
    for place in relation.places {
      guard let payload = try payload(of: place, relation.name, key) else { continue }
      let path = place.address == nil ? service.detailPath.steps : []
      let found = try Document(payload.payload).texts(
        along: ValuePath(path + place.ids.steps))
      if found.isEmpty, let elements = try elements(at: path, place.ids, in: payload.payload) {
        throw elements
      }
      ids = found
      report.copy = report.copy.merged(with: payload.copy)
      report.parts.add(.item(key), payload.copy)
      report.add(warnings: try warnings(of: payload))
      if !found.isEmpty { break }
    }
    return ids.map { ($0, report) }
  }

  /// What is wrong with a way to ids that leads to a list which has some, and not to its elements.
  private func elements(
    at path: [ValuePath.Step], _ ids: ValuePath, in payload: Payload
  ) throws(SourceFault) -> SourceFault? {
    guard !ids.isList, try Document(payload).hasList(at: ValuePath(path + ids.steps)) else {
      return nil
    }
    return .wrongShape(
      name: payload.name, message: "has a list at `\(ids)`, whose elements are `\(ids)[]`")
  }

  private func payload(
    of place: ItemRelation.Place, _ name: String, _ key: String
  ) throws(SourceFault) -> FetchedPayload? {
    guard let address = place.address else { return try records(of: [key])[0].get() }
    if key.isEmpty { throw withoutID }
    let request = PayloadRequest(
      .relation(name, id: key), at: address.filled { _ in key } ?? address.text
    ) { (payload) throws(SourceFault) in try definition.check(payload, hasIDsAt: place.ids) }
    do throws(SourceFault) { return try store.payload(request) } catch { throw error.ofItem(key) }
  }
}

/// Reads named items from their own records, one portion after another; what names them counts as
/// where they come from, also where it names none.
private final class NamedItems: BatchCursor {
  private let readings: [FieldReading?]
  private var ids: ArraySlice<String>
  private var portions = ItemPortions()
  private var records: ItemRecords
  /// Whether whoever asked for the items looks elsewhere for what their records do not tell: a
  /// fault of all records, and fields of which they have nothing, are only told of.
  private let sparesFault: Bool
  /// For each reading of the records, the place of its field among the columns.
  private let places: [Int]
  private var listed: ListedItems
  /// What the list tells of items whose own records are not there or cannot be read.
  private var unrecorded: ListedItems
  private let pictured: Set<Int>
  private var isInterrupted = false

  /// With `naming` the items are those that another item names, and this tells where it says so.
  init(_ source: DefinedSource, _ ids: [String], fields: [Int], naming: ScanReport? = nil) {
    self.ids = ids[...]
    sparesFault = naming == nil
    let definition = source.definition
    readings = fields.map { field in
      definition.listed.firstIndex(of: field).map { definition.layout.readings[$0] }
    }
    let places = fields.indices.filter { definition.listed.contains(fields[$0]) }
    self.places = places
    pictured = Set(fields.indices.filter { source.isOfPicture(fields[$0]) })
    let known = places.map { fields[$0] }
    listed = ListedItems(source, of: ids, fields: known, .atHand)
    unrecorded = ListedItems(source, of: ids, fields: fields, .known)
    records = ItemRecords(
      source, readings.compactMap(\.self), of: known, naming: naming, notesLacks: true)
  }

  var report: ScanReport {
    var report = records.report
    report.isInterrupted = report.isInterrupted || isInterrupted
    if let copy = listed.copy { report.copy = report.copy.merged(with: copy) }
    guard let copy = unrecorded.copy else { return report }
    for key in report.listed {
      let origin = report.origin(of: copy, for: key)
      report.copy = report.copy.merged(with: origin)
      report.parts.add(.item(key), origin)
    }
    return report
  }

  var isInterruptible: Bool { !ids.isEmpty }

  func interrupt() { isInterrupted = true }

  func next() throws(SourceFault) -> Batch? {
    while !ids.isEmpty, !isInterrupted {
      let portion = ids.prefix(portions.next())
      ids = ids.dropFirst(portion.count)
      let read = try records.rows(of: Array(portion))
      isInterrupted = isInterrupted || records.report.isInterrupted
      var rows: [Batch] = []
      for (key, row) in zip(portion, read) {
        if let row {
          rows.append(completed(try filled(row, key)))
        } else if let row = try told(of: key) {
          rows.append(row)
        }
      }
      if let fault = records.fault, !sparesFault, rows.isEmpty { throw fault }
      if rows.isEmpty { continue }
      return Batch.concatenated(rows, columnCount: readings.count)
    }
    return nil
  }

  /// What the list tells of an item without a record that can be read; nil where that is nothing,
  /// or where whoever asked looks there.
  private func told(of key: String) throws(SourceFault) -> Batch? {
    if sparesFault || isInterrupted { return nil }
    guard let row = try unrecorded.row(of: key) else { return nil }
    records.note(listed: key)
    return row
  }

  /// An item's own record, with what the list at hand tells of the fields that it lacks.
  private func filled(_ row: Batch, _ key: String) throws(SourceFault) -> Batch {
    guard let lacking = records.lacks[SpelledName(key)] else { return row }
    guard !sparesFault, let told = try listed.row(of: key) else {
      if !listed.tellsAll { records.report(lacksOf: key) }
      return row
    }
    var columns = row.columns
    for index in lacking {
      let isWithheld = records.report.hidesPictures && pictured.contains(places[index])
      if !isWithheld { columns[index] = told.columns[index] }
    }
    return Batch(columns, count: 1)
  }

  /// What an item's own record says of the fields of a list; null where only a list can tell.
  private func completed(_ row: Batch) -> Batch {
    var read = row.columns[...]
    let columns = readings.map { $0 == nil ? Column.null(count: 1) : read.removeFirst() }
    return Batch(columns, count: 1)
  }
}
