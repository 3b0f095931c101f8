// SPDX-License-Identifier: MIT

import Catalogue
import Foundation
import TestSupport
import Testing

@testable import CatalogueSources

/// Damaged and generated documents: never a trap, never a wrong row.
@Suite struct JSONRobustnessTests {
  static let list = """
    [{"id": 1, "t": "aä\\n😀", "n": [1.5, {"x": null}], "b": true},
     {"id": 2, "t": "\\u00fc", "n": [], "b": false}, {"id": 30, "n": [-2e1], "t": ""}]
    """
  static let object = """
    {"total": 2, "none": [], "items": [{"id": 1, "t": "x"}, {"id": 2, "t": null}], "end": {}}
    """
  static let lines = "{\"id\":1,\"t\":\"ä\"}\n\n{\"id\":2,\"t\":[{}]}\n{\"id\":3}\n"

  @Test(arguments: [list, object])
  func aCutDocumentGivesItsWholeRecordsAndAFault(_ text: String) {
    let bytes = Array(text.utf8)
    let whole = Reading(bytes: bytes)
    #expect(whole.fault == nil)
    var seen: Set<Int> = []
    for length in 0..<bytes.count {
      let reading = Reading(bytes: Array(bytes[..<length]))
      // A prefix has the types of its own records, and so the ids at least are the same.
      let ids = reading.rows.map { $0.prefix { $0 != " " } }
      #expect(ids == whole.rows.prefix(ids.count).map { $0.prefix { $0 != " " } })
      #expect(reading.fault != nil, "\(length) bytes")
      seen.insert(ids.count)
    }
    #expect(seen == Set(0...whole.rows.count))
  }

  @Test func cutLinesGiveTheWholeOnes() {
    let bytes = Array(Self.lines.utf8)
    for length in 1..<bytes.count {
      let reading = Reading(bytes: Array(bytes[..<length]), name: "x.ndjson")
      let ends = bytes[..<length].count { $0 == UInt8(ascii: "\n") }
      let isWhole = [17, 36, 45].contains(length)
      let expected = [0, 1, 1, 2, 3][ends] + (isWhole ? 1 : 0)
      guard expected > 0 else { continue }
      #expect(reading.rows.count == expected, "\(length) bytes")
    }
  }

  /// Each byte of each document in turn becomes each of these.
  static let replacements: [UInt8] =
    Array("\"\\{}[]:, \n\t0-9.eEtfnulx/".utf8) + [
      0, 0x1F, 0x7F, 0x80, 0xA0, 0xC3, 0xED, 0xF0, 0xFF,
    ]

  @Test(arguments: [list, object])
  func aChangedByteGivesRowsOrAFaultAsFoundationSays(_ text: String) {
    let bytes = Array(text.utf8)
    for place in bytes.indices {
      for replacement in Self.replacements where bytes[place] != replacement {
        var changed = bytes
        changed[place] = replacement
        let reading = Reading(bytes: changed)
        // Foundation takes other encodings and single values, which are no catalogue here.
        let isOther = changed.contains(0) || reading.fault?.hasPrefix("holds") == true
        if isOther { continue }
        let isWhole = !reading.findings.contains { $0.contains("no UTF-8") }
        #expect(
          (reading.fault == nil && isWhole) == Oracle.accepts(changed),
          "\(String(decoding: changed, as: UTF8.self)): \(reading.fault ?? "no fault")")
      }
    }
  }

  @Test func aChangedByteOfALineTouchesNoOtherLine() {
    let bytes = Array(Self.lines.utf8)
    for place in bytes.indices where bytes[place] != UInt8(ascii: "\n") {
      for replacement in Self.replacements where replacement != UInt8(ascii: "\n") {
        var changed = bytes
        changed[place] = replacement
        let reading = Reading(bytes: changed, name: "x.ndjson")
        #expect(reading.counts[0] == 3)
        #expect(reading.rows.count >= 2)
        #expect(reading.fault == nil)
      }
    }
  }

  @Test func aRecordThatIsTooLargeIsSkipped() {
    let limit = 16 << 20
    let record = { (size: Int) in
      "{\"a\":\"" + String(repeating: "x", count: size - 8) + "\"}"
    }
    let reading = Reading("[\(record(limit + 1)),{\"a\":\"\"},\(record(limit))]")
    #expect(reading.fault == nil)
    #expect(reading.rows.map(\.utf8.count) == [2, limit - 6])
    #expect(reading.findings == ["1@1 record 1 is larger than 16 MiB: skipped"])
  }

  @Test(arguments: 0..<20)
  func generatedDocumentsAgreeWithFoundation(_ seed: Int) throws {
    var generator = DocumentGenerator(seed: UInt64(seed))
    let text = generator.document(records: 60)
    let expected = try Oracle.rows(text, names: DocumentGenerator.names)
    let readings = DocumentGenerator.names.map { FieldReading(path: [$0], type: .any) }
    let layout = ListLayout(items: .root, readings: readings)
    var payload = Payload(name: "x.json", bytes: text.utf8)
    let list = try payload.find(layout)
    let reader = ListReader(
      payload: payload, layout: layout, fields: Array(readings.indices), copy: .file, strict: true,
      list: list)
    let batch = try #require(try reader.next())
    let actual = try (0..<batch.count).map { row in
      try batch.columns.map { column in
        guard case .text(let json) = column.value(at: row) else { return NSNull() as NSObject }
        return try Oracle.value(json)
      }
    }
    #expect(actual == expected)
    #expect(Reading(text).fault == nil)
  }
}

