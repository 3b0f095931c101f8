// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

@testable import CatalogueSources

/// Columns of lists and records that are made of all tokens at once hold what each value gives that
/// is read by itself.
@Suite struct NestedColumnTests {
  /// Values of JSON as they stand in one text.
  private struct Written {
    let payload: Payload
    let tokens: [ValueToken]

    /// A missing value is written as nil.
    init(_ values: [String?]) {
      var text = ""
      var ranges: [Range<Int>?] = []
      for value in values {
        let start = text.utf8.count
        text += (value ?? "") + ","
        ranges.append(value.map { start..<start + $0.utf8.count })
      }
      let payload = Payload(name: "x", bytes: text.utf8)
      self.payload = payload
      tokens = ranges.map { $0.map { ValueToken($0, in: payload.padded) } ?? .absent }
    }

    func decoder(_ type: ValueType) -> ColumnDecoder {
      ColumnDecoder(JSONValueReader(payload), FieldReading(path: ["x"], type: type), field: 0)
    }

    /// What each value gives by itself; nil where something does not fit.
    func values(_ type: ValueType) -> [Value]? {
      let reader = JSONValueReader(payload)
      var values: [Value] = []
      for token in tokens {
        if token.isMissing {
          values.append(.null)
          continue
        }
        let (value, mismatches) = reader.value(of: token, as: type)
        if !mismatches.isEmpty { return nil }
        values.append(value)
      }
      return values
    }

    /// What all of them give at once; nil where they are read one by one.
    func usual(_ type: ValueType) -> [Value]? {
      let decoder = decoder(type)
      let column: Column? =
        if case .record = type {
          decoder.usualRecords(tokens).map(Column.record)
        } else {
          decoder.usualLists(tokens).map(Column.list)
        }
      return column.map { column in (0..<column.count).map(column.value) }
    }
  }

  private static let offer = ValueType.record([
    RecordMember("price", .decimal), RecordMember("n", .int),
  ])

  private static let seller = ValueType.record([
    RecordMember("name", .text), RecordMember("rating", .decimal), RecordMember("isOpen", .bool),
    RecordMember("address", .record([RecordMember("city", .text), RecordMember("zip", .int)])),
    RecordMember("tags", .list(.text)),
    RecordMember("offers", .list(offer)),
  ])

