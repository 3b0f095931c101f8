// SPDX-License-Identifier: MIT

import Catalogue

/// Tables as text: a row on each line, its cells with a separator between them (RFC 4180 and how it
/// is taken in practice).
struct SeparatedFormat: TextFormat {
  let dialect: SeparatedDialect
  let head: TableHead
  /// What of the payload is read otherwise than its name promises, as parts of a footer.
  let remarks: [String]

  /// A row that is nothing but a separator's name decides it, as spreadsheets write it.
  private static let declaration = Array("sep=".utf8)

  /// Whether a payload whose name tells nothing looks like a table: its first two lines have as
  /// many cells, and are no beginning of JSON or of a page.
  static func recognises(_ payload: Payload) -> Bool {
    let lines = payload.bytes.dropFirst(payload.start).prefix(65_536).split(
      separator: UInt8(ascii: "\n"), maxSplits: 2)
    guard lines.count > 1, let first = lines[0].first(where: { !JSONScanner.isSpace($0) }),
      !"{[<\0".utf8.contains(first), ContentFormat(payload) == nil
    else { return false }
    return ",;\t|".utf8.contains { separator in
      let counts = lines[..<2].map { line in line.count { $0 == separator } }
      return counts[0] > 0 && counts[0] == counts[1]
    }
  }

  /// The way in which a payload is written, and its text in UTF-8.
  static func open(
    _ payload: Payload, _ options: TableOptions = TableOptions()
  ) throws(SourceFault) -> (format: any RecordFormat, payload: Payload) {
    if let other = ContentFormat(payload), !other.isUTF16 {
      throw .wrongShape(name: payload.name, message: other.message(insteadOf: "CSV"))
    }
    let encoding = options.encoding ?? TextEncoding(of: payload)
    let text = encoding.decoded(payload)
    if let place = text.bytes.firstIndex(of: 0) {
      throw .wrongShape(
        name: text.name, message: "has a zero byte on line \(text.line(of: place)), as no text has")
    }
    guard text.bytes.contains(where: { !JSONScanner.isSpace($0) }) else {
      throw .empty(name: text.name)
    }
    var start = text.start
    var separator = options.separator
    if text.bytes[start...].starts(with: declaration) {
      let line = text.bytes[start...].prefix {
        $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r")
      }
      if line.count == declaration.count + 1, let last = line.last {
        separator = separator ?? last
        start = line.endIndex
      }
    }
    let reading = DialectDetection(text, from: start).reading(
      separator: separator, quote: options.quote)
    let head = TableHead(reading, isNamed: options.hasHeader, end: text.count)
    var remarks: [String] = []
    if encoding != .utf8, options.encoding == nil {
      remarks.append("no UTF-8, so read as \(encoding.name)")
    }
    if options.separator == nil, reading.width > 1,
      reading.dialect.separator != FormatName.separator(of: text.name)
    {
      remarks.append("cells are separated by \(reading.dialect.separatorWords)")
    }
    if head.skippedLines > 0 {
      let lines = head.skippedLines == 1 ? "line" : "lines"
      remarks.append("\(head.skippedLines) \(lines) above the table left out")
    }
    if !head.isNamed, options.hasHeader == nil { remarks.append("no line of names") }
    if let name = head.repeated.first {
      remarks.append("of several columns `\(name)` the later ones have a number")
    }
    return (SeparatedFormat(dialect: reading.dialect, head: head, remarks: remarks), text)
  }

  func records(
    of payload: Payload, choosing rows: RowsChoice?
  ) throws(SourceFault) -> RecordIndex {
    if rows != nil {
      throw .wrongShape(
        name: payload.name, message: "is a table; `items` chooses a list within JSON")
    }
    return index(payload)
  }

  func records(of payload: Payload, _ layout: ListLayout) throws(SourceFault) -> RecordIndex {
    guard layout.items == .root else {
      throw .wrongShape(
        name: payload.name, message: "is a table, which has no list at `\(layout.items)`")
    }
    return index(payload)
  }

  func isList(_ payload: Payload) -> Bool { true }

  func isRecord(_ range: Range<Int>, in payload: Payload) -> Bool { !range.isEmpty }

  func tokenizer(of payload: Payload, fields: [String]) -> (any RecordTokenizer)? {
    SeparatedTokenizer(self, fields: fields)
  }

  /// Cells of several kinds are text, as all of them are written.
  func type(of shape: ValueShape) -> ValueType {
    switch shape {
    case .nothing, .mixed: .text
    default: shape.type
    }
  }

  private func index(_ payload: Payload) -> RecordIndex {
    var index = RecordIndex()
    index.remarks = remarks
    var scanner = SeparatedScanner(payload.padded, head.start..<payload.count, dialect)
    while scanner.next() {
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
    return index
  }
}

extension Payload {
  /// Ends an index where a quote opens that nothing closes.
  fileprivate func end(_ index: inout RecordIndex, at place: Int) {
    let line = line(of: place)
    let words = "has a quote on line \(line) that nothing closes"
    if isSalvaged, index.count > 0 {
      index.breakage = (words, place)
    } else {
      index.fault = malformed(
        words, label: "it opens here, and the rest of the file would be its text", at: place,
        completeRecords: index.count)
    }
  }
}

/// What a query says of how a table is written; what it leaves out is found out.
struct TableOptions: Sendable, Hashable {
  var separator: UInt8?
  var quote: UInt8?
  /// Whether the first line has the names of the columns.
  var hasHeader: Bool?
  var encoding: TextEncoding?
}
