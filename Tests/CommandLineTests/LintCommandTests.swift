// SPDX-License-Identifier: MIT

import Diagnostics
import QueryEngine
import TestSupport
import Testing

/// `cq lint`: what it says, where, and how it ends.
@Suite struct LintCommandTests {
  static let runs: [CommandLineCase] = [
    CommandLineCase(arguments: ["lint", "-c", "from hotels | sort by stars"]),
    CommandLineCase(
      arguments: ["lint", "a.cq"], files: ["a.cq": "from hotels\n| filter true\n"],
      errors:
        "a.cq:2:10: warning[CQ0803]: `true` reads no field, so it is the same for every row\n",
      status: 1),
    CommandLineCase(
      arguments: ["lint", "--errors", "full", "a.cq"],
      files: ["a.cq": "from hotels\n| filter true\n"],
      errors: """
        warning[CQ0803]: `true` reads no field, so it is the same for every row
         --> a.cq:2:10
        2 | | filter true
          |          ^^^^
        note: `# lint: allow constant-condition` silences this

        """, status: 1),
    CommandLineCase(
      arguments: ["lint", "-"], input: "from hotels | limit 1 | sort by id",
      errors: """
        <stdin>:1:15: warning[CQ0802]: `limit 1` comes before `sort`, so it chooses what is sorted

        """, status: 1),
    CommandLineCase(
      arguments: ["lint", "-q", "-c", "from hotels | show id | show name"], status: 1),
    // What stops a script comes before what is only odd.
    CommandLineCase(
      arguments: ["lint", "a.cq", "b.cq", "c.cq"],
      files: [
        "a.cq": "from hotels | show id | show name", "b.cq": "from hotels | show nme | show id",
        "c.cq": "from hotels # lint: allow",
      ],
      errors: """
        a.cq:1:15: warning[CQ0804]: this `show` has no effect: a later one chooses anew
        b.cq:1:20: error[CQ0201]: hotels has no field `nme`; did you mean `name`?

        """, status: 3),
    CommandLineCase(
      arguments: ["lint", "a.cq"],
      files: ["a.cq": String(repeating: "from hotels | filter true\n", count: 103)],
      errors: (1...100).map {
        "a.cq:\($0):22: warning[CQ0803]: `true` reads no field, so it is the same for every row\n"
      }.joined() + "note: 3 more faults are not shown\n", status: 1),
    CommandLineCase(
      arguments: ["lint", "no.cq"], errors: "error[CQ0503]: no.cq cannot be opened: no such file\n",
      status: 5),
    CommandLineCase(
      arguments: ["lint"],
      errors: "error[CQ0002]: `cq lint` needs a script; for example cq lint near.cq\n", status: 2),
    // What another script is included for is used there; what it does itself is its own affair.
    CommandLineCase(
      arguments: ["lint", "a.cq"],
      files: [
        "a.cq": "let n = 3\nlet m = 3\ninclude \"b.cq\"\nfrom hotels",
        "b.cq": "let z = 1\nfrom hotels | top $n by rooms | show id | show name",
      ],
      errors: "a.cq:2:5: warning[CQ0807]: the value `m` is never used\n", status: 1),
    // A value that only a run gives is of its type.
    CommandLineCase(
      arguments: ["lint", "a.cq"],
      files: ["a.cq": "param n: Int\nfrom hotels | limit $n | sort by id"],
      errors: """
        a.cq:2:15: warning[CQ0802]: `limit $n` comes before `sort`, so it chooses what is sorted

        """, status: 1),
    CommandLineCase(
      arguments: ["lint", "a.md"], files: ["a.md": "```cq\nfrom hotels\n"],
      errors: "a.md:1:1: error[CQ0106]: the block is not closed\n", status: 3),
    // The blocks of a page are one session.
    CommandLineCase(
      arguments: ["lint", "a.md"],
      files: [
        "a.md": """
        # Page
        ```cq
        use hotels
        let n = 3
        ```
        ```cq
        from hotels | sort by rooms | limit 3
        top $n by rooms, id
        ```
        """
      ],
      errors: "a.md:7:31: warning[CQ0808]: rows with equal `rooms` are cut in the order of the "
        + "server\n", status: 1),
  ]

  @Test(arguments: runs) func run(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }

  static let secrets: [(script: String, places: String)] = [
    (#"from "https://a.example/x.json?apiKey=q7w8e9r0t1&p=2" | count"#, "<query>:1:39:"),
    (#"from hotels | search "token=q7w8e9r0t1""#, "<query>:1:29:"),
    (#"from hotels | search "https://user:hunter@a.example/""#, "<query>:1:36:"),
    (#"from hotels | search "api_key: abcdefgh1""#, "<query>:1:32:"),
    // Words, names of fields and comments are no keys.
    (#"from hotels | search "key=word""#, ""),
    (#"from hotels | extend key = stars # token=q7w8e9r0t1"#, ""),
    (#"from hotels | search "monkey=q7w8e9r0t1""#, ""),
  ]

  /// A key is found, and is not said again.
  @Test(arguments: secrets) func secret(_ script: String, _ place: String) throws {
    for form in ["short", "full", "json"] {
      let run = try Workspace().run(["lint", "--errors", form, "-c", script])
      #expect(run.status == .exited(place.isEmpty ? 0 : 1))
      #expect(!["q7w8", "hunter", "abcdefgh1"].contains { run.errorText.contains($0) })
      if form == "short", !place.isEmpty {
        #expect(run.errorText.contains("\(place) warning[CQ0809]: "))
      }
    }
  }

  /// The help knows every rule, and every rule has a page that says how it is silenced.
  @Test func everyRuleIsExplained() throws {
    let help = try Workspace().run(["lint", "--help"]).outputText
    for rule in LintRule.all {
      #expect(help.contains("  \(rule.code.rawValue)  \(rule.name) "))
      let page = try Workspace().run(["explain", rule.code.rawValue]).outputText
      #expect(page.contains("# lint: allow \(rule.name)") || rule.name == "unknown-rule")
    }
  }
}
