// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Fields and members whose names differ only in case: each is meant as it is spelled, and a name
/// that is spelled as none of them is a fault.
@Suite struct FieldCaseTests {
  private static let text = #"[{"Name":"A","name":"b","x":{"Id":1,"id":2}}]"#

  static let queries: [(query: String, rows: String, fault: String)] = [
    ("show Name", #"{"Name":"A"}"#, ""),
    ("show name, i = x.id, j = x.Id", #"{"name":"b","i":2,"j":1}"#, ""),
    ("show NAME", "", "22: error[CQ0201]: `NAME` may be `Name` or `name`"),
    ("filter NAME = \"b\"", "", "24: error[CQ0201]: `NAME` may be `Name` or `name`"),
    ("sort by NAME", "", "25: error[CQ0201]: `NAME` may be `Name` or `name`"),
    ("extend NAME = 1", "", "24: error[CQ0201]: `NAME` may be `Name` or `name`"),
    ("extend name = 1 | show X.id", #"{"X.id":2}"#, ""),
    ("show i = x.ID", "", "28: error[CQ0201]: `ID` may be `Id` or `id`"),
    (
      "join \"f.json\" on name = f.name | show n = f.NAME", "",
      "61: error[CQ0201]: `NAME` may be `Name` or `name`"
    ),
  ]

  @Test func namesAreMeantAsTheyAreSpelled() throws {
    let workspace = try Workspace(["e.json": Self.text, "f.json": Self.text])
    var found: [String] = []
    for (query, _, _) in Self.queries {
      let run = try workspace.run(["--to", "jsonl", "-c", "from \"e.json\" | \(query)"])
      found.append("\(query): \(run.outputText)\(run.errorText)")
    }
    #expect(
      found
        == Self.queries.map { query, rows, fault in
          "\(query): \(rows.isEmpty ? "" : rows + "\n")"
            + (fault.isEmpty ? "" : "<query>:1:\(fault)\n")
        })
  }
}
