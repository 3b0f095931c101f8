// SPDX-License-Identifier: MIT

import Catalogue
import Testing

/// What is computed of an item's own record is not known where there is none; where there is one, a
/// field that is null in it is known to be so.
@Suite struct RecordKnowledgeTests {
  private static let inns = MemorySource(
    Schema(
      source: "inns", noun: "inns",
      fields: [
        Field("id", .id), Field("image", .text, origin: .detail),
        Field("pictured", .bool, origin: .derived("image is not null")),
        Field("bare", .bool, origin: .derived("not pictured")),
      ], key: 0),
    [
      [.text("1"), .text("a.jpg")], [.text("2"), .null], [.text("3"), .text("gone")],
    ])

  @Test(arguments: [
    ("from inns | show id, pictured, bare", "1 true false, 2 false true, 3 – –"),
    ("from inns | filter image is null | show id, bare", "2 true, 3 –"),
    ("from inns | show id, image | extend p = image is null", "1 a.jpg false, 2 – true, 3 – true"),
    ("from inns | filter pictured is null | show id", "3"),
    ("show 3 of inns | show id, pictured, bare", "3 – –"),
    ("show 2 of inns | show id, pictured", "2 false"),
    ("from inns | filter bare is null\n| show id, image, pictured", "3 – –"),
    ("from inns | sort by id desc | limit 2 | show id, bare", "3 –, 2 true"),
  ])
  func isToldOnlyOfRecords(query: String, rows: String) {
    var run = QueryRun()
    run.directory = MemoryDirectory(sources: [Self.inns])
    let lines = run.text(query).split(separator: "\n").filter { !"=~".contains($0.prefix(1)) }
    #expect(lines.map { $0.replacing(" | ", with: " ") }.joined(separator: ", ") == rows)
  }

  private static let toys = MemorySource(
    Schema(
      source: "toys", noun: "toys",
      fields: [
        Field("id", .id), Field("sizes", .list(.int)), Field("n", .int),
        Field("some", .bool, origin: .derived("any sizes > 2")),
        Field("all_large", .bool, origin: .derived("all sizes > 2")),
        Field("few", .bool, origin: .derived("count(sizes) < 2")),
        Field("cheap", .bool, origin: .derived("n < 5 or any sizes > 2")),
        Field("dear", .bool, origin: .derived("not (n < 5)")),
        Field("bare", .bool, origin: .derived("n is null or n = null")),
        Field("sure", .bool, origin: .derived("if n < 5 then true else false")),
      ], key: 0),
    [
      [.text("1"), .list([.number(Decimal(1)), .number(Decimal(3))]), .number(Decimal(4))],
      [.text("2"), .list([]), .number(Decimal(7))],
      [.text("3"), .null, .null],
      [.text("4"), .list([.number(Decimal(3))]), .null],
      [.text("5"), .list([.null, .number(Decimal(1))]), .number(Decimal(7))],
    ])

  /// A computed condition is null where nobody knows what decides it.
  @Test(arguments: [
    ("some", "true, false, –, true, –"), ("all_large", "false, true, –, true, false"),
    ("few", "false, true, –, true, false"), ("cheap", "true, false, –, true, –"),
    ("dear", "false, true, –, –, true"), ("bare", "false, false, true, true, false"),
    ("sure", "true, false, –, –, false"),
  ])
  func aConditionIsKnownWhereItsFieldsAre(field: String, values: String) {
    var run = QueryRun()
    run.directory = MemoryDirectory(sources: [Self.toys])
    let lines = run.text("from toys | show \(field)").split(separator: "\n")
    #expect(lines.filter { !"=~".contains($0.prefix(1)) }.joined(separator: ", ") == values)
  }

  /// The records that a statement has met are held, and count as what it holds.
  @Test func recordsObeyTheLimitOfMemory() {
    var run = QueryRun()
    run.directory = MemoryDirectory(sources: [Self.inns])
    run.memory = 2_000
    #expect(run.text("from inns | show image") == "= image\na.jpg\n–\n–\n~ no detail of 3")
    run.memory = 700
    let fault = "! CQ0407 the rows that are held take more than 700 B\n"
    #expect(run.text("from inns | show image").hasPrefix(fault))
  }
}
