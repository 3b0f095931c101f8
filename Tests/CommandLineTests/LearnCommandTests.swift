// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// `cq learn` as people call it: from a pipe, on a terminal, and to grade.
@Suite struct LearnCommandTests {
  static let page = """
    # Conditions
    A condition is asked of each row alone.

    ## At least 3
    Show the hotels with at least 3 stars.
    ```cq exercise=2.1
    from hotels | filter stars >= 3
    ```
    > hint: The number itself: in or out?
    > misconception ED: from hotels | filter stars > 3 -- look at: the edge of your condition

    ## The first
    Take the first two.
    ```cq exercise=2.2 kind=gap
    from hotels | [[limit]] 2
    ```
    > hint: In the order in which they come.
    """

  private static func workspace() throws -> Workspace { try Workspace(["a.md": page]) }

  /// What turns the direction of text round in answers and titles does not do so at a terminal;
  /// programs get the text itself.
  @Test func nothingTurnsTextRound() throws {
    let turn = "\u{202E}"
    let workspace = try Workspace([
      "a.md": Self.page.replacing("The first", with: "The \(turn)first"),
      "b.cq":
        "# 2.1\nfrom hotels | show x\(turn)\n# 2.2\n"
        + "from hotels | filter name = \"\(turn)\" | show z\n",
    ])
    for (arguments, told) in [
      (["learn", "a.md", "--grade", "b.cq"], "\\u202e"),
      (["learn", "a.md", "--report"], "\\u{202E}"),
      (["learn", "a.md", "--list"], "\\u{202E}"),
    ] {
      let terminal = try TerminalDriver.start(
        program: Workspace.program, arguments: arguments,
        environment: workspace.environment([:]), directory: workspace.path, columns: 300)
      _ = try terminal.waitForExit(timeout: 60)
      let shown = String(decoding: terminal.output, as: UTF8.self)
      #expect(shown.contains(told), "\(shown)")
      #expect(!shown.unicodeScalars.contains { $0.properties.isBidiControl })
      #expect(try workspace.run(arguments).outputText.contains(turn))
    }
  }

  private static let fromAPipe = """
    hint helps, quit leaves

    1 Conditions                        [--------------------]  0 of 2
    A condition is asked of each row alone.

    1 Conditions                        [--------------------]  0 of 2
    2.1 Show the hotels with at least 3 stars.
    learn> from hotels | filter stars > 3
      You have 1 row, the answer has 3. Missing: Belleclaire Hotel
      (stars 3), Best Western ... (stars 3).
      look at: the edge of your condition
    learn> hint
      1/3  The number itself: in or out?
    learn> hint
      2/3  It takes: filter  >=
    learn> hint
      3/3  from hotels | filter stars >= ___
    learn> hint
      There are no more hints; solution shows it.
      3/3  from hotels | filter stars >= ___
    learn> from hotels | filter star
      Not run, no try: hotels has no field star; did you mean stars?
    learn> from hotels | filter stars >= 3 | show name
    name
    ────────────────────────────────────────────
    Belleclaire Hotel
    Best Western President Hotel at Times Square
    Dream
    3 of 7 hotels · sample
      Right: 3 rows.
      Also right, and shorter: from hotels | filter stars >= 3

    1 Conditions                        [##########----------]  1 of 2
    2.2 Take the first two.
      from hotels | ____ 2
      What fills the gap, or the query.
    learn> skip
    1 of 2 done.

    """

  @Test func readsAnswersFromAPipe() throws {
    let workspace = try Self.workspace()
    let lines = [
      "from hotels | filter stars > 3", "hint", "hint", "hint", "hint",
      "from hotels | filter star", "from hotels | filter stars >= 3 | show name", "skip",
    ]
    let run = try workspace.run(
      ["learn", "a.md"], input: lines.joined(separator: "\n") + "\n",
      environment: ["XDG_STATE_HOME": "\(workspace.path)/state"])
    #expect(run.errorText == "")
    #expect(run.outputText == Self.fromAPipe)
    #expect(run.status == .exited(0))
    #expect(!FileManager.default.fileExists(atPath: "\(workspace.path)/state"))
  }

