// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// `.watch` and `.edit`, and the keys that `help` lists.
@Suite struct PromptWatchTests {
  private static let plain = ["NO_COLOR": "1", "PAGER": ""]

  /// A file that changes is shown anew with a mark, and a key ends it.
  @Test func watchesAFile() throws {
    let workspace = try Workspace(["a.csv": "id,n\n1,20\n2,30\n"])
    let prompt = try Prompt(workspace, environment: Self.plain, rows: 10, columns: 60)
    prompt.send(".watch 2 from \"a.csv\"\r")
    try prompt.waitForScreen(
      """
      every 2 s, run 1; any key ends
         id   n
         ──  ──
      1   1  20
      2   2  30
      2 of 2 rows
      """)
    try prompt.wait { $0.rows[0] == "every 2 s, run 2, nothing new; any key ends" }
    try workspace.write("id,n\n1,25\n2,30\n", to: "a.csv")
    try prompt.wait {
      $0.rows[0].hasSuffix("1 line has changed; any key ends") && $0.rows[3] == "1   1  25  <"
    }
    prompt.terminal.resize(rows: 4, columns: 30)
    try prompt.wait { $0.rows[3] == "… 3 more lines" && $0.rows[0].hasSuffix("…") }
    prompt.send("x")
    try prompt.wait { $0.line.hasPrefix("cq*>") }
    prompt.send("\u{C}")
    try prompt.waitForLine("cq*>")
    // The key is not typed, and Ctrl-C ends it too.
    prompt.send(".watch 1 from \"a.csv\" | limit 1\r")
    try prompt.wait { $0.rows[0].hasPrefix("every 1 s, run") }
    prompt.send("\u{3}")
    try prompt.wait { $0.line.hasPrefix("cq*>") }
    #expect(try prompt.leave() == .exited(0))
  }

  /// A query that went on from a result is run from its source on.
  @Test func watchesTheWholeQuery() throws {
    let workspace = try Workspace(["a.csv": "id,n\n1,20\n2,30\n"])
    let prompt = try Prompt(workspace, environment: Self.plain, rows: 10, columns: 60)
    try prompt.enter("from \"a.csv\"", at: "cq*>")
    try prompt.enter("| count", at: "cq*>")
    try workspace.write("id,n\n1,20\n2,30\n3,40\n", to: "a.csv")
    prompt.send(".watch 1\r")
    try prompt.wait { screen in
      screen.rows[0].hasPrefix("every 1 s, run") && screen.rows.contains { $0.hasSuffix("3") }
    }
    prompt.send("x")
    try prompt.wait { $0.line.hasPrefix("cq*>") }
    #expect(try prompt.leave() == .exited(0))
  }

  /// Where nothing is drawn, each run that differs stands below the others.
  @Test func watchesPlainly() throws {
    let workspace = try Workspace(["a.csv": "id\n1\n"])
    let prompt = try Prompt(workspace, environment: ["TERM": "dumb"], rows: 12, columns: 50)
    prompt.send(".watch 1 from \"a.csv\"\n")
    try prompt.wait { $0.contains("every 1 s, run 1; Ctrl-C ends") && $0.contains("1 of 1 row") }
    try workspace.write("id\n7\n", to: "a.csv")
    try prompt.wait { $0.contains("1 line has changed; Ctrl-C ends") && $0.contains("1   7  <") }
    prompt.send("\u{3}")
    try prompt.wait { $0.contains("note: the watch has ended") && $0.line == "cq*>" }
  }

