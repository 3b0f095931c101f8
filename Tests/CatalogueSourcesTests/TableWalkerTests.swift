// SPDX-License-Identifier: MIT

import Catalogue
import Testing

@testable import CatalogueSources

/// What a walk over a window of a table finds, and what it refuses.
@Suite struct TableWalkerTests {
  /// What one window gives, as text.
  private struct Window: Equatable {
    var outcome = TableWalker.Outcome.refused
    var consumed = 0
    var rows: [String] = []
    /// For each wanted column its cells.
    var cells: [[String]] = []
  }

  private static func walker(
    width: Int, _ columns: [TableWalker.Column] = [],
    _ dialect: SeparatedDialect = SeparatedDialect(separator: UInt8(ascii: ","))
  ) throws -> TableWalker {
    try #require(TableWalker(dialect, width: width, columns: columns))
  }

  private static func next(
    _ walker: TableWalker, _ text: String, isLast: Bool = false, columns: Int = 0
  ) -> Window {
    let payload = Payload(name: "x", bytes: text.utf8)
    let outcome = walker.walk(payload, isLast: isLast)
    guard outcome == .walked else { return Window(outcome: outcome) }
    let string = { (range: Range<Int>) in String(decoding: payload.padded[range], as: UTF8.self) }
    return Window(
      outcome: outcome, consumed: walker.consumed, rows: walker.spans().map { string($0.range) },
      cells: (0..<columns).map { column in
        walker.tokens(column).map { "\($0.form) \($0.spelling) \(string($0.range))" }
      })
  }

  private static func outcome(
    _ bytes: some Sequence<UInt8>, width: Int = 2, isLast: Bool = true,
    _ change: (inout SeparatedDialect) -> Void = { _ in }
  ) throws -> TableWalker.Outcome {
    var dialect = SeparatedDialect(separator: UInt8(ascii: ","))
    change(&dialect)
    return try walker(width: width, [], dialect).walk(
      Payload(name: "x", bytes: bytes), isLast: isLast)
  }

  // What is found.