/// What Foundation makes of JSON.
enum Oracle {
  static func accepts(_ bytes: [UInt8]) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(bytes))) != nil
  }

  static func value(_ text: String) throws -> NSObject {
    let value = try JSONSerialization.jsonObject(
      with: Data(text.utf8), options: .fragmentsAllowed)
    return try #require(value as? NSObject)
  }

  /// The members of each record, null where there is none.
  static func rows(_ text: String, names: [String]) throws -> [[NSObject]] {
    let records = try #require(try value(text) as? [[String: NSObject]])
    return records.map { record in names.map { record[$0] ?? NSNull() } }
  }
}

/// Makes documents of all kinds of values, with numbers that a double holds exactly.
struct DocumentGenerator {
  static let names = ["a", "b", "ü", "q\"", "d\\", "e\n"]

  private var numbers: Seeded

  init(seed: UInt64) { numbers = Seeded(seed) }

  mutating func document(records: Int) -> String {
    let items = (0..<records).map { _ in object(depth: 3) }
    return "\(space())[\(items.joined(separator: ","))\(space())]\(space())"
  }

  private mutating func object(depth: Int) -> String {
    let names = Self.names.shuffled(using: &numbers).prefix(Int.random(in: 0...6, using: &numbers))
    let members = names.map { "\(space())\(text($0))\(space()):\(value(depth: depth - 1))" }
    return "\(space()){\(members.joined(separator: ","))\(space())}"
  }

  private mutating func value(depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &numbers) {
    case 0: return space() + "null"
    case 1: return Bool.random(using: &numbers) ? "true" : "false\(space())"
    case 2: return space() + String(Int.random(in: -1_000_000...1_000_000, using: &numbers))
    case 3: return String(Double(Int.random(in: -9999...9999, using: &numbers)) / 64) + space()
    case 4: return text("")
    case 5: return space() + text(randomText())
    case 6:
      let items = (0..<Int.random(in: 0...4, using: &numbers)).map { _ in value(depth: depth - 1) }
      return "[\(space())\(items.joined(separator: ","))]"
    default: return object(depth: depth)
    }
  }

  private mutating func randomText() -> String {
    let letters = Array("ab \"\\/\n\t\u{1}é💡{}[]:,\u{2028}").map(String.init)
    return (0..<Int.random(in: 0...40, using: &numbers)).map { _ in
      letters[Int.random(in: 0..<letters.count, using: &numbers)]
    }.joined()
  }

  /// A text in quotes, each character at random as it is or escaped.
  private mutating func text(_ content: String) -> String {
    var json = "\""
    for unit in content.utf16 {
      let mustEscape = unit < 0x20 || unit == 0x22 || unit == 0x5C
      if mustEscape || Int.random(in: 0..<8, using: &numbers) == 0 {
        let digits = String(unit, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else if let scalar = Unicode.Scalar(unit) {
        json.unicodeScalars.append(scalar)
      } else {
        json += "\\u" + String(unit, radix: 16)
      }
    }
    return json + "\""
  }

  private mutating func space() -> String {
    ["", "", "", " ", "\n", "\r\n\t "][Int.random(in: 0..<6, using: &numbers)]
  }
}
