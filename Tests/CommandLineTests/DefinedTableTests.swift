// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// `with` in definitions: `cq define FILE with …` writes it, and a list is read by it.
@Suite struct DefinedTableTests {
  private static let files = [
    "prices.txt": "Tea|2,50\nCoffee|13,00\n",
    "dated.csv": "id;day;price\n1;2024-01-31;2,5\n2;2024-02-29;\n",
    "x.json": #"[{"a":1}]"#,
  ]

  private static let prices = """
    source prices {
      list "prices.txt" with separator "|" header no decimal comma

      field column1 Text
      field column2 Decimal
    }

    """

  static let definitions: [CommandLineCase] = [
    defined("prices.txt with separator | header no decimal comma", prices),
    defined("prices.txt with decimal COMMA header no Separator \"|\"", prices),
    defined(
      "prices.txt with separator \\t header no",
      """
      source prices {
        list "prices.txt" with separator "\\t" header no

        field column1 Text
      }

      """),
    defined(
      "dated.csv with decimal comma",
      """
      source dated {
        list "dated.csv" with decimal comma

        field id    Int key
        field day   Date
        field price Decimal
      }

      """),
    CommandLineCase(
      arguments: ["define", "x.json", "with", "header", "no"], files: files,
      errors: "error[CQ0404]: x.json: is JSON, and `with` tells how a table is written\n",
      status: 4),
    fault("prices.txt with", "`with` needs `separator`, `header` or `decimal`"),
    fault("prices.txt with header", "`header` needs `yes` or `no`"),
    fault("prices.txt with decimal dot", "`decimal` needs `comma` or `point`"),
    fault(
      "prices.txt with separator ab",
      "cells are separated by one character of ASCII, no letter, digit or quote"),
    fault("prices.txt with header no header yes", "`header` stands twice"),
    fault(
      "prices.txt with seperator |",
      "`cq define` knows no `seperator` there; did you mean `separator`?"),
    fault("prices.txt wiht header no", "`cq define` knows no `wiht` there; did you mean `with`?"),
    CommandLineCase(
      arguments: ["define", "x.json", "items"], files: files,
      errors: "error[CQ0002]: `items` needs the way to one list; "
        + "for example cq define day.json items data.rooms\n", status: 2),
    CommandLineCase(
      arguments: ["define", "Hotels", "with", "header", "no"],
      errors: "error[CQ0002]: `with` belongs to a file, and `hotels` is the name of a source; "
        + "`cq define hotels` prints its definition\n", status: 2),
  ]

  private static func defined(_ words: String, _ definition: String) -> CommandLineCase {
    CommandLineCase(
      arguments: ["define"] + words.split(separator: " ").map(String.init), files: files,
      output: definition)
  }

  private static func fault(_ words: String, _ message: String) -> CommandLineCase {
    CommandLineCase(
      arguments: ["define"] + words.split(separator: " ").map(String.init), files: files,
      errors: "error[CQ0002]: \(message)"
        + (message.hasSuffix("?") ? " " : "; ")
        + "for example cq define prices.txt with separator \";\" header no\n",
      status: 2)
  }

  @Test(arguments: definitions) func definition(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }

  /// What is printed reads the file as the query does, and says so itself.
  @Test func aPrintedDefinitionReadsTheTable() throws {
    let workspace = try Workspace(Self.files.merging(["p.cq": Self.prices]) { $1 })
    let form = "with separator \"|\" header no decimal comma"
    let query = "sort by column2 desc | show column2, column1"
    let (named, defined) = (
      try workspace.run(["--to", "csv", "-c", "from \"prices.txt\" \(form) | \(query)"]),
      try workspace.run(["--define", "p.cq", "--to", "csv", "-c", "from prices | \(query)"])
    )
    #expect(Outcome(defined) == Outcome(output: "column2,column1\n13,Coffee\n2.5,Tea\n"))
    #expect(Outcome(named) == Outcome(defined))
    #expect(Outcome(try workspace.run(["fmt", "--check", "p.cq"])) == Outcome())
    let told = try workspace.run([
      "--define", "p.cq", "--to", "json", "-c", "describe prices definition",
    ])
    #expect(told.outputText.contains("with separator"))
  }

  /// Fields of any type follow the form: money, lengths, texts that are cut.
  @Test func fieldsFollowTheForm() throws {
    let workspace = try Workspace([
      "shop.csv": "Nr;Ware;Preis;Weg;Farben\n007;Tee;2,50;1,5;rot, gelb\n8;Salz;;;\n",
      "shop.cq": """
      source shop {
        list "shop.csv" with separator ";" decimal comma
        field id     Id key from Nr
        field name   Text from Ware
        field price  Money in EUR from Preis
        field way    Length in km from Weg
        field colors List<Text> from Farben split ", "
      }
      """,
    ])
    let run = try workspace.run([
      "--define", "shop.cq", "--to", "jsonl", "-c", "from shop | extend half = price / 2",
    ])
    #expect(
      Outcome(run)
        == Outcome(
          output: #"{"id":"007","name":"Tee","price":2.5,"way":1.5,"#
            + #""colors":["rot","gelb"],"half":1.25}"# + "\n"
            + #"{"id":"8","name":"Salz","price":null,"way":null,"colors":null,"half":null}"#
            + "\n"))
  }

  private static func checked(_ clause: String, _ errors: String) -> CommandLineCase {
    CommandLineCase(
      arguments: ["check", "a.cq"],
      files: ["a.cq": "source a {\n  \(clause)\n  field id Id key\n}\n"],
      errors: errors.isEmpty ? "" : "a.cq:\(errors)\n", status: errors.isEmpty ? 0 : 3)
  }

  static let clauses: [CommandLineCase] = [
    checked("list \"a.csv\" with header no", ""),
    checked(
      "list \"a.csv\" with",
      "2:20: error[CQ0110]: `with` needs `separator`, `header` or `decimal`"),
    checked(
      "list \"a.csv\" with header",
      "2:27: error[CQ0110]: `header` needs `yes` or `no`"),
    checked(
      "list \"a.csv\" with separator \"ab\"",
      "2:31: error[CQ0110]: cells are separated by one character of ASCII, no letter, digit or "
        + "quote"),
    checked(
      "list \"a.csv\" with header no header no",
      "2:31: error[CQ0110]: `header` does not belong to `list`"),
    checked(
      "list \"a.csv\" with header no; items a",
      "2:8: error[CQ0110]: a list that is read `with` a form is a table, which has no `items`"),
  ]

  @Test(arguments: clauses) func clause(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }

  /// A table at an address is defined and read with its form too.
  @Test func aTableOfAServerHasItsForm() throws {
    let server = try LoopbackServer { _ in
      .reply(200, ["Content-Type": "text/plain"], text: "Tea|2,50\nSalt|0,90\n")
    }
    let workspace = try Workspace()
    let live = ["CQ_OFFLINE": ""]
    let address = server.address("/prices.txt")
    let words = ["with", "separator", "|", "header", "no", "decimal", "comma"]
    let defined = try workspace.run(["define", address] + words, environment: live)
    #expect(
      Outcome(defined)
        == Outcome(
          output: Self.prices.replacing("\"prices.txt\"", with: "\"\(address)\"")))
    try workspace.write(defined.outputText, to: "p.cq")
    let run = try workspace.run(
      ["--define", "p.cq", "-q", "--to", "csv", "-c", "from prices | summarize sum(column2)"],
      environment: live)
    #expect(Outcome(run) == Outcome(output: "sum_column2\n3.4\n"))
  }
}
