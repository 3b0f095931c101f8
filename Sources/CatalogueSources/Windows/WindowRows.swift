// SPDX-License-Identifier: MIT

import Catalogue

/// Makes rows of the records of windows: columns of the fields that are needed, and ones that are
/// made later of those of which few rows are going to be looked at.
struct WindowRows: Sendable {
  private let format: any TextFormat
  private let layout: ListLayout
  /// The fields of a row, in the order of its columns.
  private let fields: [Int]
  private let early: WantedMembers
  /// For each field that is made later its member.
  private let later: [Int: Int]
  /// The members whose tokens are needed, those of `early` first.
  let members: [WindowMember]

  init(_ file: LongFile, _ layout: ListLayout, fields: [Int], later: Set<Int>) {
    format = file.text.format
    self.layout = layout
    self.fields = fields
    let later = later.filter { $0 != layout.key?.field && layout.readings[$0].isOfOneMember }
    early = WantedMembers(layout, fields: fields.filter { !later.contains($0) })
    var members = zip(early.names, early.types(layout)).map { WindowMember(name: $0, type: $1) }
    var places: [Int: Int] = [:]
    for field in fields where later.contains(field) {
      guard let name = layout.readings[field].paths.first?.firstMember else { continue }
      places[field] = members.count
      members.append(WindowMember(name: name, type: layout.readings[field].type))
    }
    self.members = members
    self.later = places
  }

  /// Nil where there is anything to say of a record.
  func batches(
    _ text: Payload, _ records: [RecordSpan], _ tokens: WindowTokens
  ) -> [Batch]? {
    let reader = TextRecordReader(text, format, layout, early, parser: tokens)
    var index = RecordIndex()
    index.spans = records
    var batches: [Batch] = []
    for start in stride(from: 0, to: records.count, by: Batch.usualCount) {
      let run = start..<min(start + Batch.usualCount, records.count)
      guard let read = reader.read(run, of: index), read.findings.isEmpty else { return nil }
      if later.isEmpty {
        batches.append(read.batch)
      } else {
        guard let batch = batch(read.batch, run, text, tokens) else { return nil }
        batches.append(batch)
      }
    }
    return batches
  }

  /// The same rows with the columns that are made later: at once where something may be said of
  /// their values.
  private func batch(
    _ read: Batch, _ run: Range<Int>, _ text: Payload, _ tokens: WindowTokens
  ) -> Batch? {
    var parts: [Batch.Part] = []
    var known = read.columns.makeIterator()
    for field in fields {
      guard let member = later[field] else {
        parts.append(known.next().map { .column($0) } ?? .column(.null(count: run.count)))
        continue
      }
      let values = LaterValues(
        text: text, tokens: tokens.all[member], run: run, field: field,
        reading: layout.readings[field], format: format)
      guard !tokens.isPlain else {
        parts.append(.pending(PendingColumn(count: run.count) { values.column(of: $0).column }))
        continue
      }
      let (column, isWhole) = values.column(of: nil)
      if !isWhole { return nil }
      parts.append(.column(column))
    }
    return Batch(parts: parts, count: run.count)
  }
}

/// What a column is made of that is made later.
private struct LaterValues: Sendable {
  let text: Payload
  /// Of all records of the window; nil where none has a value.
  let tokens: [ValueToken]?
  let run: Range<Int>
  let field: Int
  let reading: FieldReading
  let format: any TextFormat

  /// The values of some records of the run, or of all, and whether nothing has to be said of them.
  func column(of rows: [Int]?) -> (column: Column, isWhole: Bool) {
    let count = rows?.count ?? run.count
    guard let tokens else { return (.null(count: count), true) }
    let wanted = rows?.map { tokens[run.lowerBound + $0] } ?? Array(tokens[run])
    var decoder = ColumnDecoder(format.values(of: text), reading, field: field)
    return (decoder.column([wanted], rows: count), decoder.problems.isEmpty)
  }
}

extension FieldReading {
  /// Whether its values follow from one member alone.
  fileprivate var isOfOneMember: Bool {
    paths.count == 1 && currency == nil && paths.first?.firstMember != nil
  }
}
