// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// `cq play` where nobody presses keys, and what it is told on the command line.
@Suite struct PlayCommandTests {
  static let page = """
    # Hotels
    > note: greet them

    Seven hotels.

    ```cq
    from hotels | filter stars >= 4 | show name, stars
    ```
    ```output
    name   stars
    ─────  ─────
    Dream      4
    1 of 7 hotels · sample
    ```
    > note: who is Dream?

    > predict: How many have 2 stars or fewer?
    ```cq reveal
    from hotels | filter stars <= 2
      | count
    ```
    > reveal: 4, of which one has 0.

    """

  private static let told = """
    # Hotels

    Seven hotels.

    cq> from hotels | filter stars >= 4 | show name, stars
    name   stars
    ─────  ─────
    Dream      4
    1 of 7 hotels · sample

    How many have 2 stars or fewer?

    cq> from hotels | filter stars <= 2
          | count
    count
    ─────
        4
    1 row · sample

    4, of which one has 0.


    """

  @Test func comesAtOnceInAPipe() throws {
    let workspace = try Workspace(["talk.md": Self.page])
    for words in [["talk.md"], ["--auto", "9", "talk.md"], ["--pace", "1", "talk.md"]] {
      let run = try workspace.run(["play"] + words, input: "q\n")
      #expect(run.outputText == Self.told)
      #expect(run.errorText == "")
      #expect(run.status == .exited(0))
    }
    let piped = try workspace.run(["play", "-"], input: Self.page)
    #expect(piped.outputText == Self.told)
  }

  /// It is judged as `cq test` judges it.
  @Test func checksItsOutputs() throws {
    let changed = Self.page.replacing("Dream      4", with: "Dream      5")
    let workspace = try Workspace(["good.md": Self.page, "bad.md": changed, "none.md": "# A\n"])
    for name in ["good.md", "bad.md", "none.md"] {
      let check = try workspace.run(["play", "--check", name])
      let test = try workspace.run(["test", name])
      #expect(check.outputText == test.outputText)
      #expect(check.errorText == test.errorText)
      #expect(check.status == test.status)
    }
    let good = try workspace.run(["play", "--check", "good.md"])
    #expect(good.outputText == "ok     good.md  2 blocks\n")
    #expect(try workspace.run(["play", "bad.md", "--check"]).status == .exited(1))
  }

  @Test func hasADemonstrationOfItsOwn() throws {
    let workspace = try Workspace()
    let page = try TestSupport.text(ofFile: "\(TestSupport.repositoryRoot)/Documentation/Demo.md")
    try workspace.write(page, to: "demo.md")
    let own = try workspace.run(["play"])
    #expect(own.outputText.hasPrefix("# A shop window of cq\n\n"))
    #expect(own.outputText == (try workspace.run(["play", "demo.md"]).outputText))
    #expect(own.status == .exited(0))
    let check = try workspace.run(["play", "--check"])
    #expect(check.outputText == "ok     demo.md  6 blocks\n")
    #expect(check.status == .exited(0))
  }

  /// A page that is no lesson: quotations, lists, tables and code.
  private static let ordinary = """
    Before the title.
    # Title
    > a quotation
    > of two lines

    - one
    - two, which
      goes on

    | a | b |
    |---|---|
    | 1 | 2 |

    ```sh
    make   all
    ```
    ### Deep
    ```cq
    use hotels
    count
    ```
    """

