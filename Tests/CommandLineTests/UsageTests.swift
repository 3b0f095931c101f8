// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Command lines that ask for help or are wrong: what is said, where, and the exit status.
@Suite struct UsageTests {
  static let answers: [CommandLineCase] = [
    CommandLineCase(arguments: ["--version"], output: "cq 0.1.0\n"),
    CommandLineCase(arguments: ["--quiet", "--version", "--nothing"], output: "cq 0.1.0\n"),
    CommandLineCase(
      arguments: ["help", "filter"],
      output: """
        filter CONDITION
          keep the rows for which it holds
          example: filter stars >= 3 and name contains "dream"

        """),
    CommandLineCase(
      arguments: ["help", "SHOW"],
      output: """
        show ID [of SOURCE] [picture CELLS]
          everything about one item
          example: show 40611 of hotels

        show FIELDS | show all
          what is seen; hidden fields stay usable
          example: show name, distance

        """),
    CommandLineCase(
      arguments: ["--quiet", "help", "limit"],
      output: "limit N\n  keep the first N rows\n  example: limit 10\n"),
    CommandLineCase(
      arguments: ["help", "group", "by"],
      output: "group by FIELDS ( STAGES )\n  run stages for each group\n"
        + "  example: group by stars (top 1 by rooms)\n"),
    CommandLineCase(
      arguments: ["help", "@3"],
      output: "@N.FIELD\n  a value of the N-th row of the last result\n"
        + "  example: sort by distance; filter distance > @1.distance\n"),
    // Of an option that is given twice the last counts, so that an alias can set a first one.
    CommandLineCase(
      arguments: [
        "--to", "csv", "--quiet=all", "--to=jsonl", "-c", "from hotels | limit 1 | show id",
      ],
      output: "{\"id\":\"40611\"}\n"),
    CommandLineCase(
      arguments: ["help", "upper"],
      output: "upper(TEXT)\n  the text in upper case\n  example: show name = upper(name)\n"),
  ]

  @Test(arguments: answers) func answer(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }

  /// Every command takes it, also those that never ask a server.
  @Test(arguments: [
    ["run", "a.cq"], ["check", "a.cq"], ["lint", "a.cq"], ["fmt", "a.cq"], ["test", "a.cq"],
    ["cache"], ["define", "hotels"], ["doctor"], ["explain", "CQ0201"], ["limits"],
    ["debug", "tree", "a.cq"], ["help"], ["a.cq"], ["-c", "sources"], ["help", "filter"],
  ]) func offline(_ arguments: [String]) throws {
    let workspace = try Workspace(["a.cq": "from hotels | limit 1\n"])
    let usual = try workspace.run(arguments)
    #expect(usual.status == .exited(0))
    #expect(Outcome(try workspace.run(arguments + ["--offline"])) == Outcome(usual))
    #expect(Outcome(try workspace.run(["--offline"] + arguments)) == Outcome(usual))
  }

