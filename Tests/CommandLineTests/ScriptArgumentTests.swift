// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Scripts that take values, include others and write files.
@Suite struct ScriptArgumentTests {
  private static let near = """
    ## Hotels near the centre.

    param min: Int = 3 "minimum stars"
    param far: Decimal "how far"
    from hotels | filter stars >= $min and distance < $far | show id | save "o.csv"
    """
  private static let files = ["near.cq": near, "b.cq": "include \"./near.cq\""]

  static let cases: [CommandLineCase] = [
    CommandLineCase(arguments: ["--quiet=all", "run", "near.cq", "--far", "200"], files: files),
    CommandLineCase(
      arguments: ["--quiet=all", "run", "b.cq", "--far=200", "--min", "4"], files: files),
    CommandLineCase(
      arguments: ["--quiet=all", "run", "near.cq"], files: files,
      errors: "near.cq:4:7: error[CQ0004]: the script needs a value for `far` (how far)\n",
      status: 2),
    CommandLineCase(
      arguments: ["--quiet=all", "run", "near.cq", "--far", "x"], files: files,
      errors: "near.cq:4:7: error[CQ0002]: --far needs a number, not \"x\"\n", status: 2),
    CommandLineCase(
      arguments: ["--quiet=all", "run", "near.cq", "--far", "1", "--mni", "2"], files: files,
      errors: "error[CQ0001]: the script has no parameter `mni`; did you mean `--min`?\n",
      status: 2),
    CommandLineCase(
      arguments: ["--quiet=all", "run", "near.cq", "--far", "1"],
      files: files.merging(["o.csv": "kept\n"]) { $1 },
      errors: "near.cq:5:73: error[CQ0702]: o.csv cannot be written: it exists; add `replace`\n",
      status: 6),
    // What stands below the first line, or over a parameter with words of its own, is the title.
    CommandLineCase(
      arguments: ["run", "a.cq", "--help"],
      files: [
        "a.cq": """
        #!/usr/bin/env -S cq run
        ## Hotels with rooms near the centre.
        param far: Decimal = 600 "largest distance"
        ## at least
        param free: Int = 2
        from hotels
        """
      ],
      output: """
        usage: cq run a.cq [--far DECIMAL] [--free INT]

        Hotels with rooms near the centre.

        parameters
          --far DECIMAL             largest distance (default: 600)
          --free INT                at least (default: 2)

        `cq run --help` lists the options of cq itself.

        """),
    CommandLineCase(
      arguments: ["run", "a.cq", "--help"],
      files: ["a.cq": "## Hotels.\nparam far: Int = 6 \"largest\"\n"],
      output: """
        usage: cq run a.cq [--far INT]

        Hotels.

        parameters
          --far INT                 largest (default: 6)

        `cq run --help` lists the options of cq itself.

        """),
    CommandLineCase(
      arguments: ["run", "near.cq", "--help"], files: files,
      output: """
        usage: cq run near.cq [--min INT] --far DECIMAL

        Hotels near the centre.

        parameters
          --min INT                 minimum stars (default: 3)
          --far DECIMAL             how far (required)

        `cq run --help` lists the options of cq itself.

        """),
    CommandLineCase(
      arguments: ["run", "a.cq"],
      files: ["a.cq": "include \"b.cq\"", "b.cq": "include \"./a.cq\""],
      errors: "b.cq:1:9: error[CQ0212]: this script includes itself\n", status: 3),
  ]

  /// A script with a parameter of every type.
  private static let typed = """
    ## What it is for.

    ## How many,
    ## at least.
    param n: Int = 1 "how many"
    param q: Text "what"
    param all: Bool = false
    param day: Date = 2024-01-31
    param most: Money = 20 GBP
    param far: Length = 3 km
    param least: Decimal = 0.50
    param item: Id = 40611
    from hotels | limit 1 | show n = $n, q = $q, all = $all, day = $day, most = $most, far = $far,
      least = $least, item = $item
    """
  private static let header = "n\tq\tall\tday\tmost\tfar\tleast\titem\n"

