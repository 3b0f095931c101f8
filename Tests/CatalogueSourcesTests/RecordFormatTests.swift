// SPDX-License-Identifier: MIT

import Catalogue
import Testing

@testable import CatalogueSources

/// The door behind which formats stand.
@Suite struct RecordFormatTests {
  /// What is told of each record that is not read: its words and the byte at which it is bad.
  private static func faults(_ text: [UInt8], name: String) throws -> [String] {
    var payload = Payload(name: name, bytes: text)
    let found = try payload.find()
    return (0..<found.index.count).map { record in
      let fault = found.format.fault(of: record, .notObject, in: found.index, of: payload)
      return "\(fault.offset) \(fault.words)"
    }
  }

  @Test func aFormatTellsWhereARecordIsBad() throws {
    let lines = Array("{\"a\":1 x}\n7\n{\"a\":1} 8\n{\"a\":trx}".utf8)
    #expect(
      try Self.faults(lines, name: "a.ndjson") == [
        "7 line 1 is no JSON (column 8: a comma or } belongs here)",
        "10 record 2 is a number, not an object",
        "20 line 3 is no JSON (column 9: one record a line is wanted)",
        "27 line 4 is no JSON (column 6: only true, false and null are words of JSON)",
      ])
    #expect(
      try Self.faults(Array("{\"a\":1}\n{\"a\":[1,".utf8), name: "a.jsonl").last
        == "13 line 2 stops in the middle of a record")
    #expect(
      try Self.faults(Array("  {\"a\":\"日本é\",\"b\":nope}".utf8), name: "a.jsonl") == [
        "22 line 1 is no JSON (column 18: only true, false and null are words of JSON)"
      ])
    #expect(
      try Self.faults(Array("[{\"a\":\"".utf8) + [0xE4] + Array("\"},[]]".utf8), name: "a.json")
        == [
          "7 record 1 is no JSON (byte 0xE4 is no UTF-8; is the file in CP1252?)",
          "11 record 2 is a list, not an object",
        ])
  }

  /// What a payload surely holds comes before what its name promises, and that before a guess.
  @Test(arguments: [
    ("a.csv", "[{\"a\":1}]", "JSON JSON instead of CSV"),
    ("a.tsv", "{\"a\":1}", "JSON JSON instead of a table"),
    ("a.csv", "a;b\n1;2\n", "CSV cells are separated by semicolons"),
    ("a", "a,b\n1,2\n", "CSV cells are separated by commas"),
    ("a", "{\"a\":1}\n", "JSON "), ("a.jsonl", "{\"a\":1}\n", "JSON "),
  ])
  func formatsAreTriedInOrder(_ name: String, _ text: String, _ expected: String) throws {
    var payload = Payload(name: name, bytes: text.utf8)
    let found = try payload.find()
    let remarks = found.index.remarks.map(\.words).joined(separator: ", ")
    #expect("\(type(of: found.format).name) \(remarks)" == expected)
  }

  /// Only a document has something around its rows.
  @Test(arguments: [
    ("a.json", #"{"page": 1, "data": {"items": [{"id": 1}], "total": 7}}"#, "data.total"),
    ("a.csv", "data,total\n1,2\n", nil),
  ])
  func aFormatTellsWhatStandsAroundRows(name: String, text: String, way: String?) throws {
    var payload = Payload(name: name, bytes: text.utf8)
    let found = try payload.find()
    let rows = ItemsPath([.member("data"), .member("items"), .each])
    let around = found.format.surroundings(of: payload, around: rows)
    #expect(around?.member("TOTAL")?.way.joined(separator: ".") == way)
    #expect(around?.member("id") == nil)
  }

  @Test func formatsTellTheirLimits() {
    let told = FormatLimit.all.map { "\($0.name): \($0.value) \($0.unit)" }
    #expect(told == ["nesting of JSON: \(JSONScanner.depthLimit) levels"])
  }

  /// What is known of a payload is known of its text in another encoding too.
  @Test func aDecodedPayloadIsOfItsServer() throws {
    let bytes = Array("a,b\n".utf8) + [0xE4] + Array(",1".utf8)
    var payload = Payload(name: "https://x/list", bytes: bytes)
    payload.mediaType = "text/csv"
    payload.isPart = true
    let decoded = try TextEncoding.decoded(payload).payload
    #expect(String(decoding: decoded.bytes, as: UTF8.self) == "a,b\nä,1")
    #expect(decoded.mediaType == "text/csv")
    #expect(decoded.promise?.ending == ".csv")
    #expect(decoded.isPart)
  }
}
