// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Keys at the prompt: several rows, what is dropped, another size of the terminal.
@Suite struct PromptEditingTests {
  private static let banner = "cq 0.1.0 · `help` explains, Tab completes, Ctrl-D leaves"
  private static let altEnter = "\u{1B}\r"

  /// Enter opens a row while the statement is not complete.
  @Test func openStatements() throws {
    let prompt = try Prompt(Workspace())
    prompt.send("from hotels |\r")
    try prompt.waitForLine("   ...>")
    prompt.send("filter stars in (\r")
    try prompt.wait { $0.line == "   ...>" && $0.contains("   ...> filter stars in (") }
    prompt.send("3, 4) | show name, stars\r")
    try prompt.waitForLine("cq*>")
    #expect(
      prompt.screen == """
        \(Self.banner)
        cq*> from hotels |
           ...> filter stars in (
           ...> 3, 4) | show name, stars
           name                                          stars
           ────────────────────────────────────────────  ─────
        1  Belleclaire Hotel                                 3
        2  Best Western President Hotel at Times Square      3
        3  Dream                                             4
        3 of 7 hotels · N ms · sample
        cq*>
        """)
  }

  @Test func altEnterOpensARow() throws {
    let prompt = try Prompt(Workspace())
    prompt.send("from hotels" + Self.altEnter)
    try prompt.waitForLine("   ...>")
    prompt.send("| limit 1 | show id\r")
    try prompt.waitForLine("cq*>")
    #expect(
      prompt.screen == """
        \(Self.banner)
        cq*> from hotels
           ...> | limit 1 | show id
           id
           ─────
        1  40611
        1 row · N ms · sample
        cq*>
        """)
  }

  /// Ctrl-K cuts to the end of a row, there the end itself; Ctrl-Y puts it back, Ctrl-_ undoes it.
  @Test(arguments: ["on", "off"], ["emacs", "vi"]) func cutsRows(overlay: String, style: String)
    throws
  {
    let workspace = try Workspace([
      ".config/cq/config": "set overlay = \(overlay)\nset hints = off\nset preview = off\n",
      ".editrc": style == "vi" ? "bind -v\n" : "",
    ])
    let prompt = try Prompt(workspace)
    let shown = { (rows: String) in
      try prompt.wait { $0.text == "\(Self.banner)\n" + rows }
    }
    prompt.send("from hotels" + Self.altEnter + "| limit 3" + Self.altEnter + "| show name")
    prompt.send("\u{1B}[A\u{1}\u{1B}[C\u{1B}[C\u{B}")
    try shown("cq*> from hotels\n   ...> |\n   ...> | show name")
    prompt.send("\u{B}")
    try shown("cq*> from hotels\n   ...> | | show name")
    prompt.send("\u{19}")
    try shown("cq*> from hotels\n   ...> |\n   ...> | show name")
    prompt.send("\u{1F}\u{1F}\u{1F}")
    try shown("cq*> from hotels\n   ...> | limit 3\n   ...> | show name")
    prompt.send("\u{1}\u{1B}[C\u{1B}[C\u{B}")
    try shown("cq*> from hotels\n   ...> | limit 3\n   ...> |")
  }

  /// Ctrl-L clears the screen and leaves what is typed, with the cursor where it was.
  @Test func clearing() throws {
    let prompt = try Prompt(Workspace())
    try prompt.enter("from hotels | limit 1 | show id")
    prompt.send("from hotels |" + Self.altEnter + "limit 1")
    try prompt.waitForLine("   ...> limit 1")
    prompt.send("\u{C}")
    try prompt.waitForScreen("cq*> from hotels |\n   ...> limit 1")
    prompt.send(" | show name\r")
    try prompt.wait { $0.line == "cq*>" && $0.contains("Belleclaire Hotel") }
    prompt.send("\u{C}")
    try prompt.waitForScreen("cq*>")
  }

  /// A blank row ends a statement that is not complete, and what is wrong with it is told.
  @Test func blankRow() throws {
    let prompt = try Prompt(Workspace())
    prompt.send("from hotels |\r")
    try prompt.waitForLine("   ...>")
    prompt.send("\r")
    try prompt.wait { $0.line == "cq*>" && $0.contains("error[CQ0101]") }
  }

  @Test func paste() throws {
    let prompt = try Prompt(Workspace())
    let text = "from hotels\r\n| limit 1\u{9B}31m\u{7}\t| show id\n"
    prompt.send("\u{1B}[200~\(text)\u{1B}[201~")
    try prompt.wait { $0.contains("   ...> | limit 131m | show id") }
    #expect(!prompt.terminal.snapshot.contains("131m hotels"))
    prompt.send("\u{3}")
    try prompt.waitForLine("cq*>")
    #expect(try prompt.leave() == .exited(0))
    #expect(TerminalBytes(prompt.terminal.output).unsafeScalars(atPrompt: true).isEmpty)
  }

  @Test func dropped() throws {
    let workspace = try Workspace()
    let prompt = try Prompt(workspace)
    prompt.send("from hot")
    try prompt.waitForLine("cq*> from hot")
    prompt.send("\u{3}")
    try prompt.waitForLine("cq*>")
    prompt.send("from hotels |\r")
    try prompt.waitForLine("   ...>")
    prompt.send("sort\u{3}")
    try prompt.waitForLine("cq*>")
    // Ctrl-D leaves on an empty line only.
    prompt.send("help limi\u{4}t")
    try prompt.waitForLine("cq*> help limit")
    prompt.send("\r")
    try prompt.waitForLine("cq*>")
    #expect(
      prompt.screen == """
        \(Self.banner)
        cq*> from hot^C
        cq*> from hotels |
           ...> sort^C
        cq*> help limit
        limit N
          keep the first N rows
          example: limit 10
        cq*>
        """)
    #expect(try prompt.leave() == .exited(0))
    let history = try workspace.run(["-c", "from \"state/cq/history\""])
    #expect(history.status != .exited(0))
  }

  @Test func editedInTheMiddle() throws {
    let prompt = try Prompt(Workspace())
    prompt.send("from htels | limit 1 | show idd")
    try prompt.waitForLine("cq*> from htels | limit 1 | show idd")
    prompt.send("\u{7F}\u{1}" + String(repeating: "\u{1B}[C", count: 6) + "o")
    try prompt.waitForLine("cq*> from hotels | limit 1 | show id")
    prompt.send("\u{5} \u{4}\r")
    try prompt.wait { $0.contains("1  40611") && $0.line == "cq*>" }
  }

  /// A paste moves an empty row below the last row of the window, where libedit draws nothing.
  @Test(arguments: [[:], Prompt.unpainted])
  func emptyRowAtTheEndOfTheWindow(settings: [String: String]) throws {
    let prompt = try Prompt(Workspace(settings), rows: 4)
    for row in 2...3 {
      prompt.send("\u{3}")
      try prompt.wait { $0.cursor.row == row && $0.line == "cq*>" }
    }
    prompt.send("\u{1B}\r")
    try prompt.waitForLine("   ...>")
    prompt.send("\u{1B}[A\u{1B}[200~from x\nlimit 3\u{1B}[201~")
    try prompt.waitForScreen("cq*> ^C\ncq*> from x\n   ...> limit 3\n   ...>")
    #expect(prompt.terminal.cursor == (2, 15))
  }

  /// Rows are one cell short of the width where the line is painted, and as wide as the window
  /// where libedit draws them.
  static let narrowed: [(settings: [String: String], rows: String)] = [
    (
      [:],
      """
      cq 0.1.0 · `help` explains, Ta
      cq*> from hotels | filter sta
      rs >= 3 | show name | limit 1
      """
    ),
    (
      Prompt.unpainted,
      """
      cq 0.1.0 · `help` explains, Ta
      cq*> from hotels | filter star
      s >= 3 | show name | limit 1
      """
    ),
  ]

  @Test(arguments: narrowed)
  func resizedWhileEditing(settings: [String: String], rows: String) throws {
    let prompt = try Prompt(Workspace(settings), rows: 12, columns: 60)
    let query = "from hotels | filter stars >= 3 | show name | limit 1"
    prompt.send(query)
    try prompt.waitForLine("cq*> \(query)")
    prompt.terminal.resize(rows: 12, columns: 30)
    try prompt.waitForScreen(rows)
    prompt.send(" | skip 0")
    try prompt.wait { $0.line.hasSuffix(" skip 0") }
    prompt.terminal.resize(rows: 12, columns: 70)
    prompt.send("\r")
    try prompt.wait { $0.contains("1  Belleclaire Hotel") && $0.line == "cq*>" }
  }

  /// The table fits the terminal as it is when the query runs.
  @Test func tableAfterResize() throws {
    let prompt = try Prompt(Workspace(), rows: 30, columns: 100)
    try prompt.enter("from hotels | limit 1")
    prompt.terminal.resize(rows: 30, columns: 50)
    try prompt.enter("from hotels | limit 2")
    let rows = prompt.terminal.screen.suffix(30).filter { !$0.isEmpty }
    #expect(rows.suffix(6).allSatisfy { $0.count <= 50 })
    #expect(rows.suffix(4).contains { $0.hasPrefix("2 rows") })
  }
}
