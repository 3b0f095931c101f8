// SPDX-License-Identifier: MIT

import Testing

@testable import CatalogueSources

/// The walk over small payloads finds what simdjson finds.
@Suite struct RecordParserTests {
  /// What a parser tells of all records of a payload.
  private struct Reading: Equatable {
    var names: [String] = []
    var statuses: [RecordStatus] = []
    var tokens: [String] = []
    var losses: [String] = []

    init?(_ payload: Payload, _ index: RecordIndex, walkedBytes: Int) {
      guard let parser = RecordParser(fields: ["id"], walkedBytes: walkedBytes),
        parser.discover(payload, index.spans[...])
      else { return nil }
      names = parser.names(from: 0)
      statuses = parser.statuses()
      tokens = names.indices.flatMap { field in
        (parser.tokens(field) ?? []).map { "\(field) \($0.form) \($0.range) \($0.hasEscapes)" }
      }
      losses = parser.losses().map { "\($0.row) \($0.reason)" }
    }
  }

  private static let records = [
    #"{"id":1,"t":"aä\n😀","n":[1.5,{"x":null}],"b":true}"#, #"{}"#,
    #"{ "id" : "a\"b" , "t" : {} }"#,
    #"{"id":null,"id":2}"#, #"{"t":[[],[{}]],"u":-2e1,"w":false}"#, #"{"x\\":1}"#, #"{"x\"y":2}"#,
    #"{"\u0069d":3}"#, #"{"\ud800":4,"id":5}"#, #"[1]"#, #"7"#, #"{"n":"]}","id":[",{"]}"#,
    #"{"t":"\\","id":6}"#,
  ]

  private static func differ(_ bytes: [UInt8]) -> Bool {
    let payload = Payload(name: "x.ndjson", bytes: bytes)
    let index = LineReader.lines(payload)
    return Reading(payload, index, walkedBytes: .max) != Reading(payload, index, walkedBytes: 0)
  }

  @Test func walksAsSimdjsonReads() {
    let text = Self.records.joined(separator: "\n") + "\n"
    let payload = Payload(name: "x.ndjson", bytes: Array(text.utf8))
    let index = LineReader.lines(payload)
    let reading = Reading(payload, index, walkedBytes: .max)
    #expect(reading == Reading(payload, index, walkedBytes: 0))
    #expect(reading?.names == ["id", "t", "n", "b", "u", "w", "x\\", "x\"y"])
    #expect(reading?.losses == ["3 repeatedMember(\"id\")", "8 halfName"])
    #expect(reading?.statuses.count { $0 == .notObject } == 2)
  }

  /// Each byte in turn becomes each of these.
  @Test func walksOverChangedBytesAlike() {
    let replacements = Array("\"\\{}[]:, 1-enx".utf8) + [0x1F, 0x80, 0xC3]
    for record in Self.records {
      let bytes = Array(record.utf8)
      for place in bytes.indices {
        for replacement in replacements {
          var changed = bytes
          changed[place] = replacement
          #expect(!Self.differ(changed), "\(String(decoding: changed, as: UTF8.self))")
        }
      }
    }
  }
}