  @Test func looksOnATerminalAsItIsDesigned() throws {
    let workspace = try Self.workspace()
    let prompt = try Prompt(workspace, arguments: ["learn", "a.md"], first: "learn>")
    try prompt.enter("from hotels | filter stars > 3", at: "learn>", next: "learn>")
    try prompt.waitForScreen(
      """
      hint helps, quit leaves

      1 Conditions                        [--------------------]  0 of 2
      A condition is asked of each row alone.

      1 Conditions                        [--------------------]  0 of 2
      2.1 Show the hotels with at least 3 stars.
      learn> from hotels | filter stars > 3
        You have 1 row, the answer has 3. Missing: Belleclaire Hotel
        (stars 3), Best Western ... (stars 3).
        look at: the edge of your condition
      learn>
      """)
    try prompt.enter("hint", at: "learn>", next: "learn>")
    try prompt.enter("from hotels | filter 3 <= stars", at: "learn>", next: "learn>")
    try prompt.enter("limit", at: "learn>", next: "")
    #expect(try prompt.terminal.waitForExit(timeout: 60) == .exited(0))
    let file = "\(workspace.path)/state/cq/learn/a.jsonl"
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let kept = try TestSupport.text(ofFile: file).replacing(#/"time":\d+/#) { _ in "\"time\":N" }
      .replacing(#/"task":"[0-9a-f]+"/#) { _ in "\"task\":\"T\"" }
    #expect(
      kept == """
        {"time":N,"event":"try","exercise":"2.1","verdict":"rows","code":"ED","answer":"from hotels | filter stars > 3","task":"T"}
        {"time":N,"event":"hint","exercise":"2.1","verdict":"","code":"","answer":"","task":"T"}
        {"time":N,"event":"try","exercise":"2.1","verdict":"right","code":"","answer":"from hotels | filter 3 <= stars","task":"T"}
        {"time":N,"event":"try","exercise":"2.2","verdict":"right","code":"","answer":"from hotels | limit 2","task":"T"}

        """)
    try Self.tellsWhatWasDone(workspace)
  }

  private static func tellsWhatWasDone(_ workspace: Workspace) throws {
    let state = ["XDG_STATE_HOME": "\(workspace.path)/state"]
    let report = try workspace.run(["learn", "a.md", "--report"], environment: state)
    #expect(
      report.outputText == """
        exercise,title,tries,hints,solution,skipped,right,codes
        2.1,At least 3,2,1,false,false,true,ED
        2.2,The first,1,0,false,false,true,""

        """)
    let list = try workspace.run(["learn", "a.md", "--list"], environment: state)
    #expect(list.outputText == "1 Conditions\n  # 2.1  At least 3\n  # 2.2  The first\n")
  }

  /// Answers, what is written of each, and the exit status.
  static let graded: [(String, String, Int32)] = [
    (
      "# 2.1\nfrom hotels\n| filter stars >= 3\n",
      #"{"exercise":"2.1","verdict":"right","missing":0,"extra":0,"message":"Right: 3 rows."}"#
        + "\n", 0
    ),
    (
      "# 2.1\nfrom hotels | filter stars > 3\n# 2.2\nlimit\n",
      #"{"exercise":"2.1","verdict":"rows","missing":2,"extra":0,"code":"ED","message":"#
        + #""You have 1 row, the answer has 3. Missing: Belleclaire Hotel (stars 3), "#
        + #"Best Western ... (stars 3)."}"# + "\n"
        + #"{"exercise":"2.2","verdict":"right","missing":0,"extra":0,"message":"Right: 2 rows."}"#
        + "\n", 1
    ),
    (
      "# 2.1\nfrom hotels | save \"x.csv\"\n",
      #"{"exercise":"2.1","verdict":"unrun","missing":0,"extra":0,"message":"#
        + #""Not run, no try: an answer saves nothing; leave save out."}"# + "\n", 1
    ),
    ("", "", 2), ("# 2.9\nfrom hotels\n", "", 2),
    ("# 2.1\nfrom hotels | filter stars >= 3\n#2.l\nfrom hotels\n", "", 2),
    ("# 2.1\nfrom hotels\n# 2.1\nfrom hotels | filter stars >= 3\n", "", 2),
  ]

  @Test(arguments: graded) func grades(answers: String, output: String, status: Int32) throws {
    let workspace = try Self.workspace()
    try workspace.write(answers, to: "answers.cq")
    let run = try workspace.run(["learn", "a.md", "--grade", "answers.cq"])
    #expect(run.outputText == output)
    #expect(run.status == .exited(status))
    #expect(run.errorText.isEmpty == (status < 2))
    #expect(!FileManager.default.fileExists(atPath: "\(workspace.path)/x.csv"))
  }

