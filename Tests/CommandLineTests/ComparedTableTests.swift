// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Two tables that are compared, through the whole program.
@Suite struct ComparedTableTests {
  /// Two readings of a shop, of whose fields one differs.
  private static let shop = [
    "o.csv": "id,name,price\n1,a,3\n2,b,5\n", "n.csv": "id,name,price\n1,a,4\n2,b,5\n",
  ]

  private static func row(
    _ query: String, _ files: [String: String] = shop, output: String = "", errors: String = "",
    status: Int32 = 0
  ) -> CommandLineCase {
    CommandLineCase(
      arguments: ["-c", query], files: files, output: output, errors: errors, status: status)
  }

  private static let compared = "changes from \"o.csv\" to \"n.csv\" by id"

  /// What heads the rows, and which fields are seen.
  static let shown: [CommandLineCase] = [
    row(
      "\(compared) | to card by price",
      output: "{\"old\":3,\"new\":4}\nid      1\nchange  changed\n1 row · 1 changed: price 1\n"),
    row(
      "\(compared) | to table by price",
      output: "id  change\n──  ───────\n{\"old\":3,\"new\":4}\n 1  changed\n"
        + "1 row · 1 changed: price 1\n"),
    row(
      "\(compared) | to table by name",
      output: "id  change   price\n──  ───────  ─────────────────\n{\"old\":\"a\",\"new\":\"a\"}\n"
        + " 1  changed  {\"old\":3,\"new\":4}\n1 row · 1 changed: price 1\n"),
    row(
      "\(compared) | to table by change",
      output: "id  price\n──  ─────────────────\nchanged\n 1  {\"old\":3,\"new\":4}\n"
        + "1 row · 1 changed: price 1\n"),
    row("\(compared) | expect columns id, change, price", errors: "note: 1 changed: price 1\n"),
    row(
      "\(compared) | show all | expect columns id, change, name, price",
      errors: "note: 1 changed: price 1\n"),
    row(
      "\(compared) | expect columns id, change, name, price",
      errors: "<query>:1:41: FAILED[CQ0601]: expected the columns id, change, name, price\n",
      status: 1),
    row(
      "\(compared) | expect columns price",
      errors: "<query>:1:41: FAILED[CQ0601]: expected the columns price\n", status: 1),
  ]

  private static let heads = [
    "rows.csv": "id,day,price\n1,2024-01-02,3.50\n", "head.csv": "id,day,price\n",
    "blank.csv": "id,day,price\n7,,\n", "other.csv": "id,day,price\n1,soon,cheap\n",
  ]

  /// A field of a file without any value goes with values of each type.
  static let valueless: [CommandLineCase] = [
    row(
      "changes from \"rows.csv\" to \"head.csv\" by id | show id, change, price.old | to csv",
      heads, output: "id,change,price.old\n1,gone,3.5\n", errors: "note: 1 gone\n"),
    row(
      "changes from \"head.csv\" to \"rows.csv\" by id | show id, change, day.new | to csv", heads,
      output: "id,change,day.new\n1,new,2024-01-02\n", errors: "note: 1 new\n"),
    row(
      "changes from \"rows.csv\" to \"blank.csv\" by id | show id, change | to csv", heads,
      output: "id,change\n1,gone\n7,new\n", errors: "note: 1 new · 1 gone\n"),
    row(
      "from \"head.csv\" | union \"rows.csv\" | show next = day + 1 day, double = 2 * price "
        + "| to csv",
      heads, output: "next,double\n2024-01-03,7\n"),
    row(
      "from \"rows.csv\" | union \"blank.csv\" | union \"head.csv\" | summarize sum(price), "
        + "max(day) | to csv", heads, output: "sum_price,max_day\n3.5,2024-01-02\n"),
    row(
      "let both = from \"head.csv\" | union \"head.csv\"\nfrom both | union \"rows.csv\" | to csv",
      heads, output: "id,day,price\n1,2024-01-02,3.5\n"),
    // A date beside texts is its text.
    row(
      "changes from \"rows.csv\" to \"other.csv\" by day ignoring price | show day, change | to csv",
      heads, output: "day,change\n2024-01-02,gone\nsoon,new\n", errors: "note: 1 new · 1 gone\n"),
    row(
      "let a = from \"rows.csv\" | drop price\nlet b = from \"other.csv\" | drop price\n"
        + "from a | union b | filter day contains \"o\" or day starts with \"2024-01\" | show day "
        + "| to csv", heads, output: "day\n2024-01-02\nsoon\n"),
    row(
      "changes from \"rows.csv\" to \"other.csv\" by id | to csv", heads,
      errors: "<query>:1:28: error[CQ0301]: `price` is Decimal in rows.csv and Text in other.csv\n",
      status: 3),
  ]