  @Test func recordsHaveTheirMembers() throws {
    let written = Written([
      #"{"name": "A", "rating": 4.5, "isOpen": true, "address": {"city": "Ulm", "zip": 89073}}"#,
      #"{ "address" : { "zip" : 1 } , "name" : "B \"b\" \u00e9\\" , "tags" : [ "x" , "y" ] }"#,
      "{}", "null", nil,
      #"{"name":null,"offers":[{"price":1.50,"n":2},{},null],"other":{"a":["}"]},"rating":-0}"#,
    ])
    let usual = try #require(written.usual(Self.seller))
    #expect(
      usual.map { $0 == .null ? "null" : JSONText.string($0) } == [
        #"{"name":"A","rating":4.5,"isOpen":true,"address":{"city":"Ulm","zip":89073}}"#,
        #"{"name":"B \"b\" é\\","address":{"zip":1},"tags":["x","y"]}"#,
        "{}", "null", "null",
        #"{"name":null,"rating":0,"offers":[{"price":1.5,"n":2},{},null]}"#,
      ])
    #expect(usual == written.values(Self.seller))
  }

  /// A column with any of these is read value by value.
  @Test(
    arguments: [
      #"{"name":"a","name":"b"}"#, #"{"n\u0061me":"a"}"#, #"{"other\n":1}"#, #""text""#, "7", "[]",
      #"{"rating":"4"}"#, #"{"name":7}"#, #"{"address":[]}"#, #"{"address":{"zip":1.5}}"#,
      #"{"name":"\ud800"}"#, #"{"tags":["a",1]}"#, #"{"offers":[{"n":1,"n":2}]}"#,
      #"{"rating":1e400}"#,
    ])
  func anythingElseIsReadOneByOne(_ value: String) {
    let written = Written(["{}", value])
    #expect(written.usual(Self.seller) == nil)
  }

  @Test func whatMayMeanSomethingElseIsReadOneByOne() {
    let written = Written([#"{"a":"2024-01-31"}"#])
    for type in [ValueType.any, .length(.metre), .duration, .list(.any)] {
      #expect(written.usual(.record([RecordMember("a", type)])) == nil, "\(type)")
    }
  }

  /// A way of members leads to the same by columns of tokens as object by object.
  @Test func waysLeadThroughRecords() {
    let values: [String?] = [
      #"{"a":{"b":{"c":7}}}"#, #"{"a":{"b":null}}"#, #"{"a":{}}"#, "{}", nil,
      #"{"x":1,"a":{"b":{}}}"#,
    ]
    let written = Written(values)
    let reading = FieldReading(path: ["x", "a", "b", "c"], type: .int)
    let numbers = { (written: Written) -> [Value] in
      var decoder = ColumnDecoder(JSONValueReader(written.payload), reading, field: 0)
      let column = decoder.column([written.tokens], rows: written.tokens.count)
      return (0..<column.count).map(column.value)
    }
    let expected: [Value] = [.number(Decimal(7)), .null, .null, .null, .null, .null]
    #expect(numbers(written) == expected)
    // The last object is unusual, so that all are gone through one by one.
    #expect(numbers(Written(values + [#"{"a":{"b":4}}"#])) == expected + [.null])
  }

  private static func generated(_ type: ValueType, _ chance: inout Seeded) -> String {
    if Int.random(in: 0..<40, using: &chance) == 0 { return "null" }
    let blank = ["", "", "", " ", "\n\t"].randomElement(using: &chance) ?? ""
    switch type {
    case .text:
      let parts = ["", "a", "Ulm", "é", #"\""#, #"\\"#, #"\u00e9"#, "{", "]", ",", ":"]
      let text = (0..<Int.random(in: 0...4, using: &chance)).map { _ in
        parts.randomElement(using: &chance) ?? ""
      }
      return "\"" + text.joined() + "\""
    case .int: return String(Int.random(in: -9...99_999, using: &chance))
    case .bool: return Bool.random(using: &chance) ? "true" : "false"
    case .list(let element):
      let items = (0..<Int.random(in: 0...3, using: &chance)).map { _ in
        generated(element, &chance)
      }
      return "[" + blank + items.joined(separator: blank + "," + blank) + blank + "]"
    case .record(let members):
      var order = members
      if Int.random(in: 0..<3, using: &chance) == 0 { order.shuffle(using: &chance) }
      var parts: [String] = []
      for member in order where Int.random(in: 0..<5, using: &chance) > 0 {
        parts.append("\"\(member.name)\"\(blank):\(blank)\(generated(member.type, &chance))")
        let isTwice = Int.random(in: 0..<900, using: &chance) == 0
        if isTwice, let last = parts.last { parts.append(last) }
      }
      if Int.random(in: 0..<9, using: &chance) == 0 { parts.append(#""other":{"name":["\"}"]}"#) }
      return "{" + blank + parts.joined(separator: blank + "," + blank) + blank + "}"
    default:
      let (whole, part) = (
        Int.random(in: 0...99, using: &chance), Int.random(in: 0...99, using: &chance)
      )
      return "\(whole).\(part)"
    }
  }

  @Test func generatedRecordsAreTheSame() {
    var chance = Seeded(21)
    var others = 0
    for round in 0..<1_500 {
      let type: ValueType = round % 3 == 0 ? .list(Self.seller) : Self.seller
      let written = Written(
        (0..<Int.random(in: 1...12, using: &chance)).map { _ in
          Int.random(in: 0..<9, using: &chance) == 0 ? nil : Self.generated(type, &chance)
        })
      let usual = written.usual(type)
      others += usual == nil ? 1 : 0
      if let usual { #expect(usual == written.values(type)) }
    }
    // Those in which a member comes twice.
    #expect(others > 10 && others < 300, "\(others)")
  }
}
