// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Fields of tables and of JSON that are dates, where texts are asked for.
@Suite struct DateColumnTests {
  private static let files = [
    "days.csv": "id,v\n2024-01-31,1\n2024-02-01,2\n",
    "days.ndjson": """
    {"id":"2024-01-31","v":1}
    {"id":"2024-02-01","v":2}

    """,
    "tales.json": """
    [{"k":4,"of":{"since":"long ago"},"days":["soon"],"t":"x"}]
    """,
    "words.csv": "id,v\n2024-02-01,5\nsoon,3\n",
    "stays.json": """
    [{"k":1,"of":{"since":"2024-01-31"},"days":["2024-01-31","2024-02-01"],"t":"2024-02-01"},
    {"k":2,"of":{"since":"2024-02-02"},"days":["2024-02-01",null],"t":"soon"},
    {"k":3,"of":{"since":null},"days":[],"t":"2024-02-01"}]
    """,
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

  /// Amounts of two currencies in one column, of items that days name.
  private static let priced = """
    let pounds = from "days.ndjson" | filter v = 1 | extend cost = v * £1
    let euros = from "days.csv" | filter v = 2 | extend cost = v * 2 EUR
    from pounds | union euros
    """

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

  @Test(arguments: conditions, ["days.csv", "days.ndjson"])
  func condition(_ row: (condition: String, rows: String), of file: String) throws {
    let query = "from \"\(file)\" | filter \(row.condition)"
    let (actual, expected) = try Self.row(query, output: row.rows).run()
    #expect(actual == expected)
  }

  /// Conditions on dates within records and lists, and the rows that they keep.
  static let nested: [(condition: String, rows: String)] = [
    ("of.since = \"2024-01-31\"", "1"), ("of.since > 2024-02-01", "2"),
    ("of.since starts with \"2024-\"", "1 2"), ("of.since = null", "3"),
    ("days contains \"2024-02-01\"", "1 2"), ("days contains 2024-01-31", "1"),
    ("days contains t", "1"), ("any days > 2024-01-31", "1 2"),
    ("all days < \"2024-02-02\"", "1 3"),
    ("none days = t", "2 3"), ("days[0] = \"2024-02-01\"", "2"), ("days = [\"2024-01-31\"]", ""),
    ("days = split(\"2024-01-31 2024-02-01\", \" \")", "1"),
    ("join(days, \"+\") = \"2024-01-31+2024-02-01\"", "1"), ("max(days) = 2024-02-01", "1 2"),
    ("(of.since ?? \"never\") = \"never\"", "3"), ("coalesce(of.since, t) = \"2024-02-01\"", "3"),
    ("(of.since ?? \"2024-05-01\") > 2024-04-01", "3"),
    ("(if k = 1 then of.since else \"none\") contains \"o\"", "2 3"),
    ("split(t, of.since)[0] = t", "1 2"), ("f\"{of.since}!\" = \"2024-01-31!\"", "1"),
    ("split(t, \" \") contains days[1]", "1"), ("t = of.since", ""), ("of.since < t", "1"),
    ("len(days) = 2", "1 2"),
  ]

  @Test(arguments: nested) func nestedDates(_ condition: String, _ rows: String) throws {
    let query = "from \"stays.json\" | filter \(condition) | show k"
    let output = "k\n" + rows.split(separator: " ").map { $0 + "\n" }.joined()
    let (actual, expected) = try Self.row(query, output: output).run()
    #expect(actual == expected)
  }

  /// Words of a search are looked for in dates as they are written.
  static let searches: [(search: String, rows: String)] = [
    ("search \"2024-01\"", "1"), ("search \"02-01\"", "1 3"), ("search \"soon\" in t", "2"),
    ("search \"02-02\" in since", "2"), ("search \"2024-02-02 soon\"", "2"),
  ]

  @Test(arguments: searches) func search(_ search: String, _ rows: String) throws {
    let query = "from \"stays.json\" | show k, since = of.since, t | \(search)"
    let output = "k\n" + rows.split(separator: " ").map { $0 + "\n" }.joined()
    let (actual, expected) = try Self.row(query + " | show k", output: output).run()
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
      "from \"days.ndjson\" | union \"words.csv\" | sort by id | show id",
      output: "id\n2024-01-31\n2024-02-01\n2024-02-01\nsoon\n"),
    row(
      "from \"stays.json\" | union \"tales.json\" | filter k > 1",
      ["--to", "jsonl", "-q"],
      output: """
        {"k":2,"of":{"since":"2024-02-02"},"days":["2024-02-01",null],"t":"soon"}
        {"k":3,"of":{"since":null},"days":[],"t":"2024-02-01"}
        {"k":4,"of":{"since":"long ago"},"days":["soon"],"t":"x"}

        """),
    row(
      "from \"days.ndjson\" | join \"words.csv\" on id = words.id | show v, words.v",
      output: "v,words.v\n2,5\n"),
    row(
      "changes from \"days.csv\" to \"days.ndjson\" by id | count", output: "count\n0\n"),
    row("show \"2024-02-01\" of \"days.ndjson\"", output: february),
    row(
      "\(priced) | summarize sum(cost)",
      errors: """
        <query>:3:43: error[CQ0403]: `cost` is in several currencies: GBP in 1 row, EUR in 1 \
        (first: row 2, item `2024-02-01`)

        """, status: 4),
    row(
      "\(priced) | filter cost < £100", output: "id,v,cost\n2024-01-31,1,1 GBP\n",
      errors: """
        <query>:3:36: error[CQ0403]: `4 EUR` of item `2024-02-01` meets `GBP`, another currency

        """, status: 4),
    row(
      "from \"days.csv\" | drop id\nshow @2", output: "v\n1\n2\n\n" + february),
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
