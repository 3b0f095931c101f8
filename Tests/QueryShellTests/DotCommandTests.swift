// SPDX-License-Identifier: MIT

import Diagnostics
import ResultRendering
import TestSupport
import Testing

@testable import QueryShell

/// Which lines of the prompt are commands, and what they do.
@Suite struct DotCommandTests {
  /// Lines, and whether each is a command.
  static let lines: [(String, Bool)] = [
    ("help", true), (".help", true), ("help sort", true), (".help sort", true), ("quit", true),
    (".quit", true), ("exit", true), (".exit", true), ("  help  ", true), (".nothing", true),
    (".", true), (".explain", true), (".explain CQ0201", true),
    (".help sort by", true), ("help sort by", true), (".open t.json as T", true),
    (".watch 5 from hotels | limit 1", true), (".set rows = 2", true), ("quit it now", false),
    ("explain", false),
    ("explain CQ0201", false), ("from hotels", false),
    ("sources", false), ("", false), ("  ", false), ("helper", false), ("Help", false),
  ]

  @Test(arguments: lines) func knowsItsLines(line: String, isCommand: Bool) {
    #expect(DotCommand.recognises(line) == isCommand)
  }

  /// Commands, with whether the prompt stays and what is written.
  static let commands: [(line: String, stays: Bool, output: String, errors: String)] = [
    ("quit", false, "", ""), (".quit", false, "", ""), ("exit", false, "", ""),
    (".exit", false, "", ""), ("help", true, Help.overview, ""), (".help", true, Help.overview, ""),
    (".help limit", true, "limit N\n  keep the first N rows\n  example: limit 10\n", ""),
    (
      ".help where", true,
      "SQL, KQL and nushell say where; cq says `filter`\n\nfilter CONDITION\n"
        + "  keep the rows for which it holds\n"
        + "  example: filter stars >= 3 and name contains \"dream\"\n", ""
    ),
    (".hepl", true, "", "error[CQ0003]: there is no command `.hepl`; did you mean `.help`?\n"),
    (".tables", true, "", "error[CQ0003]: there is no command `.tables`\n"),
    (".undo", true, "", "note: there is no statement to take back\n"),
    (".history", true, "", "note: nothing was entered yet\n"),
    (".history failed", true, "", "note: nothing has failed yet\n"),
    (".timer", true, "", "note: nothing was entered yet\n"),
    (".save", true, "", "note: `.save tour.cq` writes what worked as a script\n"),
    (".save a.cq", true, "", "note: nothing has worked yet that could be saved\n"),
    (
      ".save a.cq param min", true, "",
      "note: `.save tour.cq param min = 3` writes `$min` where 3 stands\n"
    ),
    (".edit 3", true, "", "note: there is no statement `3`; `.history` numbers them\n"),
    (".edit @3", true, "", "note: there is no statement `@3`; `.history` numbers them\n"),
    (".plan", true, "", "note: nothing has run yet; `.plan QUERY` shows how a query is run\n"),
    (
      ".plan from hotels | limt 1", true, "",
      "<prompt>:1:21: error[CQ0105]: there is no stage called `limt`; did you mean `limit`?\n"
    ),
    (
      ".open hotles", true, "",
      "<prompt>:1:7: error[CQ0202]: there is no source called `hotles`; did you mean `hotels`?  "
        + "Others: bestbuy, chloe, products, shopreme (`sources` lists them)\n"
    ),
    (
      ".open hotles.csv", true, "",
      "<prompt>:1:7: error[CQ0503]: hotles.csv cannot be opened: no such file\n"
    ),
    (".plan on", true, "", ""), (".timer OFF", true, "", ""), (".steps on", true, "", ""),
    (".errors short", true, "", ""),
    (
      ".theme", true,
      "theme  auto  default\nfor which background the colours of the prompt are: auto, dark or "
        + "light\ntakes auto, dark, light; `default` takes it back\n", ""
    ),
    (
      ".errors shrt", true, "",
      "<prompt>:1:9: error[CQ0304]: `errors` takes full, short, json\n"
    ),
    (
      ".edit", true, "",
      "note: no editor is chosen; `EDITOR` or `VISUAL` names the program, such as `EDITOR=nano`\n"
    ),
    (
      ".watch", true, "",
      "note: `.watch 5 from hotels` runs a query every 5 seconds; 1min and 2h are times too\n"
    ),
    (
      ".watch 0 from hotels", true, "",
      "note: `.watch 5 from hotels` runs a query every 5 seconds; 1min and 2h are times too\n"
    ),
    (".watch 5", true, "", "note: there is no query yet to run again\n"),
    (
      ".watch 5 from hotels | filtr", true, "",
      "<prompt>:1:24: error[CQ0105]: there is no stage called `filtr`; did you mean `filter`?\n"
    ),
    (
      ".set pager", true,
      "pager  auto  default\nwhat shows at the prompt what is larger than the window: auto, off or "
        + "a command\ntakes auto, off, or a command in quotes; `default` takes it back\n", ""
    ),
    (".set pagr", true, "", "error[CQ0211]: there is no setting `pagr`; did you mean `pager`?\n"),
    (".run", true, "", "note: the command wants more, as in `.run tour.cq`\n"),
    (".open", true, "", "note: the command wants more, as in `.open items.csv`\n"),
    (".mode", true, "", "note: the command wants more, as in `.mode json`\n"),
    (".say from hotels | limit  1", true, "Take hotels; take the first row.\n", ""),
    (".steps", true, "", "<prompt>:1:1: error[CQ0207]: there is no last result to go on from\n"),
    (
      ".steps from hotels | limit 2 | count", true,
      "from hotels  7\nlimit 2      2  left out: Best Western President …, "
        + "Days Hotel Broadway at …,\n"
        + "                Dream and 2 more\ncount        1  first: count 2\n", ""
    ),
    (
      ".steps from hotels | count by stars | top 2 by count", true,
      "from hotels     7\ncount by stars  5  first: stars 3, count 2\n"
        + "top 2 by count  2  all stay\n                   left out: stars 1, 4, 0\n", ""
    ),
    (
      ".steps from hotels | assert rooms < 5", true,
      "from hotels       7\nassert rooms < 5  7  stops here\n",
      "<prompt>:1:29: FAILED[CQ0602]: a row does not meet the condition\n"
    ),
    (".schema", true, "", "<prompt>:1:1: error[CQ0206]: there is no current source\n"),
    (
      ".mode xyz", true, "",
      "<prompt>:1:7: error[CQ0304]: `format` takes table, card, list, plain, tsv, "
        + "csv, json, jsonl, arrow, markdown, html\n"
    ),
    (
      ".set theme = purple", true, "",
      "<prompt>:1:14: error[CQ0304]: `theme` takes auto, dark, light\n"
    ),
    (
      ".run \"no.cq\"", true, "",
      "<prompt>:1:7: error[CQ0503]: no.cq cannot be opened: no such file\n"
    ),
    (".say", true, "", "note: nothing has run yet; `.say QUERY` says what a query does\n"),
    (
      ".say from hotels | limt 1", true, "",
      "<prompt>:1:20: error[CQ0105]: there is no stage called `limt`; did you mean `limit`?\n"
    ),
    (
      ".explain", true, "",
      "note: there was no fault yet; `.explain CQ0201` explains a code\n"
    ),
    (".explain 299", true, "", "error[CQ0003]: there is no code `299`\n"),
  ]

