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
