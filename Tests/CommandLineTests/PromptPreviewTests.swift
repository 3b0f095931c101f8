// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// The count of rows at the right of the line.
@Suite struct PromptPreviewTests {
  private static let altEnter = "\u{1B}\r"

  private static func row(_ text: String, _ note: String, columns: Int = 80) -> String {
    text + String(repeating: " ", count: columns - 1 - text.count - note.count) + note
  }

  /// It follows the line, is never that of another one, and is gone when the line is left.
  @Test func followsTheLine() throws {
    let prompt = try Prompt(Workspace(), preview: true)
    prompt.send("from hotels")
    try prompt.waitForLine(Self.row("cq*> from hotels", "7 of 7 hotels"))
    prompt.send(" | filter stars >= 3")
    try prompt.waitForLine(Self.row("cq*> from hotels | filter stars >= 3", "3 of 7 hotels"))
    prompt.send("0")
    try prompt.waitForLine(Self.row("cq*> from hotels | filter stars >= 30", "no rows of 7"))
    prompt.send("\u{7F} |")
    try prompt.waitForLine("cq*> from hotels | filter stars >= 3 |")
    prompt.send("\u{7F}\u{7F}\u{1B}[D")
    try prompt.waitForLine(Self.row("cq*> from hotels | filter stars >= 3", "3 of 7 hotels"))
    prompt.send("\r")
    try prompt.wait { $0.line == "cq*>" && $0.contains("3 of 7 hotels · ") }
    #expect(prompt.terminal.snapshot.rows[1] == "cq*> from hotels | filter stars >= 3")
    prompt.send("| limit 2")
    try prompt.waitForLine(Self.row("cq*> | limit 2", "2 rows"))
    prompt.send("\u{3}")
    try prompt.waitForLine("cq*>")
    #expect(try prompt.leave() == .exited(0))
  }

  /// It stands in the last row of a taller statement, beside a hint, and where there is room.
  @Test func whereItStands() throws {
    let prompt = try Prompt(Workspace(), hints: true, preview: true)
    prompt.send("from hotels\r")
    try prompt.wait { $0.line == "cq*>" && $0.contains("7 of 7 hotels · ") }
    prompt.send("from hotels" + Self.altEnter + "| filter stars >= 3")
    try prompt.waitForLine(Self.row("   ...> | filter stars >= 3", "3 of 7 hotels"))
    prompt.send("\u{1B}[A")
    try prompt.wait {
      $0.line == "cq*> from hotels"
        && $0.contains(Self.row("   ...> | filter stars >= 3", "3 of 7 hotels"))
    }
    prompt.send("\u{3}from hot")
    try prompt.wait { $0.line.hasPrefix("cq*> from hotels") }
  }

  /// At 40 columns there is none; nor where it is switched off, in a line that libedit draws, or
  /// behind one that has no room for it.
  @Test(arguments: [
    (40, "", "from hotels"), (80, "set preview = off", "from hotels"),
    (80, "set overlay = off", "from hotels"),
    (80, "", "from hotels | filter name = \"" + String(repeating: "x", count: 40) + "\""),
  ])
  func nowhere(columns: Int, setting: String, line: String) throws {
    let prompt = try Prompt(Workspace(), columns: columns, preview: true)
    if !setting.isEmpty { try prompt.enter(setting) }
    prompt.send(line)
    try prompt.waitForLine("cq*> " + line)
    #expect(throws: (any Error).self) {
      try prompt.terminal.wait(until: { $0.line != "cq*> " + line }, timeout: 0.3)
    }
  }

  /// A menu has the room, and the window may change.
  @Test func menusAndSizes() throws {
    let prompt = try Prompt(Workspace(), preview: true)
    prompt.send("from hotels | sort by name")
    try prompt.waitForLine(Self.row("cq*> from hotels | sort by name", "7 of 7 hotels"))
    prompt.terminal.resize(rows: 24, columns: 60)
    try prompt.waitForLine(
      Self.row("cq*> from hotels | sort by name", "7 of 7 hotels", columns: 60))
    prompt.send(" \t")
    try prompt.wait { $0.rows.contains { $0.hasPrefix("  desc") } }
    #expect(!prompt.screen.contains("7 of 7 hotels"))
  }
}
