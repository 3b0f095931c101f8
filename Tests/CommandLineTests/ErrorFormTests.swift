// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// The three forms of a fault, and what `--quiet` leaves of them.
@Suite struct ErrorFormTests {
  private static let query = "from hotels | sort by distnace desc"

  static let forms: [CommandLineCase] = [
    CommandLineCase(
      arguments: ["--errors", "short", "-c", query],
      errors: """
        <query>:1:23: error[CQ0201]: hotels has no field `distnace`; did you mean `distance`?

        """, status: 3),
    CommandLineCase(
      arguments: ["--errors", "full", "-c", query],
      errors: """
        error[CQ0201]: hotels has no field `distnace`
        1 | from hotels | sort by distnace desc
          |                       ^^^^^^^^ did you mean `distance`?
        fields: id name address stars distance suites rooms image lat lon
        fix: from hotels | sort by distance desc

        """, status: 3),
    CommandLineCase(
      arguments: ["--errors", "full", "near.cq"], files: ["near.cq": "use hotels\n" + query],
      errors: """
        error[CQ0201]: hotels has no field `distnace`
         --> near.cq:2:23
        2 | from hotels | sort by distnace desc
          |                       ^^^^^^^^ did you mean `distance`?
        fields: id name address stars distance suites rooms image lat lon
        fix: from hotels | sort by distance desc

        """, status: 3),
    CommandLineCase(
      arguments: ["--errors", "full", "-q", "-c", "from \"a.json\" | show a"],
      files: ["a.json": "[\n  {\"a\": 1},\n  {\"a\": \"x\n"],
      output: "a\n1\n",
      errors: """
        error[CQ0401]: a.json is no JSON in record 2
         --> a.json:3:11
        2 |   {"a": 1},
        3 |   {"a": "x
          |           ^ a line break or control character inside a text is written \\n or \\u
        note: record 1 comes before it; --salvage reads a file as far as it is whole

        """, status: 4),
    // Faults are never quiet, nor what is missing; warnings and remarks are.
    CommandLineCase(
      arguments: ["--quiet", "-c", "from hotel"],
      errors: """
        <query>:1:6: error[CQ0202]: there is no source called `hotel`; did you mean `hotels`?  \
        Others: bestbuy, chloe, products, shopreme (`sources` lists them)

        """, status: 3),
    CommandLineCase(
      arguments: ["--quiet", "-c", "from \"a.json\""], files: ["a.json": "[{\"a\":1},5]"],
      output: "a\n1\n", errors: "note: 1 record skipped\n"),
    CommandLineCase(
      arguments: ["--quiet=all", "-c", "from \"a.json\""], files: ["a.json": "[{\"a\":1},5]"],
      output: "a\n1\n"),
    CommandLineCase(
      arguments: ["-c", "from \"a.json\""], files: ["a.json": "[{\"a\":1},5]"],
      output: "a\n1\n",
      errors: """
        warning[CQ0406]: a.json, byte 9: record 2 is a number, not an object: skipped
        note: 1 record skipped

        """),
  ]

  @Test(arguments: forms) func form(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }

  private struct Fault: Decodable, Equatable {
    var code: String?
    var severity: String
    var message: String
    var file: String?
    var line: Int?
    var column: Int?
    var endLine: Int?
    var endColumn: Int?
    var label: String?
    var fix: String?
    var help: String?
  }

  @Test func json() throws {
    let workspace = try Workspace(["a.cq": "from hotels\n  | sort by distnace desc\nfrom x"])
    let run = try workspace.run(["--errors=json", "a.cq"])
    #expect(run.output.isEmpty)
    #expect(run.status == .exited(3))
    let lines = run.errorText.split(separator: "\n").map { Data($0.utf8) }
    let faults = try lines.map { try JSONDecoder().decode(Fault.self, from: $0) }
    #expect(
      faults == [
        Fault(
          code: "CQ0201", severity: "error", message: "hotels has no field `distnace`",
          file: "a.cq", line: 2, column: 13, endLine: 2, endColumn: 21,
          label: "did you mean `distance`?", fix: "  | sort by distance desc"),
        Fault(
          code: "CQ0202", severity: "error", message: "there is no source called `x`",
          file: "a.cq", line: 3, column: 6, endLine: 3, endColumn: 7,
          label: "sources: bestbuy, chloe, hotels, products, shopreme "
            + #"(a file is written in quotes: "x.json")"#),
      ])
    // Members that do not apply are there and null, but for a fix that is not there.
    let names: Set = [
      "code", "severity", "message", "file", "line", "column", "endLine", "endColumn", "label",
      "help",
    ]
    let members = try lines.map { line in
      let object = try JSONSerialization.jsonObject(with: line) as? [String: Any]
      return Set((object ?? [:]).keys)
    }
    #expect(members == [names.union(["fix"]), names])
  }

  @Test func jsonOfWarningsAndNotes() throws {
    let workspace = try Workspace(["a.json": "[{\"a\":1},5]"])
    let run = try workspace.run(["--errors", "json", "-c", "from \"a.json\""])
    let faults = try run.errorText.split(separator: "\n").map {
      try JSONDecoder().decode(Fault.self, from: Data($0.utf8))
    }
    #expect(
      faults == [
        Fault(
          code: "CQ0406", severity: "warning",
          message: "a.json, byte 9: record 2 is a number, not an object: skipped"),
        Fault(severity: "note", message: "1 record skipped"),
      ])
    #expect(Outcome(run).output == "a\n1\n")
  }
}
