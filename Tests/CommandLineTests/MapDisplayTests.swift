// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Objects with many members, whose names are data.
@Suite struct MapDisplayTests {
  private static func map(_ count: Int) -> String {
    "{" + (1...count).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
  }

  private static func begun(_ count: Int, shown: Int) -> String {
    map(shown).dropLast() + ", … \(count - shown) more}"
  }

  /// The text above the footer, without space.
  private static func joined(_ text: String) -> String {
    text.split(separator: "\n").dropLast().joined().filter { $0 != " " }
  }

  /// Those of a type of their own, and those that are too many for one.
  @Test(arguments: [13, 20, 500]) func peopleSeeTheFirstMembers(_ count: Int) throws {
    let workspace = try Workspace([
      "m.json": "[{\"id\":1,\"m\":\(Self.map(count))},{\"id\":2,\"m\":\(Self.map(12))}]"
    ])
    func run(_ query: String, _ options: String...) throws -> String {
      let run = try workspace.run(options + ["-c", "from \"m.json\" | \(query)"])
      #expect(run.errorText == "")
      return run.outputText
    }
    let card = try run("limit 1 | to card")
    #expect(Self.joined(card) == "id1m\(Self.begun(count, shown: 12))".filter { $0 != " " })
    #expect(try Self.joined(run("skip 1 | to card")) == "id2m\(Self.map(12))")
    let table = try run("limit 1 | show m | to table").split(separator: "\n")
    #expect(table[2] == Self.begun(count, shown: count == 13 ? 7 : 6))
    #expect(try Self.joined(run("limit 1 | show m | to list")) == "m:\(Self.map(count))")
    #expect(try run("limit 1 | show m | to jsonl") == "{\"m\":\(Self.map(count))}\n")
    #expect(try run("limit 1 | show m | to tsv") == "m\n\(Self.map(count))\n")
  }

  /// Objects within objects and lists, and what only looks like the end of one.
  @Test func membersAreCountedInEachObject() throws {
    let text = #"{"a,}\"":[\#(Self.map(14)),{"x":"{,}"}],"b":\#(Self.map(12))}"#
    let workspace = try Workspace(["m.json": "[{\"id\":1,\"m\":\(text)}]"])
    let card = try workspace.run(["-c", "from \"m.json\" | show m | to card"]).outputText
    let short = #"{"a,}\"":[\#(Self.begun(14, shown: 12)),{"x":"{,}"}],"b":\#(Self.map(12))}"#
    #expect(Self.joined(card) == "m" + short.filter { !$0.isWhitespace })
  }

  /// Where a type has no members for the names, a definition reads those that it names.
  @Test func aMemberOfAMapIsReadByADefinition() throws {
    let map = Self.map(300)
    let workspace = try Workspace([
      "m.json": "[{\"id\":1,\"m\":\(map),\"r\":{\"m\":\(map)},\"a\":1},"
        + "{\"id\":2,\"m\":{\"x y\":5},\"a\":\"b\"}]"
    ])
    func told(_ query: String) throws -> [Substring] {
      let run = try workspace.run(["--errors", "full", "-c", "from \"m.json\" | \(query)"])
      #expect(run.status == .exited(3))
      let lines = run.errorText.split(separator: "\n")
      return [lines.first ?? "", lines.last ?? ""]
    }
    let way =
      "help: a definition can read it: `cq define` writes one of the file, to which is "
      + "added "
    #expect(
      try told("show m.k9") == [
        "error[CQ0304]: `m` is a map: its names are data and too many to be members",
        way + "`field k9 Any from m.k9`",
      ])
    #expect(
      try told("filter r.m.k9 = 9") == [
        "error[CQ0304]: `r.m` is a map: its names are data and too many to be members",
        way + "`field k9 Any from r.m.k9`",
      ])
    #expect(
      try told("sort by m.`x y`") == [
        "error[CQ0304]: `m` is a map: its names are data and too many to be members",
        way + "`` field `x y` Any from m.`x y` ``",
      ])
    #expect(
      try told("show a.b") == [
        "error[CQ0304]: only records have members, and `a` is a value of no certain type",
        way + "`field b Any from a.b`",
      ])
    let read = try workspace.shell(
      #"""
      cq define m.json | sed 's/^}/field `x y` Any from m.`x y`\nfield k9 Any from m.k9\n}/' > m.cq
      cq --define m.cq --to jsonl -c 'from m | show k9, `x y`'
      """#)
    #expect(
      read.outputText == "{\"k9\":9,\"x y\":null}\n{\"k9\":null,\"x y\":5}\n", "\(read.errorText)")
  }

  /// What a file holds counts, and a name that promises something else is told of.
  @Test func namesThatPromiseSomethingElseAreTold() throws {
    let workspace = try Workspace([
      "n.csv": "[{\"id\":1}]", "n.tsv": "[{\"id\":1}]", "t.json": "id,name\n1,a\n2,b\n",
    ])
    for (name, kind) in [("n.csv", "CSV"), ("n.tsv", "a table")] {
      let run = try workspace.run(["-c", "from \"\(name)\" | to csv"])
      #expect(run.outputText == "id\n1\n")
      #expect(run.errorText == "note: JSON instead of \(kind)\n")
    }
    let table = try workspace.run(["-c", "from \"t.json\""])
    #expect(table.status == .exited(4))
    #expect(
      table.errorText.hasSuffix(
        "t.json: holds a table, not JSON; a name that ends in `.csv` has it read\n"),
      "\(table.errorText)")
  }
}
