// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// What is painted of the line: colours, tall statements, hints.
@Suite struct PromptPaintingTests {
  private static let altEnter = "\u{1B}\r"
  private static let colours = ["TERM": "xterm-256color"]

  /// A line and how its cells look behind the prompt, as `TerminalEmulator.looks` tells.
  static let looks: [(line: String, looks: String)] = [
    ("from hotels | limit 3 ", "ssss..........sssss.v"),
    ("filter stars > $x and upper(name) = \"a\" ", "ssssss.........pp.....fffff.........vvv"),
    ("from hotels | filter name = \"dre", "ssss..........ssssss........oooo"),
    ("from hotels # all of them", "ssss........hhhhhhhhhhhhh"),
    ("from htels | sort by distance ", "ssss.uuuuu...ssss"),
    ("from hotels | sort by distnace ", "ssss..........ssss....uuuuuuuu"),
    ("from hotels | sort by distnace", "ssss..........ssss"),
    (".hel", "ssss"), (".help sort", "sssss"),
  ]

  @Test(arguments: looks) func words(line: String, looks: String) throws {
    let prompt = try Prompt(Workspace(), environment: Self.colours)
    prompt.send(line)
    let isShown = { (screen: Screen) in
      screen.rows[1] == Self.trimmed("cq*> " + line)
        && prompt.terminal.looks(ofRow: 1) == "....." + looks
    }
    try? prompt.terminal.wait(until: isShown, timeout: 20)
    #expect(prompt.terminal.screen[1] == Self.trimmed("cq*> " + line))
    #expect(prompt.terminal.looks(ofRow: 1) == "....." + looks)
  }

  private static func trimmed(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }

  /// Without colours words are bold and underlined only; with sixteen, only those are used.
  @Test(arguments: [
    (["NO_COLOR": "1"], ".....bbbb..........bbbbb"),
    (["TERM": "xterm"], ".....bbbb..........bbbbb.2"),
  ])
  func otherColours(environment: [String: String], looks: String) throws {
    let prompt = try Prompt(Workspace(), environment: environment)
    prompt.send("from hotels | limit 3 ")
    try prompt.wait { _ in prompt.terminal.looks(ofRow: 1) == looks }
  }

  /// What Ctrl-R has found is set off in its statement, until the search ends.
  @Test func foundText() throws {
    let prompt = try Prompt(Workspace(), environment: ["NO_COLOR": "1"])
    try prompt.enter("from hotels | limit 1 | show id")
    prompt.send("\u{12}LIM")
    try prompt.waitForLine("(search 'LIM') from hotels | limit 1 | show id")
    let row = prompt.terminal.snapshot.cursor.row
    let lead = String(repeating: ".", count: 15)
    #expect(prompt.terminal.looks(ofRow: row) == lead + "bbbb..........rrrbb.....bbbb")
    prompt.send("\u{1B}[F")
    try prompt.waitForLine("cq*> from hotels | limit 1 | show id")
    #expect(prompt.terminal.looks(ofRow: row) == ".....bbbb..........bbbbb.....bbbb")
  }