  /// Programs in the place of an editor, the text that comes to the prompt, and what is told.
  private static let editors: [(program: String, line: String, told: String)] = [
    ("sed -i s/hotels/chloe/", "cq*> from chloe | limit 1", ""),
    ("printf 'x\\033[2Jy \\n\\n' >", "cq*> x[2Jy", ""),
    ("true", "cq*> from hotels | limit 1", ""),
    ("false", "cq*>", "note: `false` failed with status 1; nothing was taken over"),
    (
      "no-such-editor", "cq*>",
      "note: `no-such-editor` cannot be run; `EDITOR` names the program; nothing was"
    ),
    (
      "stty raw -echo; kill -9 $$ #", "cq*>",
      "note: `stty raw -echo; kill -9 $$ #` was ended by signal 9; nothing was taken"
    ),
    (": >", "cq*>", "note: nothing was left in the file; nothing was taken over"),
    ("rm", "cq*>", "note: the file is not there any more; nothing was taken over"),
    (
      "head -c 70000 /dev/zero | tr '\\\\0' x >", "cq*>",
      "note: that is over 64 KiB; `cq run FILE` takes longer scripts; nothing was"
    ),
  ]

  @Test(arguments: editors) func editsTheLastStatement(
    program: String, line: String, told: String
  ) throws {
    let workspace = try Workspace()
    let environment = Self.plain.merging(["VISUAL": program, "TMPDIR": workspace.path]) { $1 }
    let prompt = try Prompt(workspace, environment: environment)
    try prompt.enter("from hotels | limit 1")
    prompt.send(".edit\r")
    try prompt.wait { $0.line == line && (told.isEmpty || $0.rows.contains(told)) }
    // Nothing is run unasked, keys are keys, and nothing is left behind.
    prompt.send("\u{1}z")
    try prompt.wait { $0.line == "cq*> z" + line.dropFirst(5) }
    #expect(!prompt.screen.contains("CHLOÉ"))
    let left = try FileManager.default.contentsOfDirectory(atPath: workspace.path)
    #expect(left.filter { $0.hasSuffix(".cq") } == [])
    prompt.send("\u{3}")
    try prompt.wait { $0.line == "cq*>" && $0.contains("^C") }
    #expect(try prompt.leave() == .exited(0))
  }

  /// Ctrl-X Ctrl-E takes the line to the editor and back, in emacs and, as `v`, in vi.
  @Test(arguments: [("emacs", "\u{18}\u{5}"), ("vi", "\u{1B}v")])
  func editsTheLine(style: String, keys: String) throws {
    let workspace = try Workspace([".config/cq/config": "set keys = \(style)\nset hints = off\n"])
    let environment = Self.plain.merging(["EDITOR": "sed -i 's/tels/tels | limit 2/'"]) { $1 }
    let prompt = try Prompt(workspace, environment: environment)
    if style == "emacs" {
      prompt.send("from hotels\u{1B}\r| show name")
      try prompt.wait { $0.rows.contains("   ...> | show name") }
      prompt.send("\u{3}")
      try prompt.wait { $0.line == "cq*>" && $0.contains("^C") }
    }
    prompt.send("from hotels | show name")
    try prompt.waitForLine("cq*> from hotels | show name")
    if style == "vi" {
      prompt.send("\u{1B}")
      Thread.sleep(forTimeInterval: 0.3)
    }
    prompt.send(String(keys.drop { style == "vi" && $0 == "\u{1B}" }))
    // What comes back is written on in the mode in which it was left.
    let mark = style == "vi" ? ":" : ">"
    try prompt.waitForLine("cq*\(mark) from hotels | limit 2 | show name")
    prompt.send("\r")
    try prompt.wait { $0.contains("Americana Inn") && $0.contains("2 rows") }
  }

  /// `help keys` lists keys as they are bound now.
  @Test func listsKeysAsTheyAreBound() throws {
    let workspace = try Workspace([".editrc": "bind \"^O\" em-yank\n"])
    let prompt = try Prompt(workspace, environment: Self.plain, rows: 200)
    prompt.send("help keys\r")
    try prompt.wait { screen in
      screen.contains("Keys of the prompt, as in emacs; `set keys = vi` changes that")
        && screen.rows.contains { $0.hasPrefix("  Ctrl-O*  Ctrl-Y ") && $0.hasSuffix("cut") }
        && screen.contains("* bound in ~/.editrc") && screen.line == "cq*>"
    }
    try prompt.enter("set keys = vi")
    prompt.send("\u{C}help keys\r")
    try prompt.wait { $0.contains("In command mode") && $0.line == "cq*>" }
  }
}
