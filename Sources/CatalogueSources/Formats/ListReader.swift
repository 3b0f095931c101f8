// SPDX-License-Identifier: MIT

package import Catalogue

/// Reads the list in a payload batch by batch.
///
/// Records before a fault are given as rows first; then the fault is thrown, again and again. A
/// list of records none of which is an item is a fault too: no rows would say that there is none.
package final class ListReader: BatchCursor {
  private let payload: Payload
  private let layout: ListLayout
  private let strict: Bool
  private var runs: RunReading
  /// Whether the keys are asked for, so that those are told that records share.
  private let tellsKeys: Bool
  /// Whether keys are counted.
  private let countsKeys: Bool
  package private(set) var keys: DuplicateKeyCounter
  private let index: RecordIndex
  private let format: any RecordFormat
  private var dictionaries: FieldDictionaries
  private var hasBegun = false
  /// The next record.
  private var position: Int
  private var hasRows: Bool
  private var places: WrittenPlaces?
  package private(set) var report: ScanReport

  /// A reader of the given `fields`, which are indices of the layout's readings.
  ///
  /// With `strict` the first record or value that does not fit ends the reading. The records are
  /// those that `list` has found in the payload, from a given one on. The keys are those of the
  /// pages before; of a page they are counted also where nobody asks for them.
  init(
    payload: Payload, layout: ListLayout, fields: [Int], copy: Provenance.Origin, strict: Bool,
    list: FoundRecords, keys: DuplicateKeyCounter = DuplicateKeyCounter(), isPage: Bool = false,
    from position: Int = 0
  ) {
    self.payload = payload
    self.layout = layout
    self.strict = strict
    index = list.index
    format = list.format
    self.position = position
    hasRows = position > 0
    runs = RunReading(payload, layout, fields, list, from: position)
    dictionaries = FieldDictionaries(layout, fields)
    places = payload.writing.map { WrittenPlaces($0) }
    self.keys = keys
    let isKeyed = layout.key.map { fields.contains($0.field) } ?? false
    tellsKeys = isKeyed || layout.key == nil
    countsKeys = isKeyed || isPage
    report = ScanReport(copy: copy)
    if tellsKeys { report.sharedKeys = keys.shared }
    if index.leavesMembers { report.takenList = index.detected }
    report.otherLists = index.otherLists?.words
    report.remarks = index.remarks.map(\.words)
  }

  package func next() throws(SourceFault) -> Batch? {
    if !hasBegun { try begin() }
    while position < index.count {
      guard let result = runs.next() else {
        throw .limit(name: payload.name, message: "does not fit in memory")
      }
      position = min(position + Batch.usualCount, index.count)
      report.records = position
      if countsKeys, let column = result.keys {
        keys.add(column, of: layout.key.map { layout.readings[$0.field].type })
        if tellsKeys { report.sharedKeys = keys.shared }
      }
      for finding in result.findings { try add(atItsPlace(finding)) }
      if result.batch.count > 0 {
        hasRows = true
        return dictionaries.encoded(result.batch)
      }
    }
    if let fault = index.fault { throw fault }
    if !hasRows, index.count > 0 {
      try payload.locating { () throws(SourceFault) in
        throw payload.largeRecord(index, format)
          ?? .wrongShape(name: payload.name, message: layout.lackOfItems(among: index.count))
      }
    }
    return nil
  }

  /// Tells what is known of the list before any row.
  private func begin() throws(SourceFault) {
    hasBegun = true
    for note in index.notes { try add(note.finding) }
    if payload.isPart {
      report.isInterrupted = true
      if strict { throw .cancelled }
      return
    }
    try note(index.breakage, after: index.count)
  }

  /// Notes that a list stops after so many records, and where; with `strict` that is a fault.
  private func note(
    _ breakage: ListBreakage?, after count: Int
  ) throws(SourceFault) {
    guard let breakage else { return }
    report.breakage = breakage.words
    guard strict else { return }
    let finding = ScanReport.Finding(
      .lost, record: count + 1, offset: breakage.offset,
      "the list \(breakage.reason.words); what follows is left out")
    throw .strict(name: payload.name, finding: finding)
  }

  /// The same finding at the place where its record was written.
  private func atItsPlace(_ finding: ScanReport.Finding) -> ScanReport.Finding {
    guard let place = places?.written(finding.offset, in: payload) else { return finding }
    return finding.at(offset: place)
  }

  private func add(_ finding: ScanReport.Finding) throws(SourceFault) {
    report.add(finding)
    if strict, finding.kind != .dropped { throw .strict(name: payload.name, finding: finding) }
  }
}

extension ListLayout {
  /// What is said of a list of so many records none of which is an item.
  func lackOfItems(among count: Int) -> String {
    let item = key.map { "item with `\(readings[$0.field].name)`" } ?? "item"
    return "has no \(item) among " + (count == 1 ? "its only record" : "its \(count) records")
  }
}
