// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Which keys the prompt has, and that none of them leaves the line.
@Suite struct PromptKeyTests {
  private static let escape = "\u{1B}"

  /// Keys that made libedit loop, read beyond its line or start an editor; then what is typed.
  static let leaving: [(keys: [String], style: String)] = [
    (["from hotels (\r", escape], "vi"), ([escape, ":", "\"", escape], "vi"),
    ([escape + "x", "\"", escape], "emacs"), ([escape, "$", "x"], "vi"),
    (["text", escape, "v"], "vi"), (["text", escape, "@a"], "vi"), (["text", escape, "#"], "vi"),
    ([escape, ".", "G", "_", "U"], "vi"), (["\u{14}", "\"", escape], "emacs"),
    (["a", escape, "999999999999p", "d99999w"], "vi"),
    ([escape + "9", "99999999", "a"], "emacs"), (["a\u{16}", "\u{11}", "\u{0}"], "emacs"),
  ]

  /// No key hangs or ends the prompt, or starts a program, whatever `~/.editrc` binds.
  @Test(arguments: leaving) func nothingLeaves(keys: [String], style: String) throws {
    let editor = "#!/bin/sh\ntouch '\(NSTemporaryDirectory())/never'\n"
    let workspace = try Workspace([
      "bin/vi": editor, "bin/ed": editor,
      ".editrc":
        "bind -\(style == "vi" ? "v" : "e")\nbind ^T ed-command\nbind \"\\\\ex\" ed-command\n",
    ])
    for name in ["vi", "ed"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: "\(workspace.path)/bin/\(name)")
    }
    let prompt = try Prompt(workspace, environment: ["PATH": "\(workspace.path)/bin:/usr/bin:/bin"])
    for key in keys {
      prompt.send(key)
      // A lone Escape is told from the beginning of a sequence by the time after it.
      usleep(80_000)
    }
    prompt.send("\u{3}")
    // An empty line looks the same before Ctrl-C has come as after.
    try prompt.wait { $0.contains("^C") && $0.line == "cq*>" }
    try prompt.enter("help limit")
    #expect(try prompt.leave() == .exited(0))
    #expect(!FileManager.default.fileExists(atPath: "\(NSTemporaryDirectory())/never"))
  }

  /// The keys are those of emacs unless the user's settings or `set keys` say otherwise.
  static let styles: [(settings: String, variables: [String: String], first: String, isVi: Bool)] =
    [
      ("", [:], "help skip", false), ("", ["EDITOR": "vi", "VISUAL": "vi"], "help skip", false),
      ("bind -v\n", [:], "help skip", true), ("bind -v\n", [:], "set keys = emacs", false),
      ("", [:], "set keys = vi", true), ("bind -e\n", [:], "set keys = vi", true),
    ]

  @Test(arguments: styles) func style(
    settings: String, variables: [String: String], first: String, isVi: Bool
  ) throws {
    let workspace = try Workspace([".editrc": settings])
    let prompt = try Prompt(workspace, environment: variables)
    try prompt.enter(first)
    prompt.send("one two three")
    try prompt.waitForLine("cq*> one two three")
    prompt.send(Self.escape + "b" + "X")
    // In vi the letters are commands, in emacs the first goes with Escape and moves by a word.
    try prompt.waitForLine(isVi ? "cq*: one twothree" : "cq*> one two Xthree")
  }

  /// What is typed, and the line that stands there then.
  static let edits: [(style: String, keys: [String], line: String)] = [
    ("emacs", ["one two", "\u{17}", "\u{19}\u{19}"], "one twotwo"),
    ("emacs", ["ab", "\u{14}"], "ba"),
    // What was cut stays so behind other changes.
    ("emacs", ["one two", "\u{17}", "\u{7F}-", "\u{19}"], "one-two"),
    ("vi", ["one two", escape, "0dwix", escape, "p"], "xone two"),
    ("emacs", ["one two", "\u{1}", "\u{B}", "x\u{19}"], "xone two"),
    ("emacs", ["one two", "\u{1F}"], "one"),
    ("emacs", ["one two", "\u{1F}\u{1F}", escape + "_"], "one"),
    ("emacs", ["one", "\u{18}\u{15}", "\u{1F}"], ""),
    ("emacs", ["ab", "\u{16}\u{11}\u{7}\u{0}c"], "abc"),
    ("emacs", [escape + "3x", escape + "2\u{2}y"], "xyxx"),
    ("emacs", ["one two", escape + "b" + escape + "u"], "one TWO"),
    (
      "emacs", [escape + "0" + escape + "2e", escape + "1" + "2f"],
      "ee" + String(repeating: "f", count: 12)
    ),
    ("vi", ["one two three", escape, "2bdw"], "one three"),
    ("vi", ["one two", escape, "0fwrx"], "one txo"),
    ("vi", ["one two", escape, "ccnew"], "new"), ("vi", ["one two", escape, "x", "u"], "one two"),
    ("vi", ["one two", escape, "xx", "uu\u{12}"], "one tw"), ("vi", ["ab", escape, "xp"], "ab"),
    ("vi", ["one two", escape, "b~i-", escape, "$a!"], "one T-wo!"),
    ("vi", ["a b c", escape, "0dw."], "c"),
    ("vi", ["héé", escape, "é", "ix"], "héxé"),
    // A repetition types what was typed, with Backspace and what a movement asks for.
    ("vi", ["ab cd ef", escape, "0cwxy\u{7F}z", escape, "w."], "xz xz ef"),
    ("vi", ["a1b1c1d", escape, "0df1."], "c1d"),
    ("vi", ["abcdefgh", escape, "02x3."], "fgh"), ("vi", ["abcdefgh", escape, "02x."], "efgh"),
    ("vi", ["abc", escape, "0rx", "l."], "xxc"),
    ("vi", ["one two", escape, "03rx", "x"], "xx two"), ("vi", ["ab", escape, "9ry", "x"], "a"),
    ("vi", ["one two", escape, "0Rab", escape, "x"], "ae two"),
    ("vi", ["ab", escape, "0Rxyz"], "xyz"),
    ("vi", ["abcd", escape, "0Rxy", escape, "0i-"], "-xycd"),
    ("vi", ["abcd", escape, "02sxy", escape, "l."], "xyxy"),
    ("vi", ["ab", escape, "iX" + escape + "x", "."], "a"),
    // An operator waits for a movement alone.
    ("vi", ["abcdef", escape, "dS", "x"], "abcde"),
    ("vi", ["one two", escape, "0d", "\u{1B}[C", "w", "x"], "one wo"),
  ]

  @Test(arguments: edits) func edit(style: String, keys: [String], line: String) throws {
    let prompt = try Prompt(Workspace([".editrc": style == "vi" ? "bind -v\n" : ""]))
    for key in keys {
      prompt.send(key)
      if key == Self.escape { usleep(80_000) }
    }
    let wanted = line.isEmpty ? "cq*>" : "cq*> \(line)"
    try prompt.wait { $0.line.replacing("cq*:", with: "cq*>") == wanted }
    #expect(TerminalBytes(prompt.terminal.output).unsafeScalars(atPrompt: true).isEmpty)
  }

  /// The prompt tells whether letters are commands; what is left behind does not.
  @Test func commandMode() throws {
    let prompt = try Prompt(Workspace([".editrc": "bind -v\n"]))
    prompt.send("help skip")
    try prompt.waitForLine("cq*> help skip")
    prompt.send(Self.escape)
    try prompt.waitForLine("cq*: help skip")
    prompt.send("A")
    try prompt.waitForLine("cq*> help skip")
    prompt.send(Self.escape)
    try prompt.waitForLine("cq*: help skip")
    prompt.send("\r")
    try prompt.waitForLine("cq*>")
    #expect(prompt.screen.contains("cq*> help skip\n"))
  }

  /// A key of the user's own: a command, a text, and a text that holds a key of its own.
  @Test func ownSettings() throws {
    let prompt = try Prompt(
      Workspace([
        ".editrc": """
        bind "^G" em-upper-case
        bind -s "^Xh" "from hotels"
        bind -s "^T" "^Xhb^T"
        bind -r "^K"
        bind "^O" em-toggle-overwrite

        """
      ]))
    prompt.send("\u{18}h")
    try prompt.waitForLine("cq*> from hotels")
    prompt.send("\u{1}\u{B}\u{7}")
    try prompt.waitForLine("cq*> FROM hotels")
    prompt.send("\u{14} c")
    try prompt.waitForLine("cq*> FROMb c hotels")
    prompt.send("\u{F}xy\u{F}z")
    try prompt.waitForLine("cq*> FROMb cxyzotels")
  }

  /// Ctrl-\ is no key of the prompt; while a statement runs the terminal ends the program by it.
  @Test func quitting() throws {
    let workspace = try Workspace()
    let pipe = try workspace.pipe("pipe.json")
    let prompt = try Prompt(workspace)
    prompt.send("from\u{1C} \"pipe.json\"")
    try prompt.waitForLine("cq*> from \"pipe.json\"")
    prompt.send("\r")
    let writer = unsafe open(pipe, O_WRONLY)
    defer { close(writer) }
    prompt.send("\u{1C}")
    #expect(try prompt.terminal.waitForExit(timeout: 60) == .signaled(SIGQUIT))
  }

  /// A line takes 64 KiB, each key quickly: in ten times what is promised of it, of the time that
  /// the program works for it. More is refused with words, and nothing is cut.
  @Test func longLine() throws {
    let prompt = try Prompt(Workspace())
    let text = #"let x = ""# + String(repeating: "long ", count: 13_090)
    prompt.send("\u{1B}[200~\(text)\u{1B}[201~")
    try prompt.wait { $0.line.hasSuffix("long") && $0.cursor.row == 23 }
    var slowest = 0.0
    for count in 1...20 {
      let before = prompt.terminal.worked
      prompt.send("k")
      try prompt.wait { $0.line.hasSuffix("long " + String(repeating: "k", count: count)) }
      slowest = max(slowest, prompt.terminal.worked - before)
    }
    #expect(slowest > 0 && slowest < 0.5, "\(slowest)")
    prompt.send("\u{1B}[200~\(String(repeating: "y", count: 100))\u{1B}[201~")
    try prompt.wait { $0.contains("note: a line holds at most 64 KiB") || $0.line.hasSuffix("kk") }
    try prompt.wait { $0.line.hasSuffix("kkk") }
    #expect(!prompt.terminal.snapshot.contains("yy"))
    prompt.send("\"\r")
    try prompt.waitForLine("cq*>")
  }

  /// As much without the marks of a paste takes as long as its length wants; Ctrl-C ends it.
  @Test(arguments: ["emacs", "vi"])
  func longLineWithoutMarks(keys: String) throws {
    let prompt = try Prompt(Workspace())
    try prompt.enter("set keys = \(keys)")
    let text = #"let x = ""# + String(repeating: "lång ", count: 10_000)
    let start = Date()
    prompt.send(text + "end")
    try prompt.wait { $0.line.hasSuffix("lång end") && $0.cursor.row == 23 }
    #expect(Date().timeIntervalSince(start) < 10)
    prompt.send("\u{1F}")
    try prompt.wait { !$0.line.hasSuffix("end") }
    prompt.send("\u{3}" + text + "\u{3}")
    try prompt.waitForLine("cq*>")
    #expect(Date().timeIntervalSince(start) < 20)
  }
}
