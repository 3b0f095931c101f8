// SPDX-License-Identifier: MIT

/// Finds out how a file of separated values is written, by its first rows.
struct DialectDetection {
  /// How much of a file is looked at.
  private static let sampleBytes = 65_536

  /// How much more may be read to the end of the last row, so that a quote that nothing closes is
  /// not looked for in all of a file once for each dialect.
  static let sampleSlack = 1 << 20

  /// More of a file is only looked at where its first rows are longer than that.
  static let mostBytes = sampleBytes + sampleSlack

  /// How many rows are read at least, as far as they are that long.
  private static let sampleRows = 3

  /// What is known of a file under one dialect.
  struct Reading {
    var dialect: SeparatedDialect
    /// The text of every cell of the first rows, quotes resolved.
    let rows: [[[UInt8]]]
    /// Where each of these rows begins, and where the one after them does.
    let starts: [Int]
    /// How many cells most rows have.
    let width: Int
    /// The share of rows that have so many.
    let regular: Double
    let misplacedQuotes: Int
    /// Cells without quotes around them that hold an odd number: the separator of such a reading
    /// may stand within the quotes of another.
    let halvedQuotes: Int
    /// Where a quote opens that nothing closes.
    let unclosed: Int?
    /// How many bytes were read in all to find this dialect.
    fileprivate(set) var scannedBytes: Int

    var isPerfect: Bool { regular == 1 && width > 1 && misplacedQuotes == 0 }

    fileprivate var hasWholeQuotes: Bool { misplacedQuotes == 0 && halvedQuotes == 0 }

    /// Whether the rows are a table with its names, perhaps below lines that are none of it. In a
    /// file that should have tabs there are none: texts with a comma are more likely.
    fileprivate func isTable(named: UInt8?) -> Bool {
      guard width > 1, misplacedQuotes == 0 else { return false }
      if rows.first?.count == width { return true }
      if named == UInt8(ascii: "\t") { return false }
      let table = rows.drop { $0.count < 2 }
      return table.allSatisfy { $0.count == width } && TableHead.hasTypes(below: table, dialect)
    }
  }

  private let payload: Payload
  private let decimalMark: UInt8
  private let start: Int
  private let sampleEnd: Int
  /// Behind the last byte that any dialect is tried on.
  private let readEnd: Int

  init(_ payload: Payload, from start: Int, decimalMark: UInt8 = UInt8(ascii: ".")) {
    self.payload = payload
    self.decimalMark = decimalMark
    self.start = start
    sampleEnd = min(payload.count, start + Self.sampleBytes)
    readEnd = min(payload.count, sampleEnd + Self.sampleSlack)
  }

  /// The way of reading that makes the rows regular. A separator that is given is kept; one that a
  /// file's name tells gives way only to one under which there is a table.
  func reading(named: UInt8?, separator: UInt8?) -> Reading {
    var scanned = 0
    var best = sampled(named: named, separator: separator, &scanned)
    // A row that is longer than the sample is told of as it is in the whole file.
    if best.rows.count <= Self.sampleRows, best.starts.last == readEnd, readEnd < payload.count {
      best = reading(best.dialect, to: payload.count, &scanned)
    }
    best.scannedBytes = scanned
    return best
  }

  private func sampled(named: UInt8?, separator: UInt8?, _ scanned: inout Int) -> Reading {
    var base = SeparatedDialect(separator: separator ?? named ?? UInt8(ascii: ","))
    base.lineBreak = lineBreak
    base.skipsSpace = hasSpaceBeforeQuotes
    base.decimalMark = decimalMark
    let separators =
      separator.map { [$0] } ?? ([named].compactMap(\.self) + SeparatedDialect.separators)
    var readings: [Reading] = []
    for separator in separators {
      var isWellQuoted = false
      for dialect in variants(of: base, separator) where dialect.quote != nil || !isWellQuoted {
        let reading = reading(dialect, to: readEnd, &scanned)
        // A name says more than quotes.
        if reading.isPerfect, separator == named || reading.hasWholeQuotes { return reading }
        isWellQuoted = isWellQuoted || reading.misplacedQuotes == 0
        readings.append(reading)
      }
    }
    // Of equals the first: a separator that is rare in other text.
    let usable = readings.filter { reading in
      let isNamed = reading.dialect.separator == (separator ?? named)
      return isNamed || named == nil ? reading.width > 1 : reading.isTable(named: named)
    }
    let best = usable.enumerated().max { one, two in
      Self.isBetter(two.element, than: one.element) ?? (two.offset < one.offset)
    }
    if let best { return best.element }
    base.keepsBlankLines = true
    return reading(base, to: readEnd, &scanned)
  }

  /// Nil where two ways of reading are as good.
  private static func isBetter(_ one: Reading, than other: Reading) -> Bool? {
    if one.regular != other.regular { return one.regular > other.regular }
    if one.hasWholeQuotes != other.hasWholeQuotes { return one.hasWholeQuotes }
    if one.misplacedQuotes != other.misplacedQuotes {
      return one.misplacedQuotes < other.misplacedQuotes
    }
    return nil
  }

