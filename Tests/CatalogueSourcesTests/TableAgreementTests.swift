// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

@testable import CatalogueSources

/// A walk over the windows of a table gives what the exact way gives, or refuses.
@Suite struct TableAgreementTests {
  /// How tables are written that are walked over.
  private static let dialects: [SeparatedDialect] = {
    var dialects = SeparatedDialect.separators.map { SeparatedDialect(separator: $0) }
    dialects.append(SeparatedDialect(separator: UInt8(ascii: "\t"), quote: nil))
    for dialect in [dialects[3], dialects[4]] {
      var other = dialect
      other.lineBreak = .return
      dialects.append(other)
    }
    for dialect in [dialects[2], dialects[3]] {
      var other = dialect
      other.decimalMark = UInt8(ascii: ",")
      dialects.append(other)
    }
    var single = SeparatedDialect(separator: UInt8(ascii: ","))
    single.keepsBlankLines = true
    return dialects + [single]
  }()

  /// Checks one table in windows of all kinds; true where it was clean and walked over.
  private static func agrees(_ table: WrittenTable) -> Bool {
    let exact = TableReading(exactly: table)
    let mayBeRefused = exact.map { $0.mayBeRefused(table) } ?? true
    var isWalked = true
    for cutting in Cutting.all {
      let walked = TableReading(walking: table, cutting)
      if walked == nil { isWalked = false }
      #expect(walked == exact || walked == nil && mayBeRefused, "\(cutting), \(table)")
    }
    let shape = TableReading(walking: table, Cutting(window: 128, walkers: 2), tokens: false)?.shape
    #expect(shape == (isWalked ? exact?.shape : nil), "\(table)")
    return isWalked
  }

  @Test(arguments: 0..<4, dialects)
  func generatedTablesAgree(_ seed: Int, _ dialect: SeparatedDialect) {
    var generator = TableGenerator(seed: UInt64(seed), dialect)
    var clean = 0
    for _ in 0..<16 where Self.agrees(generator.table()) { clean += 1 }
    #expect(clean > 8)
  }

  @Test(arguments: 0..<6, dialects)
  func damagedTablesAgree(_ seed: Int, _ dialect: SeparatedDialect) {
    var generator = TableGenerator(seed: UInt64(seed), dialect, rows: 0...4)
    var clean = 0
    for _ in 0..<60 where Self.agrees(generator.damaged(generator.table())) { clean += 1 }
    #expect(clean > 0)
    #expect(clean < 60)
  }

  /// Which kind a cell is of, where it is written like a number, a date or a bool.
  @Test(arguments: 0..<4)
  func kindsAreThoseOfCells(_ seed: Int) throws {
    var numbers = Seeded(UInt64(seed))
    let alphabets: [String] = [
      "0123456789", "-0123456789.", "-012.eE+", "-012,eE+.", " 0-19.", "tTrRuUeEfalse ",
    ]
    for alphabet in alphabets {
      for _ in 0..<300 {
        let most = Bool.random(using: &numbers) ? 22 : 70
        let cell = "1" + numbers.text(of: Array(alphabet), upTo: most)
        try Self.checkKind(String(cell.dropFirst(Bool.random(using: &numbers) ? 1 : 0)))
      }
    }
    for cell in TableGenerator.cells { try Self.checkKind(cell) }
  }

  private static func checkKind(_ cell: String) throws {
    for mark in [UInt8(ascii: "."), UInt8(ascii: ",")] { try checkKind(cell, mark) }
  }

  private static func checkKind(_ cell: String, _ decimalMark: UInt8) throws {
    var dialect = SeparatedDialect(separator: UInt8(ascii: ";"))
    dialect.decimalMark = decimalMark
    let table = WrittenTable(dialect, width: 2, Array("\(cell);x".utf8))
    let walker = try #require(TableWalker(table.dialect, width: 2, columns: []))
    let part = table.start..<table.payload.count
    #expect(walker.walk(table.payload.padded, part, isLast: true) == .walked)
    let expected: TableShape.Kinds =
      switch dialect.kind(Array(cell.utf8)[...]) {
      case .empty: .empty
      case .int: .int
      case .decimal: .decimal
      case .bool: .bool
      case .date: .date
      case .text: .text
      }
    #expect(walker.shape().columns == [expected, .text], "\(cell)")
  }
}

