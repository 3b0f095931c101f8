// SPDX-License-Identifier: MIT

import Catalogue

// What a reply has to be before any of it is given or kept.
extension LoadedDefinition {
  /// Throws where a payload is no list of items: where it is cut off or elsewhere than it should
  /// be, where none of its records is an item, or where it is empty and nothing tells whose it is.
  func checkList(_ payload: inout Payload) throws(SourceFault) {
    try service.reply.check(payload)
    let found = try payload.find(layout)
    let index = found.index
    if let fault = index.fault { throw fault }
    try index.checkEnd(of: payload)
    if index.count == 0 { return try checkEmptyList(payload, index) }
    if try hasItem(payload, found) { return }
    if let fault = payload.largeRecord(index, found.format) { throw fault }
    throw .wrongShape(name: payload.name, message: layout.lackOfItems(among: index.count))
  }

  /// Whether a record has what names an item, or where nothing does, any member that is read of
  /// one.
  private func hasItem(_ payload: Payload, _ found: FoundRecords) throws(SourceFault) -> Bool {
    if let key = layout.key {
      let reader = ListReader(
        payload: payload, layout: layout, fields: [key.field], copy: .live, strict: false,
        list: found)
      return try reader.next() != nil
    }
    let groups = layout.groupFields.map(\.field)
    let ways = layout.readings.enumerated().filter { !groups.contains($0.offset) }
      .flatMap(\.element.paths)
    return (0..<found.index.count).contains { record in
      let range = found.index.range(record)
      return !range.isEmpty && found.format.tells(range, at: ways, in: payload)
    }
  }

  private func checkEmptyList(_ payload: Payload, _ index: RecordIndex) throws(SourceFault) {
    if index.notes.contains(where: { $0.reason == .groupIsNoObject }) {
      throw .wrongShape(name: payload.name, message: "has no group of items that is an object")
    }
    guard case .member(let name) = layout.items.steps.first else { return }
    guard try Document(payload).root().form == .array else { return }
    throw .wrongShape(name: payload.name, message: "is an empty list, which is not in `\(name)`")
  }

  /// Throws where a payload is not the record of an item: where its key is another's, or where it
  /// has neither a key nor anything else that such a record is read for.
  func check(_ payload: Payload, isRecordOf key: String) throws(SourceFault) {
    try service.reply.check(payload)
    let document = Document(payload)
    let record = try document.object(at: service.detailPath)
    guard let found = self.key(of: record, in: document.values) else {
      if tellsOfItem(record, in: document.values) { return }
      throw .wrongShape(
        name: payload.name, message: "has none of the fields of an item's record")
    }
    if found == key { return }
    throw .wrongShape(
      name: payload.name,
      message: "is the record of `\(Self.quoted(found))`, not of `\(Self.quoted(key))`")
  }

  /// What the record says that its key is, read as a list's; nil where it says nothing, or where
  /// other fields may stand for the key.
  private func key(of record: ValueToken, in values: any ValueReader) -> String? {
    guard let key = layout.key, key.fallback.isEmpty else { return nil }
    let reading = layout.readings[key.field]
    var decoder = ColumnDecoder(values, reading, field: key.field)
    let tokens = reading.paths.compactMap(\.firstMember).map {
      [values.token(at: [$0], inside: record)]
    }
    return DefinedSource.text(decoder.column(tokens, rows: 1), reading.type, row: 0)
  }

  /// Whether there is anything of what items' own records are asked for.
  private func tellsOfItem(_ record: ValueToken, in values: any ValueReader) -> Bool {
    let wanted = details.flatMap { $0?.paths ?? [] }
    let named = relations.flatMap(\.places).filter { $0.address == nil }.map(\.ids)
    let ways = wanted + named
    return values.tells(record, at: ways.isEmpty ? layout.readings.flatMap(\.paths) : ways)
  }

  /// Throws where a payload is not what tells the ids of other items. None of them is right, and
  /// null says so too.
  func check(_ payload: Payload, hasIDsAt way: ValuePath) throws(SourceFault) {
    try service.reply.check(payload)
    let steps = way.steps.prefix { $0 != .each }
    let document = Document(payload)
    let found = document.values.token(along: steps, inside: try document.root())
    let place = steps.isEmpty ? "at its root" : "at `\(ValuePath(Array(steps)))`"
    if found.form == .null { return }
    if way.isList, found.form != .array {
      throw .wrongShape(
        name: payload.name,
        message: "has \(found.form.words) \(place) where a list of ids should be")
    }
    // Where the way leads to a list and not to its elements, the reply is not to blame.
    if found.form == .array, !way.isList || document.values.elements(of: found).isEmpty { return }
    guard try document.texts(along: way).isEmpty else { return }
    throw .wrongShape(name: payload.name, message: "has no id \(place)")
  }

  private static func quoted(_ text: String) -> String { QuotedData.text(Array(text.utf8)[...]) }
}
