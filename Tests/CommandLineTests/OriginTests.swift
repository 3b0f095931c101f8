// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// What the command line says of where rows come from, and what it refuses.
@Suite(.timeLimit(.minutes(1))) struct OriginTests {
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
    // A check of the origin is an expectation.
    CommandLineCase(
      arguments: ["-c", "from hotels | expect live"],
      errors: """
        <query>:1:15: FAILED[CQ0601]: expected live rows, and hotels gives the sample that comes with cq

        """, status: 1),
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
        [{"rows":2,"saved":null,"whole":true,"sources":[{"source":"hotels","origin":"sample",\
        "age":null,"reason":null,"read":7,"total":null,"skipped":0,"missing":[]}],\
        "notes":["hotels: the sample that comes with cq, not live data"]},\
        {"rows":1,"saved":"a.csv","whole":true,"sources":[{"source":"a.json","origin":"file",\
        "age":null,"reason":null,"read":2,"total":null,"skipped":1,"missing":[]}],\
        "notes":["1 record skipped"]}]

        """)
    let refused = try workspace.run(["--meta", "none/m.json", "-c", "from hotels | count"])
    #expect(refused.status == .exited(6))
    #expect(refused.errorText.contains("error[CQ0701]: --meta: none/m.json cannot be written"))
  }
}
