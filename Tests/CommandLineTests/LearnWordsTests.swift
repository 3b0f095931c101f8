// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// What a pupil says besides queries: commands in any form, what fills gaps, numbers of pieces, and
/// what is expected; and what is kept of it.
@Suite struct LearnWordsTests {
  static let page = """
    # Two
    ## Gaps
    Fill.
    ```cq exercise=1 kind=gap
    from hotels | filter distance [[<]] 100 | [[limit]] 2
    ```
    > hint: a

    ## Pieces
    Order.
    ```cq exercise=2 kind=arrange
    from hotels | filter stars >= 3 | sort by rooms desc | limit 1
    ```
    > hint: b

    ## One
    Skip.
    ```cq exercise=3 kind=gap
    from hotels | [[skip]] 2
    ```
    > hint: c

    # Three
    > predict: Which hotel comes first?
    ```cq reveal
    from hotels | show name
    ```
    """

  private static let gaps = """
    1 Fill.
      from hotels | filter distance ____ 100 | ____ 2
      What fills the 2 gaps, parted by commas, or the query.

    """
  private static let tooFew = """
      Not run, no try: there are 2 gaps; what fills them is parted by
      commas.

    """

  /// Where it begins, what is typed, and what is shown of it.
  static let typed: [(String, String, String)] = [
    ("1", "quit", gaps + "learn> quit\n"),
    ("1", "HINT", "learn> HINT\n  1/3  a\n"),
    ("1", "hint\nhint", "learn> hint\n  2/3  Into the gaps go: a sign; a word\n"),
    (
      "1", "hint\nhint\nhint", "learn> hint\n  3/3  from hotels | filter distance _ 100 | l____ 2\n"
    ),
    (
      "1", "hint\nhint\nhint\nhint",
      "learn> hint\n  There are no more hints; solution shows it.\n  3/3  from"
    ),
    ("1", "<", "learn> <\n" + tooFew + "  help tells what can be said here.\n"),
    ("1", "<, limit", "  Right: 2 rows.\n"),
    ("1", "< ; limit", "  Right: 2 rows.\n"),
    ("1", ">, limit", "learn> >, limit\n  Missing: Americana Inn"),
    ("1", "foo", "  help tells what can be said here.\n"),
    ("1", "?", "learn> ?\n  hint, solution, rows"),
    ("1", "exit\nhint", "learn> exit\n"),
    ("1", "help limit", "learn> help limit\nlimit N\n  keep the first N rows\n"),
    ("1", ".say", "learn> .say\n  Nothing is tried yet.\n"),
    (
      "1", "from hotels | filter distance < 200\n.say",
      "learn> .say\nTake hotels; keep where distance is below 200.\n"
    ),
    (
      "1", "from hotels | filter distance < 200\n.steps",
      "learn> .steps\nfrom hotels            7\nfilter distance < 200  4  -3"
    ),
    ("2", "4 3 9", "  Not run, no try: the pieces have the numbers 1 to 3.\n"),
    ("3", "skip", "  Right: 5 rows.\n"),
  ]

  @Test(arguments: typed) func answers(from exercise: String, typed: String, shown: String) throws {
    let workspace = try Workspace(["a.md": Self.page])
    let run = try workspace.run(["learn", "a.md", "--at", exercise], input: typed + "\n")
    #expect(run.outputText.contains(shown), "\(run.outputText)")
    #expect(!run.outputText.contains("exit\nlearn> hint"))
    #expect(run.errorText == "")
  }

  /// The numbers of the pieces, however they are parted.
  @Test(arguments: [" ", ",", ", ", "-", " - "]) func piecesAreParted(by separator: String) throws {
    let workspace = try Workspace(["a.md": Self.page])
    let asked = try workspace.run(["learn", "a.md", "--at", "2"], input: "quit\n").outputText
    let numbers = try ["filter", "sort", "limit"].map { stage in
      let words = asked.split(separator: "\n").map { $0.split(separator: " ") }
      return try #require(words.first { $0.count > 1 && $0[1] == stage && $0[0].count == 1 })[0]
    }
    let run = try workspace.run(
      ["learn", "a.md", "--at", "2"], input: numbers.joined(separator: separator) + "\n")
    #expect(run.outputText.contains("  Right: 1 row.\n"), "\(run.outputText)")
  }

  /// German words do the same where German is spoken, and a page tells its language by its name.
  @Test(arguments: [
    ("TIPP", "  1/3  a\n"), ("Hilfe", "  hint, Tipp; solution"), ("lösung\nschluss\ntipp", "< 100"),
    ("zurück", "Was die 2 Lücken füllt, zwischen Kommas, oder die Abfrage.\n"),
    ("tipp\ntipp", "  2/3  In die Lücken gehören: ein Zeichen; ein Wort\n"),
  ]) func takesGermanWords(typed: String, shown: String) throws {
    let workspace = try Workspace(["a.de.md": Self.page, "a.md": Self.page])
    let run = try workspace.run(["learn", "a.de.md"], input: typed + "\n")
    #expect(run.outputText.contains(shown), "\(run.outputText)")
    let asked = try workspace.run(["learn", "a.md", "--language", "de"], input: typed + "\n")
    #expect(asked.outputText == run.outputText)
    let english = try workspace.run(["learn", "a.md"], input: "tipp\n")
    #expect(english.outputText.contains("Not run, no try"))
  }