  static let refusals: [Refusal] = [
    Refusal(
      ["--hlep"], "CQ0001", "there is no option `--hlep`; did you mean `--help`?",
      help: "cq --help lists the options"),
    Refusal(
      ["-x"], "CQ0001", "there is no option `-x`", help: "cq --help lists the options"),
    Refusal(
      ["-c=from hotels"], "CQ0001", "there is no option `-c`",
      help: "cq --help lists the options"),
    Refusal(
      ["--api-key", "x"], "CQ0001",
      "--api-key is refused: whoever lists processes would read the key",
      help: "put it into the environment, as CQ_KEY_SOURCE"),
    Refusal(
      ["--token=x", "-c", "from hotels"], "CQ0001",
      "--token is refused: whoever lists processes would read the key",
      help: "put it into the environment, as CQ_KEY_SOURCE"),
    Refusal(["-c"], "CQ0002", "-c needs a value", help: "cq --help explains it"),
    Refusal(
      ["-c", "sources", "-c", "from hotels"], "CQ0002", "-c is given twice",
      help: "several statements are one text: cq -c 'A; B'"),
    Refusal(
      ["help", "fliter"], "CQ0002", "there is no help on `fliter`; did you mean `filter`?",
      help: "cq help lists the words"),
    Refusal(
      ["help", "zz\u{1B}[31m\u{9B}"], "CQ0002",
      #"there is no help on `zz\u{1B}[31m\u{9B}`"#, help: "cq help lists the words"),
    Refusal(
      ["help", "CQ0201"], "CQ0002", "there is no help on `CQ0201`",
      help: "cq explain CQ0201 explains the code"),
    Refusal(["-q=all"], "CQ0002", "-q takes no value", help: "`--quiet=all`"),
    Refusal(["--to"], "CQ0002", "--to needs a value", help: "cq --help explains it"),
    Refusal(["--source"], "CQ0002", "--source needs a value", help: "cq --help explains it"),
    Refusal(
      ["--to", "tabel", "-c", "from hotels"], "CQ0002",
      "--to knows no `tabel`; did you mean `table`?",
      help: "one of table, card, list, plain, tsv, csv, json, jsonl, arrow, markdown, html"),
    Refusal(
      ["--to="], "CQ0002", "--to knows no ``",
      help: "one of table, card, list, plain, tsv, csv, json, jsonl, arrow, markdown, html"),
    Refusal(
      ["--errors", "loud"], "CQ0002", "--errors knows no `loud`", help: "one of full, short, json"),
    Refusal(
      ["--color=blue"], "CQ0002", "--color knows no `blue`", help: "one of auto, always, never"),
    Refusal(
      ["--quiet=1"], "CQ0002", "--quiet takes no value but `--quiet=all`",
      help: "no remarks and warnings; with =all nothing but faults"),
    Refusal(
      ["--live", "--offline", "-c", "from hotels"], "CQ0002",
      "--live and --offline contradict each other",
      help: "nothing can be live where no server is asked"),
    Refusal(
      ["--source", "hotels", "-c", "from hotels"], "CQ0002",
      "--source needs NAME=PLACE, not `hotels`", help: "for example --source hotels=list.json"),
    Refusal(
      ["--source", "hotels=", "-c", "from hotels"], "CQ0002",
      "--source needs NAME=PLACE, not `hotels=`", help: "for example --source hotels=list.json"),
    Refusal(
      ["--source", "hotles=x.json", "-c", "from hotels"], "CQ0002",
      "there is no built-in source `hotles`; did you mean `hotels`?",
      help: "one of bestbuy, chloe, hotels, products, shopreme"),
    Refusal(
      ["run"], "CQ0002", "`cq run` needs a script",
      help: "for example cq run near.cq; - is standard input"),
    Refusal(
      ["a.cq", "b.cq"], "CQ0002", "one script at a time, not `a.cq` and `b.cq`",
      help: "cq run FILE.cq"),
    Refusal(
      ["a.cq", "-c", "from hotels"], "CQ0002", "either -c or a script, not both",
      help: "cq -c QUERY"),
    Refusal(
      ["rnu", "x.cq"], "CQ0003", "there is no command `rnu`; did you mean `run`?",
      help: "cq --help lists the commands"),
    Refusal(
      ["hlep"], "CQ0003", "there is no command `hlep`; did you mean `help`?",
      help: "cq --help lists the commands"),
    Refusal(
      ["--to", "csv", "help"], "CQ0001", "`cq help` takes no option `--to`",
      help: "cq help --help lists those that it takes"),
    Refusal(
      ["help", "--strict"], "CQ0001", "`cq help` takes no option `--strict`",
      help: "cq help --help lists those that it takes"),
    Refusal(
      ["--json", "-c", "from hotels"], "CQ0001",
      "there is no option `--json`; did you mean `--to json`?", help: "cq --help lists the options"),
    Refusal(
      ["--format=csv", "-c", "from hotels"], "CQ0001",
      "there is no option `--format`; did you mean `--to csv`?",
      help: "cq --help lists the options"),
    Refusal(
      ["-o", "json", "-c", "from hotels"], "CQ0001",
      "there is no option `-o`; did you mean `--to json`?", help: "cq --help lists the options"),
    Refusal(
      ["-o", "x.json", "-c", "from hotels"], "CQ0001", "there is no option `-o`",
      help: "cq --help lists the options"),
    Refusal(
      ["check", "--json"], "CQ0001", "there is no option `--json`",
      help: "cq check --help lists the options"),
    Refusal(
      ["--query", "sources"], "CQ0001", "there is no option `--query`; did you mean `-c`?",
      help: "cq --help lists the options"),
    Refusal(
      ["categories", "hotels"], "CQ0002", "a query stands after -c, in quotes",
      help: "cq -c 'categories of hotels'"),
    Refusal(
      ["from", "hotels"], "CQ0002", "a query stands after -c, in quotes",
      help: "cq -c 'from hotels'"),
    // What a terminal would obey is shown, here as everywhere.
    Refusal(
      ["--\u{1B}[31m\u{9B}1m"], "CQ0001", #"there is no option `--\u{1B}[31m\u{9B}1m`"#,
      help: "cq --help lists the options"),
  ]

  @Test(arguments: refusals) func refusal(_ row: Refusal) throws {
    let actual = Outcome(try Workspace().run(row.arguments))
    #expect(actual == Outcome(errors: row.errors, status: 2))
  }

  static let arguments: [CommandLineCase] = [
    CommandLineCase(
      arguments: ["--to", "csv", "a.cq", "--who"],
      errors: "a.cq:1:7: error[CQ0002]: --who needs a value\n", status: 2),
    CommandLineCase(
      arguments: ["--to", "csv", "a.cq", "--who", "--loud"],
      errors: "a.cq:1:7: error[CQ0002]: --who needs a value\n", status: 2),
    CommandLineCase(
      arguments: ["--to", "csv", "a.cq", "--loud", "--who="], output: "who,loud\n\"\",true\n"),
    CommandLineCase(
      arguments: ["--to", "csv", "a.cq", "--who", "true"], output: "who,loud\ntrue,false\n"),
  ]

  /// Only what is true or false needs no value.
  @Test(arguments: arguments) func argumentWithoutValue(_ row: CommandLineCase) throws {
    var row = row
    row.files["a.cq"] = """
      param who: Text
      param loud: Bool = false
      sources | limit 1 | show who = $who, loud = $loud
      """
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }

  /// Abbreviations of commands are no commands: such a word is a script's name.
  @Test func abbreviationIsNoCommand() throws {
    let actual = Outcome(try Workspace().run(["r"]))
    #expect(
      actual
        == Outcome(errors: "error[CQ0503]: r cannot be opened: no such file\n", status: 5))
  }

