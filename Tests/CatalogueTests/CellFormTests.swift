// SPDX-License-Identifier: MIT

import Catalogue
import Testing

@Suite struct CellFormTests {
  private static func cells(_ packed: PackedText) -> [String] {
    (0..<packed.count).map { String(decoding: packed[$0], as: UTF8.self) }
  }

  @Test func writesValuesLikeColumns() {
    let wrong = ColumnSample.all.filter { sample in
      let cells = Self.cells(JSONText.cells(sample.column, type: sample.type))
      return cells != sample.values.map(JSONText.string)
    }
    #expect(wrong.map(\.name) == [])
    let nulls = Column.null(count: 2)
    #expect(Self.cells(JSONText.cells(nulls, type: .any)) == ["null", "null"])
    #expect(Self.cells(CellText.cells(nulls, type: .any)) == ["", ""])
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
