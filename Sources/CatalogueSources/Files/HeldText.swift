// SPDX-License-Identifier: MIT

import Catalogue

/// A text that is held whole, with its records.
struct HeldText: Sendable {
  let payload: Payload
  let records: FoundRecords
  /// What stands around the rows; nil where nothing does.
  let outer: (any SurroundingMembers)?

  /// Finds the records and the fields of a payload; `rows` says what of it gives the rows.
  static func open(
    _ payload: Payload, choosing rows: RowsChoice?
  ) throws(SourceFault) -> (text: HeldText, fields: InferredFields) {
    var payload = payload
    let records = try payload.find(choosing: rows)
    let format = records.format
    var index = records.index
    if let fault = index.fault, index.count == 0 || fault == .cancelled { throw fault }
    let found = try format.fields(of: payload, index)
    if found.objects == 0, index.count > 0 {
      try payload.locating { () throws(SourceFault) in
        throw payload.lackOfRecords(index, format)
      }
    }
    if found.ignored > 0 {
      index.notes.append(
        ListNote(
          record: 1, offset: payload.start,
          reason: .tooManyNames(members: found.ignored, read: found.fields.count)))
    }
    return (HeldText(payload, format, index, choosing: rows), found)
  }

  /// The text of an open file whose fields are known, as it was when it was opened.
  init(of file: LongFile) throws(SourceFault) {
    let isRead = file.isPacked || file.file.isPipe
    var payload = try isRead ? Payload(unpacking: file.file) : Self.all(of: file.file)
    try file.file.checkUnchanged()
    let records = try payload.find(choosing: file.rows)
    self.init(payload, records.format, records.index, choosing: file.rows)
  }

  private static func all(of file: any StoredFile) throws(SourceFault) -> Payload {
    guard file.size <= MachineMemory.half else {
      throw .tooLarge(file.path, MachineMemory.half)
    }
    return try file.part(0..<file.size)
  }

  private init(
    _ payload: Payload, _ format: any RecordFormat, _ index: RecordIndex,
    choosing rows: RowsChoice?
  ) {
    self.payload = payload
    records = FoundRecords(format: format, index: index, layout: nil)
    outer =
      if case .list(let path) = rows ?? index.detected.map(RowsChoice.list) {
        format.surroundings(of: payload, around: path)
      } else { nil }
  }

  /// Why no definition reads it: it is no list, and has none; nil where it is one.
  var lackOfList: String? {
    let index = records.index
    if records.format.isList(payload) || index.detected != nil { return nil }
    if let others = index.otherLists {
      return "is no list; \(others.words), and `items` takes one"
    }
    // Objects that stand in no list, as those on the lines of NDJSON do.
    return index.count > 1 || index.isOfLines
      ? Self.lackOfListOfObjects : "is no list and holds none, so that no definition reads it"
  }

  static let lackOfListOfObjects =
    "has one object after another, which no definition reads; `save \"FILE.json\"` makes a list of "
    + "them"
}