  /// Who forgets `-c` is told of it.
  @Test(arguments: [
    ("hotels", "from hotels"), ("from hotels | limit 1", "from hotels | limit 1"),
    ("hotels | limit 1", "from hotels | limit 1"), ("sources", "sources"),
    (".sources", "sources"), ("ls", "sources"), ("select * from hotels", "from hotels"),
    ("from hotels | filter name = 'a'", #"from hotels | filter name = '\''a'\''"#),
  ])
  func queryWithoutItsOption(_ word: String, _ query: String) throws {
    let actual = Outcome(try Workspace().run(["--errors", "full", word]))
    let errors = """
      error[CQ0503]: `\(word)` is no file (no such file); a query stands after -c: cq -c '\(query)'

      """
    #expect(actual == Outcome(errors: errors, status: 5))
  }

  @Test func helpBeginsWithUsageAndExample() throws {
    let workspace = try Workspace()
    let page = Outcome(try workspace.run(["--help"]))
    #expect(page.errors.isEmpty)
    #expect(page.status == .exited(0))
    let head = page.output.split(separator: "\n", omittingEmptySubsequences: false).prefix(4)
    #expect(
      head.joined(separator: "\n") == """
        usage: cq [OPTIONS] [FILE.cq | COMMAND ... | -c QUERY]
        example: cq -c 'from hotels | filter stars >= 3 | sort by distance'

        Without a file or a query: a prompt on a terminal, else the script on standard input.
        """)
    let options = [
      "--to", "--source", "--offline", "--refresh", "--live", "--strict", "--errors", "--color",
      "--quiet[=all]", "--meta", "--verbose", "--no-rewrites", "--help", "--version",
    ]
    for option in options { #expect(page.output.contains(" \(option) ")) }
    #expect(Outcome(try workspace.run(["-h"])) == page)
    let language = Outcome(try workspace.run(["help"]))
    #expect(language.output.hasPrefix("A query is a source and stages: "))
    #expect(page.output.hasSuffix("\n\n" + language.output))
    #expect(Outcome(try workspace.run(["--quiet", "help"])) == language)
    #expect(!page.output.utf8.contains(0x1B))
    #expect(page.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  /// Each command has a page, a line on the program's page, and is found by a mistyped name.
  @Test func everyCommandExplainsItself() throws {
    let workspace = try Workspace()
    let program = try workspace.run(["--help"]).outputText
    let forms = program.matches(of: /(?m)^  cq ([a-z]+) .*$/)
    #expect(forms.count >= 2)
    for form in forms {
      let name = String(form.1)
      let page = Outcome(try workspace.run([name, "--help"]))
      #expect(page.output.hasPrefix("usage: cq \(name)"))
      #expect(page.output.hasSuffix("  -h, --help                this page\n"))
      #expect(page.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
      #expect(page == Outcome(output: page.output))
      let help = try workspace.run(["help", name]).outputText
      #expect(help.hasPrefix(page.output), "\(name)")
    }
  }

  @Test func thePageOfACommand() throws {
    let page = Outcome(try Workspace().run(["help", "--help"]))
    #expect(
      page
        == Outcome(
          output: """
            usage: cq help [WORD]

            the language on one page, or what a word of it or a command does

            options
                  --offline             never connect to a server
                  --errors FORM         full, short or json
                  --color WHEN          auto, always or never
              -q, --quiet[=all]         no remarks and warnings; with =all nothing but faults
                  --verbose             tell also what was left out without harm
              -h, --help                this page

            """))
  }

  /// A fault of the command line has the form that it asks for, wherever it does.
  @Test(arguments: [["--errors", "full", "--hlep"], ["--hlep", "--errors=full"]])
  func refusalInFull(_ arguments: [String]) throws {
    #expect(
      Outcome(try Workspace().run(arguments))
        == Outcome(
          errors: """
            error[CQ0001]: there is no option `--hlep`; did you mean `--help`?
            help: cq --help lists the options

            """, status: 2))
  }

  @Test func refusalAsJSON() throws {
    let run = try Workspace().run(["--errors", "json", "--hlep"])
    #expect(
      Outcome(run)
        == Outcome(
          errors: #"{"code":"CQ0001","severity":"error","message":"there is no option `--hlep`; "#
            + #"did you mean `--help`?","file":null,"line":null,"column":null,"endLine":null,"#
            + #""endColumn":null,"label":null,"help":"cq --help lists the options"}"#
            + "\n", status: 2))
  }
}

/// A command line that is refused before anything runs.
struct Refusal: Sendable, CustomTestStringConvertible {
  let arguments: [String]
  let errors: String

  init(_ arguments: [String], _ code: String, _ message: String, help: String) {
    self.arguments = arguments
    let mark = message.hasSuffix("?") ? "" : ";"
    errors = "error[\(code)]: \(message)\(mark) \(help)\n"
  }

  var testDescription: String { (["cq"] + arguments).joined(separator: " ") }
}
