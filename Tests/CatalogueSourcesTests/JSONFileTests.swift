// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Testing

/// Whole files and all that they give: fields, rows, findings.
struct JSONFileCase: Sendable, CustomTestStringConvertible {
  let title: String
  let text: String
  var name = "x.json"
  let fields: [String]
  let rows: [String]
  var findings: [String] = []
  var counts: [Int]?
  var sharedKeys: SharedKeys?

  var testDescription: String { title }

  static let texts = [
    JSONFileCase(
      title: "byte order mark", text: "\u{FEFF}[{\"id\":1}]", fields: ["id:Int*"], rows: ["1"]),
    JSONFileCase(
      title: "umlauts, no-break space, escapes and a surrogate pair",
      text: #"[{"a":"Weißkraut\u00a0& Äpfel\u00A0 \"\\\/\b\f\n\r\t","b":"\ud83d\ude00😀"}]"#,
      fields: ["a:Text", "b:Text"],
      rows: [#""Weißkraut\#u{A0}& Äpfel\#u{A0} \"\\/\u0008\u000c\n\r\t" "😀😀""#]),
    JSONFileCase(
      title: "half a surrogate pair is no text",
      text: #"[{"a":"\ud800"},{"a":"\udc00x"},{"a":"\ud800\u0041"},{"a":"ok"}]"#,
      fields: ["a:Text"], rows: ["null", "null", "null", #""ok""#],
      findings: [
        #"1@1 a "\ud800" in record 1 has half a character (a lone surrogate): left empty"#,
        #"2@16 a "\udc00x" in record 2 has half a character (a lone surrogate): left empty"#,
        #"3@32 a "\ud800\u0041" in record 3 has half a character (a lone surrogate): left empty"#,
      ], counts: [4, 0, 3, 0]),
    JSONFileCase(
      title: "names with a backslash or quotes are not mistaken for one another",
      text: #"[{"x\\":1,"a\":1,\"b":2},{"x\"y":3,"a":1,"b":4}]"#,
      fields: [#"x\:Int"#, #"a":1,"b:Int"#, #"x"y:Int"#, "a:Int", "b:Int"],
      rows: ["1 2 null null null", "null null 3 1 4"]),
    JSONFileCase(
      title: "escaped, repeated and empty names",
      text: #"[{"\u0069d":1,"id":2,"":3},{"id":3,"i\u0064":4}]"#, fields: ["id:Int*", ":Int"],
      rows: ["2 3", "4 null"],
      findings: [
        "1@1 \"id\" stands more than once in record 1: the last one counts",
        "2@27 \"id\" stands more than once in record 2: the last one counts",
      ]),
    JSONFileCase(
      title: "several lines, tabs, CRLF",
      text: "[\r\n\t{\r\n\t\t\"a\" :\t[ 1 ,\r\n2 ] ,\"b\":\r\n{ \"c\" : \"x\" }\r\n\t}\r\n]\r\n",
      fields: ["a:List<Int>", "b:Record"], rows: [#"[1,2] {"c":"x"}"#]),
  ]

  static let numbers = [
    JSONFileCase(
      title: "decimals keep what is written, whole numbers too",
      text: #"[{"a":13.10,"b":9007199254740993,"c":1},{"a":-0.5,"b":-1,"c":2.50}]"#,
      fields: ["a:Decimal", "b:Int", "c:Decimal"],
      rows: ["13.1 9007199254740993 1", "-0.5 -1 2.5"]),
    JSONFileCase(
      title: "exponents and more than 64 bits",
      text: #"[{"a":1.5e3,"b":99999999999999999999},{"a":2E-2,"b":1}]"#,
      fields: ["a:Decimal", "b:Decimal"], rows: ["1500 99999999999999999999", "0.02 1"]),
    JSONFileCase(
      title: "too many digits are null and counted",
      text: #"[{"a":1e400},{"a":2},{"a":0.123456789012345678901234567890123456789}]"#,
      fields: ["a:Decimal"], rows: ["null", "2", "null"],
      findings: [
        "1@1 a 1e400 in record 1 has an exponent that reaches beyond 38 digits: left empty; "
          + "a `Text` would keep it",
        "3@21 a 0.123456789012345678901234567890123456789 in record 3"
          + " has more than 38 digits: left empty; a `Text` would keep it",
      ], counts: [3, 0, 2, 0]),
    JSONFileCase(
      title: "limits of 64 bits",
      text: #"[{"a":9223372036854775807,"b":-9223372036854775808,"c":9223372036854775808}]"#,
      fields: ["a:Int", "b:Int", "c:Decimal"],
      rows: ["9223372036854775807 -9223372036854775808 9223372036854775808"]),
  ]

  static let shapes = [
    JSONFileCase(
      title: "null, absent, empty text and empty list are four things",
      text: #"[{"a":null,"b":null},{"b":""},{"a":[],"b":"x"}]"#,
      fields: ["a:List<Any>", "b:Text"], rows: ["null null", #"null """#, #"[] "x""#]),
    JSONFileCase(
      title: "kinds that do not go together",
      text: #"[{"a":1,"b":null},{"a":"x","b":null},{"a":{ "y" : [1.10, "\u0041"] }}]"#,
      fields: ["a:Any", "b:Any"],
      rows: ["1 null", #""x" null"#, #"{"y":[1.1,"A"]} null"#]),
    JSONFileCase(
      title: "lists and records merge",
      text: #"[{"a":[{"n":1}],"b":[[]]},{"a":[{"n":2.5,"m":true},null],"b":[[1,null]]}]"#,
      fields: ["a:List<Record>", "b:List<List<Int>>"],
      rows: [
        #"[{"n":1}] [[]]"#, #"[{"n":2.5,"m":true},null] [[1,null]]"#,
      ]),
    JSONFileCase(
      title: "an object without members stays visible", text: #"[{"a":{}},{}]"#,
      fields: ["a:Any"], rows: ["{}", "null"]),
    JSONFileCase(title: "nothing in the catalogue", text: " [ ] ", fields: [], rows: []),
    JSONFileCase(
      title: "records that are none", text: #"[1,{"a":true},[{"a":2}],null]"#,
      fields: ["a:Bool"], rows: ["true"],
      findings: [
        "1@1 record 1 is a number, not an object: skipped",
        "3@14 record 3 is a list, not an object: skipped",
        "4@24 record 4 is null, not an object: skipped",
      ], counts: [4, 3, 0, 0]),
    JSONFileCase(
      title: "a key is in all records and nowhere the same",
      text: #"[{"ID":"a","sku":1},{"ID":"b","sku":2}]"#, fields: ["ID:Text*", "sku:Int"],
      rows: [#""a" 1"#, #""b" 2"#]),
    JSONFileCase(
      title: "an id that is twice the same is no key", text: #"[{"id":"1"},{"id":1}]"#,
      fields: ["id:Any"], rows: [#""1""#, "1"], sharedKeys: SharedKeys(first: "1", places: [1, 2])),
    JSONFileCase(
      title: "an id that one record lacks is no key", text: #"[{"id":1},{"a":1},{"id":2}]"#,
      fields: ["id:Int", "a:Int"], rows: ["1 null", "null 1", "2 null"]),
  ]

  static let envelopes = [
    JSONFileCase(
      title: "an empty list by itself has no record", text: #"{"items":[]}"#, fields: [], rows: []),
    JSONFileCase(
      title: "an empty list beside other members is a part of a record",
      text: #"{"id":1,"tags":[]}"#, fields: ["id:Int*", "tags:List<Any>"], rows: ["1 []"]),
    JSONFileCase(
      title: "the only list of objects", text: #"{"total":2,"tags":[1],"items":[{"a":1},{"a":2}]}"#,
      fields: ["a:Int"], rows: ["1", "2"]),
    JSONFileCase(
      title: "two lists of objects make one record", text: #"{"a":[{"x":1}],"b":[{"x":2}]}"#,
      fields: ["a:List<Record>", "b:List<Record>"], rows: [#"[{"x":1}] [{"x":2}]"#]),
    JSONFileCase(
      title: "one object", text: #"{"id":7,"name":"x"}"#, fields: ["id:Int*", "name:Text"],
      rows: [#"7 "x""#]),
    JSONFileCase(
      title: "objects one after another", text: "{\n\"a\":1}\n\n{\n\"a\":2}", fields: ["a:Int"],
      rows: ["1", "2"]),
    JSONFileCase(
      title: "lines under the name of JSON", text: "{\"a\":1}\n{\"a\":2}\n", fields: ["a:Int"],
      rows: ["1", "2"]),
    JSONFileCase(
      title: "several records on a line of many", text: "{\"a\":1}\n{\"a\":2} {\"a\":3}{\"a\":4}\n",
      fields: ["a:Int"], rows: ["1", "2", "3", "4"]),
    JSONFileCase(
      title: "a bad line does not hide the others",
      text: "\n{\"a\":1}\r\n{\"a\":\n \n{\"a\":x}\n[1]\n{\"a\":2} 3\n{\"a\":4}", name: "x.ndjson",
      fields: ["a:Int"], rows: ["1", "4"],
      findings: [
        "2@10 line 3 stops in the middle of a record: skipped",
        "3@18 line 5 is no JSON (column 6: only true, false and null are words of JSON): skipped",
        "4@26 record 4 is a list, not an object: skipped",
        "5@30 line 7 is no JSON (column 9: one record a line is wanted): skipped",
      ], counts: [6, 4, 0, 0]),
  ]

  static let all = texts + numbers + shapes + envelopes
}

@Suite struct JSONFileTests {
  @Test(arguments: JSONFileCase.all)
  func givesFieldsRowsAndFindings(_ given: JSONFileCase) {
    let reading = Reading(given.text, name: given.name)
    let expected = Reading(
      fields: given.fields, rows: given.rows, findings: given.findings,
      counts: given.counts ?? [given.rows.count, 0, 0, 0], sharedKeys: given.sharedKeys)
    #expect(reading == expected)
  }

  @Test func namesTheMemberInWhichTheItemsWereFound() throws {
    let text = #"{"n":1,"items":[{"a":1}]}"#
    let source = try FileSource(
      Payload(name: "x.json", bytes: text.utf8), copy: .file, strict: false)
    #expect(source.schema.summary == "The items of `items`.")
  }

  @Test func strictStopsAtTheFirstBadRecord() {
    #expect(
      Reading("[{\"a\":1},2,3]", strict: true).fault
        == "strict: record 2 is a number, not an object: skipped")
  }

  @Test func readsRecordsAcrossBatches() {
    let count = 5000
    let text = (1...count).map { "{\"id\":\($0),\"t\":\"r\($0)\"}" }.joined(separator: ",\n")
    let reading = Reading("[\(text)]")
    #expect(reading.fields == ["id:Int*", "t:Text"])
    #expect(reading.rows == (1...count).map { "\($0) \"r\($0)\"" })
  }

  @Test func theKeyOutlastsManyRecordsThatAreNone() {
    let numbers = Array(repeating: "0,", count: 1000).joined()
    let reading = Reading("[{\"id\":1},\(numbers){\"id\":2}]")
    #expect(reading.fields == ["id:Int*"])
    #expect(reading.rows == ["1", "2"])
    #expect(reading.counts == [1002, 1000, 0, 0])
  }

  @Test func keepsTheFirst4096NamesAndCountsTheRest() {
    let members = (0..<5000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    let reading = Reading("[{\(members)}]")
    #expect(reading.fields == (0..<4096).map { "k\($0):Int" })
    #expect(reading.rows == [(0..<4096).map(String.init).joined(separator: " ")])
    #expect(
      reading.findings == ["1@0 904 members past the first 4096 names are left out"])
  }
}
