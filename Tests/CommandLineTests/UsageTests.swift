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
        show ID [of SOURCE]
          everything about one item
          example: show 40611 of hotels

        show FIELDS | show all
          choose what is seen; hidden fields stay usable
          example: show name, distance

        """),
    CommandLineCase(
      arguments: ["--quiet", "help", "limit"],
      output: "limit N\n  keep the first N rows\n  example: limit 10\n"),
    CommandLineCase(
      arguments: ["help", "upper"], output: "upper(TEXT)\n  the text in upper case\n"),
  ]

  @Test(arguments: answers) func answer(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
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
    Refusal(["--to"], "CQ0002", "--to needs a value", help: "cq --help explains it"),
    Refusal(["--source"], "CQ0002", "--source needs a value", help: "cq --help explains it"),
    Refusal(
      ["--to", "tabel", "-c", "from hotels"], "CQ0002",
      "--to knows no `tabel`; did you mean `table`?",
      help: "one of table, card, tsv, csv, json, jsonl"),
    Refusal(
      ["--to="], "CQ0002", "--to knows no ``", help: "one of table, card, tsv, csv, json, jsonl"),
    Refusal(
      ["--errors", "loud"], "CQ0002", "--errors knows no `loud`", help: "one of full, short, json"),
    Refusal(
      ["--color=blue"], "CQ0002", "--color knows no `blue`", help: "one of auto, always, never"),
    Refusal(["--quiet=1"], "CQ0002", "--quiet takes no value", help: "no notes and no warnings"),
    Refusal(
      ["--source", "hotels", "-c", "from hotels"], "CQ0002",
      "--source needs NAME=PLACE, not `hotels`", help: "for example --source hotels=list.json"),
    Refusal(
      ["--source", "hotels=", "-c", "from hotels"], "CQ0002",
      "--source needs NAME=PLACE, not `hotels=`", help: "for example --source hotels=list.json"),
    Refusal(
      ["--source", "hotles=x.json", "-c", "from hotels"], "CQ0002",
      "there is no built-in source `hotles`; did you mean `hotels`?",
      help: "one of hotels, shopreme"),
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
      ["rnu", "x.cq"], "CQ0001", "there is no command `rnu`; did you mean `run`?",
      help: "cq --help lists the commands"),
    Refusal(
      ["hlep"], "CQ0001", "there is no command `hlep`; did you mean `help`?",
      help: "cq --help lists the commands"),
    // What a terminal would obey is shown, here as everywhere.
    Refusal(
      ["--\u{1B}[31m\u{9B}1m"], "CQ0001", #"there is no option `--\u{1B}[31m\u{9B}1m`"#,
      help: "cq --help lists the options"),
  ]

  @Test(arguments: refusals) func refusal(_ row: Refusal) throws {
    let actual = Outcome(try Workspace().run(row.arguments))
    #expect(actual == Outcome(errors: row.errors, status: 2))
  }

  /// Abbreviations of commands are no commands: such a word is a script's name.
  @Test func abbreviationIsNoCommand() throws {
    let actual = Outcome(try Workspace().run(["r"]))
    #expect(
      actual
        == Outcome(errors: "error[CQ0503]: r cannot be opened: no such file\n", status: 5))
  }

  @Test func helpBeginsWithUsageAndExample() throws {
    let workspace = try Workspace()
    let page = Outcome(try workspace.run(["--help"]))
    #expect(page.errors.isEmpty)
    #expect(page.status == .exited(0))
    let head = page.output.split(separator: "\n", omittingEmptySubsequences: false).prefix(4)
    #expect(
      head.joined(separator: "\n") == """
        usage: cq [OPTIONS] [FILE.cq | run FILE.cq | -c QUERY]
        example: cq -c 'from hotels | filter stars >= 3 | sort by distance'

        Without a file or a query: a prompt on a terminal, else the script on standard input.
        """)
    let options = [
      "--to", "--source", "--offline", "--strict", "--errors", "--color", "--quiet", "--verbose",
      "--help", "--version",
    ]
    for option in options { #expect(page.output.contains(" \(option) ")) }
    for other in [["-h"], ["help"], ["run", "--help"], ["x.cq", "-h"]] {
      #expect(Outcome(try workspace.run(other)) == page, "\(other)")
    }
    #expect(!page.output.utf8.contains(0x1B))
    #expect(page.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func helpOnAnUnknownWordListsAll() throws {
    let run = try Workspace().run(["help", "zz\u{1B}[31m\u{9B}"])
    #expect(
      run.outputText.hasPrefix(
        #"There is no help on `zz\u{1B}[31m\u{9B}`. These are the words:"# + "\n\nStatements\n"))
    #expect(run.status == .exited(0))
  }
}

/// A command line that is refused before anything runs.
struct Refusal: Sendable, CustomTestStringConvertible {
  let arguments: [String]
  let errors: String

  init(_ arguments: [String], _ code: String, _ message: String, help: String) {
    self.arguments = arguments
    errors = "error[\(code)]: \(message); \(help)\n"
  }

  var testDescription: String { (["cq"] + arguments).joined(separator: " ") }
}
