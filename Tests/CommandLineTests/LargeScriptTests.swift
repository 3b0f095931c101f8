// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Scripts that are large in one way each: whatever reads whole scripts comes to an end with them.
@Suite struct LargeScriptTests {
  struct LargeScript: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    /// What `check`, `lint`, `fmt --check`, `debug plan` and `check --fix` end with; nil for what
    /// is not asked.
    let statuses: [Int32?]
  }

  static let commands = [
    ["check"], ["lint"], ["fmt", "--check"], ["debug", "plan"], ["check", "--fix"],
  ]

  static let scripts = [
    LargeScript(
      testDescription: "names",
      text: lines(9_999) { "let name\($0) = \($0)" } + "from hotels | limit $name9998\n",
      statuses: [0, 1, 0, 0, 0]),
    LargeScript(
      testDescription: "faults", text: lines(10_000) { "from hotels | limit \($0) | sort by nmae" },
      statuses: [3, 3, 0, 3, 0]),
    LargeScript(
      testDescription: "faults of the grammar", text: lines(2_000) { "from hotels | where \($0)" },
      statuses: [3, 3, 3, 3, 3]),
    LargeScript(
      testDescription: "macros",
      text: "def m0() = | filter stars > 0\n"
        + lines(50) { "def m\($0 + 1)() = | apply m\($0) | filter stars > 1" }
        + "def tall() =\n" + lines(900) { "  | filter stars > \($0)" }
        + "from hotels | apply m50\nfrom hotels | apply tall\n",
      statuses: [0, 0, 0, 0, 0]),
    LargeScript(
      testDescription: "comments",
      text: lines(10_000) { "## what it does, part \($0)" } + "let least = 3\n"
        + lines(10_000) { "# lint: allow rule\($0)" } + "from hotels | filter stars > $least\n",
      statuses: [0, 1, 0, 0, 0]),
    LargeScript(
      testDescription: "joins",
      text: lines(2_000) {
        "from hotels | join left shopreme on coalesce(name, \"\($0)\") = shopreme.title | limit 1"
      },
      statuses: [0, 0, 1, 0, 0]),
    LargeScript(
      testDescription: "joins of other languages",
      text: lines(2_000) { "from hotels | join shopreme on $left.name == $right.title\($0)" },
      statuses: [3, 3, 3, 3, 3]),
    LargeScript(
      testDescription: "joins that are mended",
      text: lines(500) { _ in "from hotels | join shopreme on $left.name == $right.title" },
      statuses: [3, 3, 3, 3, 0]),
    LargeScript(
      testDescription: "fewer joins of other languages",
      text: lines(100) { "from hotels | join shopreme on $left.name == $right.title\($0)" },
      statuses: [3, 3, 3, 3, 3]),
    LargeScript(
      testDescription: "calls of other languages",
      text: lines(2_000) { "from hotels | extend x = name.foo\($0)(3)" },
      statuses: [3, 3, 3, 3, 3]),
    LargeScript(
      testDescription: "findings",
      text: lines(4_000) { _ in "from hotels | filter true | show name" },
      statuses: [nil, 1, nil, nil, nil]),
  ]

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map { line($0) + "\n" }.joined()
  }

  @Test(arguments: scripts) func ends(_ script: LargeScript) throws {
    let workspace = try Workspace(["a.cq": script.text])
    for (command, status) in zip(Self.commands, script.statuses) {
      guard let status else { continue }
      // Ten times what the longest takes where the machine has nothing else to do.
      let run = try workspace.run(command + ["-q", "a.cq"], timeout: 180)
      #expect(!run.timedOut, "\(command)")
      #expect(run.status == .exited(status), "\(command)")
    }
  }
}