  @Test(arguments: commands)
  func doesWhatItSays(line: String, stays: Bool, output: String, errors: String) throws {
    let session = Session.collecting()
    let command = try #require(DotCommand(line))
    #expect(command.run(in: session) == stays)
    #expect(session.output.taken() == output)
    #expect(session.errors.taken() == errors)
  }

  /// `.sources` is the statement; `.plan`, `.steps`, `.timer` tell of the last query, or of each.
  @Test func tellsOfEachQuery() throws {
    let session = Session.collecting {
      $0.isInteractive = true
      $0.keepsResults = true
    }
    let enter = { (line: String) -> String in Self.enter(line, in: session) }
    #expect(enter(".sources") == enter("sources"))
    let query = "from hotels | sort by rooms | limit 2 | show name"
    let (result, plan, steps) = (enter(query), enter(".plan"), enter(".steps"))
    #expect(plan == enter("explain \(query)") && plan.contains("top 2 by rooms"))
    #expect(plan == enter(".plan \(query)"))
    #expect(steps.hasPrefix("from hotels"))
    for line in [".plan on", ".steps on", ".timer on"] { _ = enter(line) }
    #expect(enter(query) == plan + result + steps + "note: 0 ms\n")
    #expect(enter("let n = 3") == "note: 0 ms\n")
    #expect(enter("from hotels | filter").hasSuffix("note: 0 ms\n"))
    for line in [".plan off", "set steps = off", ".undo", ".set timer = off"] { _ = enter(line) }
    #expect(enter(query) == result + steps)
  }

