// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Lists that are not the bundled ones: in a service's shape with `--source`, and files.
@Suite struct SourceTests {
  /// What the service sends, with one of everything that goes wrong in it.
  private static let list = """
    [
      {"id": 1, "name": "Alpha", "stars": 3.0, "distance": 100.0, "suites_availability": "1:44:21"},
      {"id": 2, "name": "Beta", "stars": 2.0, "distance": 13.10, "suites_availability": "7:"},
      {"id": 3, "name": "Gamma", "stars": 0, "distance": 99.9, "suites_availability": "5:8:32"},
      {"name": "Nameless", "stars": 5, "distance": 1, "suites_availability": "1"},
      {"id": 5, "name": "Delta", "stars": 4.0, "distance": "far", "suites_availability": "9:10"},
      "no object",
      {"id": 7, "name": "Eta", "stars": 1.0, "distance": 13.1, "suites_availability": ""}
    ]
    """
  private static let skipped = """
    warning[CQ0406]: hotels, byte 285: record 4 has no `id`: skipped
    warning[CQ0406]: hotels, byte 458: record 6 is a text, not an object: skipped

    """
  private static let withValue = """
    warning[CQ0406]: hotels, byte 285: record 4 has no `id`: skipped
    warning[CQ0406]: hotels, byte 364: distance "far" in record 5 (id 5) is no number: left empty
    warning[CQ0406]: hotels, byte 458: record 6 is a text, not an object: skipped

    """

  private static func row(
    _ arguments: [String], _ output: String, errors: String = "", status: Int32 = 0
  ) -> CommandLineCase {
    CommandLineCase(
      arguments: ["--source", "hotels=list.json"] + arguments, files: ["list.json": list],
      output: output, errors: errors, status: status)
  }

  static let lists: [CommandLineCase] = [
    // Ties keep the list's order, upwards and downwards; a trailing colon is no room.
    row(
      ["-c", "from hotels | sort by rooms desc | show id, name, rooms, suites"],
      """
      id\tname\trooms\tsuites
      1\tAlpha\t3\t[1,44,21]
      3\tGamma\t3\t[5,8,32]
      5\tDelta\t2\t[9,10]
      2\tBeta\t1\t[7]
      7\tEta\t0\t[]

      """, errors: skipped + "note: 2 records skipped\n"),
    row(
      ["-c", "from hotels | sort by distance | show name, distance", "--to", "table"],
      """
      name   distance
      ─────  ────────
      Beta       13.1
      Eta        13.1
      Gamma      99.9
      Alpha     100
      Delta       –
      5 of 5 hotels · 2 records skipped · 1 value left empty

      """, errors: withValue),
    row(
      ["-c", "from hotels | filter stars = 0 | show name, stars", "--quiet=all"],
      "name\tstars\nGamma\t0\n"),
    row(
      ["-c", "from hotels | sort by distance desc | show distance", "--verbose", "--quiet=all"],
      "distance\n100\n99.9\n13.1\n13.1\n\n"),
    row(
      ["-c", "from hotels | show suites | limit 2", "--verbose", "--to", "jsonl"],
      "{\"suites\":[1,44,21]}\n{\"suites\":[7]}\n",
      errors: """
        note[CQ0406]: hotels, byte 101: suites_availability "7:" in record 2 (id 2) has an empty part: dropped
        warning[CQ0406]: hotels, byte 285: record 4 has no `id`: skipped
        warning[CQ0406]: hotels, byte 458: record 6 is a text, not an object: skipped
        note: 2 records skipped

        """),
    row(
      ["-c", "from hotels", "--strict"], "",
      errors: "<query>:1:1: error[CQ0406]: list.json: record 4 has no `id`\n", status: 4),
    // There is no file for the item's own record beside the list.
    row(
      ["-c", "show 5 of hotels", "--quiet=all", "--to", "jsonl"],
      """
      {"id":"5","name":"Delta","address":null,"stars":4,"distance":null,"suites":[9,10],"rooms":2,\
      "image":null,"lat":null,"lon":null}

      """),
  ]

  @Test(arguments: lists) func list(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }

  private static let numbers = """
    {"n": 13.10, "t": "a"}
    {"n": 9007199254740993, "t": "b"}
    {"n": 1e400, "t": "c"}
    {bad
    {"n": 0.1, "t": "d"}

    """
  private static let warnings = """
    warning[CQ0406]: n.ndjson, byte 57: n 1e400 in record 3 has an exponent that reaches beyond 38 digits: \
    left empty; a `Text` would keep it
    warning[CQ0406]: n.ndjson, byte 80: line 4 is no JSON (column 2: a name in quotes belongs here): skipped

    """
  private static let notes = "note: 1 record skipped\nnote: 1 value left empty\n"

  private static func file(
    _ query: String, _ format: String, _ output: String, errors: String
  ) -> CommandLineCase {
    CommandLineCase(
      arguments: ["-c", "from \"n.ndjson\"" + query, "--to", format],
      files: ["n.ndjson": numbers], output: output, errors: errors)
  }

  static let files: [CommandLineCase] = [
    file(
      "", "tsv", "n\tt\n13.1\ta\n9007199254740993\tb\n\tc\n0.1\td\n", errors: warnings + notes),
    file(
      "", "table",
      """
                       n  t
      ──────────────────  ─
                    13.1  a
      9007199254740993    b
                     –    c
                     0.1  d
      4 of 4 rows · 1 record skipped · 1 value left empty

      """, errors: warnings),
    file(
      " | extend s = n + 0.2, e = n + 0.2 = 0.3 | show n, s, e", "json",
      """
      [
        {"n":13.1,"s":13.3,"e":false},
        {"n":9007199254740993,"s":9007199254740993.2,"e":false},
        {"n":null,"s":null,"e":false},
        {"n":0.1,"s":0.3,"e":true}
      ]

      """, errors: warnings + notes),
    file(
      " | sort by n desc | show n", "csv", "n\n9007199254740993\n13.1\n0.1\n\n",
      errors: warnings + notes),
    CommandLineCase(
      arguments: ["-c", "from \"a.json\" | extend b = a / 3 | show a, b"],
      files: ["a.json": "[{\"a\": 1}, {\"a\": 12345678901234567890123456789012345678}]"],
      output: """
        a\tb
        1\t0.33333333333333333333333333333333333333
        12345678901234567890123456789012345678\t4115226300411522630041152263004115226

        """),
    CommandLineCase(
      arguments: ["-c", "from \"empty.json\""], files: ["empty.json": "[]"], output: "\n"),
  ]

  @Test(arguments: files) func file(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }

  /// After five of a kind the rest is counted.
  @Test func manyFaultsAreCounted() throws {
    let records = (1...8).map { $0 == 1 ? "{\"a\":1}" : "5" }.joined(separator: ",")
    let workspace = try Workspace(["a.json": "[\(records)]"])
    let run = Outcome(try workspace.run(["-c", "from \"a.json\""]))
    let told = (2...6).map {
      "warning[CQ0406]: a.json, byte \($0 * 2 + 5): "
        + "record \($0) is a number, not an object: skipped\n"
    }
    let errors =
      told.joined() + "warning[CQ0406]: a.json: 2 more of the same kind\nnote: 7 records skipped\n"
    #expect(run == Outcome(output: "a\n1\n", errors: errors))
  }
}
