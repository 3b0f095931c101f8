// SPDX-License-Identifier: MIT

import CatalogueSources
import Foundation
import ResultRendering
import TestSupport
import Testing

@testable import QueryShell

/// What `describe` shows below the fields of a source.
@Suite struct DescriptionTests {
  private static let definitions = """
    source one { # the first
      list "one.json"
    field id Text
    }
    # Not of these.

    ## The second.
    source two {
    list "two.json"
      field id   Text
    }
    """

  private static let head = """
    field  type  filled  distinct  values  meaning
    ─────  ────  ──────  ────────  ──────  ───────
    id     Text  1 of 1         1  a7
    1 row

    """

  /// What is described, in which format, and what is shown.
  static let cases: [(source: String, format: String, output: String)] = [
    (
      "one", "table",
      """
      \(head)
      source one {  # the first
        list "one.json"
        field id Text
      }

      """
    ),
    (
      "two", "table",
      """
      \(head)
      # Not of these.

      ## The second.
      source two {
        list "two.json"
        field id Text
      }

      """
    ),
    (
      "two", "json",
      """
      [
        {"field":"id","type":"Text","filled":"1 of 1","distinct":1,"values":"a7","meaning":""}
      ]

      """
    ),
    (
      "\"FOLDER/two.json\"", "table",
      """
      \(head)
      source two {
        list "two.json"

        field id Text key
      }

      """
    ),
    ("\"FOLDER/two.jsonl\"", "table", head),
  ]

  /// Of an object whose member names are data the first members are an example, as in a card. Where
  /// only ASCII is shown, three points stand for what is left out.
  @Test func mapsAreShort() throws {
    let members = (1...14).map { "\"k\($0)\":\($0)" }
    let folder = try TestSupport.temporaryDirectory()
    try "[{\"m\":{\(members.joined(separator: ","))}}]".write(
      toFile: "\(folder)/m.json", atomically: true, encoding: .utf8)
    func begun(_ count: Int) -> String { "{" + members.prefix(count).joined(separator: ",") }
    let described = ShellRun(running: "set format = \"tsv\"\ndescribe \"\(folder)/m.json\"")
    let cells = described.output.split(separator: "\n").last?.split(separator: "\t")
    #expect(cells?.first == "m" && cells?.dropLast().last == "\(begun(12)), … 2 more}")
    let shown = [
      ("card", "m\(begun(12)),...2more}1of1row"),
      ("table", "m" + String(repeating: "-", count: 60) + "\(begun(6)),...8more}1of1row"),
    ]
    for (format, text) in shown {
      let run = ShellRun(running: "from \"\(folder)/m.json\" | to \(format)") {
        $0.options.ascii = true
      }
      #expect(run.output.filter { $0 != " " && $0 != "\n" } == text)
    }
  }

  /// The definition alone is what a definition is read from again, in every format; what is secret
  /// in an address is not shown.
  @Test(arguments: ["table", "json", "arrow"]) func definitionAlone(format: String) throws {
    let folder = try TestSupport.temporaryDirectory()
    let path = "\(folder)/x.cq"
    func shown() -> ShellRun {
      ShellRun(running: "set format = \"\(format)\"\ndescribe two definition") {
        $0.sources.definitions = [path]
      }
    }
    let canonical = """
      ## The second.
      source two {
        list "https://shop.example/two.json?api_key=KEY"

        field id Text
      }

      """
    let text = canonical.replacing("KEY", with: "k3y")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(shown() == ShellRun(canonical.replacing("KEY", with: "***")))
    let open = text.replacing("?api_key=k3y", with: "")
    try open.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(shown() == ShellRun(open))
  }

  /// Without a source the definition is that of the current one.
  @Test func definitionOfTheCurrentSource() throws {
    let current = ShellRun(running: "use hotels\ndescribe definition")
    #expect(current == ShellRun(running: "describe hotels definition"))
    #expect(current.output.hasPrefix("## "))
    #expect(
      ShellRun(running: "describe definition").errors
        == "<test>:1:1: error[CQ0206]: there is no current source\n")
    #expect(
      ShellRun(running: "describe `definition`").errors
        == "<test>:1:10: error[CQ0202]: there is no source called `definition`\n")
  }

  @Test(arguments: cases) func definitionFollows(
    source: String, format: String, output: String
  ) throws {
    let folder = try TestSupport.temporaryDirectory()
    for name in ["one.json", "two.json", "two.jsonl"] {
      let record = #"{"id": "a7"}"#
      let text = name.hasSuffix("l") ? record : "[\(record)]"
      try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    try Self.definitions.write(toFile: "\(folder)/x.cq", atomically: true, encoding: .utf8)
    let run = ShellRun(
      running:
        "set format = \"\(format)\"\ndescribe \(source.replacing("FOLDER", with: folder))"
    ) { $0.sources.definitions = ["\(folder)/x.cq"] }
    #expect(run == ShellRun(output))
  }
}
