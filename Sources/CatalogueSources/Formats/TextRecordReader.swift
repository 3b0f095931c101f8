// SPDX-License-Identifier: MIT

import Catalogue

/// Which members of the records of a text give some fields.
struct WantedMembers: Sendable {
  /// The fields asked for, as indices of the layout's readings.
  let fields: [Int]
  /// Those, and the fields that name a record or say the currency of others.
  let needed: [Int]
  /// The members that are read.
  let names: [String]
  /// For each reading which of the names are its ways to the value.
  let ofReading: [[Int]]

  init(_ layout: ListLayout, fields: [Int]) {
    self.fields = fields
    var needed = fields
    let named = layout.key.map { [$0.field] + $0.fallback } ?? []
    for field in named + fields.compactMap({ layout.readings[$0].currency })
    where !needed.contains(field) {
      needed.append(field)
    }
    self.needed = needed
    var names: [String] = []
    var ofReading = [[Int]](repeating: [], count: layout.readings.count)
    for field in needed where !layout.groupFields.contains(where: { $0.field == field }) {
      ofReading[field] = layout.readings[field].paths.compactMap(\.firstMember).map { name in
        if let known = names.firstIndex(where: { $0.isSpelled(as: name) }) { return known }
        names.append(name)
        return names.count - 1
      }
    }
    self.names = names
    self.ofReading = ofReading
  }

  /// As what each member is read, where fields are single members.
  func types(_ layout: ListLayout) -> [ValueType?] {
    names.indices.map { name in
      ofReading.firstIndex { $0.contains(name) }.map { layout.readings[$0].type }
    }
  }
}

/// Reads runs of records of a text by way of tokens.
final class TextRecordReader: RecordReader {
  private let payload: Payload
  private let layout: ListLayout
  private let members: WantedMembers
  private let parser: any RecordTokenizer
  private let format: any TextFormat
  private let values: any ValueReader
  /// How many losses have been told in words: to count lines takes time, and only the first are
  /// ever shown.
  private var toldLosses = 0

  /// A reader whose parser has the names of the members for its fields.
  init(
    _ payload: Payload, _ format: some TextFormat, _ layout: ListLayout, _ members: WantedMembers,
    parser: any RecordTokenizer
  ) {
    self.payload = payload
    self.layout = layout
    self.members = members
    self.parser = parser
    self.format = format
    values = format.values(of: payload)
  }

  /// The rows of a run of records of an index; nil when memory runs out.
  package func read(_ records: Range<Int>, of index: RecordIndex) -> RecordBatch? {
    guard parser.parse(payload, index.spans[records]) else { return nil }
    let statuses = parser.statuses()
    var columns = [Column?](repeating: nil, count: layout.readings.count)
    var problems: [ValueProblem] = []
    for field in members.needed where columns[field] == nil {
      if let group = layout.groupFields.firstIndex(where: { $0.field == field }) {
        columns[field] = groupColumn(group, records, of: index)
      } else {
        let tokens = members.ofReading[field].map {
          parser.tokens($0, as: layout.readings[field].type)
        }
        guard tokens.contains(where: { $0 != nil }) else {
          columns[field] = .null(count: records.count)
          continue
        }
        var decoder = ColumnDecoder(values, layout.readings[field], field: field)
        columns[field] = decoder.column(tokens.map { $0 ?? [] }, rows: records.count)
        problems += decoder.problems
      }
    }
    for field in members.needed {
      guard let currency = layout.readings[field].currency, let amounts = columns[field],
        let tokens = members.ofReading[field].first.flatMap({
          parser.tokens($0, as: layout.readings[field].type)
        })
      else { continue }
      var decoder = ColumnDecoder(values, layout.readings[field], field: field)
      columns[field] = decoder.priced(amounts, columns[currency], tokens)
      problems += decoder.problems
    }
    if let key = layout.key { columns[key.field] = named(key, columns) }
    var skipped = Skipping(records: records, index: index, format: format, values: values)
    skipped.note(statuses)
    if let key = layout.key, let column = columns[key.field] {
      skipped.note(
        key: column, layout.readings[key.field], problems.filter { $0.field == key.field })
    }
    let batch = Batch(members.fields.compactMap { columns[$0] }, count: records.count)
    return RecordBatch(
      batch: skipped.isEmpty ? batch : batch.taking(rows: skipped.kept),
      findings: findings(problems, skipped, index),
      keys: layout.key.flatMap { columns[$0.field] })
  }

