// SPDX-License-Identifier: MIT

import Catalogue

/// Tables as text: a row on each line, its cells with a separator between them (RFC 4180 and how it
/// is taken in practice).
struct SeparatedFormat: TextFormat {
  let dialect: SeparatedDialect
  let head: TableHead
  /// What of the payload is read otherwise than its name promises.
  let remarks: [ReadingRemark]
  /// What is wrong with the text as a whole; nil where nothing is.
  let note: ListNote?

  func records(
    of payload: Payload, choosing rows: RowsChoice?
  ) throws(SourceFault) -> RecordIndex {
    switch rows {
    case nil, .table: return index(payload)
    case .document, .list:
      throw .wrongShape(
        name: payload.name, message: "is a table; `items` chooses a list within JSON")
    }
  }

  func records(of payload: Payload, _ layout: ListLayout) throws(SourceFault) -> RecordIndex {
    guard layout.items == .root else {
      throw .wrongShape(
        name: payload.name, message: "is a table, which has no list at `\(layout.items)`")
    }
    return index(payload)
  }

  func isList(_ payload: Payload) -> Bool { true }

  func tells(_ record: Range<Int>, at ways: [ValuePath], in payload: Payload) -> Bool {
    ways.contains { way in
      way.firstMember.map { name in head.names.contains { $0.isSpelled(as: name) } } ?? false
    }
  }

  func isRecord(_ range: Range<Int>, in payload: Payload) -> Bool { !range.isEmpty }

  /// No row is anything but a row: whatever its cells are, they are read.
  func fault(
    of record: Int, _ status: RecordStatus, in index: RecordIndex, of payload: Payload
  ) -> RecordFault {
    RecordFault(
      record: record + 1, offset: index.range(record).lowerBound,
      reason: status == .tooLarge ? .tooLarge : .unknown)
  }

  func tokenizer(of payload: Payload, fields: [String]) -> (any DiscoveringTokenizer)? {
    SeparatedTokenizer(self, fields: fields)
  }

  func values(of payload: Payload) -> any ValueReader { CellReader(payload: payload, dialect) }

  /// Cells of several kinds are text, as all of them are written.
  func type(of shape: ValueShape) -> ValueType {
    switch shape {
    case .nothing, .map, .mixed: .text
    default: shape.type
    }
  }

  private func index(_ payload: Payload) -> RecordIndex {
    var index = RecordIndex()
    index.remarks = remarks
    if let note { index.notes.append(note) }
    var scanner = SeparatedScanner(payload.padded, head.start..<payload.count, dialect)
    var cells = 0
    while scanner.next() {
      cells = scanner.cells.count
      if let place = scanner.unclosed {
        payload.end(&index, at: place)
        break
      }
      index.append(scanner.row)
      if index.count & 0xFFF == 0 {
        if payload.watch.isCancelled() {
          index.fault = .cancelled
          break
        }
        payload.watch.tell(
          ReadingProgress(
            name: payload.name, work: .searching, done: scanner.offset, of: payload.count))
      }
    }
    if payload.bytes.last?.isBlank == false, cells < head.names.count {
      index.cutLine = payload.line(of: payload.count)
    }
    return index
  }
}

extension Payload {
  /// Ends an index where a quote opens that nothing closes.
  fileprivate func end(_ index: inout RecordIndex, at place: Int) {
    if readsPartially, index.count > 0 {
      index.breakage = ListBreakage(reason: .openQuote(line: line(of: place)), offset: place)
    } else {
      index.fault = unclosedQuote(place, index.count)
    }
  }

  /// The fault of a quote that opens after so many records and is not closed.
  func unclosedQuote(_ place: Int, _ records: Int) -> SourceFault {
    malformed(
      .openQuote(line: line(of: place)),
      label: "it opens here, and the rest of the file would be its text", at: place,
      completeRecords: records)
  }
}
