// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Texts from strangers on a terminal: what could drive it is shown, in every format and message.
@Suite struct HostileDataTests {
  /// Escape sequences, a title, C1, bidirectional and invisible marks, line ends, a tag.
  private static let text =
    "\u{1B}[31mr\u{1B}]0;t\u{7}\u{9B}2J\u{202E}ab\u{200B}\nc\r\u{7F}\u{E0041}"
  private static let field = "k\u{1B}[2J\u{9D}\u{2066}\nf"
  private static let fileName = "e\u{1B}[31m\u{85}\u{202E}\u{200B}\nv.json"

  private static let shown =
    #"\u{1B}[31mr\u{1B}]0;t\u{7}\u{9B}2J\u{202E}ab\u{200B}\nc\r\u{7F}\u{E0041}"#
  private static let shownField = #"k\u{1B}[2J\u{9D}\u{2066}\nf"#
  private static let shownFile = #"e\u{1B}[31m\u{85}\u{202E}\u{200B}\nv.json"#
  private static let json =
    #"\u001b[31mr\u001b]0;t\u0007\u009b2J\u202eab\u200b\nc\r\u007f\udb40\udc41"#
  private static let jsonField = #"k\u001b[2J\u009d\u2066\nf"#

  private static func quoted(_ text: String) throws -> String {
    String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
  }

  private static func workspace() throws -> Workspace {
    let (text, field) = (try quoted(text), try quoted(field))
    let records = "[{\(field):\(text),\"b\":{\(field):[\(text)]}},{\"b\":7}]"
    let item = "{\"id\":\(text),\"name\":\(text),\"stars\":\(text),\"suites_availability\":\(text)}"
    return try Workspace([
      fileName: records, "list.json": "[\(item),{\"name\":\(text)}]",
      "cut.json": "[{\(field):1},\n {\(field):\"\u{1B}[31m\u{9B}",
      "bad.cq": "from hotels | filter name = \"\u{1B}[31m\u{9B}\u{202E}\" and `\u{9B}x` = 1",
    ])
  }

  private static var query: String {
    let escaped = fileName.replacing("\n", with: "\\n")
    return "from \"\(escaped)\""
  }

  static let formats: [(format: String, output: String)] = [
    (
      "table",
      """
      \(shownField)                                   b
      ────────────────────────────────────────────────────────────  ──────────────────
      \\u{1B}[31mr\\u{1B}]0;t\\u{7}\\u{9B}2J\\u{202E}ab\\u{200B} c \\u{7…  {"k\\u001b[2J\\u{9D…
      –                                                             7
      2 of 2 rows

      """
    ),
    ("tsv", "\"\(shownField)\"\tb\n\"\(shown)\"\t"),
    ("csv", "\"\(shownField)\",b\n\"\(shown)\","),
    (
      "json",
      """
      [
        {"\(jsonField)":"\(json)","b":{"\(jsonField)":["\(json)"]}},
        {"\(jsonField)":null,"b":7}
      ]

      """
    ),
    (
      "jsonl",
      """
      {"\(jsonField)":"\(json)","b":{"\(jsonField)":["\(json)"]}}
      {"\(jsonField)":null,"b":7}

      """
    ),
  ]

