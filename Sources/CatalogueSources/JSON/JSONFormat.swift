// SPDX-License-Identifier: MIT

import Catalogue

/// JSON, as one document or as several: lists, envelopes of lists, single objects, and NDJSON.
struct JSONFormat: TextFormat {
  /// Whether there is a record on each line, whatever the payload begins with.
  var isLines = false
  /// What is told of a payload whose name promises something else.
  var remark: String?

  func records(
    of payload: Payload, choosing rows: RowsChoice?
  ) throws(SourceFault) -> RecordIndex {
    let index =
      switch rows {
      case nil: try EnvelopeReader.detect(payload, lines: isLines)
      case .document: try EnvelopeReader.read(payload, items: nil)
      case .list(let path): try records(of: payload, at: path)
      }
    return remarked(index)
  }

  private func remarked(_ index: RecordIndex) -> RecordIndex {
    var index = index
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
    let known = DocumentLists(payload, looking: path).words ?? "it has no list of objects"
    let place = path == .root ? "its root" : path.inQuotes
    throw .wrongShape(name: payload.name, message: "has no list at \(place); \(known)")
  }

  func records(of payload: Payload, _ layout: ListLayout) throws(SourceFault) -> RecordIndex {
    remarked(try EnvelopeReader.read(payload, layout))
  }

  func isRecord(_ range: Range<Int>, in payload: Payload) -> Bool {
    !range.isEmpty && payload.padded[range.lowerBound] == UInt8(ascii: "{")
  }

  func isList(_ payload: Payload) -> Bool {
    payload.bytes.dropFirst(payload.start).first { !JSONScanner.isSpace($0) } == UInt8(ascii: "[")
  }

  func tells(_ record: Range<Int>, at ways: [ValuePath], in payload: Payload) -> Bool {
    payload.tells(ValueToken(record, in: payload.padded), at: ways)
  }

  func tokenizer(of payload: Payload, fields: [String]) -> (any RecordTokenizer)? {
    RecordParser(fields: fields)
  }

  func type(of shape: ValueShape) -> ValueType { shape.type }
}

extension Payload {
  /// Whether a record has a member, be it null, at which one of some ways begins.
  func tells(_ record: ValueToken, at ways: [ValuePath]) -> Bool {
    ways.compactMap(\.firstMember).contains { token(at: [$0], inside: record).form != .absent }
  }
}

extension RecordParser: RecordTokenizer {
  func tokens(_ field: Int, as type: ValueType?) -> [ValueToken]? { tokens(field) }

  func losses(from first: Int) -> [(row: Int, fault: String, consequence: String?)] {
    losses().map { row, name in
      let record = first + row + 1
      guard let name else {
        return (
          row,
          "the name of a member of record \(record) has half a character (a lone surrogate)",
          "left out"
        )
      }
      let member = QuotedData.text(Array("\"\(name)\"".utf8)[...])
      return (row, "\(member) stands more than once in record \(record)", "the last one counts")
    }
  }

  func shape(of token: ValueToken, _ scanner: inout JSONScanner) -> ValueShape {
    ValueShape(of: token, &scanner)
  }
}
