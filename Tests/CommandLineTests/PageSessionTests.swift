// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// The blocks of a page are one session for all that runs it: its questions and exercises go on
/// from the examples before them, and nothing goes on from these.
@Suite struct PageSessionTests {
  private static let page = """
    # Near
    ```cq
    let near = from hotels | filter distance < 200
    from near | count
    ```
    ```output
    count
    ─────
        4
    1 row · sample
    ```
    > predict: How many of each number of stars?
    ```cq reveal
    from near | count by stars
    ```
    ```output
    stars  count
    ─────  ─────
        3      2
        2      2
    2 rows · sample
    ```
    ```cq
    use hotels
    let n = 3
    def well(a) = $a >= 3
    include "two.cq"
    ```
    > predict: And at least 3 stars?
    ```cq reveal
    let n = 4
    filter stars >= $n | count
    ```
    ```output
    count
    ─────
        1
    1 row · sample
    ```
    ## The near ones
    Show those of the near ones with at least 3 stars.
    ```cq exercise=1.1
    from near | filter stars >= $n
    ```
    > hint: the edge
    > misconception ED: from near | filter stars > $n -- look at: the edge
    ## Any of them
    Show all hotels with at least 3 stars.
    ```cq exercise=1.2
    filter well(stars)
    ```
    > hint: `well`
    > misconception: from near | filter well(stars) -- look at: which hotels
    ```cq
    from two | show name
    ```
    ```output
    name
    ─────────────────
    Belleclaire Hotel
    Americana Inn
    2 rows · sample
    ```
    ## The first of those
    Show the first of them.
    ```cq exercise=1.3
    | limit 1
    ```
    > hint: `limit`
    ```cq
    | skip 1
    ```
    ```output
    name
    ─────────────
    Americana Inn
    1 row · sample
    ```
    > predict: What does this say?
    ```cq reveal
    from hotels | show zzz
    ```
    ```error
    <block>:1:20: error[CQ0201]: hotels has no field `zzz`
    ```

    """

  private static let files = [
    "page.md": page,
    "two.cq": "let two = from hotels | limit 2\n",
    "answers.cq": """
    # 1.1
    from hotels | filter distance < 200 and stars >= 3
    # 1.2
    let m = from hotels
    let m = from m | filter stars >= $n
    from m
    # 1.3
    from two | limit 1 | show name

    """,
    "wrong.cq": "# 1.1\nfrom near | filter stars > 3\n# 1.2\nfrom near | filter stars >= 3\n",
    "unknown.md": page.replacing("| count by stars", with: "| count by star"),
    "other.md": page.replacing("    3      2\n", with: "    3      1\n"),
    "behind.md": page.replacing("two | show name", with: "two | filter $n = 4 | show name"),
  ]

  private static let isRight =
    (1...3).map { place in
      let rows = place == 1 ? "2 rows" : place == 2 ? "3 rows" : "1 row"
      return #"{"exercise":"1.\#(place)","verdict":"right","missing":0,"extra":0,"message":"#
        + #""Right: \#(rows)."}"# + "\n"
    }.joined()

  /// Calls, how what is written ends, and the exit status.
  static let calls: [(call: String, end: String, status: Int32)] = [
    ("cq test page.md", "ok     page.md  10 blocks\n", 0),
    (
      "cp page.md old; cq test --update page.md; cmp page.md old",
      "ok     page.md  10 blocks\n", 0
    ),
    ("cq play --check page.md", "ok     page.md  10 blocks\n", 0),
    ("cq play page.md | tail -n 6 | head -n 3", "1 row · sample\n\nWhat does this say?\n", 0),
    ("cq report page.md -o page.html; wc -l < two.cq", "1\n", 0),
    ("cq check page.md; echo $?", "0\n", 0),
    ("cq learn page.md --grade answers.cq", isRight, 0),
    (
      "cq learn page.md --grade wrong.cq | grep -o '\"verdict\":\"[a-z]*\"'",
      "\"verdict\":\"rows\"\n\"verdict\":\"rows\"\n", 0
    ),
    ("cq pack page.md -o p.cqpack; cq test p.cqpack", "ok     page.md  10 blocks\n", 0),
    (
      "cq test unknown.md",
      "unknown.md:13: what is revealed does not run\n"
        + "  unknown.md:14:22: error[CQ0201]: near has no field `star`; did you mean `stars`?\n", 1
    ),
    (
      "cq test other.md",
      "other.md:13: the output differs\n    stars  count\n    ─────  ─────\n"
        + "  -     3      1\n  +     3      2\n        2      2\n    2 rows · sample\n", 1
    ),
    // What a question has named is not known behind it.
    ("cq test behind.md | head -n 1", "FAILED behind.md  2 of 10 blocks\n", 0),
  ]

  @Test(arguments: calls) func agree(call: String, end: String, status: Int32) throws {
    let run = try Workspace(Self.files).shell(call)
    #expect(run.outputText.hasSuffix(end), "\(run.outputText)\(run.errorText)")
    #expect(run.status == .exited(status), "\(run.errorText)")
  }

  /// Whoever begins in the middle of a page knows what stands before, and what was answered is
  /// forgotten behind the exercise.
  @Test func learnersKnowWhatStandsBefore() throws {
    let run = try Workspace(Self.files).run(
      ["learn", "page.md", "--at", "1.1"],
      input: """
        skip
        skip
        filter stars >= $n and distance < 200
        let near = from hotels
        from near | filter well(stars)
        | limit 1
        quit

        """)
    let told = run.outputText
    for count in ["2 rows", "3 rows", "1 row"] {
      #expect(told.contains("  Right: \(count).\n"), "\(told)")
    }
    #expect(run.errorText.isEmpty)
  }
}
