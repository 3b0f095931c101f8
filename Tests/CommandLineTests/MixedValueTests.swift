// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Values of several types in one field, as a file brings them.
@Suite struct MixedValueTests {
  private static let mixed = """
    {"k":1,"a":1,"n":1,"m":1.0,"s":"x","l":[1],"e":["1",1],"d":"2024-01-31"}
    {"k":2,"a":"x","n":null,"m":"1","s":null,"l":[2,null],"e":["X","x"],"d":"soon"}
    {"k":3,"a":true,"n":null,"m":[1.0],"s":"true","l":[],"e":[],"d":null}
    {"k":4,"a":null,"n":null,"m":1,"s":null,"l":null,"e":[null,5],"d":"2024-02-01"}
    {"k":5,"a":10.50,"n":10.5,"m":{"p":1e1},"s":"X","l":[10.5,1.5],"e":["10.5",10],"d":"soon"}
    {"k":6,"a":9,"n":8,"m":{"p":10},"s":"y","l":[9],"e":[true,{}],"d":""}

    """

  /// For a condition the rows that it keeps.
  static let conditions: [(condition: String, rows: String)] = [
    // A value of another type is not null.
    ("a = n", "1 4 5"), ("n = a", "1 4 5"), ("a != n", "2 3 6"), ("a in (n)", "1 4 5"),
    ("(a ?? 0) = n", "1 5"), ("a = (if k > 3 then 10.5 else null)", "5"),
    ("a = s", "4"), ("s = a", "4"), ("a = (s != null)", "3"), ("m = l", ""),
    ("(if d = null then null else 2024-01-31) = d", "1 3"), ("d = 2024-01-31", "1"),
    // Elements of one type or of several, and what is looked for.
    ("l contains a", "1 5 6"), ("any l = a", "1 5 6"), ("any l < a", "5"),
    ("any l > a", ""), ("none l = a", "2 3"), ("any e = a", "1 2 4"), ("e contains n", "1 4"),
    ("any e < a", "5"),
  ]