  /// What a line at the prompt shows and says.
  private static func enter(_ line: String, in session: Session) -> String {
    if DotCommand(line)?.run(in: session) == nil {
      _ = session.runTyped(ScriptText(name: "<prompt>", line))
    }
    return session.output.taken() + session.errors.taken()
  }

  /// A script that is saved has no settings of the prompt.
  @Test func savesNoSettingsOfThePrompt() throws {
    let path = try TestSupport.temporaryDirectory() + "/a.cq"
    let session = Session.collecting { $0.isInteractive = true }
    for line in [".timer on", "set hints = off", "set rows = 20", "from hotels | count"] {
      _ = Self.enter(line, in: session)
    }
    _ = Self.enter(".save \(path)", in: session)
    let saved = try TestSupport.text(ofFile: path)
    #expect(saved.hasPrefix("set rows = 20\nfrom hotels"), "\(saved)")
  }

  @Test func explainsTheLastFault() throws {
    let session = Session.collecting()
    _ = session.run(ScriptText(name: "<prompt>", "from hotel"))
    _ = session.run(ScriptText(name: "<prompt>", "sources | limit 1"))
    session.forgetReports()
    _ = session.output.taken()
    _ = try #require(DotCommand(".explain")).run(in: session)
    #expect(session.output.taken() == DiagnosticPages.page(of: "CQ0202")?.text)
    _ = try #require(DotCommand(".explain cq0101")).run(in: session)
    #expect(session.output.taken() == DiagnosticPages.page(of: "CQ0101")?.text)
  }

  /// A change of settings and a script that is wrong stand between a query and its repetition.
  @Test func retriesWhatCanRunAgain() throws {
    let session = Session.collecting { $0.isInteractive = true }
    let retry = try #require(DotCommand(".retry"))
    let scripts = [
      "from \"https://a.example/x.json\" | count", "set offline = true", "from hotels | filtr",
    ]
    for script in scripts { _ = session.run(ScriptText(name: "<prompt>", script)) }
    _ = session.errors.taken()
    _ = retry.run(in: session)
    #expect(
      session.errors.taken()
        == "<prompt>:1:6: error[CQ0501]: https://a.example/x.json is not asked (offline); no "
        + "cached copy\n")
    _ = session.run(ScriptText(name: "<prompt>", "let n = 3"))
    _ = retry.run(in: session)
    #expect(session.errors.taken() == "")
  }

  /// It goes on from what the statement went on from, not from what that gave.
  @Test func retriesTheLastStatement() throws {
    let session = Session.collecting { $0.keepsResults = true }
    let retry = try #require(DotCommand(".retry"))
    _ = retry.run(in: session)
    #expect(
      session.errors.taken() == "note: there is no statement before this one to run again\n")
    for script in ["from hotels | show id | limit 4", "| skip 1 | limit 2"] {
      _ = session.run(ScriptText(name: "<prompt>", script))
    }
    _ = session.output.taken()
    for _ in 1...2 {
      _ = retry.run(in: session)
      #expect(
        session.output.taken() == """
          id
          ─────
          80899
          13100
          2 rows · sample

          """)
    }
  }

  @Test func anUnknownCommandNamesThoseThatAre() throws {
    let session = Session.collecting { $0.errorStyle = .full }
    _ = try #require(DotCommand(".tables")).run(in: session)
    #expect(
      session.errors.taken() == """
        error[CQ0003]: there is no command `.tables`
        commands: .help .explain .back .forward .last .wide .card .browse .more .retry .undo .history .edit .save .run .sources .open .schema .mode .set .watch .errors .theme .timer .plan .steps .say .quit

        """)
  }
}
