// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

/// What a pupil types besides right answers: at gaps, at questions, and on the way back.
@Suite struct LearnPupilTests {
  static let page = """
    # Conditions
    A condition is asked of each row alone.

    > predict: How many have 4 stars?
    ```cq reveal
    from hotels | filter stars = 4 | count
    ```
    > reveal: Dream alone.

    ## Nearer
    Show the hotels nearer than 100.
    ```cq exercise=1.1 kind=gap columns=exact
    from hotels | filter distance [[<]] 100 | show name
    ```
    > hint: In or out?

    ## The first
    Take the first two.
    ```cq exercise=1.2
    from hotels | limit 2
    ```
    > hint: As they come.

    > predict: Why?
    > reveal: So.

    # Order
    What comes first?

    ## Most rooms
    Most rooms first.
    ```cq exercise=2.1 order=exact
    from hotels | sort by rooms desc
    ```
    > hint: Down.
    """

  private static let head = "1 Conditions                        [--------------------]  0 of 3\n"
  private static let told = """
    hint helps, quit leaves

    \(head)A condition is asked of each row alone.

    How many have 4 stars?

    """
  private static let revealed = "count\n─────\n    1\n1 row · sample\n  Dream alone.\n"
  private static let first = """

    \(head)1.1 Show the hotels nearer than 100.
      from hotels | filter distance ____ 100 | show name
      What fills the gap, or the query.

    """
  private static let noAnswer = """
      Here you say what you expect, in a word or a number; skip shows
      it, back goes back.

    """

  /// Lines at a question, and all that is shown.
  static let atQuestions: [(String, String)] = [
    ("1\nquit", told + "predict> 1\n" + revealed + first + "learn> quit\n"),
    ("skip\nquit", told + "predict> skip\n" + revealed + first + "learn> quit\n"),
    ("solution\nquit", told + "predict> solution\n" + revealed + first + "learn> quit\n"),
    ("quit", told + "predict> quit\n"),
    ("back\nquit", told + "predict> back\n" + first + "learn> quit\n"),
    ("hint\nquit", told + "predict> hint\n" + noAnswer + "predict> quit\n"),
    (
      "list\nquit",
      told + "predict> list\n1 Conditions\n  - 1.1  Nearer\n  - 1.2  The first\n2 Order\n"
        + "  - 2.1  Most rooms\npredict> quit\n"
    ),
  ]

  @Test(arguments: atQuestions) func commandsAreNoPredictions(typed: String, shown: String) throws {
    let workspace = try Workspace(["a.md": Self.page])
    let run = try workspace.run(["learn", "a.md"], input: typed + "\n")
    #expect(run.outputText == shown)
    #expect(run.status == .exited(0))
  }

  /// Going back shows the exercise before, and asks nothing again.
  @Test func goesBackOneExercise() throws {
    let workspace = try Workspace(["a.md": Self.page])
    let run = try workspace.run(
      ["learn", "a.md", "--at", "1.2"], input: "back\nskip\nskip\nback\nskip\nx\nback\nquit\n")
    let second = "\n\(Self.head)1.2 Take the first two.\n"
    let question = "Why?\npredict> "
    let third = """

      2 Order                             [--------------------]  0 of 3
      What comes first?

      2 Order                             [--------------------]  0 of 3
      2.1 Most rooms first.

      """
    #expect(
      run.outputText == "hint helps, quit leaves\n" + second + "learn> back\n" + Self.first
        + "learn> skip\n" + second + "learn> skip\n" + question + "back\n" + second
        + "learn> skip\n" + question + "x\n  So.\n" + third + "learn> back\n" + second
        + "learn> quit\n")
  }

  /// What fills a gap is whole with the first Enter.
  @Test func aGapTakesOneEnter() throws {
    let workspace = try Workspace(["a.md": Self.page])
    let prompt = try Prompt(
      workspace, arguments: ["learn", "a.md", "--at", "1.1"], first: "predict>")
    try prompt.enter("from", at: "predict>", next: "learn>")
    prompt.send("<\r")
    try prompt.wait { $0.contains("Right: 3 rows.") && $0.line == "learn>" }
    prompt.send("from hotels |\r")
    try prompt.waitForLine("   ...>")
    prompt.send("limit 2\r")
    try prompt.wait { $0.contains("Right: 2 rows.") }
  }

  /// Ctrl-C at a question asks again, and one that ends what is revealed ends nothing else.
  @Test func interruptionsEndOneThing() throws {
    let workspace = try Workspace([
      "a.md": """
      # A

      > predict: How many?
      ```cq reveal
      from "p.jsonl" | count
      ```

      ## B
      Count the hotels.
      ```cq exercise=1.1
      from hotels | count
      ```
      > hint: c
      """
    ])
    let path = try workspace.pipe("p.jsonl")
    // Somebody may write to it, and nobody does.
    let writer = unsafe open(path, O_RDWR)
    defer { close(writer) }
    let prompt = try Prompt(workspace, arguments: ["learn", "a.md"], first: "predict>")
    prompt.send("\u{3}")
    prompt.send("skip")
    try prompt.waitForLine("predict> skip")
    prompt.send("\r")
    usleep(500_000)
    prompt.send("\u{3}")
    try prompt.wait { $0.contains("interrupted") && $0.line == "learn>" }
    prompt.send("from hotels | count\r")
    try prompt.wait { $0.contains("Right: 1 row.") || $0.contains("Right: 7.") }
  }

  /// Where nothing can be kept that is said, in the pupil's language.
  @Test func tellsWhereNothingIsKept() throws {
    let workspace = try Workspace(["a.md": Self.page, "file": ""])
    let prompt = try Prompt(
      workspace, arguments: ["learn", "a.md", "--at", "1.2"],
      environment: ["XDG_STATE_HOME": "\(workspace.path)/file"], columns: 200, first: "learn>")
    // Where lines break depends on how long the folder's name is.
    let told = prompt.screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      told.hasPrefix(
        "hint helps, quit leaves What you do is not kept: cannot make "
          + "\(workspace.path)/file/cq: Not a directory. "))
    let german = try Prompt(
      workspace, arguments: ["learn", "a.md", "--at", "1.2", "--language", "de-AT"],
      environment: ["XDG_STATE_HOME": "", "HOME": ""], columns: 200, first: "learn>")
    #expect(
      german.screen.hasPrefix(
        "Was du tust, wird nicht behalten: Es gibt keinen Ordner für dich.\nhint hilft"))
    #expect(try german.leave() == .exited(0))
  }

  /// Answers of a German pupil, and what is told of each.
  static let german: [(String, String)] = [
    ("from hotels | save \"x.csv\"", "eine Antwort speichert nichts; lass save weg."),
    ("include \"a.cq\"", "eine Antwort schließt keine andere Datei ein."),
    ("# a", "es wird nichts gefragt."),
  ]

  @Test(arguments: german) func isToldInGerman(answer: String, message: String) throws {
    let workspace = try Workspace(["a.md": Self.page])
    let run = try workspace.run(
      ["learn", "a.md", "--at", "1.2", "--language", "de-AT"],
      input: answer + "\nquit\n")
    let words = run.outputText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("Nicht gelaufen, kein Versuch: " + message))
  }
}