  /// A window of six rows shows five of a statement; Enter leaves all of it.
  @Test func tallStatement() throws {
    let prompt = try Prompt(Workspace(), rows: 6, columns: 40)
    let rows = ["from hotels", "| filter stars > 0", "| sort by name", "| show name", "| limit 1"]
    prompt.send((rows + ["| skip 0", "| limit 1"]).joined(separator: Self.altEnter))
    try prompt.wait {
      Array($0.rows.suffix(5)) == [
        "↑ 3 rows", "   ...> | show name", "   ...> | limit 1", "   ...> | skip 0",
        "   ...> | limit 1",
      ]
    }
    prompt.send(String(repeating: "\u{1B}[A", count: 6))
    try prompt.wait {
      $0.text.hasSuffix(
        """
        cq*> from hotels
           ...> | filter stars > 0
           ...> | sort by name
           ...> | show name
        ↓ 3 rows
        """)
    }
    prompt.terminal.resize(rows: 24, columns: 40)
    try prompt.wait { $0.contains("   ...> | limit 1") && $0.contains("   ...> | skip 0") }
    prompt.send("\r")
    try prompt.wait { $0.line == "cq*>" && $0.contains("1  ") }
    let shown = prompt.screen
    #expect(
      shown.contains(
        """
        cq*> from hotels
           ...> | filter stars > 0
           ...> | sort by name
           ...> | show name
           ...> | limit 1
           ...> | skip 0
           ...> | limit 1
           name
        """), "\(shown)")
  }

  /// Keys, and what the rows and the cursor are then, at 80 and at 40 columns.
  @Test(arguments: [80, 40]) func wideText(columns: Int) throws {
    let prompt = try Prompt(Workspace(), columns: columns)
    let line = { (text: String, column: Int) in
      try prompt.wait { $0.line == "cq*> \(text)" && $0.cursor.column == column }
    }
    prompt.send("漢字 cafe\u{301}")
    try line("漢字 cafe\u{301}", 14)
    prompt.send("\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[D")
    try line("漢字 cafe\u{301}", 9)
    prompt.send("\u{7F}")
    try line("漢 cafe\u{301}", 7)
    prompt.send("字\u{5}👩\u{200D}👧x")
    try prompt.wait { $0.line.hasSuffix("x") && $0.cursor.column == 17 }
    prompt.send("\u{7F}\u{7F}")
    try line("漢字 cafe\u{301}", 14)
  }

  /// A row ends one cell before the window does.
  @Test func longRow() throws {
    let prompt = try Prompt(Workspace(), columns: 40)
    prompt.send(String(repeating: "x", count: 33) + "漢y")
    try prompt.waitForLine("漢y")
    prompt.send("\u{1B}[D\u{1B}[D\u{7F}")
    try prompt.waitForLine("cq*> " + String(repeating: "x", count: 32) + "漢")
    prompt.send("\u{5}\u{15}")
    try prompt.waitForLine("cq*>")
  }

  /// The rest of what was entered before stands in grey behind what begins so; keys take it.
  @Test func hintOfHistory() throws {
    let prompt = try Prompt(Workspace(), environment: Self.colours, rows: 40, hints: true)
    try prompt.enter("from hotels | sort by name | limit 1")
    prompt.send("from h")
    try prompt.waitForLine("cq*> from hotels | sort by name | limit 1")
    let row = prompt.terminal.cursor.row
    #expect(
      prompt.terminal.looks(ofRow: row) == ".....ssss.." + String(repeating: "h", count: 30))
    #expect(prompt.terminal.cursor.column == 11)
    // A word of it, then the rest.
    prompt.send("\u{1B}f")
    try prompt.wait { $0.cursor.column == 16 }
    prompt.send("\u{1B}[C")
    try prompt.wait { $0.cursor.column == 41 }
    // Not where the cursor is inside, and never what was not taken.
    prompt.send("\u{15}from hX\u{1B}[D")
    try prompt.waitForLine("cq*> from hX")
    prompt.send("\u{5}\u{7F}")
    try prompt.waitForLine("cq*> from hotels | sort by name | limit 1")
    prompt.send("\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}help skip\r")
    try prompt.wait { $0.line == "cq*>" && $0.contains("  example: skip 10") }
  }

  /// What came to nothing is not proposed again; a candidate is.
  @Test func hintOfCandidates() throws {
    let prompt = try Prompt(Workspace(), environment: Self.colours, rows: 40, hints: true)
    try prompt.enter("from hotels | filter stars > \"a\"")
    prompt.send("from hot")
    try prompt.waitForLine("cq*> from hotels")
    prompt.send("\u{5} | sort by dist")
    try prompt.waitForLine("cq*> from hotels | sort by distance")
    prompt.send("\u{1B}[F | limit 1 | show name\r")
    try prompt.wait { $0.line == "cq*>" && $0.contains("1  Best Western President Hotel") }
    try prompt.enter("set hints = off")
    prompt.send("from hot")
    try prompt.waitForLine("cq*> from hot")
  }
}
