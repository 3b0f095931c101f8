// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Where libedit draws, a statement that fills the window, or is taller, can be typed on wherever
/// the cursor was.
@Suite struct PromptTallLineTests {
  private static let escape = "\u{1B}"

  private static func files(_ style: String) -> [String: String] {
    Prompt.unpainted.merging([".editrc": style == "vi" ? "bind -v\n" : ""]) { $1 }
  }

  /// The keys of a style, what is typed at the end of 200 letters after them, and the window's size
  /// when the letters are typed.
  static let movements: [(style: String, keys: [String], resized: Bool)] = [
    ("emacs", ["\u{1B}[1;5D", "\u{1B}[1;5C"], false),
    ("emacs", ["\u{1B}b", "\u{1B}f"], false),
    ("emacs", ["\u{1B}[1;5D", "\u{1B}[1;5C"], true),
    ("vi", [escape, "0", "A"], false), ("vi", [escape, "0", "$", "a"], false),
    ("vi", [escape, "0", "A"], true),
  ]

  /// libedit took no notice of a place above its window and drew on from where the cursor was.
  @Test(arguments: movements)
  func typesAtTheEnd(style: String, keys: [String], resized: Bool) throws {
    let prompt = try Prompt(
      Workspace(Self.files(style)), rows: resized ? 12 : 5,
      columns: resized ? 40 : 20)
    prompt.send("\u{1B}[200~\(String(repeating: "x", count: 200))\u{1B}[201~")
    try prompt.waitForLine(String(repeating: "x", count: 5))
    if resized {
      prompt.terminal.resize(rows: 5, columns: 20)
      try prompt.wait { $0.rows.count == 5 && $0.rows[3] == String(repeating: "x", count: 20) }
    }
    for key in keys {
      prompt.send(key)
      usleep(80_000)
    }
    for _ in 1...40 {
      prompt.send("y")
      usleep(2_000)
    }
    let row = { (text: String) in String(repeating: text, count: 20) }
    try prompt.wait { screen in
      screen.rows == [
        row("x"), row("x"), "xxxxxyyyyyyyyyyyyyyy", row("y"), "yyyyy",
      ] && screen.cursor == (4, 5)
    }
    prompt.send("\u{3}")
    try prompt.waitForLine("cq*>")
    #expect(try prompt.leave() == .exited(0))
  }

  /// A statement whose last letter stands at the end of the last row but one of the window.
  @Test(arguments: [["R", "z"], ["r", "z", "A"], ["0", "35l", "r", "z", "A"]])
  func replacesTheLastLetterOfARow(keys: [String]) throws {
    let prompt = try Prompt(Workspace(Self.files("vi")), rows: 3, columns: 20)
    prompt.send("\u{1B}[200~\(String(repeating: "x", count: 35))\u{1B}[201~")
    try prompt.wait { $0.rows[1] == String(repeating: "x", count: 20) && $0.cursor == (2, 0) }
    for key in [Self.escape] + keys {
      prompt.send(key)
      usleep(80_000)
    }
    prompt.send("end")
    try prompt.wait { $0.rows[1] == String(repeating: "x", count: 19) + "z" && $0.line == "end" }
    prompt.send("\u{3}")
    try prompt.waitForLine("cq*>")
    #expect(try prompt.leave() == .exited(0))
  }

  /// Marks stand with their characters, wherever these go; libedit would draw none of them.
  @Test func marks() throws {
    let prompt = try Prompt(Workspace(Self.files("emacs")), columns: 20)
    let line = { (text: String, column: Int) in
      try prompt.wait { $0.line == "cq*> \(text)" && $0.cursor.column == column }
    }
    prompt.send("cafe\u{301} no\u{308}e")
    try line("cafe\u{301} no\u{308}e", 13)
    prompt.send("\u{1}un ")
    try line("un cafe\u{301} no\u{308}e", 8)
    prompt.send("\u{5}\u{7F}\u{7F}")
    try line("un cafe\u{301} n", 14)
    prompt.send("o")
    try line("un cafe\u{301} no", 15)
    prompt.send("漢e\u{323}x")
    try line("un cafe\u{301} no漢e\u{323}x", 19)
    prompt.send("o\u{302}")
    try prompt.wait {
      $0.rows.contains("cq*> un cafe\u{301} no漢e\u{323}xo\u{302}") && $0.cursor.column == 0
    }
    prompt.send("\u{15}\u{3}")
    try prompt.waitForLine("cq*>")
  }
}