  @Test(arguments: ["learn", "check"]) func refusesAFaultyPage(command: String) throws {
    let workspace = try Workspace(["a.md": "# A\n> hnt: b\n> predict: why?\n> reveal: so\n"])
    let run = try workspace.run([command, "a.md"])
    #expect(run.status == .exited(3))
    #expect(
      run.errorText.hasPrefix(
        "a.md:2:1: error[CQ0105]: `> hnt:` is no word of lessons; did you mean `hint`?"))
  }

  @Test func tellsHowItIsCalled() throws {
    let workspace = try Self.workspace()
    for words in [
      ["a.md", "b.md"], ["--list", "--report"], ["--language", "fr"], ["--at", "9"],
    ] {
      let run = try workspace.run(["learn"] + words)
      #expect(run.status == .exited(2))
      #expect(run.outputText == "")
    }
  }

  /// What is typed besides answers, and what is shown of it.
  static let commands: [(String, String)] = [
    (
      "help",
      "hint, solution, rows (of your last try), skip, back, list, reset,\n  reset all, quit; help"
    ),
    ("solution", "\n  from hotels | filter stars >= 3\n"),
    ("list", "1 Conditions\n  - 2.1  At least 3\n  - 2.2  The first\n"),
    ("from hotels | filter stars > 4\nrows", "no rows of 7"),
    (
      "skip\nback",
      "2.2 Take the first two.\n  from hotels | ____ 2\n  What fills the gap, or the query.\n"
        + "learn> back\n"
    ),
    ("from hotels | filter stars >= 3\nreset all", "reset all\n\n1 Conditions"),
    ("describe hotels", "free room numbers"),
    ("from hotels | limit 2\n| filter stars >= 3", "Missing: Best Western"),
    (
      "from hotels | filter stars > 3\nfrom hotels | filter stars = 4",
      "Same rows as before. For a hint: hint"
    ),
    ("quit\nhint", "learn> quit\n"),
  ]

  @Test(arguments: commands) func doesWhatIsSaid(typed: String, shown: String) throws {
    let run = try Self.workspace().run(["learn", "a.md"], input: typed + "\n")
    #expect(run.outputText.contains(shown))
    #expect(run.status == .exited(0))
    #expect(run.errorText == "")
  }

  /// A terminal that moves no cursor shows the same lines, and keeps what is done.
  @Test func looksTheSameOnADumbTerminal() throws {
    let workspace = try Self.workspace()
    let prompt = try Prompt(
      workspace, arguments: ["learn", "a.md"], environment: ["TERM": "dumb"], first: "learn>")
    prompt.send("hint\r")
    try prompt.wait { $0.text.contains("  1/3  The number itself: in or out?\nlearn>") }
    #expect(try prompt.leave() == .exited(0))
    #expect(
      try TestSupport.text(ofFile: "\(workspace.path)/state/cq/learn/a.jsonl").contains("hint"))
  }

  @Test func speaksTheLanguageOfTheLocale() throws {
    let workspace = try Self.workspace()
    let german = try workspace.run(["learn"], environment: ["LANG": "de_DE.UTF-8"])
    #expect(german.outputText.contains("1 Zeilen und Spalten"))
    let english = try workspace.run(
      ["learn", "--language", "en"], environment: ["LANG": "de_DE.UTF-8"])
    #expect(english.outputText.contains("1 Rows and columns"))
  }

  /// One who types nothing but solutions comes to the end of the course.
  @Test func canBeFinished() throws {
    let workspace = try Workspace()
    let listed = try workspace.run(["learn", "--list"])
    let count = listed.outputText.split(separator: "\n").count { $0.hasPrefix("  ") }
    #expect(count == 53)
    let folder = "\(TestSupport.repositoryRoot)/Documentation/Course"
    var lines: [String] = []
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    for name in names where !name.hasSuffix(".de.md") {
      let page = try TestSupport.text(ofFile: "\(folder)/\(name)")
      var isSolution = false
      for line in page.split(separator: "\n") {
        if line.hasPrefix("> predict:") { lines.append("1") }
        if isSolution {
          lines.append(String(line).replacing("[[", with: "").replacing("]]", with: ""))
        }
        isSolution = line.hasPrefix("```cq exercise=")
      }
    }
    let run = try workspace.run(["learn"], input: lines.joined(separator: "\n") + "\n")
    #expect(run.outputText.hasSuffix("All 53 done.\n"))
  }
}