  /// A double quote as usual; where they occur, a backslash before quotes, and single quotes.
  private func variants(
    of base: SeparatedDialect, _ separator: UInt8
  ) -> [SeparatedDialect] {
    var plain = base
    plain.separator = separator
    var variants = [plain]
    let single = quotedShare(UInt8(ascii: "'"), separator)
    if single > 0.5 {
      var quoting = plain
      quoting.quote = UInt8(ascii: "'")
      // Where each cell has them, names too, they are no part of any text.
      variants.insert(quoting, at: single == 1 ? 0 : 1)
    }
    if separator == UInt8(ascii: "\t") {
      // Files with tabs mostly have no quotes, and then one is a character like any other. They
      // have where nothing is amiss with quotes.
      var quoteless = plain
      quoteless.quote = nil
      variants.append(quoteless)
    }
    if contains("\\\"") {
      var escaping = plain
      escaping.escapesByBackslash = true
      variants.append(escaping)
    }
    return variants
  }

  /// Reads the first rows in one way, none beyond an end.
  private func reading(
    _ dialect: SeparatedDialect, to end: Int, _ scanned: inout Int
  ) -> Reading {
    var scanner = SeparatedScanner(payload.padded, start..<end, dialect)
    var rows: [[[UInt8]]] = []
    var starts: [Int] = []
    var misplaced = 0
    var halved = 0
    while rows.count < Self.sampleRows || scanner.offset < sampleEnd, scanner.next() {
      starts.append(scanner.row.lowerBound)
      misplaced += scanner.cells.count { $0.form == .irregular }
      halved += scanner.cells.count(where: scanner.isHalfQuoted)
      rows.append(
        scanner.cells.map { dialect.text(payload.padded[$0.range], $0.form) })
    }
    scanned += scanner.offset - start
    starts.append(scanner.offset)
    if scanner.unclosed != nil, payload.stopsAnywhere, end == payload.count, rows.count > 1 {
      // The text stops within this row, which tells nothing of how the others are written.
      misplaced -= scanner.cells.count { $0.form == .irregular }
      halved -= scanner.cells.count(where: scanner.isHalfQuoted)
      rows.removeLast()
      starts.removeLast()
    }
    let counts = rows.reduce(into: [Int: Int]()) { $0[$1.count, default: 0] += 1 }
    // Of equals the width of the first row, which mostly has the names.
    let usual = counts.max {
      ($0.value, $0.key == rows.first?.count ? 1 : 0, $0.key)
        < ($1.value, $1.key == rows.first?.count ? 1 : 0, $1.key)
    }
    return Reading(
      dialect: dialect, rows: rows, starts: starts, width: usual?.key ?? 1,
      regular: rows.isEmpty ? 0 : Double(usual?.value ?? 0) / Double(rows.count),
      misplacedQuotes: misplaced, halvedQuotes: halved, unclosed: scanner.unclosed,
      scannedBytes: scanned)
  }

  /// A return alone ends lines where it is the only line break outside of quotes, of which one
  /// opens where a cell begins.
  private var lineBreak: SeparatedDialect.LineBreak {
    var isQuoted = false
    var mayOpen = true
    var returns = 0
    for byte in payload.padded[start..<sampleEnd] {
      if isQuoted {
        // One that follows a closing quote goes on with the text.
        if byte == UInt8(ascii: "\"") { (isQuoted, mayOpen) = (false, true) }
        continue
      }
      switch byte {
      case UInt8(ascii: "\"") where mayOpen: isQuoted = true
      case UInt8(ascii: "\n"): return .newline
      case UInt8(ascii: "\r"): (returns, mayOpen) = (returns + 1, true)
      case UInt8(ascii: " "): break
      default: mayOpen = SeparatedDialect.separators.contains(byte)
      }
    }
    return returns > 0 ? .return : .newline
  }

  private var hasSpaceBeforeQuotes: Bool {
    SeparatedDialect.separators.contains {
      contains([$0, UInt8(ascii: " "), UInt8(ascii: "\"")])
    }
  }

  /// The share of cells with a text in them that begin and end with a character, between which
  /// separators may stand.
  private func quotedShare(_ quote: UInt8, _ separator: UInt8) -> Double {
    var cells = 0
    var quoted = 0
    var lines = payload.padded[start..<sampleEnd].split(separator: UInt8(ascii: "\n"))
    // The last one may have a quote that the rest of the text would close.
    if payload.stopsAnywhere, sampleEnd == payload.count, lines.count > 1 { lines.removeLast() }
    for line in lines.prefix(100) {
      var rest = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      while let first = rest.first {
        let closed = first == quote ? Self.quotedEnd(rest, separator) : nil
        let end = closed ?? rest.firstIndex(of: separator) ?? rest.endIndex
        let cell = rest[..<end]
        rest = rest[end...].dropFirst()
        // Numbers stand without quotes beside texts in them.
        if cell.isEmpty || cell.allSatisfy({ "0123456789.-+".utf8.contains($0) }) { continue }
        cells += 1
        quoted += closed == nil ? 0 : 1
      }
    }
    return cells == 0 ? 0 : Double(quoted) / Double(cells)
  }

  /// Where a cell ends that begins with a quote: behind the next one that a separator follows, or
  /// nothing; nil where there is none.
  private static func quotedEnd(_ cell: ArraySlice<UInt8>, _ separator: UInt8) -> Int? {
    guard let quote = cell.first else { return nil }
    return cell.indices.dropFirst().first { place in
      let next = place + 1
      return cell[place] == quote && (next == cell.endIndex || cell[next] == separator)
    }.map { $0 + 1 }
  }

  private func contains(_ text: String) -> Bool { contains(Array(text.utf8)) }

  private func contains(_ wanted: [UInt8]) -> Bool {
    guard let first = wanted.first else { return true }
    return (start..<sampleEnd).contains { place in
      payload.padded[place] == first && payload.padded[place..<sampleEnd].starts(with: wanted)
    }
  }
}
