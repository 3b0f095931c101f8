// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Columns of tables that are dates, where texts are asked for.
@Suite struct DateColumnTests {
  private static let files = [
    "days.csv": "id,v\n2024-01-31,1\n2024-02-01,2\n",
    "words.csv": "id,v\n2024-02-01,5\nsoon,3\n",
    "days.cq": """
    source days {
      list "days.json"
      field day Date key
      field v Int
    }

    """,
    "days.json": #"[{"day":"2024-01-31","v":1},{"day":"2024-02-01","v":2}]"#,
  ]

  private static func row(
    _ query: String, _ options: [String] = ["--to", "csv", "-q"], output: String = "",
    errors: String = "", status: Int32 = 0
  ) -> CommandLineCase {
    CommandLineCase(
      arguments: options + ["-c", query], files: files, output: output, errors: errors,
      status: status)
  }

  private static let january = "id,v\n2024-01-31,1\n"
  private static let february = "id,v\n2024-02-01,2\n"

  /// Conditions on the dates of a table, and what they leave.
  static let conditions: [(condition: String, rows: String)] = [
    ("id = \"2024-01-31\"", january), ("id != \"2024-01-31\"", february),
    ("\"2024-01-31\" < id", february), ("id in [\"2024-01-31\", \"1999-01-01\"]", january),
    ("id in (\"2024-02-01\")", february),
    ("id between \"2024-01-01\" and \"2024-01-31T00:00:00\"", january),
    ("id contains \"-02-\"", february), ("id starts with \"2024-01\"", january),
    ("id ends with \"31\"", january), ("id like \"*-02-*\"", february),
    ("id matches /-0[2-9]-/", february), ("not id contains \"-02-\"", january),
    ("upper(id) = \"2024-02-01\"", february), ("split(id, \"-\")[1] = \"01\"", january),
    ("extract(id, /-(\\d+)$/) = \"31\"", january), ("len(id) = 10 and v = 1", january),
    ("id = 2024-02-01", february), ("year(id) = 2024 and month(id) = 1", january),
  ]

  @Test(arguments: conditions) func condition(_ condition: String, _ rows: String) throws {
    let (actual, expected) =
      try Self.row("from \"days.csv\" | filter \(condition)", output: rows).run()
    #expect(actual == expected)
  }

  static let others: [CommandLineCase] = [
    row("show \"2024-01-31\" of \"days.csv\"", output: january),
    row(
      "show \"2024-02-01\" of days", ["--define", "days.cq", "--to", "csv", "-q"],
      output: "day,v\n2024-02-01,2\n"),
    row(
      "from \"days.csv\"\nshow @2 | show v", output: january + "2024-02-01,2\n\nv\n2\n"),
    row(
      "show \"2024\" of \"days.csv\"",
      errors: "<query>:1:6: error[CQ0502]: several items of days.csv begin with `2024`\n",
      status: 5),
    row(
      "from \"days.csv\" | union \"words.csv\" | sort by id | show id",
      output: "id\n2024-01-31\n2024-02-01\n2024-02-01\nsoon\n"),
    row(
      "changes from \"days.csv\" to \"words.csv\" by id | show id, change, v.new",
      output: "id,change,v.new\n2024-01-31,gone,\n2024-02-01,changed,5\nsoon,new,3\n"),
    row(
      "from \"days.csv\" | assert v > 1", ["--errors", "full"],
      errors: """
        FAILED[CQ0602]: a row does not meet the condition
        1 | from "days.csv" | assert v > 1
          |                          ^^^^^ false
        rows: 2024-01-31

        """, status: 1),
    row(
      "from \"days.csv\" | filter id > \"2024\"", ["--errors", "full"],
      errors: """
        error[CQ0301]: a date cannot be compared with text
        1 | from "days.csv" | filter id > "2024"
          |                          --   ^^^^^^ Text
          |                          Date
        help: a date is a whole day, such as `2024-01-01`; `year(…) = 2024` and `… starts with "2024"` \
        are true of all days in it
        maybe: from "days.csv" | filter id > 2024-01-01

        """, status: 3),
  ]

  @Test(arguments: others) func other(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }
}
