// SPDX-License-Identifier: MIT

import Catalogue
import Testing

@Suite struct CellFormTests {
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
        .decimal, ["13.10", "0.12345650", "-0.0000005", "1e37"].map(ColumnSample.number),
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
        .list(.int), [.list(["1", "44"].map(ColumnSample.number)), .list([]), .null],
        "[1,44] [] null", "1 44 - -", "[1,44] [] -"
      ),
      (
        .list(.list(.text)), [.list([.list([.text("x")]), .list([.text("y\""), .null])])],
        #"[["x"],["y\"",null]]"#, "x y\" ", #"[["x"],["y\"",null]]"#
      ),
      (
        record,
        [.record([.init("a b", .text("q\"")), .init("n", ColumnSample.number("2.50"))]), .null],
        #"{"a b":"q\"","n":2.5} null"#, #"{"a b":"q\"","n":2.5} -"#, #"{"a b":"q\"","n":2.5} -"#
      ),
      (
        .any, [ColumnSample.number("1.0"), .text("t"), .list([.bool(true)]), .null],
        #"1 "t" [true] null"#, #"1 "t" [true] -"#, #"1 "t" [true] -"#
      ),
    ] as [(ValueType, [Value], String, String, String)])
  func writes(type: ValueType, values: [Value], json: String, display: String, exact: String) {
    let column = Column(type, values)
    let forms = [
      JSONText.cells(column, type: type), CellText.cells(column, type: type, style: .display),
      CellText.cells(column, type: type, style: .exact),
    ]
    let texts = forms.enumerated().map { index, form in
      Self.cells(form).map { index > 0 && $0.isEmpty ? "-" : $0 }.joined(separator: " ")
    }
    #expect(texts == [json, display, exact])
  }

  @Test func writesValuesLikeColumns() {
    let wrong = ColumnSample.all.filter { sample in
      let cells = Self.cells(JSONText.cells(sample.column, type: sample.type))
      return cells != sample.values.map(JSONText.string)
    }
    #expect(wrong.map(\.name) == [])
    let nulls = Column.null(count: 2)
    #expect(Self.cells(JSONText.cells(nulls, type: .any)) == ["null", "null"])
    #expect(Self.cells(CellText.cells(nulls, type: .any, style: .display)) == ["", ""])
  }
}

@Suite struct SchemaTests {
  private static let schema = Schema(
    source: "s",
    fields: [
      Field("id", .id), Field("name", .text, aliases: ["title", "Price"]), Field("Price", .decimal),
      Field("Größe", .text, aliases: ["ID", "Code8"]),
    ])

  /// A field's own name wins over an alias of another; what is spelled so wins over other cases.
  @Test(
    arguments: [
      ("id", 0), ("ID", 3), ("Id", 0), ("name", 1), ("Title", 1), ("price", 2), ("PRICE", 2),
      ("größe", 3),
      ("GRÖSSE", nil), ("code8", 3), ("", nil), ("i", nil),
    ] as [(String, Int?)])
  func finds(name: String, index: Int?) {
    #expect(Self.schema.index(of: name) == index)
  }

  @Test(
    arguments: [
      (.bool, "Bool"), (.int, "Int"), (.decimal, "Decimal"), (.text, "Text"), (.id, "Id"),
      (.list(.list(.int)), "List<List<Int>>"), (.record([]), "Record"), (.any, "Any"),
    ] as [(ValueType, String)])
  func namesTypes(type: ValueType, name: String) {
    #expect("\(type)" == name)
  }
}

@Suite struct ScanReportTests {
  /// Everything is counted, and the first few of each kind are kept in words.
  @Test func keepsTheFirstFindings() {
    var report = ScanReport(copy: .file)
    let kinds: [ScanReport.Finding.Kind] = [.skipped, .rejected, .dropped]
    for record in 1...7 {
      for kind in kinds where kind != .dropped || record < 3 {
        report.add(.init(kind, record: record, offset: record * 10, "is wrong"))
      }
    }
    #expect([report.skipped, report.rejected, report.dropped] == [7, 7, 2])
    let kept = kinds.map { kind in report.findings.filter { $0.kind == kind }.map(\.record) }
    #expect(kept == [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5], [1, 2]])
  }
}
