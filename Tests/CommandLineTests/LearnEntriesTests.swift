// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// What a pupil enters one after the other at an exercise, which belongs together as in a session.
@Suite struct LearnEntriesTests {
  private static let kept = "  Kept: what you enter next may use it.\n"

  /// The exercise, what is typed, and what is shown last.
  static let entries: [(String, [String], String)] = [
    (
      "11.1",
      [
        "skip", "let near = from hotels | filter distance < 200", "from near | count by stars",
      ],
      "  Right: 2 rows.\n"
    ),
    (
      "11.1",
      [
        "skip", "let near = from hotels", "let near = from hotels | filter distance < 200",
        "from near | count by stars",
      ], "  Right: 2 rows.\n"
    ),
    (
      "3.5", ["from hotels | sort by distance", "from hotels | filter distance = @1.distance"],
      "  Right: 2 rows.\n"
    ),
    ("2.2", ["let x = 100", "from hotels | filter distance < $x"], "  Right: 3 rows.\n"),
    ("2.1", ["skip", "use hotels", "filter stars >= 3"], "  Right: 3 rows.\n"),
  ]

  @Test(arguments: entries) func goOnFromEachOther(
    exercise: String, lines: [String], shown: String
  ) throws {
    let workspace = try Workspace()
    let run = try workspace.run(
      ["learn", "--at", exercise], input: lines.joined(separator: "\n") + "\nquit\n")
    #expect(run.outputText.contains(shown), "\(run.outputText)")
    // The first query of two is no try.
    let kept = ["let", "use", "from hotels | sort"]
    let names = lines.count { line in kept.contains(where: line.hasPrefix) }
    #expect(run.outputText.ranges(of: Self.kept).count == names)
  }

  /// What is named wrongly is told and not kept, and another exercise begins anew.
  @Test func namesEndWithTheExercise() throws {
    let workspace = try Workspace(["a.md": Self.page])
    let run = try workspace.run(
      ["learn", "a.md"],
      input: "let a = from hotelz\nlet a = from hotels\nskip\nfrom a | limit 3\nquit\n")
    #expect(run.outputText.contains("learn> let a = from hotelz\n  Not run, no try: "))
    #expect(run.outputText.contains("learn> let a = from hotels\n" + Self.kept))
    #expect(run.outputText.contains("there is no source called a"))
  }

  private static let page = """
    # A
    ```cq
    let few = from hotels | limit 2
    from few | count
    ```

    ## B
    Take two.
    ```cq exercise=1
    from hotels | limit 2
    ```
    > hint: a

    ## C
    Take three, as a chart.
    ```cq exercise=2
    from hotels | limit 3 | to bars rooms by name
    ```
    > hint: a
    > misconception AX: from hotels | limit 3 | to bars stars by name -- look at: what is drawn

    """

  @Test func furtherLinesOfAnExampleAreIndented() throws {
    let workspace = try Workspace(["a.md": Self.page])
    let run = try workspace.run(["learn", "a.md"], input: "rows\nquit\n")
    #expect(
      run.outputText.contains(
        "cq> let few = from hotels | limit 2\n    from few | count\ncount\n─────\n    2\n"))
    #expect(run.outputText.contains("learn> rows\n  Nothing is tried yet.\n"))
  }

  /// A chart of the same rows is another answer.
  @Test func chartsAreToldApart() throws {
    let workspace = try Workspace(["a.md": Self.page])
    let run = try workspace.run(
      ["learn", "a.md", "--at", "2"],
      input: "from hotels | limit 3\nfrom hotels | limit 3 | to bars stars by name\nquit\n")
    #expect(
      run.outputText.contains("  The rows are right; they should be shown by: to bars\n"))
    #expect(
      run.outputText.contains(
        "  The rows are right, the columns that are drawn are not.\n  look at: what is drawn\n"))
  }

  /// A wrong answer is mended with the keys of the prompt; commands are not among what comes back.
  @Test func keysBringAnswersBack() throws {
    let workspace = try Workspace(["a.md": Self.page])
    let prompt = try Prompt(
      workspace, arguments: ["learn", "a.md", "--at", "1"], first: "learn>")
    try prompt.enter("from hotels | limit 1", at: "learn>", next: "learn>")
    try prompt.enter("hint", at: "learn>", next: "learn>")
    prompt.send("\u{1B}[A")
    try prompt.waitForLine("learn> from hotels | limit 1")
    prompt.send("\u{7F}2\r")
    try prompt.wait { $0.contains("Right: 2 rows.") }
  }
}