  @Test(arguments: formats) func format(_ format: String, _ output: String) throws {
    let shown = try Self.workspace().showOnTerminal(["--to", format, "-c", Self.query])
    let bytes = TerminalBytes(shown.output)
    #expect(bytes.unsafeScalars(tabs: format == "tsv").isEmpty)
    #expect(bytes.plain.hasPrefix(output))
    if !["tsv", "csv"].contains(format) { #expect(bytes.plain == output) }
    #expect(shown.status == .exited(0))
  }

  @Test func card() throws {
    let shown = try Self.workspace().showOnTerminal(
      ["--to", "card", "-c", Self.query + " | limit 1"])
    let bytes = TerminalBytes(shown.output)
    #expect(bytes.unsafeScalars().isEmpty)
    // A single row is a whole card. A line break within a value is one on a card, and only there.
    let value = #"\u{1B}[31mr\u{1B}]0;t\u{7}\u{9B}2J\u{202E}ab\u{200B}"#
    #expect(bytes.plain.contains(value))
    #expect(bytes.plain.contains(#"c\r\u{7F}\u{E0041}"#))
  }

  /// What stands in messages: the arguments, and the fault that is expected.
  static let faults: [(arguments: [String], message: String)] = [
    (["-c", "\(query) | sort by x"], "\(shownFile) has no field `x`"),
    (["-c", "from \"no\u{1B}[31m\u{9B}.json\""], #"no\u{1B}[31m\u{9B}.json cannot be opened"#),
    (["no\u{1B}[31m\u{9B}\u{202E}.cq"], #"no\u{1B}[31m\u{9B}\u{202E}.cq cannot be opened"#),
    (["bad.cq"], #"hotels has no field `\u{9B}x`"#),
    (["-c", "from \"cut.json\""], "cut.json is no JSON in record 2"),
    (["-c", "from hotels", "--source", "hotels=list.json"], "is no number: left empty"),
    (["-c", "from hotels", "--source", "hotels=list.json", "--strict"], "is no number"),
    (["-c", "show \"\u{9B}\u{1B}[2J\" of hotels"], "has no item"),
  ]

  @Test(arguments: faults, ["full", "short", "json"])
  func fault(_ row: (arguments: [String], message: String), _ style: String) throws {
    let shown = try Self.workspace().showOnTerminal(["--errors", style] + row.arguments)
    let bytes = TerminalBytes(shown.output)
    #expect(bytes.unsafeScalars().isEmpty, "\(bytes.plain)")
    if style == "full" { #expect(bytes.plain.contains(row.message), "\(bytes.plain)") }
  }

  /// Notes quote names of fields and ids of items.
  @Test(arguments: ["full", "short", "json"]) func note(_ style: String) throws {
    let workspace = try Self.workspace()
    let name = Self.field.replacing("\n", with: "")
    try workspace.write("[{\(Self.quoted(name)):\"x\"},{}]", to: "names.json")
    let queries = [
      ["-c", "from \"names.json\" | filter `\(name)` = \"\"", "--to", "json"],
      ["-c", "from hotels | show lat", "--source", "hotels=list.json", "--to", "json"],
    ]
    for query in queries {
      let shown = try workspace.showOnTerminal(["--errors", style] + query)
      let bytes = TerminalBytes(shown.output)
      #expect(bytes.unsafeScalars().isEmpty, "\(bytes.plain)")
      #expect(bytes.plain.contains(style == "json" ? "\"severity\":\"note\"" : "note: "))
    }
  }

  static let wrongWords = [
    ["help", "\u{1B}[31m\u{9B}\u{202E}"], ["--\u{1B}[31m\u{9B}\u{202E}"],
    ["--to", "\u{1B}]0;t\u{7}\u{9B}"], ["--source", "\u{1B}\u{9B}=x"],
    ["a\u{1B}\u{9B}.cq", "b\u{1B}\u{202E}.cq"],
  ]

  @Test(arguments: wrongWords) func wrongWord(_ arguments: [String]) throws {
    let shown = try Workspace().showOnTerminal(arguments)
    #expect(TerminalBytes(shown.output).unsafeScalars().isEmpty)
  }

  /// A pipe gets what the data says, to the last code point.
  @Test func pipesAreExact() throws {
    let run = try Self.workspace().run(["--quiet=all", "--to", "json", "-c", Self.query])
    let rows = try JSONSerialization.jsonObject(with: Data(run.output)) as? [[String: Any]]
    let first = try #require(rows?.first)
    #expect(first[Self.field] as? String == Self.text)
    let inner = first["b"] as? [String: [String]]
    #expect(inner == [Self.field: [Self.text]])
    let lines = try Self.workspace().run([
      "--quiet=all", "--to", "csv", "-c", "\(Self.query) | drop b",
    ])
    #expect(lines.outputText == "\"\(Self.field)\"\n\"\(Self.text)\"\n\n")
  }
}