  @Test func playsAnyPage() throws {
    let workspace = try Workspace(["page.md": Self.ordinary])
    #expect(
      try workspace.run(["play", "page.md"]).outputText == """
        Before the title.

        # Title

        > a quotation of two lines

        - one
        - two, which goes on

        | a   | b   |
        | --- | --- |
        | 1   | 2   |

            make   all

        ## Deep

        cq> use hotels
            count
        count
        ─────
            7
        1 row · sample


        """)
  }

  @Test func playsALesson() throws {
    let lesson = """
      # Lesson
      ## At least 3
      Show them.
      ```cq exercise=1.1 kind=gap
      from hotels | filter stars [[>=]] 4 | show name
      ```
      > hint: a
      """
    let workspace = try Workspace(["lesson.md": lesson])
    #expect(
      try workspace.run(["play", "lesson.md"]).outputText == """
        # Lesson

        1.1 Show them.
          from hotels | filter stars ____ 4 | show name
          What fills the gap, or the query.

        cq> from hotels | filter stars >= 4 | show name
        name
        ─────
        Dream
        1 of 7 hotels · sample


        """)
  }

  /// Calls and pages that are refused, with what is said and the exit status.
  static let refused: [([String], String, Int32)] = [
    (["a.md", "b.md"], "`cq play` takes one page", 2),
    (["--auto", "0"], "--auto wants a whole number from 1 to 3600, not `0`", 2),
    (["--auto", "soon"], "--auto wants a whole number from 1 to 3600, not `soon`", 2),
    (["--pace", "-1"], "--pace wants a whole number from 0 to 1000, not `-1`", 2),
    (["--check", "--live"], "--check and --live contradict each other", 2),
    (["--live"], "--live and CQ_OFFLINE contradict each other", 2),
    (["none.md"], "none.md cannot be opened: no such file", 5),
    (["empty.md"], "the page has nothing to show", 3),
    (["open.md"], "the block is not closed", 3),
    (["lesson.md"], "`> hnt:` is no word of lessons; did you mean `hint`?", 3),
    (["--presenter", "talk.md", "talk.md"], "talk.md holds something else than notes", 6),
    (["--presenter", ".", "talk.md"], ". cannot be written: it is a directory", 6),
    (["--presenter", "no/such/file"], "no/such/file cannot be written", 6),
    (["--presenter", "talk.md"], "--presenter takes talk.md, and no page is left", 2),
  ]

  @Test(arguments: refused) func refuses(words: [String], message: String, status: Int32) throws {
    let workspace = try Workspace([
      "talk.md": Self.page, "empty.md": "\n", "open.md": "# A\n```cq\nfrom hotels\n",
      "lesson.md": "# A\n> predict: b\n> reveal: c\n> hnt: d\n",
    ])
    let run = try workspace.run(["play"] + words)
    #expect(run.status == .exited(status))
    #expect(run.errorText.contains(message))
    #expect(run.errorText.split(separator: "\n").count == 1)
    #expect(run.outputText == "")
    #expect(try workspace.text(of: "talk.md") == Self.page)
  }

  /// Pages of which a query fails, and how that ends: as `cq run` ends, but where it is expected.
  static let failing: [(page: String, status: Int32)] = [
    ("```cq\nfrom hotels | sort by distnace\n```\n\nMore.\n", 3),
    ("```cq\nfrom hotels | expect 3 rows\n```\n```cq\nfrom hotels | count\n```\n", 1),
    ("```cq\nfrom \"none.csv\"\n```\n```cq\nfrom hotels | sort by distnace\n```\n", 5),
    (
      "```cq\nfrom hotels | sort by distnace\n```\n```error\n<block>:1:23: error[CQ0201]: \n```\n"
        + "```cq\nfrom hotels | count\n```\n", 0
    ),
  ]

  @Test(arguments: failing) func endsAsItsQueriesDo(page: String, status: Int32) throws {
    let workspace = try Workspace(["talk.md": "# Talk\n\n" + page])
    let run = try workspace.run(["play", "talk.md"])
    #expect(run.status == .exited(status))
    #expect(run.errorText.contains("error[") || run.errorText.contains("FAILED["))
    #expect(!page.contains("More.") || run.outputText.hasSuffix("More.\n\n"))
  }

  @Test func writesNotesIntoAFile() throws {
    let workspace = try Workspace(["talk.md": Self.page])
    for _ in 0..<2 {
      _ = try workspace.run(["play", "--presenter", "notes", "talk.md"])
      #expect(
        try workspace.text(of: "notes") == """
          Notes of `cq play`

          0 of 5
          next: Hotels
            note: greet them

          1 of 5  Hotels
          note: greet them
          next: from hotels | filter stars >= 4 | show name, stars
            note: who is Dream?

          2 of 5  from hotels | filter stars >= 4 | show name, stars
          note: who is Dream?
          next: How many have 2 stars or fewer?

          3 of 5  How many have 2 stars or fewer?
          next: from hotels | filter stars <= 2
            | count

          4 of 5  from hotels | filter stars <= 2 | count
          next: 4, of which one has 0.

          """)
    }
  }

  /// Text of a page is shown and does nothing.
  @Test func showsWhatWouldAct() throws {
    let page = "# A\u{1B}[2J\n\nb\u{7}\n```cq\nfrom hotels | count # \u{1B}c\n```\n"
    let workspace = try Workspace(["talk.md": page])
    let run = try workspace.run(["play", "talk.md"])
    #expect(!run.outputText.contains("\u{1B}"))
    #expect(run.outputText.hasPrefix("# A\\u{1B}[2J\n\nb\\u{7}\n"))
  }
}
