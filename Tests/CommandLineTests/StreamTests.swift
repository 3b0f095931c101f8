// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// What depends on where the output goes and on the environment.
@Suite struct StreamTests {
  private static let query = "from hotels | limit 2 | show name, stars"
  private static let plain = """
    name               stars
    ─────────────────  ─────
    Belleclaire Hotel      3
    Americana Inn          2
    2 rows · sample

    """
  private static let coloured = """
    \u{1B}[1mname\u{1B}[0m               \u{1B}[1mstars\u{1B}[0m
    \u{1B}[2m─────────────────  ─────\u{1B}[0m
    Belleclaire Hotel      3
    Americana Inn          2
    \u{1B}[2m2 rows · sample\u{1B}[0m

    """

  struct Colours: Sendable, CustomTestStringConvertible {
    var environment: [String: String] = [:]
    var arguments: [String] = []
    let onTerminal: Bool
    let inPipe: Bool

    var testDescription: String { "\(environment) \(arguments)" }
  }

  static let colours: [Colours] = [
    Colours(onTerminal: true, inPipe: false),
    Colours(environment: ["NO_COLOR": "1"], onTerminal: false, inPipe: false),
    Colours(environment: ["NO_COLOR": ""], onTerminal: true, inPipe: false),
    Colours(environment: ["TERM": "dumb"], onTerminal: false, inPipe: false),
    Colours(environment: ["CLICOLOR_FORCE": "1"], onTerminal: true, inPipe: true),
    Colours(environment: ["CLICOLOR_FORCE": "0"], onTerminal: true, inPipe: false),
    Colours(
      environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], onTerminal: false, inPipe: false),
    Colours(arguments: ["--color=always"], onTerminal: true, inPipe: true),
    Colours(arguments: ["--color", "never"], onTerminal: false, inPipe: false),
    Colours(arguments: ["--color", "auto"], onTerminal: true, inPipe: false),
    // An option is nearer than the environment.
    Colours(
      environment: ["NO_COLOR": "1"], arguments: ["--color=always"], onTerminal: true,
      inPipe: true),
    Colours(
      environment: ["CLICOLOR_FORCE": "1"], arguments: ["--color=never"], onTerminal: false,
      inPipe: false),
    Colours(
      environment: ["TERM": "dumb"], arguments: ["--color=always"], onTerminal: true, inPipe: true),
  ]

  @Test(arguments: colours) func colour(_ row: Colours) throws {
    let workspace = try Workspace()
    let arguments = row.arguments + ["--to", "table", "-c", Self.query]
    let shown = try workspace.showOnTerminal(arguments, environment: row.environment)
    #expect(TerminalBytes(shown.output).lines == (row.onTerminal ? Self.coloured : Self.plain))
    let run = try workspace.run(arguments, environment: row.environment)
    #expect(Outcome(run) == Outcome(output: row.inPipe ? Self.coloured : Self.plain))
  }

  /// What people read has colour on demand also in a pipe; what other programs read never has.
  @Test(arguments: [
    ("table", true), ("card", true), ("list", true), ("plain", false), ("tsv", true),
    ("bars rooms by name", true), ("hist rooms", true), ("scatter distance, rooms", true),
    ("line rooms by distance", true), ("svg bars rooms by name", false),
    ("html hist rooms", false),
    ("csv", false), ("json", false), ("jsonl", false), ("markdown", false), ("html", false),
  ]) func colourOnDemand(_ form: String, _ isForPeople: Bool) throws {
    let workspace = try Workspace()
    let query = "from hotels | to \(form)"
    let asked = try workspace.run(["--color=always", "-c", query])
    #expect(asked.output.contains(0x1B) == isForPeople)
    let forced = try workspace.run(["-c", query], environment: ["CLICOLOR_FORCE": "1"])
    #expect(forced.output == asked.output)
    #expect(try !workspace.run(["-c", query]).output.contains(0x1B))
    // A file has no colour, whatever is asked for.
    let saved = try workspace.run(
      ["--color=always", "-c", "from hotels | to \(form) | save \"a.txt\""])
    if saved.status == .exited(0) { #expect(!(try workspace.text(of: "a.txt")).contains("\u{1B}")) }
  }

  /// Errors on a terminal are in colour by themselves, whatever the results go to.
  @Test func errorsHaveTheirOwnColours() throws {
    let workspace = try Workspace()
    let line = "cq -c 'from hotel'"
    let red = "\u{1B}[1;31merror[CQ0202]\u{1B}[0m"
    let shown = try TerminalDriver.start(
      program: "/bin/sh", arguments: ["-c", "\(line) > out"],
      environment: workspace.environment(), directory: workspace.path)
    #expect(try shown.waitForExit(timeout: 60) == .exited(3))
    #expect(TerminalBytes(shown.output).lines.hasPrefix(red))
    let hidden = try TerminalDriver.start(
      program: "/bin/sh", arguments: ["-c", "\(line) 2> errors; cat errors"],
      environment: workspace.environment(), directory: workspace.path)
    _ = try hidden.waitForExit(timeout: 60)
    #expect(TerminalBytes(hidden.output).lines.hasPrefix("<query>:1:6: error[CQ0202]: "))
  }

  /// A terminal gets a table, a pipe TSV.
  @Test func usualFormat() throws {
    let workspace = try Workspace()
    let shown = try workspace.showOnTerminal(["-c", Self.query])
    #expect(TerminalBytes(shown.output).lines == Self.coloured)
    let run = try workspace.run(["--quiet=all", "-c", Self.query])
    #expect(
      Outcome(run) == Outcome(output: "name\tstars\nBelleclaire Hotel\t3\nAmericana Inn\t2\n"))
  }

  static let locales: [[String: String]] = [
    ["LC_ALL": "C"], ["LANG": "C"], ["LC_CTYPE": "POSIX"], ["LANG": "", "LC_ALL": ""],
  ]

  @Test(arguments: locales) func asciiOnly(_ environment: [String: String]) throws {
    let workspace = try Workspace(["ü.json": "[{\"ä\":\"名前 é\"},5]"])
    let commands = [
      ["-c", "from hotels"], ["-c", "from shopreme"],
      ["--to", "card", "-c", "show 13370 of hotels"],
      ["--to", "json", "-c", "from shopreme | limit 1"], ["-c", "from \"ü.json\" | filter ä = 1"],
      ["--to", "tsv", "-c", "from \"ü.json\" | filter len(ä) > 9"], ["--help"],
      ["-c", "from shopreme | sort by ürice"], ["--errors", "json", "-c", "from \"ö.json\""],
    ]
    for command in commands {
      let shown = try workspace.showOnTerminal(command, environment: environment)
      #expect(shown.output.allSatisfy { $0 < 0x80 }, "\(command)")
      #expect(!shown.output.isEmpty)
    }
  }

  @Test func asciiTable() throws {
    let query = "from shopreme | filter was_price > 0 | limit 2 | show name, was_price, image"
    let shown = try Workspace().showOnTerminal(["-c", query], environment: ["LC_ALL": "C"])
    #expect(
      TerminalBytes(shown.output).plain == """
        name                      wa...  image
        ------------------------  -----  -----------------------------------------------
        Erdbeeren aus Spanien      2.99  https://shopreme.com/jobinterview/data/erdbe...
        Wei?kraut aus ?sterreich   1.25  https://shopreme.com/jobinterview/data/weiss...
        2 rows - 3 have no was_price - sample
        note: letters that are not ASCII are shown as ?; LC_ALL=C.UTF-8 shows them

        """)
  }

  /// The letters that a locale has not are told of once in a session, and only where some are lost.
  @Test func lostLettersAreNotedOnce() throws {
    let workspace = try Workspace()
    let note = "note: letters that are not ASCII are shown as ?"
    let told = { (query: String, locale: String) in
      let shown = try workspace.showOnTerminal(["-c", query], environment: ["LC_ALL": locale])
      return TerminalBytes(shown.output).plain.split(separator: "\n").count { $0.hasPrefix(note) }
    }
    let lossy = "from shopreme | filter name contains \"wei\" | show name"
    #expect(try told("\(lossy); \(lossy) | to card; \(lossy) | to tsv", "C") == 1)
    #expect(try told("\(lossy) | to tsv", "C") == 1)
    #expect(try told("from hotels | limit 1", "C") == 0)
    #expect(try told("\(lossy) | to json", "C") == 0)
    #expect(try told(lossy, "C.UTF-8") == 0)
  }

  /// What the product says itself has no letters to lose; what it quotes of data and scripts may.
  @Test func pagesAndMessagesKeepToASCII() throws {
    let workspace = try Workspace(["e.cq": "# é\nfrom hotels | filter name = \"é\"\n"])
    let note = "note: letters that are not ASCII are shown as ?"
    let commands: [(words: [String], isLossy: Bool)] = [
      (["explain", "CQ0201"], false), (["help"], false), (["help", "money"], false),
      (["limits"], false), (["define", "hotels"], false), (["define", "chloe"], true),
      (["-c", "describe hotels"], false), (["-c", "describe chloe"], true),
      (["-c", "from hotels | sort by éric | filter ü = 1"], true), (["check", "e.cq"], false),
      (["--errors", "json", "-c", "from hotels | sort by éric"], false),
      (["debug", "tokens", "e.cq"], true), (["run", "é.cq"], true),
    ]
    for (words, isLossy) in commands {
      let shown = try workspace.showOnTerminal(words, environment: ["LC_ALL": "C"])
      #expect(shown.output.allSatisfy { $0 < 0x80 }, "\(words)")
      let told = TerminalBytes(shown.output).plain.split(separator: "\n").count {
        $0.hasPrefix(note)
      }
      #expect(told == (isLossy ? 1 : 0), "\(words)")
    }
  }

  @Test(arguments: ["table", "card"], [32, 40, 61]) func narrow(_ format: String, _ width: Int)
    throws
  {
    let queries = ["from hotels", "from shopreme", "describe hotels", "show 13370 of hotels"]
    for query in queries {
      let arguments = ["--to", format, "-c", query]
      let workspace = try Workspace()
      let byVariable = try workspace.showOnTerminal(
        arguments, environment: ["COLUMNS": "\(width)"], columns: 132)
      let bySize = try workspace.showOnTerminal(arguments, columns: width)
      #expect(byVariable.output == bySize.output)
      // The definition below the fields is whole, so that it can be copied.
      let result = TerminalBytes(bySize.output).plain.split(separator: "\n\n## ").first ?? ""
      let widest = result.split(separator: "\n").map(\.count).max()
      #expect(widest.map { $0 <= width } == true, "\(query)")
    }
  }

  /// Whoever stops reading ends the program quietly.
  @Test(arguments: ["", " | sort by price desc"], ["tsv", "json", "jsonl", "table"])
  func closedPipe(_ stages: String, _ format: String) throws {
    let workspace = try Workspace(["big.ndjson": Self.largeList])
    let query = "from \"big.ndjson\"\(stages)"
    let run = try workspace.shell(
      "{ cq --to \(format) -c '\(query)'; echo $? > status; } | head -1; cat status")
    #expect(run.errorText.isEmpty)
    let lines = run.outputText.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(["0", "141"].contains(lines.last ?? ""))
  }

  private static let largeList = (0..<50_000).map {
    "{\"id\":\($0),\"name\":\"item \($0)\",\"price\":\($0 * 7919 % 10_007).5}\n"
  }.joined()

  @Test(arguments: ["table", "card", "tsv", "csv", "json", "jsonl"])
  func pipesHaveNoSequences(_ format: String) throws {
    let run = try Workspace().run(["--to", format, "-c", "from hotels; from shopreme"])
    #expect(!(run.output + run.errors).contains(0x1B))
    #expect(run.status == .exited(0))
  }

  static let homes = [
    "env -i CQ_OFFLINE=1 $PROGRAM", "env -u HOME cq", "env HOME= cq", "env HOME=/nonexistent cq",
    "env HOME=relative XDG_STATE_HOME=relative cq", "env HOME=/proc cq", "env TERM= cq",
    "env LC_ALL=xx_YY.nonsense LANG=zz TZ=Nowhere/Land cq", "env COLUMNS=-5 LINES=x cq",
    "env COLUMNS=99999999999999999999 cq",
  ]

  /// The same bytes everywhere, and nothing left behind.
  @Test(arguments: homes) func anyEnvironment(_ command: String) throws {
    let workspace = try Workspace()
    let run = try workspace.shell(
      "\(command) -c '\(Self.query)'; find . -type f", environment: ["PROGRAM": Workspace.program])
    let output = "name\tstars\nBelleclaire Hotel\t3\nAmericana Inn\t2\n"
    #expect(Outcome(run) == Outcome(output: output, errors: .sampleNote("hotels")))
  }

  @Test func removedFolder() throws {
    let line =
      "mkdir gone && cd gone && rmdir ../gone && cq --quiet=all -c '\(Self.query) | limit 1'"
    let run = try Workspace().shell(line)
    #expect(Outcome(run) == Outcome(output: "name\tstars\nBelleclaire Hotel\t3\n"))
  }

  /// What `cq` writes into a pipe another one reads as it was.
  @Test func aPipeLosesNothing() throws {
    let rows = #"""
      {"k":1,"v":"\"open"}
      {"k":2,"v":"x"}
      {"k":3,"v":"y\""}
      {"k":4,"v":"\"q\""}
      {"k":5,"v":"C:\\temp\t\n"}
      {"k":6,"v":""}
      {"k":7,"v":null}

      """#
    let workspace = try Workspace(["q.jsonl": rows])
    let again = try workspace.shell(
      "cq -q -c 'from \"q.jsonl\"' | cq -q --strict --to jsonl -c 'from \"/dev/stdin\"'")
    #expect(Outcome(again) == Outcome(output: rows))
    let marks = "[{\"k\":1,\"a;b\":\"x;1\"},{\"k\":2,\"a;b\":\"y;2\"}]"
    let separated = try Workspace(["m.json": marks]).shell(
      "cq -q --to csv -c 'from \"m.json\"' | cq -q --strict --to json -c 'from \"/dev/stdin\"'")
    #expect(
      Outcome(separated)
        == Outcome(output: "[\n  {\"k\":1,\"a;b\":\"x;1\"},\n  {\"k\":2,\"a;b\":\"y;2\"}\n]\n"))
    for names in ["a,b", "a,b\n", "a\tb"] {
      let count = try workspace.run(
        ["--quiet=all", "-c", "from \"/dev/stdin\" | count"], input: names)
      #expect(Outcome(count) == Outcome(output: "count\n0\n"))
    }
  }
}
