// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// F1 at the prompt, and what is told of keys that do nothing.
@Suite struct PromptHelpTests {
  private static let banner = "cq 0.1.0 · `help` explains, Tab completes, Ctrl-D leaves"

  /// The line stays as it is, with the cursor where it was.
  @Test(arguments: ["\u{1B}OP", "\u{1B}[11~", "\u{1B}[[A"], ["on", "off"])
  func wordAtTheCursor(key: String, overlay: String) throws {
    let prompt = try Prompt(
      Workspace([
        ".config/cq/config": "set overlay = \(overlay)\nset hints = off\nset preview = off\n"
      ]))
    prompt.send("from hotels | limit 3")
    try prompt.waitForLine("cq*> from hotels | limit 3")
    prompt.send("\u{1B}[D\u{1B}[D" + key)
    try prompt.waitForScreen(
      """
      \(Self.banner)
      cq*> from hotels | limit 3
      limit N
        keep the first N rows
        example: limit 10
      cq*> from hotels | limit 3
      """)
    prompt.send("x")
    try prompt.waitForLine("cq*> from hotels | limitx 3")
  }

  @Test(arguments: [
    ("from hotels | sort by stars", "stars\n  Decimal, such as 3 of the sample"),
    (
      ".open",
      ".open SOURCE | FILE\n  make it the current source, as `use` does\n  example: .open hotels"
    ),
    ("", "note: F1 tells of the word at the cursor; `help` tells of all words"),
    ("zzz", "there is no help on `zzz`\n`help` lists the words of the language."),
  ]) func tells(line: String, text: String) throws {
    let prompt = try Prompt(Workspace())
    prompt.send(line + "\u{1B}OP")
    let typed = line.isEmpty ? "cq*>" : "cq*> \(line)"
    try prompt.waitForScreen("\(Self.banner)\n\(typed)\n\(text)\n\(typed)")
  }

  @Test func refusedBindings() throws {
    let workspace = try Workspace([
      ".editrc": "bind ^R vi-histedit\nbind ^X ed-prev-char\nbind ^G ed-unassigned\n"
    ])
    let prompt = try Prompt(workspace)
    #expect(
      prompt.screen == """
        \(Self.banner)
        note: ~/.editrc binds Ctrl-R to `vi-histedit`, which the prompt does not do
        cq*>
        """)
  }
}
