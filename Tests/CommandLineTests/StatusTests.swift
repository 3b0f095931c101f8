// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Exit statuses, and the one line that says why.
@Suite struct StatusTests {
  private static let cut = "[{\"a\":1},\n {\"a\":2},\n {\"a\""

  static let rows: [CommandLineCase] = [
    CommandLineCase(
      arguments: ["-c", "from hotel"],
      errors: """
        <query>:1:6: error[CQ0202]: there is no source called `hotel`; did you mean `hotels`?  \
        Others: bestbuy, chloe, products, shopreme (`sources` lists them)

        """, status: 3),
    // All faults are told, and nothing has run.
    CommandLineCase(
      arguments: ["a.cq"],
      files: [
        "a.cq": """
        from hotels | limit 1
        from hotels | sort by rooms desc, distnace
        from shopreme | show titel
        filter a =
        """
      ],
      errors: """
        a.cq:2:35: error[CQ0201]: hotels has no field `distnace`; did you mean `distance`?
        a.cq:3:22: error[CQ0201]: shopreme has no field `titel`; did you mean `title`?
        a.cq:4:10: error[CQ0101]: a value is missing after `filter a =`

        """, status: 3),
    CommandLineCase(
      arguments: [], input: "from hotels | sort by distnace",
      errors: """
        <stdin>:1:23: error[CQ0201]: hotels has no field `distnace`; did you mean `distance`?

        """, status: 3),
    // What is whole of a file that breaks off, also where it is the list of a definition.
    CommandLineCase(
      arguments: ["--salvage", "-c", "from \"a.json\" | count"], files: ["a.json": cut],
      output: "count\n2\n",
      errors: """
        note: the list stops in the middle of record 3, byte 21; what follows is left out

        """),
    CommandLineCase(
      arguments: [
        "--salvage", "--source", "hotels=a.json", "-c", "from hotels | summarize count(), max(id)",
      ],
      files: ["a.json": "[{\"id\": 7}, {\"id\": 8}, {\"id\": 9"], output: "count\tmax_id\n2\t8\n",
      errors: """
        note: the list stops in the middle of record 3, byte 23; what follows is left out

        """),
    CommandLineCase(
      arguments: ["--salvage", "--strict", "-c", "from \"a.json\""], files: ["a.json": cut],
      errors: """
        <query>:1:1: error[CQ0406]: a.json: the list stops in the middle of record 3; what follows \
        is left out

        """, status: 4),
    // Without a whole record there is nothing to be had.
    CommandLineCase(
      arguments: ["--salvage", "-c", "from \"a.json\""], files: ["a.json": "[{\"a\""],
      errors: "a.json:1:2: error[CQ0401]: a.json stops in the middle of record 1\n", status: 4),
    // What ran before a fault of data or a source stays.
    CommandLineCase(
      arguments: [
        "--quiet=all", "-c", "from hotels | limit 1 | show id\nshow 99 of hotels\nfrom hotels",
      ],
      output: "id\n40611\n", errors: "<query>:2:6: error[CQ0502]: hotels has no item `99`\n",
      status: 5),
    CommandLineCase(
      arguments: ["missing.cq"],
      errors: "error[CQ0503]: missing.cq cannot be opened: no such file\n", status: 5),
    CommandLineCase(
      arguments: ["."], errors: "error[CQ0503]: . cannot be opened: is a directory\n", status: 5),
    CommandLineCase(
      arguments: ["-c", "from \"no.json\""],
      errors: "<query>:1:6: error[CQ0503]: no.json cannot be opened: no such file\n", status: 5),
    CommandLineCase(
      arguments: ["-c", "from hotels", "--source", "hotels=no.json"],
      errors: "<query>:1:1: error[CQ0503]: no.json cannot be opened: no such file\n", status: 5),
    CommandLineCase(
      arguments: ["-c", "from hotels", "--source", "hotels=https://x.invalid/list"],
      errors: """
        <query>:1:1: error[CQ0501]: hotels is not asked (offline); no cached copy

        """, status: 5),
    CommandLineCase(
      arguments: ["-c", "from \"a.json\""], files: ["a.json": ""],
      errors: "<query>:1:6: error[CQ0402]: a.json is empty\n", status: 4),
    CommandLineCase(
      arguments: ["-c", "from \"a.json\""], files: ["a.json": "<!doctype html>"],
      errors: "<query>:1:6: error[CQ0404]: a.json: holds a web page or XML, not JSON\n",
      status: 4),
    CommandLineCase(
      arguments: ["-c", "from \"a.json\""], files: ["a.json": "{\"a\": "],
      errors: "a.json:1:1: error[CQ0401]: a.json stops in the middle of record 1\n", status: 4),
    CommandLineCase(
      arguments: ["-c", "from \"a.json\""], files: ["a.json": "[{\"a\":1},\n {\"a\":2},\n {\"a\""],
      output: "a\n1\n2\n",
      errors: "a.json:3:2: error[CQ0401]: a.json stops in the middle of record 3\n", status: 4),
    CommandLineCase(
      arguments: ["--to", "table", "-c", "from \"a.json\""], files: ["a.json": cut],
      output: "a\n─\n1\n2\n2 rows before the fault\n",
      errors: "a.json:3:2: error[CQ0401]: a.json stops in the middle of record 3\n", status: 4),
    // What had to be told before is told too.
    CommandLineCase(
      arguments: ["--to", "csv", "-c", "from \"a.json\""],
      files: ["a.json": "[{\"a\":1},\n {\"a\":\(String(repeating: "1", count: 40))},\n {\"a\""],
      output: "a\n1\n\n",
      errors: "warning[CQ0406]: a.json, byte 11: a \(String(repeating: "1", count: 40)) "
        + "in record 2 has more than 38 digits: left empty; a `Text` would keep it\n"
        + "a.json:3:2: error[CQ0401]: a.json stops in the middle of record 3\n", status: 4),
    CommandLineCase(
      arguments: ["--to", "json", "-c", "from \"a.json\""], files: ["a.json": cut],
      output: "[\n  {\"a\":1},\n  {\"a\":2}\n]\n",
      errors: "a.json:3:2: error[CQ0401]: a.json stops in the middle of record 3\n", status: 4),
    CommandLineCase(
      arguments: ["--to", "table", "-c", "from \"a.json\" | summarize sum(a)"],
      files: ["a.json": cut],
      errors: "a.json:3:2: error[CQ0401]: a.json stops in the middle of record 3\n", status: 4),
    CommandLineCase(
      arguments: ["--to", "table", "-c", "from \"a.json\" | assert a < 2"],
      files: ["a.json": "[{\"a\":1},{\"a\":2}]"],
      errors: "<query>:1:24: FAILED[CQ0602]: a row does not meet the condition\n", status: 1),
    CommandLineCase(
      arguments: ["-c", "from \"a.json\" | extend b = a * a"],
      files: ["a.json": "[{\"a\":1e30}]"],
      errors: "<query>:1:28: error[CQ0405]: a result has more than 38 digits\n", status: 4),
    CommandLineCase(
      arguments: ["--strict", "-c", "from \"a.ndjson\""],
      files: ["a.ndjson": "{\"a\":1}\n{bad\n"],
      errors: """
        <query>:1:1: error[CQ0406]: a.ndjson: line 2 is no JSON \
        (column 2: a name in quotes belongs here)

        """, status: 4),
  ]

