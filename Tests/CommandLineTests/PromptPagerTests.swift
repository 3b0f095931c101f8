// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

/// What does not fit into the window is shown by a pager.
@Suite struct PromptPagerTests {
  /// With the pager that is built in.
  private static let plain = ["NO_COLOR": "1", "PAGER": ""]

  /// So many items with a long text each.
  private static func workspace(_ count: Int = 1_000) throws -> Workspace {
    let items = (1...count).map { number -> String in
      let text = "\(number % 7) words of a text that goes on to the right as far as \(number)"
      return #"{"id": "\#(100_000 + number)", "name": "Item \#(number)", "text": "\#(text)"}"#
    }
    return try Workspace(["a.json": "[" + items.joined(separator: ",\n") + "]"])
  }

  private func prompt(
    _ workspace: Workspace, environment: [String: String] = [:], rows: Int = 9, columns: Int = 60
  ) throws -> Prompt {
    try Prompt(
      workspace, environment: Self.plain.merging(environment) { $1 }, rows: rows,
      columns: columns)
  }

  @Test func pagesKeepTheHeadAndLeaveTenRows() throws {
    let prompt = try prompt(Self.workspace(), rows: 9, columns: 40)
    prompt.send("from \"a.json\" | show id, name\r")
    try prompt.waitForScreen(
      """
            id      name
            ──────  ─────────
         1  100001  Item 1
         2  100002  Item 2
         3  100003  Item 3
         4  100004  Item 4
         5  100005  Item 5
         6  100006  Item 6
      1-6 of 1000  q leaves, ↑ ↓ ← → scroll,…
      """)
    prompt.send(" j")
    try prompt.wait { $0.rows[2] == "   8  100008  Item 8" && $0.rows[0] == "      id      name" }
    prompt.send("/item 777\r")
    try prompt.wait { $0.rows[2] == " 777  100777  Item 777" }
    prompt.send("G")
    try prompt.wait { $0.contains("1000  101000  Item 1000") && $0.contains("1000 of 1000 rows") }
    prompt.send("g\u{1B}[B\u{1B}[6~\u{1B}[5~")
    try prompt.wait { $0.rows[2] == "   2  100002  Item 2" }
    prompt.send("q")
    try prompt.waitForLine("cq*>")
    #expect(prompt.terminal.snapshot.rows[1] == "   6  100006  Item 6")
    #expect(prompt.screen.contains("… 990 more lines\n1000 of 1000 rows · N ms\ncq*>"))
    #expect(try prompt.leave() == .exited(0))
  }

