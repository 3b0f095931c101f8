// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import TestSupport
import Testing

/// Tables as text, of bytes that nobody would write.
@Suite struct SeparatedFuzzTests {
  /// Whatever the bytes are, every record is a row or told, every place is in the file, and the
  /// same bytes give the same.
  @Test func anyBytesEndInRowsOrAFault() throws {
    var random = Seeded(7)
    let alphabet = Array("\"\",,;;\t\n\n\r'\\ a1-.|=é".utf8) + [0x80, 0xFF]
    var (rows, faults, findings) = (0, 0, 0)
    for _ in 0..<3_000 {
      let count = Int.random(in: 1...60, using: &random)
      let bytes = (0..<count).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      let reading = Reading(bytes: bytes, name: "x.csv")
      #expect(reading == Reading(bytes: bytes, name: "x.csv"), "\(bytes)")
      #expect((reading.fault == nil) || reading.rows.isEmpty || reading.fields.count > 0)
      #expect(reading.fault != nil || !reading.fields.isEmpty, "\(bytes)")
      let (records, skipped) = (reading.counts[0], reading.counts[1])
      #expect(reading.rows.count + skipped == records, "\(bytes)")
      // Each row ends a line, and each has a cell for each field.
      #expect(records <= bytes.count { $0 == 0x0A || $0 == 0x0D } + 1, "\(bytes)")
      try Self.checkPlaces(reading, bytes)
      rows += reading.rows.count
      faults += reading.fault == nil ? 0 : 1
      findings += reading.findings.count
    }
    // Otherwise the bytes would show nothing.
    #expect(rows > 1_000 && faults > 100 && findings > 100, "\(rows) \(faults) \(findings)")
  }

  /// Each finding is `record@offset message`. Bytes that are no UTF-8 are three at most as text.
  private static func checkPlaces(_ reading: Reading, _ bytes: [UInt8]) throws {
    let isText = String(validating: bytes, as: UTF8.self) != nil
    for finding in reading.findings {
      let place = finding.prefix { $0 != " " }.split(separator: "@").compactMap { Int($0) }
      try #require(place.count == 2)
      let (record, offset) = (place[0], place[1])
      #expect((1...max(reading.counts[0], 1)).contains(record), "\(finding) \(bytes)")
      #expect(offset <= bytes.count * (isText ? 1 : 3), "\(finding) \(bytes)")
    }
    guard let line = reading.fault?.firstMatch(of: #/ line (\d+)/#).flatMap({ Int($0.1) }) else {
      return
    }
    let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
    #expect((1...lines).contains(line), "\(reading) \(bytes)")
  }

  /// Cells of any text, written with quotes, are read back as they were.
  @Test func anyCellsComeBack() {
    var random = Seeded(11)
    let alphabet = Array("\",;\t\n\r'\\ a1-.|=é")
    for round in 0..<1_000 {
      let cells = (0..<4).map { _ in
        let count = Int.random(in: 0...12, using: &random)
        return "x" + String((0..<count).map { _ in alphabet.randomElement(using: &random) ?? "a" })
      }
      func quoted(_ row: some Sequence<String>) -> String {
        row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") + "\n"
      }
      let text = quoted(["first", "second"]) + quoted(cells[..<2]) + quoted(cells[2...])
      let reading = Reading(text, name: "x.csv")
      #expect(reading.fields == ["first:Text", "second:Text"], "round \(round): \(text)")
      let expected = [cells[..<2], cells[2...]].map { row in
        row.map { JSONText.string(.text($0)) }.joined(separator: " ")
      }
      #expect(reading.rows == expected, "round \(round): \(text)")
      #expect(reading.findings == [] && reading.fault == nil)
    }
  }

  /// Lines that end in a carriage return alone are lines in messages too.
  @Test(arguments: [
    (
      "a,b\r1,2\r3,\"open\r4,5\r", "x.csv",
      "has a quote on line 3 that nothing closes / it opens here, and the rest of the file would "
        + "be its text / 3 `\"open` / 1"
    ),
    (
      "[\r{\"a\":1},\r{\"a\":x}\r]", "x.json",
      "is no JSON in record 2 / only true, false and null are words of JSON / 3 `x}` / 1"
    ),
    (
      "[\r\n{\"a\":1},\r\n{\"a\":x}\r\n]", "x.json",
      "is no JSON in record 2 / only true, false and null are words of JSON / 3 `x}\r` / 1"
    ),
  ])
  func countsLines(_ text: String, name: String, fault: String) {
    #expect(Reading(text, name: name).fault == fault)
  }
}
