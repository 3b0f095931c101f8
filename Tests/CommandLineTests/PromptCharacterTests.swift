// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Whatever a key deletes, cuts, swaps or passes are whole characters, as the terminal shows them.
@Suite struct PromptCharacterTests {
  private static let family = "👩‍👩‍👧"
  private static let escape = "\u{1B}"

  /// What the line is after some keys, as an editor gets it.
  private func line(_ keys: [String], style: String, overlay: String) throws -> String {
    let workspace = try Workspace([
      ".config/cq/config": "set overlay = \(overlay)\nset hints = off\nset preview = off\n",
      ".editrc": style == "vi" ? "bind -v\n" : "",
    ])
    let prompt = try Prompt(
      workspace, environment: ["EDITOR": "keep() { cp \"$1\" copy && mv copy written; }; keep"])
    for key in keys {
      prompt.send(key)
      if key == Self.escape { usleep(80_000) }
    }
    prompt.send(style == "vi" ? "\u{1B}v" : "\u{18}\u{5}")
    var line: String?
    try prompt.wait { _ in
      line = try? workspace.text(of: "written")
      return line != nil
    }
    return line ?? ""
  }

  @Test(
    arguments: [
      // Backspace, Delete, Ctrl-W, Alt-D, Ctrl-T; Ctrl-Y puts back the whole.
      (["a\(family)", "\u{7F}"], "a\n"), (["a\(family)b", "\u{1}\u{6}\u{1B}[3~"], "ab\n"),
      (["cafe\u{301}s x", "\u{1B}b\u{8}\u{8}\u{8}"], "cafx\n"),
      (["ab e\u{301}x", "\u{17}"], "ab e\u{301}\n"),
      (["ab e\u{301}x", "\u{17}\u{17}"], "ab \n"),
      (["e\u{301}x yz", "\u{1}\u{1B}d"], "x yz\n"),
      (["e\u{301}x yz", "\u{1}\u{1B}d\u{5}\u{19}"], "x yze\u{301}\n"),
      (["a\(family)", "\u{14}"], "\(family)a\n"),
      (["🇩🇪🇫🇷", "\u{1B}[D\u{7F}"], "🇫🇷\n"),
    ] as [([String], String)], ["on", "off"])
  func emacs(keys: ([String], String), overlay: String) throws {
    #expect(try line(keys.0, style: "emacs", overlay: overlay) == keys.1)
  }

  @Test(
    arguments: [
      (["a\(family)b", escape, "0lx"], "ab\n"), (["a\(family)b", escape, "hx$p"], "ab\(family)\n"),
      (["🇩🇪🇫🇷ab", escape, "03x"], "b\n"), (["🇩🇪🇫🇷ab", escape, "0d2l"], "ab\n"),
      (["ab🇩🇪🇫🇷", escape, "$2Xix"], "ax🇫🇷\n"), (["\(family)🇩🇪c", escape, "02sx"], "xc\n"),
      (["e\u{301}x yz", escape, "0dw"], "x yz\n"), (["e\u{301}x yz", escape, "0cwQ"], "Qx yz\n"),
      (["\(family)🇩🇪c", escape, "0rxlry"], "xyc\n"), (["a\(family)", escape, "x"], "a\n"),
      (["a\(family)b", escape, "0lix"], "ax\(family)b\n"),
      (["\(family)ab", escape, "0x.p"], "ba\n"),
    ] as [([String], String)], ["on", "off"])
  func vi(keys: ([String], String), overlay: String) throws {
    #expect(try line(keys.0, style: "vi", overlay: overlay) == keys.1)
  }
}