  @Test(arguments: rows) func row(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }

  /// Exit 0 means that every byte was delivered; one line says why not.
  static let undelivered: [(line: String, errors: String)] = [
    ("cq -c 'from hotels' > /dev/full", "the disk is full"),
    ("cq -c 'from hotels' --to table > /dev/full", "the disk is full"),
    ("cq -c 'from hotels' --to json > /dev/full", "the disk is full"),
    ("cq -c 'from hotels; from hotels' > /dev/full", "the disk is full"),
    ("cq -c 'from hotels' >&-", "it is closed"),
    ("cq -c 'from \"list.json\"' >&-", "it is closed"),
    ("cq -c 'from hotels; show 99 of hotels' > /dev/full", "the disk is full"),
    ("cq -c 'from \"list.json\"' > /dev/full", "the disk is full"),
  ]

  @Test(arguments: undelivered) func outputLost(_ line: String, _ reason: String) throws {
    let run = try Workspace(["list.json": "[{\"a\":1},5]"]).shell(line)
    let errors = "error[CQ0701]: the output cannot be written: \(reason)\n"
    #expect(Outcome(run) == Outcome(errors: errors, status: 6))
  }

  @Test(arguments: ["--help", "--version", "help filter", "help"], ["> /dev/full", ">&-"])
  func undeliveredHelp(_ words: String, _ redirection: String) throws {
    #expect(try Workspace().shell("cq \(words) \(redirection)").status == .exited(6))
  }

  /// Lost messages are no lost results.
  @Test func closedErrors() throws {
    let run = try Workspace().shell("cq -c 'from hotels | limit 1 | show id' 2>&-")
    #expect(Outcome(run) == Outcome(output: "id\n40611\n"))
  }

  @Test func closedInput() throws {
    let run = try Workspace().shell("cq <&-")
    let errors = "error[CQ0503]: <stdin> cannot be opened: it is closed\n"
    #expect(Outcome(run) == Outcome(errors: errors, status: 5))
  }
}