/// Makes tables with cells of all kinds.
private struct TableGenerator {
  private static let integers = [
    "0", "-0", "7", "-12", "123456789", "1234567890123456", "999999999999999999",
    "-999999999999999999", "9223372036854775807", "-9223372036854775808", " 5", "12 ",
  ]
  private static let decimals = [
    "0.5", "-0.25", "10.0", "1e5", "1E-2", "2.5e+10", "9223372036854775808",
    "-9223372036854775809", "1234567890.12345", "3.14159265358979323846", "0e0", "-1.5 ",
    "99999999999999999999999999999999999999", "1e-38", "1e37",
  ]
  private static let dates = ["2024-02-29", "1999-12-31", "0001-01-01", " 2024-01-31 "]
  private static let bools = ["true", "false", "TRUE", "False", " tRuE "]
  private static let texts = [
    "a", "plain words", "é", "😀 and 日本語", "a,b", "x;y", "p|q", "tab\there", "say \"yes\"", "\"",
    "\"\"", "two\nlines", "two\r\nlines", "one\rreturn", "'", "007", "+5", ".5", "5.", "1e50", "--",
    "100000000000000000000000000000000000001", "1e-39", "2023-02-29", "2024-13-01", "2024-01-01T",
    "1.2.3", "1,5", "t", "falsey", "\u{FEFF}", " x ", "\\", "\\\"", "  \t",
    String(repeating: "long é ", count: 20), "123456789012345678901234567890123456789012345",
  ]
  static let cells = (integers + decimals + dates + bools + texts).filter { cell in
    !cell.utf8.contains { "\r\n\";".utf8.contains($0) }
  }
  /// What stands in the place of bytes of a damaged text, or between them.
  private static let damage: [UInt8] =
    Array("\"\"\"\n\r,;\t| 0-9.e\n\r'\\".utf8) + [
      0, 0x80, 0xBF, 0xC1, 0xC3, 0xE0, 0xED, 0xF4, 0xFF,
    ]

  private var numbers: Seeded
  private let dialect: SeparatedDialect
  private let counts: ClosedRange<Int>
  /// How the rows of this table end.
  private var lineBreaks: [String] = []

  init(seed: UInt64, _ dialect: SeparatedDialect, rows counts: ClosedRange<Int> = 0...25) {
    numbers = Seeded(seed)
    self.dialect = dialect
    self.counts = counts
  }

  mutating func table() -> WrittenTable {
    let isReturn = dialect.lineBreak == .return
    lineBreaks = isReturn ? ["\r"] : pick([["\n"], ["\r\n"], ["\n", "\r\n"]])
    let width = dialect.keepsBlankLines ? 1 : Int.random(in: 1...5, using: &numbers)
    let columns = (0..<width).map { _ in column() }
    var text = ""
    var end = ""
    for _ in 0..<Int.random(in: counts, using: &numbers) {
      var row = columns.map { cell(of: $0) }
      if chance(250) { row.append("") }
      if dialect.keepsBlankLines, row == [""] { row = ["x"] }
      end = pick(lineBreaks)
      if !dialect.keepsBlankLines, chance(20) { end += pick(lineBreaks) }
      text += row.joined(separator: String(UnicodeScalar(dialect.separator))) + end
    }
    if chance(4) { text.unicodeScalars.removeLast(end.unicodeScalars.count) }
    return WrittenTable(dialect, width: width, Array(text.utf8))
  }

  /// The table with one to three bytes changed, taken away or added, or cut.
  mutating func damaged(_ table: WrittenTable) -> WrittenTable {
    var text = Array(table.payload.bytes[table.start...])
    for _ in 0..<Int.random(in: 1...3, using: &numbers) where !text.isEmpty {
      let place = Int.random(in: 0..<text.count, using: &numbers)
      let byte = Self.damage.randomElement(using: &numbers) ?? 0
      switch Int.random(in: 0..<7, using: &numbers) {
      case 0, 1: text[place] = byte
      case 2, 3: text.insert(byte, at: place)
      case 4, 5: text.remove(at: place)
      default: text.removeSubrange(place...)
      }
    }
    return WrittenTable(table.dialect, width: table.width, text)
  }

  /// What the cells of a column may be.
  private mutating func column() -> [String] {
    let empty = ["", "", " "]
    return pick([
      Self.integers, Self.integers + empty, Self.integers + Self.decimals,
      Self.decimals + empty, Self.dates, Self.dates + empty, Self.bools, empty,
      Self.integers + Self.dates, Self.texts + empty, Self.texts, Self.integers + Self.texts,
      Self.bools + Self.dates + empty,
    ])
  }

  private mutating func cell(of column: [String]) -> String {
    let text = written(pick(column))
    let special: [UInt8] = [dialect.separator, dialect.quote ?? 0, 0x0A, 0x0D]
    let isSpecial = text.utf8.contains { special.contains($0) }
    if dialect.quote == nil { return isSpecial ? "" : text }
    guard isSpecial || chance(4) else { return text }
    let doubled = text.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined()
    return "\"\(doubled)\""
  }

  /// A cell with the decimal mark in the place of points, and the other way round.
  private func written(_ cell: String) -> String {
    let (point, mark) = (UInt8(ascii: "."), dialect.decimalMark)
    guard mark != point else { return cell }
    return String(
      decoding: cell.utf8.map { $0 == point ? mark : ($0 == mark ? point : $0) }, as: UTF8.self)
  }

  private mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[Int.random(in: 0..<choices.count, using: &numbers)]
  }

  private mutating func chance(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &numbers) == 0
  }
}
