// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// The file of a person's settings: what it decides, over what, and what its mistakes cost.
@Suite struct SettingsFileTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var settings: String?
    var arguments = ["-c", "from hotels | limit 1 | show id"]
    var files: [String: String] = [:]
    var environment: [String: String] = [:]
    var output = "id\n40611\n"
    var errors = String.sampleNote("hotels")
    var status: Int32 = 0
  }

  private static let json = "[\n  {\"id\":\"40611\"}\n]\n"
  private static let csv = "id\n40611\n"
  private static let place = "HOME/.config/cq/config"

  static let cases: [Case] = [
    Case(testDescription: "no file", settings: nil),
    Case(testDescription: "an empty file", settings: ""),
    Case(testDescription: "a setting", settings: "# mine\nset format = json\n", output: json),
    Case(
      testDescription: "an option is over it", settings: "set format = json",
      arguments: ["--to", "csv", "-c", "from hotels | limit 1 | show id"], output: csv),
    Case(
      testDescription: "a script is over it", settings: "set format = json",
      arguments: ["-c", "set format = csv; from hotels | limit 1 | show id"], output: csv),
    Case(
      testDescription: "the environment is over it", settings: "set width = 20",
      arguments: ["--to", "table", "-c", "from hotels | limit 1 | show name, address"],
      environment: ["COLUMNS": "70"],
      output: """
        name               address
        ─────────────────  ───────────────────────────────────────
        Belleclaire Hotel  West 77th Street at Broadway, Manhattan
        1 row · sample

        """, errors: ""),
    Case(
      testDescription: "it is over what is usual", settings: "set width = 20",
      arguments: ["--to", "table", "-c", "from hotels | limit 1 | show name, stars"],
      output: "name           stars\n─────────────  ─────\nBelleclaire …      3\n"
        + "1 row · sample\n", errors: ""),
    Case(
      testDescription: "names",
      settings: """
        let few = 1
        let near = from hotels | sort by distance
        def close(n) = distance < $n
        """,
      arguments: ["-c", "from near | filter close(50) | limit $few | show id"],
      output: "id\n13100\n"),
    Case(
      testDescription: "a script names them anew", settings: "let few = 3",
      arguments: ["-c", "let few = 1; from hotels | limit $few | show id"]),
    Case(
      testDescription: "a script of a file", settings: "let few = 1",
      arguments: ["a.cq"], files: ["a.cq": "from hotels | limit $few | show id"]),
    Case(
      testDescription: "mistakes are told with their lines and stop nothing",
      settings: """
        set format = json
        set colour = 9
        from hotels
        let a = from hotels | filter star > 3
        set width = 3
        let b
        param n: Int = 1
        """, output: json,
      errors: """
        \(place):2:5: warning[CQ0211]: there is no setting called `colour`
        \(place):3:1: warning[CQ0105]: the file of settings takes `set`, `let` and `def` only
        \(place):4:30: warning[CQ0201]: hotels has no field `star`; did you mean `stars`?
        \(place):5:13: warning[CQ0304]: `width` takes a whole number from 20 to 10000
        \(place):6:6: warning[CQ0101]: `let b` needs `=` and what it stands for
        \(place):7:1: warning[CQ0105]: the file of settings takes `set`, `let` and `def` only

        """ + .sampleNote("hotels")),
    Case(
      testDescription: "a line that is not finished leaves the next one whole",
      settings: """
        let y =
        set format = json
        def f(a) = $a +
        set fetch.limit = 9
        let z = from hotels | filter
        let few = 1
        """, arguments: ["-c", "from hotels | limit $few | show id"], output: json,
      errors: """
        \(place):1:8: warning[CQ0101]: `from`, `categories`, `sources`, `show`, `related`, \
        `accessories`, `follow` or a value is missing here
        \(place):3:15: warning[CQ0101]: a value is missing after `def f(a) = $a +`
        \(place):5:29: warning[CQ0101]: a condition is missing after `filter`

        """ + .sampleNote("hotels")),
    Case(
      testDescription: "files and addresses are read where they are used",
      settings: """
        let gone = from "gone.json" | filter a > 3
        let far = from "http://127.0.0.1:9/x.json" | filter a > 3
        let both = from hotels | join gone on id = gone.id
        let id = from "a.json" | show id
        """, arguments: ["-c", "from id"], files: ["a.json": "[{\"id\":\"40611\"}]"], errors: ""),
    Case(
      testDescription: "what is wrong with such a one is told where it is used",
      settings: "let view = from \"a.json\" | filter b > 3",
      arguments: ["-c", "from view"], files: ["a.json": "[{\"a\":1}]"], output: "",
      errors: "<query>:1:6: error[CQ0201]: a.json has no field `b`\n", status: 3),
    Case(
      testDescription: "--offline decides what `set live` says too",
      settings: "set live = true"),
    Case(
      testDescription: "what is wrong is not there", settings: "let few = $many",
      arguments: ["-q", "-c", "from hotels | limit $few"], output: "",
      errors: "<query>:1:21: error[CQ0210]: nothing is called `$few`\n", status: 3),
    Case(
      testDescription: "another file", settings: "set format = csv",
      files: ["mine": "set format = json"], environment: ["CQ_CONFIG": "mine"], output: json),
    Case(
      testDescription: "another file that is not there", settings: nil,
      environment: ["CQ_CONFIG": "gone"],
      errors: "warning[CQ0503]: gone cannot be opened: no such file\n" + .sampleNote("hotels")),
    Case(
      testDescription: "none at all", settings: "set format = json",
      environment: ["CQ_CONFIG": ""]),
    Case(
      testDescription: "the null device is none", settings: "set format = json",
      environment: ["CQ_CONFIG": "/dev/null"]),
    Case(
      testDescription: "a check does not depend on it", settings: "let few = 1\nset x = 1",
      arguments: ["check", "a.cq"], files: ["a.cq": "from hotels | limit $few"], output: "",
      errors: "a.cq:1:21: error[CQ0210]: nothing is called `$few`\n", status: 3),
    Case(
      testDescription: "a test does not depend on it", settings: "set width = 20\nset x = 1",
      arguments: ["test", "a.cq"], files: ["a.cq": "from hotels | limit 1"],
      output: "ok     a.cq\n", errors: ""),
  ]

  @Test(arguments: cases) func settings(_ row: Case) throws {
    let workspace = try Workspace(row.files)
    if let settings = row.settings { try workspace.write(settings, to: ".config/cq/config") }
    let run = try workspace.run(row.arguments, environment: row.environment)
    let expected = Outcome(
      output: row.output, errors: row.errors.replacing("HOME", with: workspace.path),
      status: row.status)
    #expect(Outcome(run) == expected)
  }

  @Test func doctorNamesTheFile() throws {
    let workspace = try Workspace([".config/cq/config": "let a = 1\nset x = 1\n"])
    let told = { (environment: [String: String]) in
      let run = try workspace.run(["doctor", "--to", "csv"], environment: environment)
      return run.outputText.split(separator: "\n").first { $0.hasPrefix("path,settings") }
    }
    let path = "path,settings,"
    #expect(
      try told([:])
        == "\(path)\"\(workspace.path)/.config/cq/config (1 statement, 1 mistake)\"")
    #expect(
      try told(["XDG_CONFIG_HOME": "/nowhere"]) == "\(path)/nowhere/cq/config (none)")
    #expect(try told(["CQ_CONFIG": ""]) == "\(path)none: CQ_CONFIG names no file")
    #expect(try told(["HOME": ""]) == "\(path)nowhere: HOME is not set")
  }

  @Test func thePromptReadsIt() throws {
    let workspace = try Workspace([".config/cq/config": "let few = 2\nset width = 40\nset y = 1"])
    let prompt = try Prompt(workspace)
    #expect(prompt.screen.contains("warning[CQ0211]"))
    try prompt.enter("from hotels | limit $few | show name, address")
    try prompt.enter("set width = 30")
    try prompt.enter("from hotels | limit $few | show name, address")
    let rows = prompt.screen.split(separator: "\n").filter { $0.hasPrefix("1  ") }
    #expect(
      rows == ["1  Belleclaire Hotel  West 77th Street …", "1  Belleclaire Ho…  West 77th…"])
  }
}
