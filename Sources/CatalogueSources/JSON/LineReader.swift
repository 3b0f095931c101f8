// SPDX-License-Identifier: MIT

import Catalogue

/// Finds the records of a payload that holds several documents.
enum LineReader {
  /// NDJSON: a record a line, or several objects one behind another. Blank lines do not count; a
  /// line that is no JSON is a record that cannot be read, and does not touch the others.
  static func lines(_ payload: Payload) -> RecordIndex {
    var index = RecordIndex()
    var scanner = JSONScanner(payload)
    var lineNumber = 0
    var start = scanner.offset
    while start < payload.count {
      let end = lineEnd(from: start, in: payload)
      lineNumber += 1
      scanner.enter(start..<end)
      start = end + 1
      scanner.skipSpace()
      if scanner.isAtEnd { continue }
      let record = scanner.offset
      do throws(JSONFault) {
        try scanner.check()
        try takeRecords(&scanner, into: &index)
      } catch {
        guard error.reason != .cancelled else {
          index.fault = .cancelled
          return index
        }
        if payload.stopsAnywhere, end == payload.count { continue }
        if index.unreadable.count < RecordIndex.toldRecords {
          index.unreadable[index.count] = UnreadableRecord(range: record..<end, line: lineNumber)
        }
        index.append(record..<record)
        if end == payload.count, stops(error, at: end) { index.cutLine = lineNumber }
      }
    }
    return index
  }

  /// Takes the records of a line, all of them or none.
  private static func takeRecords(
    _ scanner: inout JSONScanner, into index: inout RecordIndex
  ) throws(JSONFault) {
    let first = try takeRecord(&scanner)
    var others: [Range<Int>] = []
    while !scanner.isAtEnd {
      guard scanner.byte == UInt8(ascii: "{") else {
        throw JSONFault(.trailing, at: scanner.offset)
      }
      others.append(try takeRecord(&scanner))
    }
    index.append(first)
    others.forEach { index.append($0) }
  }

  private static func takeRecord(_ scanner: inout JSONScanner) throws(JSONFault) -> Range<Int> {
    let start = scanner.offset
    try scanner.skipValue()
    defer { scanner.skipSpace() }
    return start..<scanner.offset
  }

  /// Whether a line is no JSON because the payload ends there.
  private static func stops(_ fault: JSONFault, at end: Int) -> Bool {
    if case .truncated = fault.reason { true } else { fault.offset >= end }
  }

  /// Where a record that could not be read is bad, found once more.
  static func fault(of record: UnreadableRecord, in payload: Payload) -> JSONFault? {
    var scanner = JSONScanner(payload, record.range)
    var index = RecordIndex()
    do throws(JSONFault) {
      try takeRecords(&scanner, into: &index)
      return nil
    } catch {
      return error
    }
  }

  private static func lineEnd(from start: Int, in payload: Payload) -> Int {
    min(ByteScan.first(UInt8(ascii: "\n"), in: payload.padded.span, from: start), payload.count)
  }

  /// Documents one after another, each a record; a fault ends the reading.
  static func documents(_ payload: Payload) -> RecordIndex {
    var index = RecordIndex()
    var scanner = JSONScanner(payload)
    do throws(JSONFault) {
      scanner.skipSpace()
      while !scanner.isAtEnd {
        let start = scanner.offset
        try scanner.skipValue()
        index.append(start..<scanner.offset)
        scanner.skipSpace()
      }
    } catch {
      index.fault = payload.sourceFault(error, after: index.count, isInside: true)
    }
    return index
  }
}
