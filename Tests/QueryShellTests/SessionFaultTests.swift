// SPDX-License-Identifier: MIT

import Diagnostics
import QueryShell
import ResultRendering
import Testing

/// What a session says about scripts that are wrong, before anything runs and while it runs.
@Suite struct SessionFaultTests {
  @Test func allFaultsAreToldInOrderAndNothingRuns() {
    let run = ShellRun(
      running: """
        from hotels | limit 1
        from nowhere
        from hotels | filtr
        from hotels | filter price > 1
        from it
        """)
    #expect(run.output == "")
    #expect(run.status == .script)
    #expect(
      run.errors == """
        <test>:2:6: error[CQ0202]: there is no source called `nowhere`
        <test>:3:15: error[CQ0105]: there is no stage called `filtr`; did you mean `filter`?
        <test>:4:22: error[CQ0201]: hotels has no field `price`

        """)
  }

  @Test(arguments: [99, 100, 101, 102, 250, 999, 1_000, 1_200]) func aHundredFaultsAreEnough(
    _ count: Int
  ) {
    let run = ShellRun(
      running: Array(repeating: "from nowhere", count: count).joined(separator: "\n"))
    var expected = (1...min(count, 100)).map {
      "<test>:\($0):6: error[CQ0202]: there is no source called `nowhere`\n"
    }
    if count == 101 { expected.append("note: 1 more fault is not shown\n") }
    if count > 101, count < 1_000 {
      expected.append("note: \(count - 100) more faults are not shown\n")
    }
    // After so many a script is not read on.
    if count >= 1_000 { expected.append("note: at least 900 more faults are not shown\n") }
    #expect(run == ShellRun("", expected.joined(), .script))
  }

  @Test func aScriptEndsAtItsFirstFaultOfARun() {
    let run = ShellRun(
      running: """
        from hotels | limit 1 | show id
        from hotels | count | expect 3 rows
        from hotels | limit 1 | show id
        """)
    #expect(
      run
        == ShellRun(
          "id\n─────\n40611\n1 row · sample\n",
          """
          <test>:2:23: FAILED[CQ0601]: expected 3 rows, got 1
          note: hotels: the sample that comes with cq, not live data

          """, .failedExpectation))
  }

  /// Scripts with the status in which each ends.
  static let statuses: [(String, Diagnostics.ExitStatus)] = [
    ("from hotels | expect 7 rows", .success),
    ("from hotels | assert stars > 0", .failedExpectation),
    ("from hotels | filter", .script),
    ("show 1 of hotels", .source),
    ("from \"/nowhere/at/all.json\"", .source),
    (
      "from hotels | extend big = 99999999999999999999999999999999999999 * (id is null and 2 or 1)",
      .script
    ),
  ]

  @Test(arguments: statuses) func aRunEndsWithTheStatusOfItsFault(
    script: String, status: Diagnostics.ExitStatus
  ) {
    #expect(ShellRun(running: script).status == status)
  }

  @Test func errorsAsJSONAreOneLineEach() {
    let run = ShellRun(running: "from hotels | filtr stars > 3\nfrom nowhere") {
      $0.errorStyle = .json
    }
    let lines = run.errors.split(separator: "\n").map(String.init)
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
    #expect(
      lines.first == """
        {"code":"CQ0105","severity":"error","message":"there is no stage called `filtr`",\
        "file":"<test>","line":1,"column":15,"endLine":1,"endColumn":20,\
        "label":"did you mean `filter`?","fix":"from hotels | filter stars > 3","help":null}
        """)
  }

  /// An argument of a `def` that a field hides is told, unless backticks say that it is meant.
  @Test func hiddenArgumentsAreTold() {
    let use = "from hotels | limit 1 | show n = f(rooms)"
    let run = ShellRun(running: "def f(stars) = stars * 2; \(use)")
    #expect(
      run.errors == """
        <test>:1:16: warning[CQ0201]: `stars` is a field in `f`, and its argument is `$stars`

        """)
    #expect(run.status == .success)
    #expect(ShellRun(running: "def f(stars) = `stars` * 2; \(use)").errors.isEmpty)
    #expect(ShellRun(running: "def f(stars) = $stars * 2; \(use)").errors.isEmpty)
  }

  @Test func fullErrorsAreSeparated() {
    let run = ShellRun(running: "from nowhere\nfrom nowhere") { $0.errorStyle = .full }
    #expect(
      run.errors == """
        error[CQ0202]: there is no source called `nowhere`
        1 | from nowhere
          |      ^^^^^^^ sources: bestbuy, chloe, hotels, products, shopreme (a file is written in quotes: "nowhere.json")

        error[CQ0202]: there is no source called `nowhere`
        2 | from nowhere
          |      ^^^^^^^ sources: bestbuy, chloe, hotels, products, shopreme (a file is written in quotes: "nowhere.json")

        """)
  }

  @Test func whatWasReportedIsForgottenByTheNextScript() {
    let session = Session.collecting { $0.errorStyle = .full }
    _ = session.run(ScriptText(name: "<test>", "from nowhere"))
    #expect(session.reported.map(\.code) == [.unknownSource])
    _ = session.errors.taken()
    _ = session.run(ScriptText(name: "<test>", "from it"))
    #expect(session.reported.map(\.code) == [.noLastResult])
    #expect(!session.errors.taken().hasPrefix("\n"))
    _ = session.run(ScriptText(name: "<test>", "use hotels"))
    #expect(session.reported == [])
  }
}
