// SPDX-License-Identifier: MIT

/// Finds out how a file of separated values is written, by its first rows.
struct DialectDetection {
  /// How much of a file is looked at.
  private static let sampleBytes = 65_536

  /// What is known of a file under one dialect.
  struct Reading {
    let dialect: SeparatedDialect
    /// The text of every cell, quotes resolved.
    let rows: [[[UInt8]]]
    /// Where each row begins.
    let starts: [Int]
    /// How many cells most rows have.
    let width: Int
    /// The share of rows that have so many.
    let regular: Double
    let misplacedQuotes: Int

    var isPerfect: Bool { regular == 1 && width > 1 && misplacedQuotes == 0 }
  }

  private let payload: Payload
  private let start: Int
  private let end: Int
  private let isWhole: Bool

  init(_ payload: Payload, from start: Int) {
    self.payload = payload
    self.start = start
    end = min(payload.count, start + Self.sampleBytes)
    isWhole = end == payload.count
  }

  /// The way of reading that makes the rows regular. A separator that is given is kept.
  func reading(separator: UInt8?, quote: UInt8?) -> Reading {
    var base = SeparatedDialect(separator: separator ?? UInt8(ascii: ","))
    base.lineBreak = lineBreak
    base.skipsSpace = hasSpaceBeforeQuotes
    if let quote { base.quote = quote }
    let separators = separator.map { [$0] } ?? SeparatedDialect.separators
    var readings: [Reading] = []
    for separator in separators {
      for dialect in variants(of: base, separator, isFixed: quote != nil) {
        let reading = reading(dialect)
        if reading.isPerfect { return reading }
        readings.append(reading)
      }
    }
    // Of equals the first: a separator that is rare in other text.
    let best = readings.enumerated().filter { $0.element.width > 1 }.max { one, two in
      (one.element.regular, two.offset) < (two.element.regular, one.offset)
    }
    return best?.element ?? reading(base)
  }

  /// A double quote as usual; where they occur, a backslash before quotes, and single quotes.
  private func variants(
    of base: SeparatedDialect, _ separator: UInt8, isFixed: Bool
  ) -> [SeparatedDialect] {
    var plain = base
    plain.separator = separator
    var variants = [plain]
    if !isFixed, isMostlyQuoted(UInt8(ascii: "'"), separator) {
      var single = plain
      single.quote = UInt8(ascii: "'")
      variants.insert(single, at: 0)
    }
    if contains("\\\"") {
      var escaping = plain
      escaping.escapesByBackslash = true
      variants.append(escaping)
    }
    return variants
  }

  /// Reads the sample in one way. The last row may be cut off, and does not count then.
  func reading(_ dialect: SeparatedDialect) -> Reading {
    var scanner = SeparatedScanner(payload.padded, start..<end, dialect)
    var rows: [[[UInt8]]] = []
    var starts: [Int] = []
    var misplaced = 0
    while scanner.next() {
      if !isWhole, scanner.offset >= end, !rows.isEmpty { break }
      starts.append(scanner.row.lowerBound)
      misplaced += scanner.cells.count { $0.form == .irregular }
      rows.append(
        scanner.cells.map { dialect.text(payload.padded[$0.range], $0.form) })
    }
    let counts = rows.reduce(into: [Int: Int]()) { $0[$1.count, default: 0] += 1 }
    let usual = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }
    return Reading(
      dialect: dialect, rows: rows, starts: starts, width: usual?.key ?? 1,
      regular: rows.isEmpty ? 0 : Double(usual?.value ?? 0) / Double(rows.count),
      misplacedQuotes: misplaced)
  }

  /// A return alone ends lines where it is the only line break outside of quotes.
  private var lineBreak: SeparatedDialect.LineBreak {
    var isQuoted = false
    var returns = 0
    for place in start..<end {
      switch payload.padded[place] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "\n") where !isQuoted: return .newline
      case UInt8(ascii: "\r") where !isQuoted: returns += 1
      default: break
      }
    }
    return returns > 0 ? .return : .newline
  }

  private var hasSpaceBeforeQuotes: Bool {
    SeparatedDialect.separators.contains { separator in
      contains([separator, UInt8(ascii: " "), UInt8(ascii: "\"")])
        && !contains([separator, UInt8(ascii: "\"")])
    }
  }

  /// Whether most cells begin and end with a character.
  private func isMostlyQuoted(_ quote: UInt8, _ separator: UInt8) -> Bool {
    var cells = 0
    var quoted = 0
    for line in payload.padded[start..<end].split(separator: UInt8(ascii: "\n")).prefix(100) {
      for cell in line.split(separator: separator, omittingEmptySubsequences: false) {
        cells += 1
        let cell = cell.last == UInt8(ascii: "\r") ? cell.dropLast() : cell
        quoted += cell.count > 1 && cell.first == quote && cell.last == quote ? 1 : 0
      }
    }
    return quoted * 2 > cells
  }

  private func contains(_ text: String) -> Bool { contains(Array(text.utf8)) }

  private func contains(_ wanted: [UInt8]) -> Bool {
    guard let first = wanted.first else { return true }
    return (start..<end).contains { place in
      payload.padded[place] == first && payload.padded[place..<end].starts(with: wanted)
    }
  }
}
