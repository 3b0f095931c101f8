// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Scripts that are made of several files.
@Suite struct IncludeTests {
  static let cases: [CommandLineCase] = [
    // A path is meant from the folder of the script in which it stands, not from where cq runs.
    CommandLineCase(
      arguments: ["--quiet=all", "lib/a.cq"],
      files: [
        "lib/a.cq": "include \"b.cq\"\ninclude \"deep/c.cq\"\nfrom few | limit $n | show id",
        "lib/b.cq": "let few = from hotels | filter rooms > 3", "b.cq": "let few = sources",
        "lib/deep/c.cq": "include \"../d.cq\"", "lib/d.cq": "let n = 1",
      ], output: "id\n40611\n"),
    // The same script twice is no circle.
    CommandLineCase(
      arguments: ["--quiet=all", "a.cq"],
      files: ["a.cq": "include \"b.cq\"\ninclude \"./b.cq\"", "b.cq": "from hotels | count"],
      output: "count\n7\n\ncount\n7\n"),
    // What comes before an `include` runs before it.
    CommandLineCase(
      arguments: ["--quiet=all", "a.cq"],
      files: [
        "a.cq": "let n = 1\ninclude \"b.cq\"\nlet n = 2\ninclude \"b.cq\"",
        "b.cq": "from hotels | limit $n | show id",
      ], output: "id\n40611\n\nid\n40611\n80899\n"),
    CommandLineCase(
      arguments: ["--quiet=all", "-c", "include \"lib/a.cq\"; show id | limit 1"],
      files: ["lib/a.cq": "include \"b.cq\"", "lib/b.cq": "use hotels"],
      output: "id\n40611\n"),
    CommandLineCase(
      arguments: ["--quiet=all"], input: "include \"a.cq\"", files: ["a.cq": "from hotels | count"],
      output: "count\n7\n"),
    // Circles of three, of one, and through a folder.
    CommandLineCase(
      arguments: ["a.cq"],
      files: [
        "a.cq": "include \"lib/b.cq\"", "lib/b.cq": "include \"../c.cq\"",
        "c.cq": "from hotels\ninclude \"lib/../a.cq\"",
      ],
      errors: "lib/../c.cq:2:9: error[CQ0212]: this script includes itself\n", status: 3),
    CommandLineCase(
      arguments: ["a.cq"], files: ["a.cq": "include \"a.cq\""],
      errors: "a.cq:1:9: error[CQ0212]: this script includes itself\n", status: 3),
    // Faults are told where they stand, in the order of the scripts, and nothing runs.
    CommandLineCase(
      arguments: ["a.cq"],
      files: [
        "a.cq": "from hotels | count\ninclude \"lib/b.cq\"\nfrom hotels | sort by nmae",
        "lib/b.cq": "from hotels\n| where stars > 3\nfrom hotel",
      ],
      errors: """
        a.cq:3:23: error[CQ0201]: hotels has no field `nmae`; did you mean `name`?
        lib/b.cq:2:3: error[CQ0102]: `where` is called `filter` in cq
        lib/b.cq:3:6: error[CQ0202]: there is no source called `hotel`; did you mean `hotels`?  \
        Others: bestbuy, chloe, products, shopreme (`sources` lists them)

        """, status: 3),
    CommandLineCase(
      arguments: ["--quiet=all", "a.cq"],
      files: ["a.cq": "include \"lib/b.cq\"", "lib/b.cq": "from hotels\n| expect 3 rows"],
      errors: "lib/b.cq:2:3: FAILED[CQ0601]: expected 3 rows, got 7\n", status: 1),
    CommandLineCase(
      arguments: ["a.cq"],
      files: ["a.cq": "include \"lib/b.cq\"", "lib/b.cq": "\n  include \"gone.cq\""],
      errors: "lib/b.cq:2:11: error[CQ0503]: lib/gone.cq cannot be opened: no such file\n",
      status: 5),
    CommandLineCase(
      arguments: ["-c", "include \"http://127.0.0.1:9/b.cq\""],
      errors: "<query>:1:9: error[CQ0503]: http://127.0.0.1:9/b.cq cannot be opened: "
        + "it is an address, and a file is read here\n", status: 5),
    CommandLineCase(
      arguments: ["a.cq"], files: ["a.cq": "include \"lib\"", "lib/b.cq": ""],
      errors: "a.cq:1:9: error[CQ0503]: lib cannot be opened: is a directory\n", status: 5),
    CommandLineCase(
      arguments: ["check", "--errors", "full", "a.cq"],
      files: ["a.cq": "include \"lib/b.cq\"", "lib/b.cq": "from hotels\n| sort by nmae"],
      errors: """
        error[CQ0201]: hotels has no field `nmae`
         --> lib/b.cq:2:11
        2 | | sort by nmae
          |           ^^^^ did you mean `name`?
        fields: id name address stars distance suites rooms image lat lon
        fix: | sort by name

        """, status: 3),
  ]

  @Test(arguments: cases) func include(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }
}
