// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import ResultRendering
import Testing

@testable import QueryShell

/// What lives on at the prompt from one statement to the next, and what does not.
@Suite struct SessionNameTests {
  /// Statements as they are entered one after another, with all that is shown and said.
  struct Conversation: Sendable, CustomTestStringConvertible {
    let statements: [String]
    var output = ""
    var errors = ""
    var status = 0

    var testDescription: String { statements.joined(separator: " ⏎ ") }
  }

  private static let first = "id\n40611\n"
  private static let two = "id\n40611\n80899\n"

  static let conversations: [Conversation] = [
    Conversation(
      statements: ["let n = 1", "let few = from hotels | limit $n", "from few | show id"],
      output: first),
    // A name that is given again is another one: what was said before keeps its meaning.
    Conversation(
      statements: [
        "let n = 1", "let few = from hotels | limit $n", "let n = 2", "from few | show id",
        "from hotels | limit $n | show id",
      ], output: first + two),
    Conversation(
      statements: [
        "def nearest(n) = | sort by distance | limit $n", "def double(x) = $x * 2",
        "from hotels | apply nearest(1) | show n = double(rooms)",
      ], output: "n\n2\n"),
    Conversation(
      statements: ["param n: Int = 1", "from hotels | limit $n | show id"], output: first),
    Conversation(
      statements: ["set format = \"jsonl\"", "from hotels | limit 1 | show id", "it"],
      output: "{\"id\":\"40611\"}\n",
      errors: "<test>:1:1: error[CQ0105]: a source is read with `from`: `from it`\n", status: 3),
    Conversation(
      statements: ["use hotels", "limit 1 | show id", "| show id", "limit 2 | show id"],
      output: first + first + two),
    // A script in which something is wrong does nothing at all, not even what comes first.
    Conversation(
      statements: [
        "let n = 1\nuse hotels\nset format = \"jsonl\"\nfrom hotels | filtr",
        "from hotels | limit $n", "limit 1", "from hotels | limit 1 | show id",
      ], output: first,
      errors: """
        <test>:4:15: error[CQ0105]: there is no stage called `filtr`; did you mean `filter`?
        <test>:1:21: error[CQ0210]: nothing is called `$n`
        <test>:1:1: error[CQ0206]: there is no current source

        """),
    // One that fails while it runs has done what comes before.
    Conversation(
      statements: [
        "let n = 1\nfrom hotels | expect no rows\nlet m = 2", "from hotels | limit $n | show id",
        "from hotels | limit $m",
      ], output: first,
      errors: """
        <test>:2:15: FAILED[CQ0601]: expected 0 rows, got 7
        <test>:1:21: error[CQ0210]: nothing is called `$m`

        """, status: 3),
    // A view is read anew, `it` is not.
    Conversation(
      statements: [
        "from hotels | limit 2 | show id", "let it2 = from it", "from it | limit 1",
      ], output: two + first,
      errors: "<test>:1:16: error[CQ0207]: the last result changes, so no view can begin with it\n"),
    // Columns that a query computes are gone with it.
    Conversation(
      statements: [
        "from hotels | extend x = 1 | limit 1 | show id", "from hotels | filter x = 1",
      ], output: first,
      errors: "<test>:1:22: error[CQ0201]: hotels has no field `x`\n", status: 3),
  ]

  @Test(arguments: conversations) func goesOn(_ row: Conversation) {
    let session = Session.collecting {
      $0.keepsResults = true
      $0.quietness = .all
      $0.format = .tsv
    }
    var status = ExitStatus.success
    for statement in row.statements {
      status = session.run(ScriptText(name: "<test>", statement))
    }
    let run = ShellRun(session.output.taken(), session.errors.taken(), status)
    #expect(run.output == row.output)
    #expect(run.errors == row.errors)
    #expect(Int(status.rawValue) == row.status)
  }
}
