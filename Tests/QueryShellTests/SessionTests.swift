// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QueryShell
import Testing

/// What scripts leave for those after them, and how their results stand one below the other.
@Suite struct SessionTests {
  @Test func anEmptyLineStandsBetweenResults() {
    let run = ShellRun(
      running: """
        from hotels | limit 1 | show name
        from hotels | limit 2 | show id
        from hotels | count | expect 1 rows
        from hotels | limit 1 | show stars
        """)
    #expect(
      run
        == ShellRun(
          """
          name
          ─────────────────
          Belleclaire Hotel
          1 row · sample

          id
          ─────
          40611
          80899
          2 rows · sample

          stars
          ─────
              3
          1 row · sample

          """, "note: hotels: the sample that comes with cq, not live data\n"))
  }

  @Test func eachScriptBeginsWithoutAnEmptyLine() {
    let script = "from hotels | limit 1 | show id | to csv\n"
    #expect(
      ShellRun(running: script, script) { $0.quietness = .all }
        == ShellRun("id\n40611\nid\n40611\n"))
  }

  @Test func resultsAsJSONAreNotSeparated() {
    let script = "from hotels | limit 1 | show id | to jsonl\n"
    #expect(
      ShellRun(running: script + script) { $0.quietness = .all }
        == ShellRun("{\"id\":\"40611\"}\n{\"id\":\"40611\"}\n"))
  }

  @Test func aSourceStaysInUseAcrossRuns() {
    let session = Session.collecting()
    #expect(session.currentSource == nil)
    _ = session.run(ScriptText(name: "<test>", "use shopreme in \"Frisches Gemüse\""))
    #expect(session.currentSource == "shopreme")
    _ = session.run(ScriptText(name: "<test>", "show category, price | limit 1"))
    #expect(
      session.output.taken() == """
        category         price
        ───────────────  ─────
        Frisches Gemüse   0.99
        1 row · sample

        """)
    _ = session.run(ScriptText(name: "<test>", "use hotels\nlimit 1 | show stars"))
    #expect(session.currentSource == "hotels")
    #expect(session.output.taken() == "stars\n─────\n    3\n1 row · sample\n")
    #expect(session.errors.taken() == "")
  }

  /// Each pair of scripts, with what the second one shows.
  static let continuations: [(first: String, second: String, expected: String)] = [
    (
      "from hotels | limit 2 | show name", "| show id",
      "id\n─────\n40611\n80899\n2 rows · sample\n"
    ),
    ("from hotels | limit 2 | show name", "from it | limit 1", Self.belleclaire),
    (
      "from hotels | limit 2 | drop id", "show @2 | show id",
      "id  80899\n1 hotel · sample\n"
    ),
    ("describe hotels", "from it | limit 1 | show field", "field\n─────\nid\n1 row · sample\n"),
    ("sources", "| show source | limit 1", "source\n───────\nbestbuy\n1 row\n"),
  ]
  static let belleclaire = "name\n─────────────────\nBelleclaire Hotel\n1 row · sample\n"

  @Test(arguments: continuations)
  func goesOnFromTheLastResult(first: String, second: String, expected: String) {
    let session = Session.collecting { $0.keepsResults = true }
    _ = session.run(ScriptText(name: "<test>", first))
    _ = session.output.taken()
    _ = session.run(ScriptText(name: "<test>", second))
    #expect(session.output.taken() == expected)
    #expect(session.errors.taken() == "")
  }

  @Test(arguments: continuations)
  func goesOnWithinAScript(first: String, second: String, expected: String) {
    // A line that begins with `|` would go on with the statement before it.
    let next = second.hasPrefix("|") ? "from it \(second)" : second
    let run = ShellRun(running: "\(first)\n\(next)")
    #expect(run.output.hasSuffix("\n\n" + expected))
    #expect(run.errors == "")
  }

  @Test func aResultIsNotKeptForTheNextScriptOfAFile() {
    let run = ShellRun(running: "from hotels | limit 1 | show id", "from it")
    #expect(
      run
        == ShellRun(
          "id\n─────\n40611\n1 row · sample\n",
          "<test>:1:6: error[CQ0207]: there is no last result to go on from\n", .script))
  }

  /// Statements that fail, and whether the result before them is still the last one.
  static let failing = [
    ("from hotels | expect 3 rows", false), ("from hotels | filtr", false),
    ("from \"/nowhere/at/all.json\"", false), ("describe nowhere", false),
    ("| expect 3 rows", true), ("from it | filtr", true), ("show @9", true),
    ("set rows = all", true), ("use nowhere", true), ("hotels |", true),
  ]

  @Test(arguments: failing) func aFailedSourceHasNoLastResult(failed: String, isKept: Bool) {
    let session = Session.collecting { $0.keepsResults = true }
    let status = ["from hotels | limit 1 | show id", failed, "| count"].map {
      _ = session.errors.taken()
      return session.run(ScriptText(name: "<test>", $0))
    }
    #expect(status[1] != .success)
    #expect(status[2] == (isKept ? .success : .script))
    #expect(session.errors.taken() == (isKept ? "" : Self.lost))
  }

  /// What was said between a query that failed and what goes on from it is not blamed.
  @Test func anExplanationHasNotFailed() {
    let session = Session.collecting { $0.keepsResults = true }
    let texts = ["from hotels | sort by nope", "explain from hotels | limit 1", "| count"]
    let status = texts.map {
      _ = session.errors.taken()
      return session.run(ScriptText(name: "<test>", $0))
    }
    #expect(status == [.script, .success, .script])
    #expect(session.errors.taken() == Self.lost)
  }

  private static let lost = """
    <test>:1:1: error[CQ0207]: the last query failed; there are no rows of it to go on from

    """

  /// Ctrl-C while a statement is checked, which reads what is asked for by its address.
  @Test(arguments: [("from shopreme", false), ("| filter stars > 3", true)])
  func anInterruptedSourceHasNoLastResult(interrupted: String, isKept: Bool) {
    var settings = Session.collecting().settings
    settings.keepsResults = true
    var isCancelled = false
    let session = Session(
      settings, output: OutputStream(), errors: OutputStream(), calendar: { nil },
      isCancelled: { isCancelled })
    let status = ["from hotels | limit 1", interrupted, "| count"].map {
      isCancelled = $0 == interrupted
      return session.run(ScriptText(name: "<test>", $0))
    }
    #expect(status == [.success, .interrupted, isKept ? .success : .script])
    #expect(session.errors.taken() == (isKept ? "" : Self.lost))
  }

  @Test func aResultAfterAFailedOneIsTheLast() {
    let run = ShellRun(
      running: "sources", "from hotels | expect 3 rows", "from hotels | show id", "| count"
    ) { $0.keepsResults = true }
    #expect(run.status == .success)
    #expect(run.output.hasSuffix("\n    7\n1 row · sample\n"))
  }

  @Test func aFaultLeavesTheLastResult() {
    let run = ShellRun(
      running: "from hotels | limit 1 | show id", "| filtr", "show @2", "from it"
    ) { $0.keepsResults = true }
    #expect(
      run
        == ShellRun(
          "id\n─────\n40611\n1 row · sample\nid\n─────\n40611\n1 row · sample\n",
          """
          <test>:1:3: error[CQ0105]: there is no stage called `filtr`; did you mean `filter`?
          <test>:1:6: error[CQ0502]: the last result has no row 2: it has 1

          """))
  }

  @Test func aPersonIsToldTheTime() {
    var times: [UInt64] = [3_000_000, 45_999_999]
    var settings = Session.collecting().settings
    settings.isInteractive = true
    let session = Session(
      settings, output: OutputStream(), errors: OutputStream(), calendar: { nil },
      clock: { times.removeFirst() })
    _ = session.run(ScriptText(name: "<test>", "from hotels | limit 1 | show id"))
    #expect(session.output.taken() == "id\n─────\n40611\n1 row · 42 ms · sample\n")
  }

  /// The calendar is asked once for each script, so that a run at midnight has one day.
  @Test func todayIsTheDayOfTheScript() {
    var days = ["2024-02-29", "2024-03-01"].map { CalendarDate(text: $0.utf8) }
    let session = Session(
      Session.collecting().settings, output: OutputStream(), errors: OutputStream(),
      calendar: { days.removeFirst() })
    let query = "from hotels | limit 1 | show day = today()"
    for _ in 0..<2 { _ = session.run(ScriptText(name: "<test>", "\(query)\n\(query)")) }
    let results = ["2024-02-29", "2024-03-01"].map {
      let result = "day\n──────────\n\($0)\n1 row · sample\n"
      return result + "\n" + result
    }
    #expect(session.output.taken() == results.joined())
  }

  @Test func anInterruptionSaysNothing() {
    let session = Session(
      Session.collecting().settings, output: OutputStream(), errors: OutputStream(),
      calendar: { nil }, isCancelled: { true })
    #expect(session.run(ScriptText(name: "<test>", "from hotels")) == .interrupted)
    #expect(session.errors.taken() == "")
    #expect(session.reported == [])
  }

  @Test func theWidthFollowsTheTerminal() {
    let session = Session.collecting()
    session.use(width: 20)
    _ = session.run(ScriptText(name: "<test>", "from hotels | limit 1 | show address"))
    #expect(
      session.output.taken()
        == "address\n────────────────────\nWest 77th Street at…\n1 row · sample\n")
  }
}