  /// A mark of byte order before a page is no part of it, and stays.
  @Test func aMarkOfByteOrderIsPassedOver() throws {
    let workspace = try Workspace(["a.md": "\u{FEFF}# A\n```cq\nfrom hotels | count\n```\n"])
    #expect(try workspace.run(["test", "--update", "a.md"]).status == .exited(0))
    // Reading it as text would take the mark away.
    let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(workspace.path)/a.md"))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("\u{FEFF}# A\n```cq\nfrom hotels | count\n```\n```output\ncount\n"))
    try workspace.write("\u{FEFF}" + Self.page, to: "b.md")
    let learned = try workspace.run(["learn", "b.md"], input: "quit\n")
    #expect(learned.outputText.contains("1 Two   "))
    #expect(try workspace.run(["test", "b.md"]).outputText == "ok     b.md  4 blocks\n")
    #expect(try workspace.run(["play", "b.md"]).outputText.hasPrefix("# Two\n"))
  }

  /// What a page says reaches no terminal raw.
  @Test func headingsOfAReportAreShownHarmless() throws {
    let workspace = try Workspace([
      "a.md": Self.page.replacing("## Gaps", with: "## G\u{1B}[31m")
    ])
    let shown = try workspace.showOnTerminal(["learn", "a.md", "--report"])
    let text = String(decoding: shown.output, as: UTF8.self)
    #expect(text.contains("1,G\\u{1B}[31m,0,0,false,false,false"))
    #expect(!text.contains("\u{1B}"))
    let run = try workspace.run(["learn", "a.md", "--report"])
    #expect(run.outputText.contains("1,G\u{1B}[31m,0"))
  }

  private static let one = """
    # A
    ## B
    Take two.
    ```cq exercise=1
    from hotels | limit 2
    ```
    > hint: a

    """

  /// Pages of one name share no progress but for the same exercises, and what was kept before
  /// counts.
  @Test func pagesOfOneNameAreToldApart() throws {
    let other = Self.one.replacing("limit 2", with: "limit 3")
    let workspace = try Workspace(["a.md": Self.one])
    for folder in ["o", "moved", "old"] {
      try FileManager.default.createDirectory(
        atPath: "\(workspace.path)/\(folder)", withIntermediateDirectories: true)
    }
    try workspace.write(other, to: "o/a.md")
    try workspace.write(Self.one, to: "moved/a.md")
    let prompt = try Prompt(workspace, arguments: ["learn", "a.md"], first: "learn>")
    try prompt.enter("from hotels | limit 2", at: "learn>", next: "")
    #expect(try prompt.terminal.waitForExit(timeout: 60) == .exited(0))
    #expect(prompt.screen.hasSuffix("The only one is done."))
    let state = ["XDG_STATE_HOME": "\(workspace.path)/state"]
    for (path, mark) in [("a.md", "#"), ("o/a.md", "-"), ("moved/a.md", "#")] {
      let run = try workspace.run(["learn", path, "--list"], environment: state)
      #expect(run.outputText == "1 A\n  \(mark) 1  B\n")
    }
    let file = "\(workspace.path)/state/cq/learn/a.jsonl"
    let kept = try TestSupport.text(ofFile: file).replacing(#/,"task":"[0-9a-f]+"/#) { _ in "" }
    try kept.write(toFile: file, atomically: true, encoding: .utf8)
    for path in ["a.md", "o/a.md"] {
      let run = try workspace.run(["learn", path, "--list"], environment: state)
      #expect(run.outputText == "1 A\n  # 1  B\n")
    }
  }

  /// What is expected counts as right, as wrong, or not at all.
  @Test(arguments: [("belleclaire", "true"), ("Dream", "false"), ("a nice one", "")])
  func predictionsAreJudgedWhereTheyCanBe(typed: String, right: String) throws {
    let workspace = try Workspace([
      "a.md": Self.one + "\n> predict: Which?\n```cq reveal\nfrom hotels | show name\n```\n"
    ])
    let prompt = try Prompt(workspace, arguments: ["learn", "a.md"], first: "learn>")
    try prompt.enter("from hotels | limit 2", at: "learn>", next: "predict>")
    try prompt.enter(typed, at: "predict>", next: "")
    #expect(try prompt.terminal.waitForExit(timeout: 60) == .exited(0))
    let run = try workspace.run(
      ["learn", "a.md", "--report"], environment: ["XDG_STATE_HOME": "\(workspace.path)/state"])
    #expect(run.outputText.contains("\n1.p1,Which?,1,0,false,false,\(right),\"\"\n"))
  }

  /// Who solves again what is solved goes on to the next exercise.
  @Test func whatIsSolvedIsGoneThroughAgain() throws {
    let two = Self.one.replacing("exercise=1", with: "exercise=2")
      .replacing("limit 2", with: "limit 3").replacing("# A", with: "# C")
    let workspace = try Workspace(["a.md": Self.one + two + "\n> predict: Why?\n> reveal: So.\n"])
    let answers = "from hotels | limit 2\nfrom hotels | limit 3\n"
    let once = try workspace.run(["learn", "a.md"], input: answers + "x\n")
    #expect(once.outputText.hasSuffix("Why?\npredict> x\n  So.\nAll 2 done.\n"))
    let prompt = try Prompt(workspace, arguments: ["learn", "a.md"], first: "learn>")
    try prompt.enter("from hotels | limit 2", at: "learn>")
    try prompt.enter("from hotels | limit 3", at: "learn>", next: "predict>")
    try prompt.enter("x", at: "predict>", next: "")
    #expect(try prompt.terminal.waitForExit(timeout: 60) == .exited(0))
    let again = try Prompt(workspace, arguments: ["learn", "a.md", "--at", "1"], first: "learn>")
    again.send("from hotels | limit 2\r")
    try again.wait { $0.contains("2 Take two.") && $0.line == "learn>" }
  }
}