  @Test(arguments: valueless) func withoutValues(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }

  private static let lists = [
    "empty.json": "[]", "full.json": #"[{"id":1,"name":"a"},{"id":2,"name":"b"}]"#,
    "rows.csv": "id,day,price\n1,2024-01-02,3.50\n", "empty.csv": "",
  ]

  private static func ofLists(
    _ query: String, output: String = "", errors: String = "", status: Int32 = 0
  ) -> CommandLineCase {
    row(query, lists, output: output, errors: errors, status: status)
  }

  /// A list without rows, of which nothing tells fields, is one to compare with.
  static let withoutRows: [CommandLineCase] = [
    ofLists(
      "changes from \"empty.json\" to \"full.json\" by id | to csv",
      output: "id,change,name\n1,new,\"{\"\"new\"\":\"\"a\"\"}\"\n"
        + "2,new,\"{\"\"new\"\":\"\"b\"\"}\"\n",
      errors: "note: 2 new\n"),
    ofLists(
      "changes from \"full.json\" to \"empty.json\" by id | show id, change | to csv",
      output: "id,change\n1,gone\n2,gone\n", errors: "note: 2 gone\n"),
    ofLists(
      "changes from \"empty.json\" to \"empty.json\" by id | to csv", output: "id,change\n",
      errors: "note: no changes\n"),
    ofLists(
      "changes from \"empty.json\" to \"full.json\" by idd",
      errors: "<query>:1:45: error[CQ0201]: full.json has no field `idd`; did you mean `id`?\n",
      status: 3),
    ofLists(
      "changes from \"empty.csv\" to \"rows.csv\" by id",
      errors: "<query>:1:14: error[CQ0402]: empty.csv is empty\n", status: 4),
    ofLists(
      "from \"empty.json\" | filter price > 3",
      errors: "<query>:1:28: error[CQ0201]: empty.json has no field `price`\n", status: 3),
  ]

  @Test(arguments: withoutRows) func listsWithoutRows(_ row: CommandLineCase) throws {
    let (got, wanted) = try row.run()
    #expect(got == wanted)
  }

