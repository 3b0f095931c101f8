// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// What the command line says of where rows come from, and what it refuses.
@Suite(.timeLimit(.minutes(10))) struct OriginTests {
  static let cases: [CommandLineCase] = [
    // `-q` hides remarks, never that rows are of a sample.
    CommandLineCase(
      arguments: ["-q", "-c", "from shopreme | filter was_price < 3 | count"], output: "count\n3\n",
      errors: "note: shopreme: the sample that comes with cq, not live data\n"),
    CommandLineCase(
      arguments: ["--quiet=all", "-c", "from shopreme | filter was_price < 3 | count"],
      output: "count\n3\n"),
    // Offline, strictness takes what offline promises.
    CommandLineCase(
      arguments: ["--strict", "--quiet=all", "-c", "from hotels | count"], output: "count\n7\n"),
    CommandLineCase(
      arguments: ["--live", "-c", "from hotels"],
      errors: """
        error[CQ0002]: --live and CQ_OFFLINE contradict each other

        """, status: 2),
    CommandLineCase(
      arguments: ["-c", "set live = true; from hotels"],
      errors: """
        <query>:1:1: error[CQ0002]: nothing can be live offline, and servers are not asked

        """, status: 2),
    // A check of the origin ends as what refuses it for the whole run.
    CommandLineCase(
      arguments: ["-c", "from hotels | expect live"],
      errors: """
        <query>:1:15: error[CQ0501]: hotels gives nothing live, only the sample that comes with cq

        """, status: 5),
    CommandLineCase(
      arguments: ["-c", "expect error CQ0501 from (from hotels | expect live)"], output: ""),
    CommandLineCase(
      arguments: ["-c", "expect error CQ0601 from (from hotels | expect live)"],
      errors: "<query>:1:1: FAILED[CQ0601]: expected the error CQ0601\n", status: 1),
    CommandLineCase(
      arguments: ["--errors", "full", "-c", "from hotels | expect live | count"],
      errors: """
        error[CQ0501]: hotels gives nothing live, only the sample that comes with cq
        1 | from hotels | expect live | count
          |               ^^^^^^^^^^^
        help: `cq doctor hotels` tests the address; without `expect live` these rows are given, and \
        it is told what they are

        """, status: 5),
    // Rows of no source are neither live nor not.
    CommandLineCase(
      arguments: ["-c", "sources | expect live"],
      errors: """
        <query>:1:11: error[CQ0501]: `expect live` judges rows that a source gives, and these come from none

        """, status: 5),
    CommandLineCase(
      arguments: ["-q", "-c", "sources | count; from it | expect live"], output: "count\n5\n",
      errors: """
        <query>:1:28: error[CQ0501]: `expect live` judges rows that a source gives, and these come from none

        """, status: 5),
    // What is found in rows of a sample is found in a sample.
    CommandLineCase(
      arguments: ["-q", "-c", "from hotels | expect 3 rows"],
      errors: """
        <query>:1:15: FAILED[CQ0601]: expected 3 rows, got 7
        note: hotels: the sample that comes with cq, not live data

        """, status: 1),
    CommandLineCase(
      arguments: ["-c", "from hotels | assert stars > 1"],
      errors: """
        <query>:1:22: FAILED[CQ0602]: a row does not meet the condition
        note: hotels: the sample that comes with cq, not live data

        """, status: 1),
    CommandLineCase(
      arguments: ["--quiet=all", "-c", "from hotels | expect 3 rows"],
      errors: "<query>:1:15: FAILED[CQ0601]: expected 3 rows, got 7\n", status: 1),
    CommandLineCase(
      arguments: ["-c", "show 99 of hotels"],
      errors: """
        <query>:1:6: error[CQ0502]: hotels has no item `99`
        note: hotels: the sample that comes with cq, not live data

        """, status: 5),
    CommandLineCase(
      arguments: [
        "-c", "let odd = from hotels | expect 3 rows\nfrom \"a.json\" | union odd | count",
      ],
      files: ["a.json": "[{\"a\":1},5]"],
      errors: """
        <query>:1:25: FAILED[CQ0601]: expected 3 rows, got 7
        note: 1 record of a.json skipped
        note: hotels: the sample that comes with cq, not live data

        """, status: 1),
    // The sample has the item, and does not tell where it leads.
    CommandLineCase(
      arguments: ["-q", "-c", "follow alsoViewed 7700101 of bestbuy"],
      errors: """
        <query>:1:19: error[CQ0502]: bestbuy does not tell what 7700101 leads to as `alsoViewed`
        note: bestbuy: the sample that comes with cq, not live data

        """, status: 5),
    CommandLineCase(
      arguments: ["-c", "from bestbuy | limit 3 | follow alsoViewed | count"], output: "count\n3\n",
      errors: """
        note: nothing tells the alsoViewed items of 7700101, 7700102
        note: bestbuy: the sample that comes with cq, not live data

        """),
    // A file that is read as far as it is whole is not whole.
    CommandLineCase(
      arguments: ["--salvage", "-q", "--to", "csv", "-c", "from \"a.json\""],
      files: ["a.json": "[{\"a\":1},{\"a\""], output: "a\n1\n",
      errors: "note: the list stops in the middle of record 2, byte 9; what follows is left out\n"),
    CommandLineCase(
      arguments: ["-c", "from \"a.json\" | expect live | show a"], files: ["a.json": "[{\"a\":1}]"],
      output: "a\n1\n"),
  ]

  @Test(arguments: cases) func run(_ row: CommandLineCase) throws {
    let run = try row.run()
    #expect(run.actual == run.expected)
  }

  /// With every server out of reach, what wants live data gets a fault and no rows.
  @Test(arguments: ["--live", "--strict"]) func refusesTheSampleOnline(_ option: String) throws {
    let workspace = try Workspace()
    let script = "from hotels | show id | save \"ids.csv\""
    let run = try workspace.run(
      [option, "--quiet=all", "-c", "from hotels | count"],
      environment: ["CQ_OFFLINE": "", "https_proxy": "http://127.0.0.1:1"])
    #expect(run.outputText == "")
    #expect(
      run.errorText.hasPrefix(
        "<query>:1:1: error[CQ0501]: hotels gives nothing live, only the sample that comes with cq"
      ))
    #expect(run.status == .exited(5))
    let saved = try workspace.run(
      [option, "--quiet=all", "-c", script],
      environment: ["CQ_OFFLINE": "", "https_proxy": "http://127.0.0.1:1"])
    #expect(saved.status == .exited(5))
    #expect((try? workspace.text(of: "ids.csv")) == nil)
  }

  /// What is told of results to other programs: an object for each, in one file.
  @Test func metaTellsOfEachResult() throws {
    let workspace = try Workspace(["a.json": "[{\"a\":1},5]"])
    let script = """
      from hotels | limit 2 | show id
      from "a.json" | save "a.csv"
      from hotels | expect 7 rows
      """
    let run = try workspace.run(["--meta", "m.json", "-q", "--to", "jsonl", "-c", script])
    #expect(run.outputText == "{\"id\":\"40611\"}\n{\"id\":\"80899\"}\n")
    #expect(run.status == .exited(0))
    #expect(
      try workspace.text(of: "m.json") == """
        [{"rows":2,"saved":null,"error":null,"whole":true,"sources":[{"source":"hotels","origin":"sample",\
        "age":null,"since":null,"taken":null,"reason":null,"old":[],"read":7,"total":null,"skipped":0,"missing":[]}],\
        "notes":["hotels: the sample that comes with cq, not live data"]},\
        {"rows":1,"saved":"a.csv","error":null,"whole":false,"sources":[{"source":"a.json","origin":"file",\
        "age":null,"since":null,"taken":null,"reason":null,"old":[],"read":2,"total":null,"skipped":1,"missing":["1 record skipped"]}],\
        "notes":["1 record skipped"]},\
        {"rows":7,"saved":null,"error":null,"whole":true,"sources":[{"source":"hotels","origin":"sample",\
        "age":null,"since":null,"taken":null,"reason":null,"old":[],"read":7,"total":null,"skipped":0,"missing":[]}],\
        "notes":["hotels: the sample that comes with cq, not live data"]}]

        """)
    let refused = try workspace.run(["--meta", "none/m.json", "-c", "from hotels | count"])
    #expect(refused.status == .exited(6))
    #expect(refused.errorText.contains("error[CQ0701]: --meta: none/m.json cannot be written"))
  }

  /// The account of a result of which nothing was read.
  private static func unread(_ code: String) -> String {
    #"[{"rows":0,"saved":null,"error":"\#(code)","whole":false,"sources":[],"notes":[]}]"# + "\n"
  }

  /// A result that ends with a fault has an account too; without a result there is an empty list.
  @Test(arguments: [
    (
      "from hotels | expect 3 rows", 1,
      """
      [{"rows":7,"saved":null,"error":"CQ0601","whole":false,"sources":[{"source":"hotels",\
      "origin":"sample","age":null,"since":null,"taken":null,"reason":null,"old":[],"read":7,"total":null,"skipped":0,"missing":[]}],\
      "notes":["hotels: the sample that comes with cq, not live data"]}]

      """
    ),
    (
      "from \"cut.json\"", 0,
      """
      [{"rows":1,"saved":null,"error":null,"whole":false,"sources":[{"source":"cut.json",\
      "origin":"file","age":null,"since":null,"taken":null,"reason":null,"old":[],"read":1,"total":null,"skipped":0,"missing":\
      ["the list stops in the middle of record 2, byte 9; what follows is left out"]}],\
      "notes":["the list stops in the middle of record 2, byte 9; what follows is left out"]}]

      """
    ),
    ("from", 3, "[]\n"),
    ("from \"none.json\"", 5, unread("CQ0503")), ("from \"bad.json\"", 4, unread("CQ0401")),
    ("from hotels | save \"cut.json\"", 6, unread("CQ0702")),
  ])
  func metaTellsWhatIsNotWhole(script: String, status: Int32, accounts: String) throws {
    let workspace = try Workspace(["cut.json": "[{\"a\":1},{\"a\"", "bad.json": "[}"])
    let run = try workspace.run(["--salvage", "--meta", "m.json", "-c", script])
    #expect(run.status == .exited(status))
    #expect(try workspace.text(of: "m.json") == accounts)
  }

  @Test func metaIsWrittenWithoutAScript() throws {
    let workspace = try Workspace()
    let run = try workspace.run(["--meta", "m.json", "none.cq"])
    #expect(run.status == .exited(5))
    #expect(try workspace.text(of: "m.json") == "[]\n")
  }

  /// Both sides of a union being of one source, its rows are items of that.
  @Test func aRowOfAUnionIsAnItemOfTheOneSource() throws {
    let workspace = try Workspace()
    func run(_ other: String) throws -> Outcome {
      let script = """
        let b = from \(other) | limit 1 | show id, name
        from hotels | filter name = "Americana Inn" | show id, name | union b
        show @1 | show name
        """
      return Outcome(try workspace.run(["--to", "csv", "-q", "-c", script]))
    }
    let one = try run("hotels")
    #expect(one.status == .exited(0), "\(one)")
    #expect(one.output.hasSuffix("\nname\nAmericana Inn\n"), "\(one)")
    let two = try run("shopreme")
    #expect(two.errors.contains("error[CQ0207]: the last result has no rows that are items"))
  }
}
