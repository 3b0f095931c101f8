// SPDX-License-Identifier: MIT

import Catalogue

/// Tables as text: a row on each line, its cells with a separator between them (RFC 4180 and how it
/// is taken in practice).
struct SeparatedFormat: TextFormat {
  let dialect: SeparatedDialect
  let head: TableHead
  /// What of the payload is read otherwise than its name promises, as parts of a footer.
  let remarks: [String]
  /// What is wrong with the text as a whole; nil where nothing is.
  let note: ScanReport.Finding?

  /// A row that is nothing but a separator's name decides it, as spreadsheets write it.
  private static let declaration = Array("sep=".utf8)

  /// How a payload whose name tells nothing is read as a table; nil where it does not look like
  /// one: all of its first rows have as many cells, and it is no beginning of JSON or of a page.
  /// One line of names is a table without rows, but no reply of a server is, which may be its
  /// regret.
  static func recognised(_ payload: Payload) -> DialectDetection.Reading? {
    let payload = payload.upToLastLine()
    guard let first = payload.bytes[payload.start...].first(where: { !JSONScanner.isSpace($0) }),
      !"{[<\0".utf8.contains(first), ContentFormat(payload) == nil
    else { return nil }
    let reading = DialectDetection(payload, from: payload.start).reading(named: nil, separator: nil)
    guard reading.isPerfect else { return nil }
    return reading.rows.count > 1 || hasOnlyNames(reading, of: payload) ? reading : nil
  }

  /// Whether a table's only row has the names of its columns, as where it has no rows: there are
  /// tabs between them, or each is plain.
  private static func hasOnlyNames(
    _ reading: DialectDetection.Reading, of payload: Payload
  ) -> Bool {
    guard let names = reading.rows.first, reading.unclosed == nil,
      !payload.name.holdsBytes(of: "://")
    else { return false }
    let isTabbed = reading.dialect.separator == UInt8(ascii: "\t")
    return Set(names).count == names.count
      && names.allSatisfy { name in
        CellKind(name[...]) == .text && (isTabbed || name.allSatisfy(isOfPlainName))
      }
  }

  private static func isOfPlainName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."): true
    default: byte >= 0x80
    }
  }

  /// The way in which a payload is written, and its text in UTF-8; with what is known already of
  /// how the payload is read.
  static func open(
    _ payload: Payload, known: DialectDetection.Reading? = nil
  ) throws(SourceFault) -> (format: any RecordFormat, payload: Payload) {
    if let other = ContentFormat(payload), !other.isUTF16 {
      throw .wrongShape(name: payload.name, message: other.message(insteadOf: "CSV"))
    }
    let decoded = try TextEncoding.decoded(payload)
    let text = decoded.payload
    if let other = ContentFormat(payload), text.beginsWithJSON {
      throw .wrongShape(name: payload.name, message: other.message(insteadOf: "JSON"))
    }
    try check(text)
    let (start, declared) = declaredSeparator(of: text)
    let named = payload.formatName.separator
    let isSame = text.count == payload.count && start == payload.start && declared == nil
    let reading =
      known.flatMap { isSame ? $0 : nil }
      ?? DialectDetection(text, from: start).reading(named: named, separator: declared)
    if let place = reading.unclosed, reading.rows.count == 1 { throw text.unclosedQuote(place, 0) }
    let head = TableHead(reading)
    let remarks = remarks(reading, head, isExpected: reading.dialect.separator == named)
    let format = SeparatedFormat(
      dialect: reading.dialect, head: head, remarks: remarks, note: decoded.note)
    return (format, text)
  }

  /// Throws what keeps a text from being a table.
  private static func check(_ text: Payload) throws(SourceFault) {
    if let place = text.bytes.firstIndex(of: 0) {
      throw .wrongShape(
        name: text.name, message: "has a zero byte on line \(text.line(of: place)), as no text has")
    }
    let content = text.bytes[text.start...].drop(while: JSONScanner.isSpace)
    if content.isEmpty { throw .empty(name: text.name) }
    let beginning = String(decoding: content.prefix(14), as: UTF8.self).lowercased()
    if ["<!doctype", "<html", "<?xml"].contains(where: beginning.hasPrefix) {
      throw .wrongShape(name: text.name, message: "holds a web page or XML, no table")
    }
  }

  /// Where the rows begin, and the separator that a line before them declares.
  private static func declaredSeparator(of text: Payload) -> (start: Int, UInt8?) {
    guard text.bytes[text.start...].starts(with: declaration) else { return (text.start, nil) }
    let line = text.bytes[text.start...].prefix {
      $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r")
    }
    guard line.count == declaration.count + 1 else { return (text.start, nil) }
    return (line.endIndex, line.last)
  }

  /// What was found that the name of a file does not promise.
  private static func remarks(
    _ reading: DialectDetection.Reading, _ head: TableHead, isExpected: Bool
  ) -> [String] {
    var remarks: [String] = []
    if reading.width > 1, !isExpected {
      remarks.append("cells are separated by \(reading.dialect.separatorWords)")
    }
    if reading.dialect.quote == UInt8(ascii: "'") {
      remarks.append("texts stand in single quotes")
    }
    if head.skippedLines > 0 {
      let lines = head.skippedLines == 1 ? "line" : "lines"
      remarks.append("\(head.skippedLines) \(lines) above the table left out")
    }
    if !head.isNamed { remarks.append("no line of names") }
    if head.unnamed > 0 {
      remarks.append(
        head.unnamed == 1 ? "1 column has no name" : "\(head.unnamed) columns have no name")
    }
    if let name = head.repeated.first {
      remarks.append("`\(name)` names several columns: the later ones have a number")
    }
    return remarks
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

  func tells(_ record: Range<Int>, at ways: [ValuePath], in payload: Payload) -> Bool {
    ways.contains { way in
      way.firstMember.map { name in head.names.contains { $0.isSpelled(as: name) } } ?? false
    }
  }

  func isRecord(_ range: Range<Int>, in payload: Payload) -> Bool { !range.isEmpty }

  func tokenizer(of payload: Payload, fields: [String]) -> (any RecordTokenizer)? {
    SeparatedTokenizer(self, fields: fields)
  }

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
    if payload.bytes.last.map(JSONScanner.isSpace) == false, cells < head.names.count {
      index.cutLine = payload.line(of: payload.count)
    }
    return index
  }
}

extension Payload {
  /// Ends an index where a quote opens that nothing closes.
  fileprivate func end(_ index: inout RecordIndex, at place: Int) {
    let fault = unclosedQuote(place, index.count)
    if isSalvaged, index.count > 0, case .malformed(let data) = fault {
      index.breakage = (data.message, place)
    } else {
      index.fault = fault
    }
  }

  /// The fault of a quote that opens after so many records and is not closed.
  fileprivate func unclosedQuote(_ place: Int, _ records: Int) -> SourceFault {
    malformed(
      "has a quote on line \(line(of: place)) that nothing closes",
      label: "it opens here, and the rest of the file would be its text", at: place,
      completeRecords: records)
  }
}