  /// What is wider than the window scrolls sideways.
  @Test func wideScrollsSideways() throws {
    let prompt = try prompt(Self.workspace(3), rows: 12, columns: 40)
    try prompt.enter("from \"a.json\"")
    prompt.send(".wide\r")
    try prompt.wait { $0.contains("1-3 of 3  q leaves") }
    #expect(prompt.terminal.snapshot.rows[2] == "1  100001  Item 1  1 words of a text tha")
    prompt.send("\u{1B}[C")
    try prompt.wait { $0.rows[2] == "1  Item 1  1 words of a text that goes o" }
    prompt.send("\u{1B}[D")
    try prompt.wait { $0.rows[2].hasPrefix("1  100001  Item 1") }
    prompt.send("\u{3}")
    try prompt.waitForLine("cq*>")
    // What is left behind is no wider than the window.
    #expect(
      prompt.screen.hasSuffix(
        """
        1  100001  Item 1  1 words of a text tha
        2  100002  Item 2  2 words of a text tha
        3  100003  Item 3  3 words of a text tha
        3 of 3 rows
        cq*>
        """))
    try prompt.enter("from hotels | count")
    #expect(try prompt.leave() == .exited(0))
  }

  @Test func helpIsPagedAndTheWindowMayChange() throws {
    let prompt = try prompt(Workspace(), rows: 12)
    prompt.send("help\r")
    try prompt.wait { $0.rows[11].contains("q leaves") }
    let first = prompt.terminal.snapshot.rows[0]
    prompt.terminal.resize(rows: 20, columns: 70)
    try prompt.wait { $0.rows.count == 20 && $0.rows[19].contains("q leaves") }
    #expect(prompt.terminal.snapshot.rows[0].hasPrefix(first))
    prompt.send("\u{1B}")
    try prompt.waitForLine("cq*>")
    #expect(try prompt.leave() == .exited(0))
  }

  /// Whatever ends the process gives the terminal back.
  @Test(arguments: [SIGTERM, SIGHUP]) func signalsGiveTheTerminalBack(_ signal: Int32) throws {
    let prompt = try prompt(Self.workspace(100))
    prompt.send("from \"a.json\"\r")
    try prompt.wait { $0.contains("of 100 ") }
    #expect(!prompt.terminal.isCooked)
    kill(prompt.terminal.processIdentifier, signal)
    _ = try prompt.terminal.waitForExit(timeout: 60)
    #expect(
      String(decoding: prompt.terminal.output.suffix(40), as: UTF8.self).contains("\u{1B}[?1049l"))
  }

  /// `PAGER`, and what `set pager` says.
  @Test func otherPagersAndNone() throws {
    let prompt = try prompt(
      Self.workspace(40), environment: ["PAGER": "head -n 3"], rows: 24, columns: 60)
    try prompt.enter("from \"a.json\" | show name")
    #expect(
      prompt.screen.hasSuffix(
        """
        cq*> from "a.json" | show name
            name
            ───────
         1  Item 1
        cq*>
        """))
    try prompt.enter("set pager = \"sed -n 4p\"")
    try prompt.enter("from \"a.json\" | show id")
    #expect(prompt.screen.hasSuffix("show id\n 2  100002\ncq*>"))
    try prompt.enter("set pager = off")
    try prompt.enter("from \"a.json\" | show id")
    #expect(prompt.screen.hasSuffix("40  100040\n40 of 40 rows · N ms\ncq*>"))
    #expect(try prompt.leave() == .exited(0))
  }

  /// What is typed and pasted there is shown as letters, its end where it is long.
  @Test func typedTextIsShownPlainly() throws {
    let prompt = try prompt(Self.workspace(), rows: 9, columns: 40)
    prompt.send("from \"a.json\" | show id, name\r")
    try prompt.wait { $0.contains("1-6 of 1000") }
    prompt.send("/\u{1B}[200~a\u{1B}[31m\u{202E}b\u{1B}[201~\u{85}c")
    try prompt.waitForLine("/a[31mbc")
    prompt.send(String(repeating: "d", count: 40) + "ef")
    try prompt.waitForLine("/…" + String(repeating: "d", count: 34) + "ef")
    prompt.send("\u{1B}")
    try prompt.wait { $0.contains("1-6 of 1000") }
    let output = String(decoding: prompt.terminal.output, as: UTF8.self)
    for text in ["\u{1B}[31m", "\u{202E}", "\u{85}"] { #expect(!output.contains(text)) }
  }

  /// A program that is not there is told of where that is seen, below what the own pager shows.
  @Test func missingProgram() throws {
    let prompt = try prompt(
      Self.workspace(), environment: ["PAGER": "no-such-pager -x"], rows: 20, columns: 80)
    prompt.send("from \"a.json\" | show id\r")
    try prompt.wait { $0.contains("q leaves") }
    prompt.send("q")
    try prompt.waitForLine("cq*>")
    #expect(
      prompt.screen.hasSuffix(
        """
        1000 of 1000 rows · N ms
        note: `no-such-pager -x` cannot be run, so the pager that is built in was used
        cq*>
        """))
  }

  /// A program that fails is told of.
  @Test func failingProgram() throws {
    let prompt = try prompt(
      Self.workspace(), environment: ["PAGER": "exit 3"], rows: 20, columns: 90)
    prompt.send("from \"a.json\" | show id\r")
    try prompt.wait {
      $0.contains("note: the pager `exit 3` ended with status 3; with `set pager = off`")
    }
    #expect(try prompt.leave() == .exited(0))
  }

  /// What a person runs chooses no program.
  @Test func scriptsChooseNone() throws {
    let workspace = try Self.workspace(3)
    try workspace.write("set pager = \"touch x\"\n", to: "s.cq")
    let prompt = try prompt(workspace, rows: 24, columns: 90)
    try prompt.enter("include \"s.cq\"")
    #expect(prompt.screen.contains("a script chooses no program that is run"))
    #expect(try prompt.leave() == .exited(0))
  }
}
