// SPDX-License-Identifier: MIT

import Catalogue

/// JSON, as one document or as several: lists, envelopes of lists, single objects, and NDJSON.
struct JSONFormat: DocumentFormat {
  /// Whether there is a record on each line, whatever the payload begins with.
  var isLines = false
  /// What is told of a payload whose name promises something else.
  var remark: ReadingRemark?

  func records(
    of payload: Payload, choosing rows: RowsChoice?
  ) throws(SourceFault) -> RecordIndex {
    let index =
      switch rows {
      case nil: try EnvelopeReader.detect(payload, lines: isLines)
      case .document: try EnvelopeReader.read(payload, items: nil)
      case .list(let path): try records(of: payload, at: path)
      case .table:
        throw .wrongShape(name: payload.name, message: "is \(Self.name), and no table")
      }
    return remarked(index)
  }

  private func remarked(_ index: RecordIndex) -> RecordIndex {
    var index = index
    index.isOfLines = isLines
    if let remark { index.remarks.append(remark) }
    return index
  }

  /// The records of a list that a query has chosen.
  private func records(
    of payload: Payload, at path: ItemsPath
  ) throws(SourceFault) -> RecordIndex {
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
    let known = DocumentLists(payload, looking: path).found?.words ?? "it has no list of objects"
    let place = path == .root ? "its root" : path.inQuotes
    throw .wrongShape(name: payload.name, message: "has no list at \(place); \(known)")
  }

  func records(of payload: Payload, _ layout: ListLayout) throws(SourceFault) -> RecordIndex {
    remarked(try EnvelopeReader.read(payload, layout))
  }

  func surroundings(of payload: Payload, around rows: ItemsPath) -> (any SurroundingMembers)? {
    OuterMembers(payload, around: rows)
  }

  func isRecord(_ range: Range<Int>, in payload: Payload) -> Bool {
    !range.isEmpty && payload.padded[range.lowerBound] == UInt8(ascii: "{")
  }

  func isList(_ payload: Payload) -> Bool {
    payload.bytes.dropFirst(payload.start).first { !$0.isBlank } == UInt8(ascii: "[")
  }

  func tells(_ record: Range<Int>, at ways: [ValuePath], in payload: Payload) -> Bool {
    values(of: payload).tells(ValueToken(record, in: payload.padded), at: ways)
  }

  func fault(
    of record: Int, _ status: RecordStatus, in index: RecordIndex, of payload: Payload
  ) -> RecordFault {
    if let bad = index.unreadable[record], let fault = LineReader.fault(of: bad, in: payload) {
      return RecordFault(record + 1, bad, fault, in: payload)
    }
    let start = index.range(record).lowerBound
    let reason: RecordFault.Reason =
      switch status {
      case .notObject: .notObject(ValueKind(firstByte: payload.padded[start]))
      case .tooLarge: .tooLarge
      case .whole, .malformed: .unknown
      }
    return RecordFault(record: record + 1, offset: start, reason: reason)
  }

  func tokenizer(of payload: Payload, fields: [String]) -> (any DiscoveringTokenizer)? {
    RecordParser(fields: fields)
  }

  func values(of payload: Payload) -> any ValueReader { JSONValueReader(payload) }

  func type(of shape: ValueShape) -> ValueType { shape.type }
}

extension RecordParser: DiscoveringTokenizer {
  func tokens(_ field: Int, as type: ValueType?) -> [ValueToken]? { tokens(field) }

  func shape(of tokens: [ValueToken], in payload: Payload) -> ValueShape {
    var scanner = JSONScanner(payload, 0..<0)
    var shape = ValueShape.nothing
    for token in tokens where !shape.covers(token, &scanner) {
      shape = shape.merged(with: ValueShape(of: token, &scanner))
    }
    return shape
  }
}

extension RecordFault {
  /// The fault of a record that is no JSON.
  fileprivate init(
    _ record: Int, _ bad: UnreadableRecord, _ fault: JSONFault, in payload: Payload
  ) {
    let why =
      switch fault.reason {
      case .trailing: "one record a line is wanted"
      default: fault.label(end: bad.line == nil ? payload.count : bad.range.upperBound)
      }
    let isCut = if case .truncated = fault.reason { true } else { false }
    self.init(
      record: record,
      line: bad.line.map {
        Line(number: $0, column: payload.column(of: fault.offset))
      },
      offset: fault.offset,
      reason: isCut ? .cut : .malformed(format: JSONFormat.name, why: why))
  }
}
