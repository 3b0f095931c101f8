// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import Foundation
import ResultRendering
import TestSupport
import Testing

@testable import QueryShell

/// What is said of a file whose records do not agree with each other.
@Suite struct FileFindingTests {
  /// A query of `mine` or of `PATH`, which hold the same list, and the last line of what it shows,
  /// with what is said besides.
  struct Case: CustomTestStringConvertible, Sendable {
    let list: String
    let query: String
    let last: String
    var said = ""
    var isStrict = false
    var status = ExitStatus.success

    var testDescription: String { "\(list): \(query)" }
  }

  private static let twice = #"[{"id":1,"name":"a"},{"id":2,"name":"b"},{"id":1,"name":"c"}]"#
  private static let often = #"[{"id":1},{"id":2},{"id":1},{"id":1},{"id":2},{"id":1}]"#
  private static let wide = "[{\((0...4097).map { "\"f\($0)\":1" }.joined(separator: ","))}]"
  private static let doubled = #"[{"id":1,"name":"a","name":"b"},{"id":2}]"#

  static let cases = [
    Case(list: twice, query: "from mine", last: "3 of 3 mine · records 1 and 3 share the id 1"),
    Case(list: twice, query: "from \"PATH\"", last: "3 of 3 rows · records 1 and 3 share the id 1"),
    Case(list: twice, query: "from mine | show name", last: "3 of 3 mine"),
    Case(list: twice, query: "from \"PATH\" | show name", last: "3 of 3 rows"),
    Case(
      list: twice, query: "show 1 of mine", last: "1 item of mine · the first of 2 with this id"),
    Case(list: twice, query: "show 2 of mine", last: "1 item of mine"),
    Case(
      list: twice, query: "show 1 of \"PATH\"", last: "",
      said: """
        <test>:1:6: error[CQ0209]: `id` names no single item of PATH: records 1 and 3 share the id 1

        """, status: .script),
    Case(
      list: twice, query: "from mine | to csv", last: "1,c",
      said: "note: records 1 and 3 share the id 1\n"),
    Case(
      list: often, query: "from mine | show id",
      last: "6 of 6 mine · 6 records share 2 ids (first 1 in records 1, 3, 4 and 1 more)"),
    Case(
      list: #"[{"id":1},{"id":null},{"id":"1"},{"id":null}]"#, query: "from mine | show id",
      last: "2 of 2 mine · 2 records skipped · records 1 and 3 share the id 1",
      said: """
        warning[CQ0406]: mine, byte 10: record 2 has no `id`: skipped
        warning[CQ0406]: mine, byte 33: record 4 has no `id`: skipped

        """),
    Case(
      list: twice.replacing("]", with: ",{"), query: "show 1 of mine",
      last: "1 item of mine · the first of 2 with this id"),
    // What is read twice is told once.
    Case(
      list: #"[{"id":1,"name":"a"},5]"#, query: "from mine | join mine on id = mine.id | show name",
      last: "1 row · 1 record skipped",
      said: "warning[CQ0406]: mine, byte 21: record 2 is a number, not an object: skipped\n"),
    Case(
      list: #"[{"id":1,"name":"a"},5]"#,
      query: "from mine | drop id | union \"PATH\" | show name",
      last: "2 rows · 1 record of mine skipped · 1 record of PATH skipped",
      said: """
        warning[CQ0406]: mine, byte 21: record 2 is a number, not an object: skipped
        warning[CQ0406]: PATH, byte 21: record 2 is a number, not an object: skipped

        """),
    Case(list: #"[{"id":7}]"#, query: "show 7 of \"PATH\"", last: "1 item of PATH"),
    Case(
      list: doubled, query: "from mine | show name | limit 1", last: "1 row",
      said:
        #"warning[CQ0406]: mine, byte 1: "name" stands more than once in record 1: the last one "#
        + "counts"
        + "\n"),
    Case(
      list: twice, query: "from mine | show name | union hotels | show name",
      last: "10 rows · hotels: sample"),
    Case(list: doubled, query: "from mine | show id", last: "2 of 2 mine"),
    Case(
      list: doubled, query: "from mine | show name", last: "",
      said: "<test>:1:1: error[CQ0406]: PATH: "
        + #""name" stands more than once in record 1"# + "\n",
      isStrict: true, status: .data),
    Case(
      list: wide, query: "from \"PATH\" | show f1", last: "1 of 1 row",
      said: "warning[CQ0406]: PATH, byte 0: 2 members past the first 4096 names are left out\n"),
    Case(
      list: wide, query: "from \"PATH\" | show f1", last: "",
      said: "<test>:1:1: error[CQ0406]: PATH: 2 members past the first 4096 names are left out\n",
      isStrict: true, status: .data),
  ]

  @Test(arguments: cases) func isTold(_ test: Case) throws {
    let folder = try TestSupport.temporaryDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/list.json"
    try test.list.write(toFile: path, atomically: true, encoding: .utf8)
    let definition =
      "source mine {\n  list \"list.json\"\n  field id Id key\n  field name Text\n}\n"
    try definition.write(toFile: "\(folder)/mine.cq", atomically: true, encoding: .utf8)
    let run = ShellRun(running: test.query.replacing("PATH", with: path)) {
      $0.sources.definitions = ["\(folder)/mine.cq"]
      $0.sources.isStrict = test.isStrict
    }
    let last = run.output.split(separator: "\n").last.map(String.init) ?? ""
    #expect(last.replacing(path, with: "PATH") == test.last)
    #expect(run.errors.replacing(path, with: "PATH") == test.said)
    #expect(run.status == test.status)
  }
}