  /// What counts as one value, for a pipeline that tells of the field `m`, and how it is shown.
  static let pipelines: [(stages: String, rows: String)] = [
    ("distinct m | show m", #"{"m":1} {"m":"1"} {"m":[1]} {"m":{"p":10}}"#),
    ("summarize n = distinct_count(m)", #"{"n":4}"#),
    (
      "count by m | show m, count",
      #"{"m":1,"count":2} {"m":{"p":10},"count":2} {"m":"1","count":1} {"m":[1],"count":1}"#
    ),
    (
      "filter k in (1, 5) | join \"t.ndjson\" on m = t.m | show k, o = t.k",
      #"{"k":1,"o":1} {"k":1,"o":4} {"k":5,"o":5} {"k":5,"o":6}"#
    ),
    ("group by m (limit 1) | show k", #"{"k":1} {"k":2} {"k":3} {"k":5}"#),
    ("filter k > 3 | show c = coalesce(a, n, \"-\")", #"{"c":"-"} {"c":10.5} {"c":9}"#),
    ("filter a = 10.5 | show a", #"{"a":10.5}"#),
    (
      "join \"t.ndjson\" on a < t.a | show k, o = t.k",
      #"{"k":1,"o":5} {"k":1,"o":6} {"k":6,"o":5}"#
    ),
    ("filter a <= a | show k", #"{"k":1} {"k":2} {"k":3} {"k":5} {"k":6}"#),
  ]

  @Test func countsValuesByWhatTheyAre() throws {
    let workspace = try Workspace(["t.ndjson": Self.mixed])
    var found: [String] = []
    for (stages, _) in Self.pipelines {
      let run = try workspace.run(
        ["--quiet=all", "--to", "jsonl", "-c", "from \"t.ndjson\" | \(stages)"])
      let rows = run.outputText.split(separator: "\n").joined(separator: " ")
      found.append("\(stages): \(rows)\(run.errorText)")
    }
    #expect(found == Self.pipelines.map { "\($0.stages): \($0.rows)" })
  }

  /// A number beside an id is what is written, as it is after `show`.
  @Test func comparesIdsWithSpellings() throws {
    let conditions = [
      "id = 1", "id = 1.0", "id = 1.50", "id in (1_000, 1.5)", "id in [1.50, 1000]", "id != 1.0",
      "id starts with 1.5", "id = -1.0", "id between 1 and 1", "none ids = 1.0",
    ]
    let rows = ["1", "1.0", "1.50", "1_000", "1000", "-1.0"].map {
      #"{"id":"\#($0)","ids":["\#($0)","x"]}"#
    }
    let definition = """
      source codes {
        list "codes.json"
        field id  Id key
        field ids List<Id>
      }
      """
    let workspace = try Workspace([
      "codes.json": "[\(rows.joined(separator: ","))]", "codes.cq": definition,
    ])
    var found: [String] = []
    for condition in conditions {
      let query = "from codes | filter \(condition) | show id"
      let run = try workspace.run([
        "--quiet=all", "--define", "codes.cq", "--to", "csv", "-c", query,
      ])
      found.append(
        run.outputText.split(separator: "\n").dropFirst().joined(separator: " ") + run.errorText)
    }
    #expect(
      found == [
        "1", "1.0", "1.50", "1_000", "1.50 1000", "1 1.50 1_000 1000 -1.0", "1.50", "-1.0", "1",
        "1 1.50 1_000 1000 -1.0",
      ])
  }

  /// The footer counts the texts that are no dates among those whose null has decided.
  @Test func countsWhatIsNoDate() throws {
    let workspace = try Workspace(["t.ndjson": Self.mixed])
    let query = "from \"t.ndjson\" | filter d > 2024-01-31 or n = 3 | show k"
    let run = try workspace.run(["--to", "table", "-c", query])
    #expect(
      run.outputText.split(separator: "\n").last ?? ""
        == "1 of 6 rows · 4 have no date in d · 3 have no n")
  }

  /// Of a field of no certain type the footer counts what a comparison cannot decide, and what no
  /// number can hold.
  @Test func countsWhatIsOfAnotherType() throws {
    let numbers = ["1e400", String(repeating: "7", count: 45), "12", #""12""#, "true", "null"]
    let rows = numbers.map { #"{"v":\#($0),"o":{"v":\#($0)}}"# }
    let workspace = try Workspace(["t.ndjson": rows.joined(separator: "\n")])
    let footers = [
      "v > 5": "1 of 6 rows · 5 have no number in v",
      "v = 12": "1 of 6 rows · 5 have no number in v",
      "v in (12, 13) or V > 20": "1 of 6 rows · 5 have no number in v",
      "o.v between 5 and 20": "1 of 6 rows · 5 have no number in o.v",
      "v = \"12\" or v > 5": "2 of 6 rows · 4 have no number or text in v",
      "v contains \"1\"": "1 of 6 rows · 5 have no text in v",
      "v = true": "1 of 6 rows · 5 have no true or false in v",
      "v is null": "3 of 6 rows",
    ]
    for (condition, footer) in footers {
      let query = "from \"t.ndjson\" | filter \(condition) | show v"
      let run = try workspace.run(["--to", "table", "-c", query])
      let lost = condition.contains("o.v") ? 4 : 2
      let found = run.outputText.split(separator: "\n").last ?? ""
      #expect(found == "\(footer) · \(lost) values left empty")
    }
  }

  @Test func keepsTheRows() throws {
    let script = Self.conditions
      .map { "from \"t.ndjson\" | filter \($0.condition) | summarize rows = join(list(k), \" \")" }
      .joined(separator: "\n")
    let workspace = try Workspace(["t.ndjson": Self.mixed, "t.cq": script])
    let run = try workspace.run(["--quiet=all", "--to", "jsonl", "t.cq"])
    #expect(run.errorText == "")
    let expected = Self.conditions.map { "\($0.condition): {\"rows\":\"\($0.rows)\"}" }
    let found = run.outputText.split(separator: "\n").filter { !$0.isEmpty }
    #expect(zip(Self.conditions, found).map { "\($0.condition): \($1)" } == expected)
  }
}
