// SPDX-License-Identifier: MIT

package import Catalogue

// The items that an item names.
extension DefinedSource {
  /// Of a server that gives its list in pages an item is asked for by itself, where its own record
  /// is built as the list's are and tells all that they tell.
  package func items(
    _ keys: [String], fields: [Int]
  ) throws(SourceFault) -> (any BatchCursor)? {
    guard asking.isService, service.isPaged, service.detail != nil, service.detailPath.isEmpty,
      definition.requested.isEmpty
    else { return nil }
    return NamedItems(self, keys, fields: fields, sparesFault: true)
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
    if let named = try named(by: relation, of: key) {
      return NamedItems(self, named.ids, fields: fields, warnings: named.warnings)
    }
    return try isOnlyListed(key) ? NamedItems(self, [], fields: fields) : nil
  }

  /// Whether there is nothing of an item but its place in a list, so that it names no others. A
  /// server is not asked for its list: it has told of the item.
  private func isOnlyListed(_ key: String) throws(SourceFault) -> Bool {
    guard !asking.isService, let field = schema.key else { return false }
    return try Self.row(of: key, in: scan(fields: [field])) != nil
  }

  /// The ids that the first place with any gives, and what the replies warn of; nil when there is
  /// no such item.
  private func named(
    by relation: ItemRelation, of key: String
  ) throws(SourceFault) -> (ids: [String], warnings: [String])? {
    var found: (ids: [String], warnings: [String])?
    for place in relation.places {
      guard let payload = try payload(of: place, relation.name, key) else { continue }
      let path = place.address == nil ? service.detailPath : []
      let ids = try JSONRecordReader.texts(payload.payload, at: path, along: place.ids)
      found = (ids, (found?.warnings ?? []) + (try warnings(of: payload)))
      if !ids.isEmpty { break }
    }
    return found
  }

  private func payload(
    of place: ItemRelation.Place, _ name: String, _ key: String
  ) throws(SourceFault) -> FetchedPayload? {
    guard let address = place.address else { return try records(of: [key])[0].get() }
    let request = PayloadRequest(
      .relation(name, id: key), at: address.filled { _ in key } ?? address.text
    ) { (payload) throws(SourceFault) in try definition.check(payload, hasIDsAt: place.ids) }
    do throws(SourceFault) { return try store.payload(request) } catch { throw error.ofItem(key) }
  }
}

/// Reads named items from their own records, one portion after another.
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
  private let pictured: Set<Int>
  private var isInterrupted = false

  init(
    _ source: DefinedSource, _ ids: [String], fields: [Int], warnings: [String] = [],
    sparesFault: Bool = false
  ) {
    self.ids = ids[...]
    self.sparesFault = sparesFault
    let definition = source.definition
    readings = fields.map { field in
      definition.listed.firstIndex(of: field).map { definition.layout.readings[$0] }
    }
    let places = fields.indices.filter { definition.listed.contains(fields[$0]) }
    self.places = places
    pictured = Set(fields.indices.filter { source.isOfPicture(fields[$0]) })
    let known = places.map { fields[$0] }
    listed = ListedItems(source, of: ids, fields: known)
    records = ItemRecords(
      source, readings.compactMap(\.self), of: known, warnings: warnings, notesLacks: true)
  }

  var report: ScanReport {
    var report = records.report
    report.isInterrupted = report.isInterrupted || isInterrupted
    if let copy = listed.copy { report.copy = report.copy.merged(with: copy) }
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
      if let fault = records.fault, !sparesFault { throw fault }
      var rows: [Batch] = []
      for case (let key, let row?) in zip(portion, read) {
        rows.append(completed(try filled(row, key)))
      }
      if rows.isEmpty { continue }
      return Batch.concatenated(rows, columnCount: readings.count)
    }
    return nil
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
