// SPDX-License-Identifier: MIT

import Catalogue

@testable import CatalogueSources

/// Everything that reading a payload gives, as text.
struct Reading: Equatable {
  /// `name:Type` of each field, the key marked with a star.
  var fields: [String] = []
  /// The cells of each row as JSON, separated by spaces.
  var rows: [String] = []
  /// `record@offset message` of each finding that is kept.
  var findings: [String] = []
  /// Records read, skipped, rejected, dropped.
  var counts = [0, 0, 0, 0]
  var fault: String?
  /// What several records have as their key.
  var sharedKeys: SharedKeys?
  /// Whether the file is read by windows.
  var isByWindows = false
  /// Of a file what gives the rows, the list that is told of, other lists, and a member around the
  /// rows called `total`.
  var list: [String] = []
}

extension Reading {
  /// What a file of that name would give.
  init(_ text: String, name: String = "x.json", strict: Bool = false) {
    self.init(bytes: Array(text.utf8), name: name, strict: strict)
  }

  init(bytes: [UInt8], name: String = "x.json", strict: Bool = false) {
    self.init(Payload(name: name, bytes: bytes), strict: strict)
  }

  init(_ payload: Payload, strict: Bool = false) {
    self.init { () throws(SourceFault) in
      try FileSource(payload, copy: .file, strict: strict)
    }
  }

  /// What a file gives.
  init(
    path: String, rows: RowsChoice? = nil, strict: Bool = false, proposing: Bool = false,
    watch: ReadingWatch
  ) {
    self.init(tellsList: true) { () throws(SourceFault) in
      try FileSource.open(
        path: path, rows: rows, strict: strict, proposing: proposing, watch: watch)
    }
  }

  private init(tellsList: Bool = false, _ open: () throws(SourceFault) -> FileSource) {
    do throws(SourceFault) {
      let source = try open()
      sharedKeys = source.schema.sharedKeys
      isByWindows = source.isByWindows
      fields = source.schema.fields.enumerated().map { index, field in
        "\(field.name):\(field.type)\(index == source.schema.key ? "*" : "")"
      }
      let types = source.schema.fields.map(\.type)
      let cursor = try source.scan(fields: Array(types.indices))
      take(cursor, types)
      guard tellsList else { return }
      list = [
        source.schema.summary, cursor.report.takenList?.description ?? "",
        source.chosenRows.map { "\($0)" } ?? "", source.otherLists ?? "",
        source.outerMember("total").map { "\($0)" } ?? "",
      ]
    } catch {
      fault = describe(error)
    }
  }

  /// What a list reader of all readings gives.
  init(_ text: String, layout: ListLayout, fields: [Int]? = nil, strict: Bool = false) {
    let fields = fields ?? Array(layout.readings.indices)
    var payload = Payload(name: "x.json", bytes: Array(text.utf8))
    do throws(SourceFault) {
      let list = try payload.find(layout)
      let reader = ListReader(
        payload: payload, layout: layout, fields: fields, copy: .file, strict: strict, list: list)
      take(reader, fields.map { layout.readings[$0].type })
    } catch {
      fault = describe(error)
    }
  }

  mutating func take(_ batch: Batch, _ types: [ValueType]) {
    let cells = zip(batch.columns, types).map { JSONText.cells($0, type: $1) }
    for row in 0..<batch.count {
      rows.append(cells.map { String(decoding: $0[row], as: UTF8.self) }.joined(separator: " "))
    }
  }

  private mutating func take(_ cursor: any BatchCursor, _ types: [ValueType]) {
    do throws(SourceFault) {
      while let batch = try cursor.next() { take(batch, types) }
    } catch {
      fault = describe(error)
    }
    let report = cursor.report
    counts = [report.records, report.skipped, report.rejected, report.dropped]
    findings = report.findings.map { "\($0.record)@\($0.offset) \($0.message)" }
  }
}

/// A fault in one line: for malformed data `message / label / line of the excerpt, text from the
/// place to the end of its line / whole records`.
func describe(_ fault: SourceFault) -> String {
  switch fault {
  case .cannotOpen(let path, let reason): return "cannot open \(path): \(reason)"
  case .unreachable: return "unreachable"
  case .server(let fault): return "\(fault.kind): \(fault.reason)"
  case .cancelled: return "cancelled"
  case .malformed(let data):
    let rest = data.excerpt[data.excerptOffset...].prefix { $0 != UInt8(ascii: "\n") }
    let before = data.excerpt[..<data.excerptOffset]
    let line = before.reduce(into: data.excerptLine) { if $1 == UInt8(ascii: "\n") { $0 += 1 } }
    let place = "\(line) `\(String(decoding: rest, as: UTF8.self))`"
    return "\(data.message) / \(data.label) / \(place) / \(data.completeRecords)"
  case .empty(let name): return "\(name) is empty"
  case .damaged(_, let message, let whole): return "\(message), after \(whole) records"
  case .wrongShape(_, let message), .limit(_, let message), .definition(_, let message):
    return message
  case .warned(_, let message): return "warned: \(message)"
  case .revised(let name): return "\(name) is revised"
  case .noReading(let missing): return "\(missing.source) has no reading"
  case .tooManyItems(_, let limit): return "more than \(limit) items"
  case .strict(_, let finding): return "strict: \(finding.message)"
  }
}

extension Payload {
  /// A payload of a test, which nobody waits for.
  init(name: String, bytes: some Sequence<UInt8>) {
    self.init(name: name, bytes: bytes, watch: .unwatched)
  }
}
