// SPDX-License-Identifier: MIT

import Catalogue
import Testing
import ValueDisplay

/// What people read of values, beside what programs do.
@Suite struct DisplayFormTests {
  static func money(_ code: String) -> ValueType {
    Currency(code).map { .money(.fixed($0)) } ?? .any
  }

  static func number(_ text: String) -> Value { Decimal(text).map(Value.number) ?? .null }

  private static func cells(_ packed: PackedText) -> [String] {
    (0..<packed.count).map { String(decoding: packed[$0], as: UTF8.self) }
  }

  private static let record = ValueType.record([.init("a b", .any), .init("n", .decimal)])

  /// The values, as JSON, as a table shows them, and as plain formats write them.
  @Test(
    arguments: [
      (
        .bool, [.bool(true), .bool(false), .null], "true false null", "true false -", "true false -"
      ),
      (
        .decimal, ["13.10", "0.12345650", "-0.0000005", "1e37"].map(number),
        "13.1 0.1234565 -0.0000005 10000000000000000000000000000000000000",
        "13.1 0.123456 0 10000000000000000000000000000000000000",
        "13.1 0.1234565 -0.0000005 10000000000000000000000000000000000000"
      ),
      (
        .text, [.text("a\"b\\c\n\r\t\u{0}\u{1F}/é\u{7F}"), .text(""), .null],
        #""a\"b\\c\n\r\t\u0000\u001f/é\#u{7F}" "" null"#, "a\"b\\c\n\r\t\u{0}\u{1F}/é\u{7F} - -",
        "a\"b\\c\n\r\t\u{0}\u{1F}/é\u{7F} - -"
      ),
      (.id, [.text("007"), .null], #""007" null"#, "007 -", "007 -"),
      (
        .list(.int), [.list(["1", "44"].map(number)), .list([]), .null],
        "[1,44] [] null", "1 44 - -", "[1,44] [] -"
      ),
      (
        .list(.list(.text)), [.list([.list([.text("x")]), .list([.text("y\""), .null])])],
        #"[["x"],["y\"",null]]"#, "x y\" ", #"[["x"],["y\"",null]]"#
      ),
      (
        record,
        [.record([.init("a b", .text("q\"")), .init("n", number("2.50"))]), .null],
        #"{"a b":"q\"","n":2.5} null"#, #"{"a b":"q\"","n":2.5} -"#, #"{"a b":"q\"","n":2.5} -"#
      ),
      (
        .any, [number("1.0"), .text("t"), .list([.bool(true)]), .null],
        #"1 "t" [true] null"#, #"1 "t" [true] -"#, #"1 "t" [true] -"#
      ),
    ] as [(ValueType, [Value], String, String, String)])
  func writes(type: ValueType, values: [Value], json: String, display: String, exact: String) {
    let column = Column(type, values)
    let forms = [
      JSONText.cells(column, type: type), DisplayText.cells(column, type: type),
      CellText.cells(column, type: type),
    ]
    let texts = forms.enumerated().map { index, form in
      Self.cells(form).map { index > 0 && $0.isEmpty ? "-" : $0 }.joined(separator: " ")
    }
    #expect(texts == [json, display, exact])
  }

  /// The table's text, the same in ASCII, CSV's and JSON's.
  @Test(arguments: [
    ("12.5", money("GBP"), ["£12.50", "12.50 GBP", "12.5", "12.5"]),
    ("-3", money("EUR"), ["-€3.00", "-3.00 EUR", "-3", "-3"]),
    ("3", money("USD"), ["$3.00", "$3.00", "3", "3"]),
    ("0", money("CHF"), ["0.00 CHF", "0.00 CHF", "0", "0"]),
    ("1200", money("JPY"), ["1200 JPY", "1200 JPY", "1200", "1200"]),
    ("1.5", money("KWD"), ["1.500 KWD", "1.500 KWD", "1.5", "1.5"]),
    ("0.12345678", money("GBP"), ["£0.123457", "0.123457 GBP", "0.12345678", "0.12345678"]),
    ("12.5", .money(.unspecified), ["12.5", "12.5", "12.5", "12.5"]),
    ("1250", .length(.kilometre), ["1.25 km", "1.25 km", "1.25", "1.25"]),
    ("0.3048", .length(.foot), ["1 ft", "1 ft", "1", "1"]),
    ("86400", .date, ["1970-01-02", "1970-01-02", "1970-01-02", "\"1970-01-02\""]),
    (
      "33132", .date,
      [
        "1970-01-01T09:12:12", "1970-01-01T09:12:12", "1970-01-01T09:12:12",
        "\"1970-01-01T09:12:12\"",
      ]
    ),
    ("2592000", .duration, ["30 days", "30 days", "P30D", "\"P30D\""]),
    ("86400", .duration, ["1 day", "1 day", "P1D", "\"P1D\""]),
    ("129600", .duration, ["36 hours", "36 hours", "P1DT12H", "\"P1DT12H\""]),
    ("3600", .duration, ["1 hour", "1 hour", "PT1H", "\"PT1H\""]),
    ("-5400", .duration, ["-1.5 hours", "-1.5 hours", "-PT1H30M", "\"-PT1H30M\""]),
    ("0", .duration, ["0 days", "0 days", "PT0S", "\"PT0S\""]),
    (
      "90061.25", .duration,
      ["25.017014 hours", "25.017014 hours", "P1DT1H1M1.25S", "\"P1DT1H1M1.25S\""]
    ),
    ("86401", .duration, ["24.000278 hours", "24.000278 hours", "P1DT1S", "\"P1DT1S\""]),
    ("1e30", .date, ["", "", "", "\"\""]),
    (
      "1e30", .duration,
      [
        "277777777777777777777777777.777778 hours", "277777777777777777777777777.777778 hours",
        "PT1000000000000000000000000000000S", "\"PT1000000000000000000000000000000S\"",
      ]
    ),
    (
      "99999999999999999999999999999999999999", .length(.foot),
      [
        "99999999999999999999999999999999999999 m", "99999999999999999999999999999999999999 m",
        "", "",
      ]
    ),
  ])
  func writesEveryForm(number: String, type: ValueType, forms: [String]) throws {
    let column = Column(type, [.number(try #require(Decimal(number)))])
    let written = [
      DisplayText.cells(column, type: type), DisplayText.cells(column, type: type, ascii: true),
      CellText.cells(column, type: type), JSONText.cells(column, type: type),
    ]
    #expect(written.map { String(decoding: $0[0], as: UTF8.self) } == forms)
  }

  /// The amounts, lengths and times in a record have their units, for people alone.
  @Test func membersHaveTheirUnits() throws {
    let money = ValueType.money(.fixed(try #require(Currency("EUR"))))
    let type = ValueType.record([.init("old", money), .init("n", .decimal), .init("w", .text)])
    func record(_ old: Value) -> Value {
      .record([.init("old", old), .init("n", .number(Decimal(2))), .init("w", .text("a\"b"))])
    }
    let column = Column(type, [record(.number(Decimal(10))), record(.null), .null])
    #expect(
      Self.cells(DisplayText.cells(column, type: type))
        == [#"{"old":€10.00,"n":2,"w":"a\"b"}"#, #"{"old":null,"n":2,"w":"a\"b"}"#, ""])
    #expect(
      Self.cells(DisplayText.cells(column, type: type, ascii: true))[0]
        == #"{"old":10.00 EUR,"n":2,"w":"a\"b"}"#)
    #expect(Self.cells(JSONText.cells(column, type: type))[0] == #"{"old":10,"n":2,"w":"a\"b"}"#)
  }

  @Test func nullsAreEmpty() {
    #expect(Self.cells(DisplayText.cells(.null(count: 2), type: .any)) == ["", ""])
  }

  /// Cards and tables have an object's first twelve members, and how many more there are.
  @Test func longObjectsAreShort() {
    let members = (1...14).map { Value.Member("m\($0)", .number(Decimal($0))) }
    let column = Column(.any, [.record(members), .record(Array(members.prefix(12)))])
    let shown = (1...12).map { "\"m\($0)\":\($0)" }.joined(separator: ",")
    #expect(
      Self.cells(DisplayText.shortCells(column, type: .any)) == [
        "{\(shown), … 2 more}", "{\(shown)}",
      ])
    #expect(
      Self.cells(DisplayText.shortCells(column, type: .any, ascii: true))[0]
        == "{\(shown), ... 2 more}")
  }
}
