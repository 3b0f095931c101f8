// SPDX-License-Identifier: MIT

import Catalogue

// How tables as text are told from other formats, and how one is written.
extension SeparatedFormat {
  static let name = "CSV"
  static let noun = "a table"

  static let promises = [
    FormatPromise(Self.self, ending: ".csv", mediaType: "text/csv", "CSV"),
    FormatPromise(
      Self.self, ending: ".tsv", mediaType: "text/tab-separated-values", noun),
    FormatPromise(Self.self, ending: ".tab", noun),
    FormatPromise(Self.self, ending: ".psv", noun),
  ]

  /// What the name of a file promises to stand between cells.
  private static let separators = [
    ".csv": UInt8(ascii: ","), ".tsv": UInt8(ascii: "\t"), ".tab": UInt8(ascii: "\t"),
    ".psv": UInt8(ascii: "|"),
  ]

  /// A row that is nothing but a separator's name decides it, as spreadsheets write it.
  private static let declaration = Array("sep=".utf8)

  static func surelyHolds(_ payload: Payload) -> Bool { false }

  static func recognised(_ payload: Payload) throws(SourceFault) -> OpenedPayload? {
    if let known = reading(of: payload) { return try open(payload, TableForm(), known: known) }
    guard payload.bytes.prefix(2).contains(where: { $0 == 0 || $0 >= 0xFE }),
      ContentFormat(payload)?.isUTF16 ?? false
    else { return nil }
    let decoded = try TextEncoding.decoded(payload)
    guard reading(of: decoded.payload) != nil else { return nil }
    return try open(payload, decoded, TableForm(), known: nil)
  }

  static func open(_ payload: Payload) throws(SourceFault) -> OpenedPayload {
    try open(payload, TableForm(), known: nil)
  }

  /// Opens a payload that is said to be a table, whatever its name promises.
  static func open(_ payload: Payload, as form: TableForm) throws(SourceFault) -> OpenedPayload {
    if let other = KnownFormats.surely(payload, besides: Self.self) {
      throw .wrongShape(
        name: payload.name, message: "is \(other.name), and `with` tells how a table is written")
    }
    return try open(payload, form, known: nil)
  }

  /// Of a table of one column no separator tells.
  static func advice(on payload: Payload) -> String? {
    guard payload.promise == nil, !payload.name.holdsBytes(of: "://"),
      let first = payload.bytes.first(where: { !$0.isBlank }), !"{[\"<".utf8.contains(first)
    else { return nil }
    return "a table of one column is read from a file whose name ends in `.csv`"
  }

  /// How a payload whose name tells nothing is read as a table; nil where it does not look like
  /// one: all of its first rows have as many cells, and it is no beginning of JSON or of a page.
  /// One line of names is a table without rows, but no reply of a server is, which may be its
  /// regret.
  private static func reading(of payload: Payload) -> DialectDetection.Reading? {
    let payload = payload.upToLastLine()
    guard let first = payload.bytes[payload.start...].first(where: { !$0.isBlank }),
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

  /// The way in which a payload is written, and its text in UTF-8; with what is said and what is
  /// known already of how the payload is read.
  private static func open(
    _ payload: Payload, _ form: TableForm, known: DialectDetection.Reading?
  ) throws(SourceFault) -> OpenedPayload {
    if let other = ContentFormat(payload), !other.isUTF16 {
      throw .wrongShape(name: payload.name, message: other.message(insteadOf: name))
    }
    return try open(payload, TextEncoding.decoded(payload), form, known: known)
  }

  private static func open(
    _ payload: Payload, _ decoded: (payload: Payload, note: ListNote?), _ form: TableForm,
    known: DialectDetection.Reading?
  ) throws(SourceFault) -> OpenedPayload {
    let text = decoded.payload
    if let other = ContentFormat(payload),
      let format = KnownFormats.surely(text, besides: Self.self)
    {
      throw .wrongShape(name: payload.name, message: other.message(insteadOf: format.name))
    }
    try check(text)
    let (start, declared) = declaredSeparator(of: text)
    let named = payload.promise.flatMap { separators[$0.ending] }
    let isSame = text.count == payload.count && start == payload.start && declared == nil
    let reading =
      known.flatMap { isSame ? $0 : nil }
      ?? DialectDetection(text, from: start, decimalMark: form.decimalMark ?? UInt8(ascii: "."))
      .reading(named: named, separator: form.separator ?? declared)
    if let place = reading.unclosed, reading.rows.count == 1 { throw text.unclosedQuote(place, 0) }
    let head = TableHead(reading, hasHeader: form.hasHeader)
    let format = SeparatedFormat(
      dialect: reading.dialect, head: head, remarks: remarks(reading, head, named, form),
      note: decoded.note)
    return (format, text)
  }

  /// Throws what keeps a text from being a table.
  private static func check(_ text: Payload) throws(SourceFault) {
    if let place = text.bytes.firstIndex(of: 0) {
      throw .wrongShape(
        name: text.name,
        message: "has a zero byte on line \(text.line(of: place)), as no text has; "
          + "`tr -d '\\000'` takes such bytes out")
    }
    let content = text.bytes[text.start...].drop(while: \.isBlank)
    if content.isEmpty { throw .empty(name: text.name) }
    if text.beginsMarkup {
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

  /// What was found that neither the name of a file promises nor anybody has said.
  private static func remarks(
    _ reading: DialectDetection.Reading, _ head: TableHead, _ named: UInt8?, _ form: TableForm
  ) -> [ReadingRemark] {
    var remarks: [ReadingRemark] = []
    if let separator = form.separator {
      if reading.width == 1 { remarks.append(.nothingSeparated(by: separator)) }
    } else if reading.width > 1, reading.dialect.separator != named {
      remarks.append(.separator(reading.dialect.separator))
    }
    if reading.dialect.quote == UInt8(ascii: "'") {
      remarks.append(.singleQuotes)
    }
    if head.skippedLines > 0 { remarks.append(.linesAbove(head.skippedLines)) }
    if !head.isNamed, form.hasHeader == nil { remarks.append(.noNames) }
    if head.unnamed > 0 { remarks.append(.unnamedColumns(head.unnamed)) }
    if let name = head.repeated.first { remarks.append(.repeatedName(name)) }
    if let mark = form.decimalMark {
      let rows = reading.rows.dropFirst(head.skippedLines + (head.isNamed ? 1 : 0))
      let found = GroupedDigits(decimalMark: mark).first(
        in: rows, width: head.names.count, reading.dialect)
      if let (column, cell) = found {
        remarks.append(.groupedDigits(column: head.names[column], example: cell))
      }
    }
    return remarks
  }
}