  @Test func aWindowGivesRowsAndTokens() throws {
    let walker = try Self.walker(
      width: 3, [.init(0, isText: false), .init(2, isText: true), .init(2, isText: false)])
    let text = "1,x,\" 5\"\r\n\n-2.5,\"a\nb\",\"say \"\"é\"\"\"\r\n,,\nTRUE,y,2024-02-29 \n1,2"
    #expect(
      Self.next(walker, text, columns: 3)
        == Window(
          outcome: .walked, consumed: text.utf8.count - 3,
          rows: [
            "1,x,\" 5\"", "-2.5,\"a\nb\",\"say \"\"é\"\"\"", ",,", "TRUE,y,2024-02-29 ",
          ],
          cells: [
            ["number bare 1", "number bare -2.5", "null bare ", "true bare TRUE"],
            [
              "string plain  5", "string escapedWhole \"say \"\"é\"\"\"", "null bare ",
              "string bare 2024-02-29 ",
            ],
            [
              "number bare 5", "string escapedWhole \"say \"\"é\"\"\"", "null bare ",
              "string bare 2024-02-29 ",
            ],
          ]))
    #expect(
      Self.next(walker, "\r\n1,2,\"\"", isLast: true, columns: 3)
        == Window(
          outcome: .walked, consumed: 8, rows: ["1,2,\"\""],
          cells: [["number bare 1"], ["string plain "], ["null bare "]]))
    #expect(walker.shape().rows == 5)
    #expect(walker.shape().columns.map(\.shape) == [.mixed, .text, .text])
  }

  @Test func linesMayEndByReturns() throws {
    var dialect = SeparatedDialect(separator: UInt8(ascii: "\t"), quote: nil)
    dialect.lineBreak = .return
    let walker = try Self.walker(width: 2, [.init(1, isText: false)], dialect)
    #expect(
      Self.next(walker, "\"a\t1\r\rb\"\tx\ny\rc", columns: 1)
        == Window(
          outcome: .walked, consumed: 13, rows: ["\"a\t1", "b\"\tx\ny"],
          cells: [["number bare 1", "string bare x\ny"]]))
    #expect(Self.next(walker, "a\tb\r\nc\td\r") == Window(outcome: .refused))
  }

  @Test func nothingHoldsNoRow() throws {
    let walker = try Self.walker(width: 2, [.init(0, isText: true)])
    #expect(
      Self.next(walker, "", columns: 1) == Window(outcome: .walked, cells: [[]]))
    #expect(
      Self.next(walker, "\n\r\n\n", isLast: true, columns: 1)
        == Window(outcome: .walked, consumed: 4, cells: [[]]))
    #expect(walker.shape() == TableShape(rows: 0, columns: [[], []]))
    #expect(walker.shape().columns.map(\.shape) == [.nothing, .nothing])
  }

  /// Wherever a window ends, what is behind its last whole row is walked over again.
  @Test func everyCutGivesTheSame() throws {
    let rows = ["\"a,\"\"b\",1", "é😀,\"two\r\nlines\"", ",2.5", "\"\",\"\""]
    let text = Array(rows.joined(separator: "\r\n").utf8)
    for cut in 0...text.count {
      let walker = try Self.walker(width: 2)
      let start = Payload(name: "x", bytes: text[..<cut])
      #expect(walker.walk(start, isLast: false) == .walked, "\(cut)")
      let found = walker.spans().count
      let rest = Payload(name: "x", bytes: text[walker.consumed...])
      #expect(walker.walk(rest, isLast: true) == .walked, "\(cut)")
      #expect(found + walker.spans().count == rows.count, "\(cut)")
      #expect(walker.shape().columns.map(\.shape) == [.text, .text], "\(cut)")
    }
  }

  @Test func windowsMayBeOfAnyLength() throws {
    let walker = try Self.walker(width: 3, [.init(2, isText: false)])
    var total = 0
    for count in [1, 100_000, 3, 200_000, 0, 1] {
      let window = Self.next(walker, String(repeating: "1,,22\n", count: count), columns: 1)
      #expect(window.consumed == 6 * count)
      #expect(window.rows.count == count)
      #expect(window.cells == [Array(repeating: "number bare 22", count: count)])
      total += count
    }
    #expect(walker.shape() == TableShape(rows: total, columns: [.int, .empty, .int]))
  }

  @Test func whatIsKnownGrowsWithWhatIsNew() throws {
    let walker = try Self.walker(width: 2)
    var known: [UInt64] = []
    for text in ["1,2\n", "3,4\n", "3,4.5\n", "3,1\n", "3,x\n", "3,2024-01-01\n"] {
      #expect(Self.next(walker, text).outcome == .walked)
      known.append(walker.known)
    }
    #expect(known[0] == known[1])
    #expect(known[1] < known[2])
    #expect(known[2] == known[3])
    #expect(known[3] < known[4])
    #expect(known[4] == known[5])
  }

  @Test func shapesOfTwoWalkersAreMerged() throws {
    let first = try Self.walker(width: 4)
    let second = try Self.walker(width: 4)
    #expect(Self.next(first, "1,2024-01-01,x,\n").outcome == .walked)
    #expect(Self.next(second, "1.5,true,1,\n,,,\n").outcome == .walked)
    let shape = first.shape().merged(with: second.shape())
    #expect(shape == second.shape().merged(with: first.shape()))
    #expect(shape.rows == 3)
    #expect(shape.columns.map(\.shape) == [.decimal, .mixed, .text, .nothing])
  }

  // What is refused.

  @Test(arguments: [
    // The number of cells, in any row.
    "1\n", "1,2,3\n", "1,2\n1\n", "1,2\n1,2,3", "1,2\n1\n1,2,3\n1,2", "1,2\n\"3,4\"\n", " \n",
    // Quotes.
    "a\"b,1\n", "a,b\"\n", "\"a\"b,1\n", "\"a\" ,1\n", " \"a\",1\n", "\"a,1\n", "a,\"", "a,\"\"\"",
    "1,\"a\" \"b\"\n", "1,\"a\"\u{7F}\n",
    // Returns.
    "1,2\r", "\r1,2\n", "1,2\n\r", "1,\"a\"\rb\n", "1,2\r\n\r\r\n", "1,\"2\"\r",
    "\u{0}1,2\n", "1,2\n1,\u{0}",
  ])
  func rowsThatAreNotPlain(_ text: String) throws {
    #expect(try Self.outcome(text.utf8) == .refused)
    let before = String(repeating: "100,200\n", count: 20)
    #expect(try Self.outcome((before + text).utf8) == .refused)
  }

  @Test func aReturnWithinACellIsACharacter() throws {
    let walker = try Self.walker(width: 2, [.init(0, isText: true), .init(1, isText: true)])
    #expect(
      Self.next(walker, "a\rb,\r\r\n", columns: 2)
        == Window(
          outcome: .walked, consumed: 7, rows: ["a\rb,\r"],
          cells: [["string bare a\rb"], ["string bare \r"]]))
  }

  @Test(
    arguments: [
      [0xFF], [0x80], [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80],
      [0xED, 0xBF, 0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xC3, 0xA9, 0xA9],
      [0xF8, 0x88, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func bytesThatAreNoUTF8(_ bytes: [UInt8]) throws {
    for count in 0..<70 {
      let text = Array("1,".utf8) + Array(repeating: UInt8(ascii: "x"), count: count) + bytes
      #expect(try Self.outcome(text) == .refused)
      #expect(try Self.outcome(text + Array("\n1,2\n".utf8)) == .refused)
      #expect(try Self.outcome(text + Array("\n1,2".utf8), isLast: false) == .refused)
    }
  }

  @Test(arguments: [
    "é", "\u{80}", "\u{7FF}", "\u{800}", "\u{FFF}", "\u{D7FF}", "\u{E000}",
    "\u{FFFF}", "\u{10000}", "\u{3FFFF}", "\u{40000}", "\u{10FFFF}", "日本語", "😀é",
  ])
  func textOfAllKindsIsTaken(_ text: String) throws {
    for count in 0..<70 {
      let row = "1," + String(repeating: "x", count: count) + text
      #expect(try Self.outcome(row.utf8) == .walked)
      #expect(try Self.outcome((row + "\n" + row).utf8) == .walked)
      // A window may end within a character.
      #expect(try Self.outcome(row.utf8.dropLast(), isLast: false) == .walked)
      #expect(try Self.outcome(row.utf8.dropLast()) == .refused)
    }
  }

  @Test func rowsHaveALimit() throws {
    let limit = RecordStatus.sizeLimit
    let row = { (size: Int) in
      Array("1,".utf8) + Array(repeating: UInt8(ascii: "x"), count: size - 2)
    }
    #expect(try Self.outcome(row(limit)) == .walked)
    #expect(try Self.outcome(row(limit) + Array("\r\n".utf8)) == .walked)
    #expect(try Self.outcome(row(limit + 1)) == .refused)
    // What is surely too large is not waited for.
    #expect(try Self.outcome(row(limit), isLast: false) == .walked)
    #expect(try Self.outcome(row(limit + 1 << 17), isLast: false) == .refused)
  }

  @Test func blankLinesThatAreRowsAreRefused() throws {
    let keep = { (dialect: inout SeparatedDialect) in dialect.keepsBlankLines = true }
    #expect(try Self.outcome("a\nb\n".utf8, width: 1, keep) == .walked)
    for text in ["a\n\nb\n", "\na\n", "a\r\n\r\nb", "a\n\n"] {
      #expect(try Self.outcome(text.utf8, width: 1, keep) == .refused)
      #expect(try Self.outcome(text.utf8, width: 1) == .walked)
    }
  }

  @Test func dialectsThatAreNotWalkedOver() {
    func isTaken(_ change: (inout SeparatedDialect) -> Void, width: Int = 2) -> Bool {
      var dialect = SeparatedDialect(separator: UInt8(ascii: ";"))
      change(&dialect)
      return TableWalker(dialect, width: width, columns: []) != nil
    }
    #expect(isTaken { _ in })
    #expect(isTaken { $0.quote = nil })
    #expect(!isTaken { $0.quote = UInt8(ascii: "'") })
    #expect(!isTaken { $0.escapesByBackslash = true })
    #expect(!isTaken { $0.skipsSpace = true })
    for separator in Array("\n\r\" ".utf8) + [0, 0x80, 0xE9] {
      #expect(!isTaken { $0.separator = separator })
    }
    #expect(!isTaken({ _ in }, width: 0))
    #expect(isTaken({ _ in }, width: RecordStatus.fieldLimit))
    #expect(!isTaken({ _ in }, width: RecordStatus.fieldLimit + 1))
    let dialect = SeparatedDialect(separator: UInt8(ascii: ";"))
    for place in [-1, 2] {
      #expect(TableWalker(dialect, width: 2, columns: [.init(place, isText: true)]) == nil)
    }
  }
}
