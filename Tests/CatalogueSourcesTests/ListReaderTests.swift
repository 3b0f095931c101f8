// SPDX-License-Identifier: MIT

import Catalogue
import Testing

@testable import CatalogueSources

/// Lists that are read by a layout, as source definitions say it.
@Suite struct ListReaderTests {
  /// A reading of one member whose name is the field's.
  static func field(_ path: String, _ type: ValueType) -> FieldReading {
    FieldReading(path: path.split(separator: ".").map(String.init), type: type)
  }

  static func layout(_ readings: [FieldReading], key: KeyRule? = nil) -> ListLayout {
    ListLayout(items: .root, key: key, readings: readings)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let title: String
    let reading: FieldReading
    /// Values of the member `a` of one record each.
    let values: [String]
    let rows: [String]
    var findings: [String] = []

    var testDescription: String { title }
  }

  static let scalars: [Case] = [
    Case(
      title: "numbers that are none", reading: field("a", .decimal),
      values: ["1.50", #""free""#, "true", "[1]", "null", #""2""#],
      rows: ["1.5", "null", "null", "null", "null", "null"],
      findings: [
        #"a "free" in record 2 (id 2) is no number: left empty"#,
        "a true in record 3 (id 3) is no number: left empty",
        "a [1] in record 4 (id 4) is no number: left empty",
        #"a "2" in record 6 (id 6) is no number: left empty"#,
      ]),
    Case(
      title: "whole numbers", reading: field("a", .int),
      values: ["3.0", "3.5", "1e2", "9223372036854775808", "-0"],
      rows: ["3", "null", "100", "null", "0"],
      findings: [
        "a 3.5 in record 2 (id 2) is no whole number: left empty",
        "a 9223372036854775808 in record 4 (id 4) is no whole number: left empty",
      ]),
    Case(
      title: "whole numbers with a point", reading: field("a", .int), values: ["1.0", "2.5", "30"],
      rows: ["1", "null", "30"],
      findings: ["a 2.5 in record 2 (id 2) is no whole number: left empty"]),
    Case(
      title: "texts", reading: field("a", .text), values: [#""x""#, "1", #""""#, "{\"b\": \n1}"],
      rows: [#""x""#, "null", #""""#, "null"],
      findings: [
        "a 1 in record 2 (id 2) is no text: left empty",
        "a {\"b\":  1} in record 4 (id 4) is no text: left empty",
      ]),
    Case(
      title: "ids take the spelling of a number", reading: field("a", .id),
      values: ["40611", "3.0", #""x""#, "true"],
      rows: [#""40611""#, #""3.0""#, #""x""#, "null"],
      findings: ["a true in record 4 (id 4) is no id: left empty"]),
    Case(
      title: "true and false", reading: field("a", .bool), values: ["true", "false", "0", "null"],
      rows: ["true", "false", "null", "null"],
      findings: ["a 0 in record 3 (id 3) is neither true nor false: left empty"]),
    Case(
      title: "anything", reading: field("a", .any),
      values: [#"{ "b" : [ 1.0, "x y" ] }"#, "null", #""\u0041""#],
      rows: [#"{"b":[1,"x y"]}"#, "null", #""A""#]),
    Case(
      title: "long and strange data is quoted short", reading: field("a", .int),
      values: [#""\u001b[31m"# + "\u{9B}" + String(repeating: "ü", count: 80) + "\""],
      rows: ["null"],
      findings: [
        "a \"\\u001b[31m\\u009b" + String(repeating: "ü", count: 42)
          + "… in record 1 (id 1) is no whole number: left empty"
      ]),
  ]

  static let declared: [Case] = [
    Case(
      title: "numbers written as texts",
      reading: FieldReading(
        path: ["a"], type: .decimal, emptyIsNull: true, acceptsNumberOrText: true),
      values: [#""4.70""#, "4.8", #""""#, #"" 5 ""#, #""5 EUR""#],
      rows: ["4.7", "4.8", "null", "5", "null"],
      findings: [#"a "5 EUR" in record 5 (id 5) is no number: left empty"#]),
    Case(
      title: "texts written as numbers",
      reading: FieldReading(path: ["a"], type: .text, acceptsNumberOrText: true),
      values: ["12.50", #""x""#], rows: [#""12.50""#, #""x""#]),
    Case(
      title: "trimmed, and empty is null",
      reading: FieldReading(path: ["a"], type: .text, emptyIsNull: true, trims: true),
      values: [#"" \u00a0x y\n""#, #""  ""#, #""""#, "\"\u{A0}z\u{A0}\""],
      rows: [#""x y""#, "null", "null", #""z""#]),
    Case(
      title: "split", reading: FieldReading(path: ["a"], type: .list(.int), separator: ":"),
      values: [#""1:44""#, #""1:""#, #""""#, #""::""#, #""1:x:3.0:2.5""#, "null", "[1]", #""1""#],
      rows: ["[1,44]", "[1]", "[]", "[]", "[1,3]", "null", "null", "[1]"],
      findings: [
        #"a "1:" in record 2 (id 2) has an empty part: dropped"#,
        #"a "::" in record 4 (id 4) has an empty part: dropped"#,
        #"a "1:x:3.0:2.5" in record 5 (id 5) has a part that is no whole number: left out"#,
        "a [1] in record 7 (id 7) is no text: left empty",
      ]),
    Case(
      title: "split at a longer separator",
      reading: FieldReading(path: ["a"], type: .list(.text), separator: ", ", trims: true),
      values: [#""x, y ,z""#, "5"], rows: [#"["x","y ,z"]"#, "null"],
      findings: ["a 5 in record 2 (id 2) is no text: left empty"]),
  ]

  static let nested: [Case] = [
    Case(
      title: "lists", reading: field("a", .list(.int)),
      values: ["[1, 2]", "[]", "null", "7", #"[1,"x",null]"#],
      rows: ["[1,2]", "[]", "null", "null", "[1,null,null]"],
      findings: [
        "a 7 in record 4 (id 4) is no list: left empty",
        #"a "x" in record 5 (id 5) has a part that is no whole number: left out"#,
      ]),
    Case(
      title: "lists of texts", reading: field("a", .list(.text)),
      values: [#"["x", "a\"\u00e9", null,""]"#, " [ ] ", "null", #"["y"]"#],
      rows: [#"["x","a\"é",null,""]"#, "[]", "null", #"["y"]"#]),
    Case(
      title: "lists of texts of which one is none", reading: field("a", .list(.text)),
      values: [#"["x"]"#, #"["a", "\uD800", 1]"#, #"["y"]"#],
      rows: [#"["x"]"#, #"["a",null,null]"#, #"["y"]"#],
      findings: [
        #"a "\uD800" in record 2 (id 2) has half a character (a lone surrogate): left empty"#,
        "a 1 in record 2 (id 2) has a part that is no text: left out",
      ]),
    Case(
      title: "lists of ids, bools and decimals", reading: field("a", .list(.id)),
      values: ["[1, 2e1]", #"["x",7.50]"#], rows: [#"["1","2e1"]"#, #"["x","7.50"]"#]),
    Case(
      title: "lists of bools", reading: field("a", .list(.bool)),
      values: ["[true,null]", "[false]"], rows: ["[true,null]", "[false]"]),
    Case(
      title: "lists of decimals", reading: field("a", .list(.decimal)),
      values: ["[1.50,-0.0,1e2]", "[12345678901234567890]"],
      rows: ["[1.5,0,100]", "[12345678901234567890]"]),
    Case(
      title: "lists of anything", reading: field("a", .list(.any)),
      values: [#"[{"x":1,"y":[true],"x":3.10},null]"#], rows: [#"[{"x":3.1,"y":[true]},null]"#],
      findings: [#""x" stands more than once in a of record 1 (id 1): the last one counts"#]),
    Case(
      title: "records",
      reading: field("a", .record([RecordMember("n", .text), RecordMember("v", .decimal)])),
      values: [#"{"v":1.50,"x":[{}],"n":"y","n":"z"}"#, "{}", "[]"],
      rows: [#"{"n":"z","v":1.5}"#, "{}", "null"],
      findings: [
        #""n" stands more than once in a of record 1 (id 1): the last one counts"#,
        "a [] in record 3 (id 3) is no object: left empty",
      ]),
    Case(
      title: "members inside", reading: field("a.b.c", .decimal),
      values: [
        #"{"b":{"c":1},"b":{"x":0,"c":2}}"#, #"{"b":3}"#, #"{"b":null}"#, "{}", #""x""#,
        #"{"b":{"c":1},"b":{"x":0}}"#,
      ],
      rows: ["2", "null", "null", "null", "null", "null"],
      findings: [
        #""b" stands more than once in a.b.c of record 1 (id 1): the last one counts"#,
        #"a.b.c "x" in record 5 (id 5) is no object: left empty"#,
        #""b" stands more than once in a.b.c of record 6 (id 6): the last one counts"#,
      ]),
  ]

  @Test(arguments: scalars + declared + nested)
  func decodes(_ given: Case) {
    let text = given.values.enumerated().map { "{\"id\":\($0 + 1),\"a\":\($1)}" }
    let reading = Reading(
      "[\(text.joined(separator: ","))]",
      layout: Self.layout([Self.field("id", .id), given.reading], key: KeyRule(field: 0)),
      fields: [1])
    #expect(reading.fault == nil)
    #expect(reading.rows == given.rows)
    let words = reading.findings.map { $0.drop { $0 != " " }.dropFirst() }
    #expect(words.map(String.init) == given.findings)
  }

  @Test func recordsWithoutKeyAreSkipped() {
    let text =
      #"[{"id":"a"},{"t":"T","u":"U"},{"id":null,"t":"T"},{"id":[1],"n":"x"},{"n":"y"},7]"#
    let readings = [
      Self.field("id", .id), Self.field("t", .text), Self.field("u", .text), Self.field("n", .int),
    ]
    let layout = Self.layout(readings, key: KeyRule(field: 0, fallback: [1, 2]))
    #expect(
      Reading(text, layout: layout, fields: [0, 3])
        == Reading(
          rows: [#""a" null"#, #""T U" null"#, #""T" null"#],
          findings: [
            "4@50 id [1] in record 4 is no id: skipped", "5@69 record 5 has no `id`: skipped",
            "6@79 record 6 is a number, not an object: skipped",
          ], counts: [6, 3, 0, 0]))
    #expect(
      Reading(text, layout: layout, fields: [0, 3], strict: true).fault
        == "strict: id [1] in record 4 is no id: skipped")
  }

  @Test func theKeyOfABatchMayComeFromOtherFieldsAlone() {
    let layout = Self.layout(
      [Self.field("id", .text), Self.field("t", .text)], key: KeyRule(field: 0, fallback: [1]))
    #expect(Reading(#"[{"t":"x"},{}]"#, layout: layout, fields: [0]).rows == [#""x""#])
  }

  @Test func aLongListIsReadInOneGo() {
    let text =
      "[{\"a\":[" + Array(repeating: "\"x\"", count: 200_000).joined(separator: ",") + "]}]"
    let reading = Reading(text, layout: Self.layout([Self.field("a", .list(.any))]))
    #expect(reading.rows.map(\.utf8.count) == [800_001])
  }

  @Test func onlyTheFirstFindingsAreKeptInWords() {
    let text = "[" + Array(repeating: #"{"a":"x"}"#, count: 5000).joined(separator: ",") + "]"
    let reading = Reading(text, layout: Self.layout([Self.field("a", .int)]))
    #expect(reading.counts == [5000, 0, 5000, 0])
    #expect(
      reading.findings
        == (1...5).map {
          "\($0)@\(1 + ($0 - 1) * 10) a \"x\" in record \($0) is no whole number: left empty"
        })
  }

  @Test func strictStopsAtTheFirstRejectedValue() {
    let reading = Reading(
      #"[{"a":1},{"a":"x"}]"#, layout: Self.layout([Self.field("a", .int)]), strict: true)
    #expect(reading.fault == #"strict: a "x" in record 2 is no whole number: left empty"#)
  }

  @Test func numbersKeepOneScaleAcrossAColumn() throws {
    var payload = Payload(
      name: "x.json", bytes: #"[{"a":13.10},{"a":2},{},{"a":-0.250}]"#.utf8)
    let layout = Self.layout([Self.field("a", .decimal)])
    let list = try payload.find(layout)
    let reader = ListReader(
      payload: payload, layout: layout, fields: [0], copy: .sample(reason: nil), strict: false,
      list: list)
    let batch = try #require(try reader.next())
    guard case .number(let column) = batch.columns[0], case .narrow(let digits, 2) = column.storage
    else {
      Issue.record("the column is narrow with scale 2")
      return
    }
    #expect(Array(digits) == [1310, 200, 0, -25])
    #expect(reader.report.copy == .sample(reason: nil))
  }
}