  /// What is saved is what is seen, and so is what is expected of a later run.
  @Test func whatIsSavedIsExpected() throws {
    let workspace = try Workspace(Self.shop)
    let saved = try workspace.run(["-q", "-c", "\(Self.compared) | save \"c.json\""])
    #expect(Outcome(saved) == Outcome())
    let table = "[\n  {\"id\":1,\"change\":\"changed\",\"price\":{\"old\":3,\"new\":4}}\n]\n"
    #expect(try workspace.text(of: "c.json") == table)
    let same = { (stages: String) in
      try Outcome(
        workspace.run([
          "-q", "--errors", "full", "-c", "\(Self.compared)\(stages)\n| expect same as \"c.json\"",
        ]))
    }
    #expect(try same("") == Outcome())
    #expect(
      try same(" | show all")
        == Outcome(
          errors: """
            FAILED[CQ0601]: expected the columns id, change, price
            2 | | expect same as "c.json"
              |   ^^^^^^^^^^^^^^^^^^^^^^^ got id, change, name, price

            """, status: 1))
    #expect(try same(" | filter false").errors.contains("expected 1 row, got 0"))
  }

  /// What goes on from a result sees the fields that it has shown.
  @Test func theLastResultIsSeenAsItWas() throws {
    let workspace = try Workspace(Self.shop)
    let table = "id,change,price\n1,changed,\"{\"\"old\"\":3,\"\"new\"\":4}\"\n"
    let run = try workspace.run([
      "-q", "--to", "csv", "-c",
      "\(Self.compared)\nfrom it\nfrom it | limit 1\nfrom it | expect columns id, change, price",
    ])
    #expect(Outcome(run) == Outcome(output: [table, table, table].joined(separator: "\n")))
    let chosen = try workspace.run([
      "-q", "--to", "csv", "-c", "\(Self.compared) | show name\nfrom it | show name",
    ])
    let names = "name\n\"{\"\"old\"\":\"\"a\"\",\"\"new\"\":\"\"a\"\"}\"\n"
    #expect(Outcome(chosen) == Outcome(output: "\(names)\n\(names)"))
  }

  @Test(arguments: shown) func show(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }

  private static let told = [
    "a.csv": "id,change,price\n1,x,3\n", "b.csv": "id,change,price\n1,y,4\n",
    "c.csv": "id,Change,price\n1,x,3\n",
    "text.json": #"[{"id": "a", "p": 1}]"#, "number.json": #"[{"id": 1, "p": 2}]"#,
  ]

  /// Names that cannot be: of a key, of a column, of what is not compared.
  static let names: [CommandLineCase] = [
    row(
      "changes from \"a.csv\" to \"b.csv\" by id", told,
      errors: "<query>:1:14: error[CQ0205]: there are two columns called `change`: that of a.csv, "
        + "and the one that says what has happened to a row\n", status: 3),
    row(
      "changes from \"a.csv\" to \"b.csv\" by change", told,
      errors: "<query>:1:36: error[CQ0205]: there are two columns called `change`: that of a.csv, "
        + "and the one that says what has happened to a row\n", status: 3),
    row(
      "changes from \"a.csv\" to \"b.csv\" by id ignoring change | to csv", told,
      output: "id,change,price\n1,changed,\"{\"\"old\"\":3,\"\"new\"\":4}\"\n",
      errors: "note: 1 changed: price 1\n"),
    row(
      "changes from \"c.csv\" to \"c.csv\" by id | show Change, change | to csv", told,
      output: "Change,change\n", errors: "note: no changes\n"),
    row(
      "changes from \"o.csv\" to \"n.csv\" by id, id",
      errors: "<query>:1:40: error[CQ0205]: `id` is a key already\n", status: 3),
    row(
      "changes from \"o.csv\" to \"n.csv\" by id, ID",
      errors: "<query>:1:40: error[CQ0205]: `ID` is a key already\n", status: 3),
    row(
      "changes from \"o.csv\" to \"n.csv\" by id ignoring id",
      errors: "<query>:1:48: error[CQ0209]: `id` says which rows are the same, and is "
        + "always compared\n", status: 3),
    row(
      "changes from \"number.json\" to \"text.json\" by id ignoring p", told,
      errors: "<query>:1:46: error[CQ0301]: `id` is Int in number.json and Text in text.json\n",
      status: 3),
  ]

  @Test(arguments: names) func name(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }

  /// What is said of a key of two types makes it one that both sides have.
  @Test func aKeyOfTwoTypesIsMadeOne() throws {
    let workspace = try Workspace(Self.told)
    let query = "changes from \"number.json\" to \"text.json\" by id"
    let full = try workspace.run(["--errors", "full", "-c", query]).errorText
    let help =
      "a view makes one type of both: `let a = from \"number.json\" | extend id = text(id)`"
    #expect(full.contains(help), "\(full)")
    let mended = try workspace.run([
      "--to", "csv", "-c",
      "let a = from \"number.json\" | extend id = text(id)\n"
        + "changes from a to \"text.json\" by id | show id, change",
    ])
    #expect(mended.outputText == "id,change\n1,gone\na,new\n")
  }

  /// Items of records that are left out would seem to be gone.
  @Test func skippedRecordsAreMissing() throws {
    let rows = (1...3).map { "{\"id\":\($0),\"v\":1}\n" }.joined()
    let broken = rows.replacing("{\"id\":2,\"v\":1}", with: "{\"id\":2,\"v\":x}")
    let workspace = try Workspace(["old.jsonl": rows, "new.jsonl": broken])
    for sides in ["\"old.jsonl\" to \"new.jsonl\"", "\"new.jsonl\" to \"old.jsonl\""] {
      let run = try Outcome(workspace.run(["-q", "-c", "changes from \(sides) by id"]))
      #expect(
        run
          == Outcome(
            errors: "<query>:1:1: error[CQ0507]: the list of new.jsonl is not whole: "
              + "1 record skipped\n", status: 5))
    }
  }

  /// What only an item's own record tells would seem to have changed where that cannot be read.
  @Test func recordsThatCannotBeReadAreMissing() throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/list": .json(#"[{"id":1},{"id":2}]"#)
      case "/1": .json(#"{"id":1,"size":3}"#)
      default: .status(501)
      }
    }
    let workspace = try Workspace([
      "things.cq": """
      source things {
        list "\(server.address("/list"))"
        detail "\(server.address("/{id}"))"
        field id Id key
        field size Int in detail
      }

      """, "old.json": #"[{"id":1,"size":3},{"id":2,"size":4}]"#,
    ])
    func run(_ fields: String) throws -> Outcome {
      let script = "let now = from things | show \(fields)\nchanges from \"old.json\" to now by id"
      return try Outcome(
        workspace.run(
          ["--define", "things.cq", "--to", "csv", "--refresh", "-q", "-c"]
            + ["\(script)\(fields == "id" ? " ignoring size" : "")"],
          environment: ["CQ_OFFLINE": ""]))
    }
    #expect(try run("id") == Outcome(output: "id,change\n"))
    #expect(
      try run("id, size")
        == Outcome(
          errors: "<query>:2:1: error[CQ0507]: the list of things is not whole: 1 detail record "
            + "could not be read (2: 501 Not Implemented after 3 tries)\n", status: 5))
  }

  /// A tolerance reaches numbers wherever they stand, and nothing else.
  @Test(arguments: [
    ("[1,\"x\"]", "[1.004,\"x\"]", true), ("[1,\"x\"]", "[1.02,\"x\"]", false),
    ("[1,\"x\"]", "[1.004,\"y\"]", false), ("[1,\"x\"]", "[1.004,\"x\",2]", false),
    ("[1,\"1\"]", "[1,\"1.004\"]", false), ("{\"p\":1.0}", "{\"p\":1.004}", true),
    ("{\"p\":[{\"q\":-1}]}", "{\"p\":[{\"q\":-1.004}]}", true),
    ("{\"p\":1.0}", "{\"q\":1.0}", false), ("[true,1]", "[1,true]", false),
    ("[10,\"x\"]", "[1,\"x\"]", false), ("[1,2,\"x\"]", "[12,\"x\"]", false),
    ("{\"1\":\"a\"}", "{\"1.004\":\"a\"}", false), ("\"1\"", "\"1.004\"", false),
    ("[null,\"1\\\"2\"]", "[null,\"1\\\"2.004\"]", false), ("1e2", "100.004", true),
  ])
  func numbersMayBeNearlyTheSame(old: String, new: String, isAlike: Bool) throws {
    // Another row makes values of several types of the field.
    let workspace = try Workspace([
      "o.json": "[{\"id\":1,\"v\":\(old)},{\"id\":2,\"v\":true},{\"id\":3,\"v\":\"t\"}]",
      "n.json": "[{\"id\":1,\"v\":\(new)},{\"id\":2,\"v\":true},{\"id\":3,\"v\":\"t\"}]",
    ])
    let run = try workspace.run([
      "--to", "csv", "-c", "changes from \"o.json\" to \"n.json\" by id within 0.01 | show id",
    ])
    #expect(run.outputText == (isAlike ? "id\n" : "id\n1\n"), "\(run.errorText)")
  }

  /// Objects of many names, which are kept as their text.
  @Test func numbersInObjectsOfManyNamesMayBeNearlyTheSame() throws {
    func rows(_ number: String) -> String {
      let members = (0..<2_000).map { "\"k\($0)\":\(number)" }.joined(separator: ",")
      return "[{\"id\":1,\"v\":{\(members)}}]"
    }
    let workspace = try Workspace(["o.json": rows("1.0"), "n.json": rows("1.004")])
    for (tolerance, count) in [("0.01", 0), ("0.001", 1)] {
      let query = "changes from \"o.json\" to \"n.json\" by id within \(tolerance) | count"
      let run = try workspace.run(["--to", "csv", "-c", query])
      #expect(run.outputText == "count\n\(count)\n", "\(run.errorText)")
    }
  }
}