  private func groupColumn(_ group: Int, _ records: Range<Int>, of index: RecordIndex) -> Column {
    var values = PackedTextBuilder()
    var codes: [UInt32] = []
    var validity = ValidityBuilder()
    var next = (index.groups.lastIndex { $0.first <= records.lowerBound } ?? -1) + 1
    var text = next > 0 ? index.groups[next - 1].texts[group] : nil
    values.append((text ?? "").utf8)
    for record in records {
      while next < index.groups.count, index.groups[next].first <= record {
        text = index.groups[next].texts[group]
        values.append((text ?? "").utf8)
        next += 1
      }
      codes.append(UInt32(values.count - 1))
      validity.append(text != nil)
    }
    return .text(TextColumn(values.finish(), codes: codes, validity: validity.finish()))
  }

  /// The key's column with the texts of other fields where it is null.
  private func named(_ key: KeyRule, _ columns: [Column?]) -> Column {
    let column = columns[key.field] ?? .null(count: 0)
    guard !key.fallback.isEmpty, column.nullCount > 0,
      layout.readings[key.field].type.isTextual
    else { return column }
    let texts: TextColumn? = if case .text(let texts) = column { texts } else { nil }
    let others = key.fallback.compactMap { field -> TextColumn? in
      guard let column = columns[field] else { return nil }
      return .some(
        TextColumn(
          CellText.cells(column, type: layout.readings[field].type),
          validity: column.validity))
    }
    var builder = TextColumnBuilder()
    for row in 0..<column.count {
      if let text = texts?.bytes(at: row) {
        builder.append(text)
      } else {
        let parts = others.compactMap { $0.string(at: row) }
        builder.append(parts.isEmpty ? nil : parts.joined(separator: " "))
      }
    }
    return .text(builder.finish())
  }

  /// Everything that was wrong, by record; values of skipped records are left out.
  private func findings(
    _ problems: [ValueProblem], _ skipped: Skipping, _ index: RecordIndex
  ) -> [ScanReport.Finding] {
    let lost = lost(skipped, index)
    if problems.isEmpty, skipped.isEmpty { return lost }
    let keys = layout.key.flatMap { members.ofReading[$0.field].first }.flatMap {
      parser.tokens($0, as: .id)
    }
    var findings = skipped.findings + lost
    var met: [ScanReport.Finding.Kind: Int] = [:]
    for problem in problems.enumerated().sorted(by: {
      ($0.element.row, $0.offset) < ($1.element.row, $1.offset)
    }).map(\.element) where !skipped.contains(problem.row) {
      let record = skipped.records.lowerBound + problem.row + 1
      let reading = layout.readings[problem.field]
      met[problem.kind, default: 0] += 1
      // Of many of a kind only the first are ever told in words.
      let isTold = met[problem.kind, default: 0] <= ScanReport.keptFindings
      let key = keys.flatMap { isTold ? identity($0[problem.row]) : nil } ?? ""
      findings.append(
        ScanReport.Finding(
          problem.kind, record: record, offset: index.range(record - 1).lowerBound,
          isTold ? problem.fault(reading, place: "record \(record)\(key)", in: values) : "",
          consequence: isTold ? problem.consequence(reading, in: values) : nil,
          remedy: isTold ? problem.remedy(reading, in: values) : nil))
    }
    return findings.enumerated().sorted {
      ($0.element.record, $0.offset) < ($1.element.record, $1.offset)
    }.map(\.element)
  }

  /// What of the records was not read.
  private func lost(_ skipped: Skipping, _ index: RecordIndex) -> [ScanReport.Finding] {
    let first = skipped.records.lowerBound
    return parser.losses().filter { !skipped.contains($0.row) }.map { loss in
      let record = first + loss.row
      let offset = index.range(record).lowerBound
      toldLosses += 1
      let fault =
        toldLosses <= RecordIndex.toldRecords
        ? loss.fault(ofRecord: record + 1) { payload.line(of: offset) } : ""
      return ScanReport.Finding(
        .lost, record: record + 1, offset: offset, fault, consequence: loss.consequence)
    }
  }

  /// ` (id "x")` for a record that has a key.
  private func identity(_ token: ValueToken) -> String? {
    guard let key = layout.key, token.form == .string || token.form == .number else { return nil }
    let value = QuotedData.text(payload.padded[token.whole])
    return " (\(layout.readings[key.field].name) \(value))"
  }
}