  /// What is given after `--q x`, the row that comes of it, and what is said.
  static let values: [(given: [String], row: String, fault: String)] = [
    ([], "1\tx\tfalse\t2024-01-31\t20\t3\t0.5\t40611", ""),
    (
      [
        "--n", "2", "--all", "--day", "2024-02-29", "--most", "5 EUR", "--far=2 mi", "--least",
        "1.50", "--item", "007",
      ], "2\tx\ttrue\t2024-02-29\t5\t2\t1.5\t007", ""
    ),
    (["--all=true", "--n=-3"], "-3\tx\ttrue\t2024-01-31\t20\t3\t0.5\t40611", ""),
    (["--all", "false"], "1\tx\tfalse\t2024-01-31\t20\t3\t0.5\t40611", ""),
    // Of an argument that is given twice the last counts, as of an option of cq.
    (["--n", "2", "--q", "y", "--n=4"], "4\ty\tfalse\t2024-01-31\t20\t3\t0.5\t40611", ""),
    (["--n", "x"], "", "t.cq:5:7: error[CQ0002]: --n needs a whole number, not \"x\""),
    (["--n", "1.5"], "", "t.cq:5:7: error[CQ0002]: --n needs a whole number, not \"1.5\""),
    (["--n"], "", "t.cq:5:7: error[CQ0002]: --n needs a value"),
    (["--all", "maybe"], "", "t.cq:7:7: error[CQ0002]: --all needs true or false, not \"maybe\""),
    (
      ["--day", "2023-02-29"], "",
      "t.cq:8:7: error[CQ0002]: --day needs a date such as 2024-01-31, not \"2023-02-29\""
    ),
    (
      ["--most", "5"], "",
      "t.cq:9:7: error[CQ0002]: --most needs an amount such as 20 USD, not \"5\""
    ),
    (
      ["--far", "3"], "",
      "t.cq:10:7: error[CQ0002]: --far needs a length such as 500 m, not \"3\""
    ),
    (
      ["--least", "1,5"], "",
      "t.cq:11:7: error[CQ0002]: --least needs a number, not \"1,5\"; "
        + "did you mean `--least 1.5`?"
    ),
    // Case counts in the names of values.
    (["--N", "2"], "", "error[CQ0001]: the script has no parameter `N`"),
  ]

  @Test(arguments: values) func value(given: [String], row: String, fault: String) throws {
    let workspace = try Workspace(["t.cq": Self.typed])
    let run = try workspace.run(["--quiet=all", "run", "t.cq", "--q", "x"] + given)
    #expect(
      Outcome(run)
        == (fault.isEmpty
          ? Outcome(output: Self.header + row + "\n") : Outcome(errors: fault + "\n", status: 2)))
  }

  @Test func helpKnowsEveryType() throws {
    let run = try Workspace(["t.cq": Self.typed]).run(["run", "t.cq", "--help"])
    #expect(
      Outcome(run)
        == Outcome(
          output: """
            usage: cq run t.cq [--n INT] --q TEXT [--all [BOOL]] [--day DATE] [--most MONEY] \
            [--far LENGTH] [--least DECIMAL] [--item ID]

            What it is for.

            parameters
              --n INT                   how many (default: 1)
                                        How many, at least.
              --q TEXT                  what (required)
              --all [BOOL]              (default: false)
              --day DATE                (default: 2024-01-31)
              --most MONEY              (default: 20 GBP)
              --far LENGTH              (default: 3 km)
              --least DECIMAL           (default: 0.50)
              --item ID                 (default: 40611)

            `cq run --help` lists the options of cq itself.

            """))
  }

  @Test(arguments: cases) func run(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }

  @Test func savesWholeOrNotAtAll() throws {
    let workspace = try Workspace(Self.files)
    #expect(
      try workspace.run(["--quiet=all", "run", "near.cq", "--far", "200"]).status == .exited(0))
    #expect(try workspace.text(of: "o.csv") == "id\n40611\n13100\n")
    // A fault while the rows come leaves the old file and nothing beside it.
    let failing = "from hotels | extend x = 10000000000000000000000000000000000000 * rooms * rooms"
    let run = try workspace.run(["--quiet=all", "-c", "\(failing) | save \"o.csv\" replace"])
    #expect(run.status == .exited(4))
    #expect(try workspace.text(of: "o.csv") == "id\n40611\n13100\n")
    let names = try FileManager.default.contentsOfDirectory(atPath: workspace.path)
    #expect(names.sorted() == ["b.cq", "near.cq", "o.csv"])
  }
}
