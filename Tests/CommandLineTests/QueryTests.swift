// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// The queries of the language's design that need a command line, read a script or write a file;
/// the others are in `Tests/Transcripts/queries.md`.
@Suite struct QueryTests {
  private static let near = """
    param min: Int = 3 "minimum stars"
    let near = from hotels | filter distance < 200
    from near | filter stars >= $min | expect 2 rows

    """

  static let cases: [CommandLineCase] = [
    CommandLineCase(arguments: ["--quiet=all", "run", "near.cq"], files: ["near.cq": near]),
    CommandLineCase(
      arguments: ["--quiet=all", "run", "near.cq", "--min", "4"], files: ["near.cq": near],
      errors: "near.cq:3:36: FAILED[CQ0601]: expected 2 rows, got 0\n", status: 1),
    CommandLineCase(
      arguments: ["--quiet=all", "run", "near.cq", "--min=four"], files: ["near.cq": near],
      errors: #"near.cq:1:7: error[CQ0002]: --min needs a whole number, not "four""# + "\n",
      status: 2),
    CommandLineCase(
      arguments: ["--quiet=all", "--errors", "full", "a.cq"], files: ["a.cq": "include \"b.cq\"\n"],
      errors: """
        error[CQ0503]: b.cq cannot be opened: no such file
         --> a.cq:1:9
        1 | include "b.cq"
          |         ^^^^^^
        help: a path is relative to the folder of the script that includes it

        """, status: 5),
  ]

  @Test(arguments: cases) func answer(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }

  /// All rows are checked, then the file is replaced; when one fails, it stays as it is.
  @Test func checksAndSaves() throws {
    let workspace = try Workspace(["hotels.csv": "old\n"])
    let query = #"from hotels | assert stars in 0..4, "stars" | save "hotels.csv" replace"#
    let failing = query.replacing("0..4", with: "1..4")
    let failed = Outcome(try workspace.run(["--quiet=all", "-c", failing]))
    #expect(
      failed
        == Outcome(errors: "<query>:1:22: FAILED[CQ0602]: stars\n", status: 1))
    #expect(try workspace.shell("cat hotels.csv").outputText == "old\n")

    let saved = Outcome(try workspace.run(["--quiet=all", "-c", query]))
    #expect(saved == Outcome())
    let printed = try workspace.run(["--quiet=all", "--to", "csv", "-c", "from hotels"]).outputText
    #expect(try workspace.shell("cat hotels.csv").outputText == printed)
    #expect(printed.split(separator: "\n").count == 8)
  }
}
