// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// What vi's keys repeat comes to an end, and keeps within a line.
@Suite struct PromptRepetitionTests {
  private static let escape = "\u{1B}"

  private func type(_ keys: [String], settings: String) throws -> Prompt {
    let prompt = try Prompt(Workspace([".editrc": "bind -v\n" + settings]))
    for key in keys {
      prompt.send(key)
      if key == Self.escape { usleep(80_000) }
    }
    return prompt
  }

  /// So many commands that libedit's private keys are given anew, the first one to `vi-redo` while
  /// that was libedit's: it had noted this key behind the text, where it led to command mode, and
  /// pressed it for ever.
  @Test func keysGivenAnew() throws {
    let commands = [
      ("e", "em-upper-case"), ("g", "em-lower-case"), ("q", "em-capitol-case"),
      ("K", "em-copy-prev-word"), ("Q", "em-delete-next-word"), ("v", "ed-delete-prev-word"),
      ("m", "em-set-mark"), ("n", "em-copy-region"), ("N", "em-exchange-mark"),
      ("z", "em-toggle-overwrite"), ("G", "ed-prev-word"), ("@", "em-next-word"),
      ("#", "vi-end-word"),
    ]
    let keys = commands.map(\.0) + "wbWBE$|%;,Yylh^".map(String.init)
    let prompt = try type(
      ["abc (def) ghi", Self.escape] + keys + ["."],
      settings: commands.map { "bind -a \"\($0)\" \($1)\n" }.joined())
    prompt.send("S" + "typed")
    try prompt.waitForLine("cq*> typed")
  }

  /// A repetition that is pressed where characters are typed is none, and is not repeated later.
  @Test func repetitionWhileTyping() throws {
    let prompt = try type(["one", "\u{F}", Self.escape, "."], settings: "bind \"^O\" vi-redo\n")
    prompt.send("A" + "two")
    try prompt.waitForLine("cq*> onetwo")
  }

  /// After a movement that fails the operator waits no longer, and a change of which the movement
  /// fails types nothing: the letters would be commands.
  @Test(arguments: [
    (["abcdef", escape, "dfzh", "x"], "cq*: abcdf"),
    (["ab ac", escape, "0cfbdd", escape, "$.", "ix"], "cq*> dd axc"),
  ])
  func failingMovement(keys: [String], line: String) throws {
    let prompt = try type(keys, settings: "")
    try prompt.waitForLine(line)
  }

  /// Pasting doubles the line each time, up to the longest one; the rest is refused with words.
  @Test func pastingKeepsWithinLine() throws {
    let prompt = try type(["0123456789abcdef", Self.escape], settings: "")
    for _ in 0..<14 { prompt.send("yyP") }
    let note = Array("note: a line holds at most 64 KiB; `cq run FILE` takes longer scripts".utf8)
    try prompt.wait { _ in prompt.terminal.output.firstRange(of: note) != nil }
    prompt.send("\u{3}")
    try prompt.waitForLine("cq*>")
    try prompt.enter("help limit")
  }
}
