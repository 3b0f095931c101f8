// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

/// Past statements: from session to session, searched, private.
@Suite struct PromptHistoryTests {
  private static let up = "\u{1B}[A"
  private static let down = "\u{1B}[B"

  private static func historyFile(_ workspace: Workspace) -> String {
    "\(workspace.path)/state/cq/history"
  }

  private static func content(_ workspace: Workspace) throws -> String {
    try String(contentsOfFile: historyFile(workspace), encoding: .utf8)
  }

  @Test func statementsSurvive() throws {
    let workspace = try Workspace()
    let first = try Prompt(workspace)
    try first.enter("from hotels | limit 1 | show id")
    try first.enter("from shopreme | limit 1 | show price")
    #expect(try first.leave() == .exited(0))
    let second = try Prompt(workspace)
    second.send(Self.up)
    try second.waitForLine("cq*> from shopreme | limit 1 | show price")
    second.send(Self.up)
    try second.waitForLine("cq*> from hotels | limit 1 | show id")
    second.send(Self.down)
    try second.waitForLine("cq*> from shopreme | limit 1 | show price")
    second.send(Self.down)
    try second.waitForLine("cq*>")
    // Up looks for what begins as the line does.
    second.send("from h" + Self.up)
    try second.waitForLine("cq*> from hotels | limit 1 | show id")
    second.send("\r")
    try second.wait { $0.contains("1  40611") && $0.line == "cq*>" }
  }

  @Test func search() throws {
    let workspace = try Workspace()
    let first = try Prompt(workspace)
    try first.enter("from hotels | limit 1 | show id")
    try first.enter("from shopreme | limit 1 | show price")
    try first.enter("help limit")
    _ = try first.leave()
    let second = try Prompt(workspace)
    second.send("\u{12}SHOW")
    try second.waitForLine("(search 'SHOW') from shopreme | limit 1 | show price")
    second.send("\u{12}")
    try second.waitForLine("(search 'SHOW') from hotels | limit 1 | show id")
    second.send("zz")
    try second.waitForLine("(nothing with 'SHOWzz') from hotels | limit 1 | show id")
    second.send("\u{7}")
    try second.waitForLine("cq*>")
    second.send("\u{12}id\r")
    try second.wait { $0.contains("1  40611") && $0.line == "cq*>" }
  }

  /// How a statement ended is known in later sessions, where ↑ passes over what failed if that is
  /// wanted; also behind statements of another session that is open meanwhile.
  @Test func outcomesSurvive() throws {
    let workspace = try Workspace()
    let first = try Prompt(workspace)
    let other = try Prompt(workspace)
    try first.enter("from hotels | limit 1 | show id")
    first.send("from hotels | filter nothing > 1\r")
    try first.wait { $0.contains("error[CQ0201]") && $0.line == "cq*>" }
    try other.enter("help limit")
    first.send("from hotels | filter neither > 1\r")
    try first.wait { $0.contains("`neither`") && $0.line == "cq*>" }
    #expect(kill(first.terminal.processIdentifier, SIGKILL) == 0)
    _ = try other.leave()
    let second = try Prompt(workspace)
    second.send(Self.up)
    try second.waitForLine("cq*> from hotels | filter neither > 1")
    second.send("\u{3}")
    try second.wait { $0.line == "cq*>" && $0.contains("^C") }
    second.send("\u{12}neith")
    try second.waitForLine("(search 'neith') ✗ from hotels | filter neither > 1")
    second.send("\u{7}")
    try second.enter("set history.skip = failed")
    second.send(Self.up + Self.up)
    try second.waitForLine("cq*> help limit")
    second.send(Self.up)
    try second.waitForLine("cq*> from hotels | limit 1 | show id")
  }

  @Test func fileIsPrivate() throws {
    let workspace = try Workspace()
    let prompt = try Prompt(workspace)
    try prompt.enter("help limit")
    // Neither the line that begins with a blank nor the second of two equal ones is kept.
    prompt.send(" help skip\r")
    try prompt.wait { $0.contains("  example: skip 10") && $0.line == "cq*>" }
    try prompt.enter("help limit")
    try prompt.enter("from hotels \\")
    _ = try prompt.leave()
    let lines = try Self.content(workspace).split(separator: "\n")
    #expect(lines.prefix(2) == ["help limit", "from hotels \\\\"])
    #expect(lines.count == 3 && lines[2].hasPrefix("\\=failed "))
    let manager = FileManager.default
    let file = try manager.attributesOfItem(atPath: Self.historyFile(workspace))
    #expect(file[.posixPermissions] as? Int == 0o600)
    let folder = try manager.attributesOfItem(atPath: "\(workspace.path)/state/cq")
    #expect(folder[.posixPermissions] as? Int == 0o700)
  }

  /// On a terminal without cursor movement statements are kept as well, and what is typed before
  /// the prompt stands there is not lost.
  @Test(arguments: ["dumb", "no-such-terminal", "lpr"]) func plainTerminal(name: String) throws {
    let workspace = try Workspace()
    let variables = workspace.environment([
      "XDG_STATE_HOME": "\(workspace.path)/state", "TERM": name,
    ])
    let terminal = try TerminalDriver.start(
      program: Workspace.program, environment: variables, directory: workspace.path)
    terminal.send("help limit\r")
    try terminal.wait(until: { $0.contains("example: limit 10") && $0.line == "cq*>" }, timeout: 60)
    terminal.send("from hotels |\r")
    try terminal.wait(until: { $0.line == "...>" }, timeout: 60)
    terminal.send("limit 1 | show id\r")
    try terminal.wait(until: { $0.contains("1  40611") && $0.line == "cq*>" }, timeout: 60)
    terminal.send("\u{4}")
    #expect(try terminal.waitForExit(timeout: 60) == .exited(0))
    #expect(try Self.content(workspace) == "help limit\nfrom hotels |\\nlimit 1 | show id\n")
  }

  /// A statement of several rows is one entry, and comes back as such.
  @Test func severalRows() throws {
    let workspace = try Workspace()
    let first = try Prompt(workspace)
    first.send("from hotels |\r")
    try first.waitForLine("   ...>")
    first.send("limit 1 | show id\r")
    try first.wait { $0.contains("1  40611") && $0.line == "cq*>" }
    _ = try first.leave()
    #expect(try Self.content(workspace) == "from hotels |\\nlimit 1 | show id\n")
    let second = try Prompt(workspace)
    second.send(Self.up)
    try second.wait {
      $0.contains("cq*> from hotels |") && $0.line == "   ...> limit 1 | show id"
    }
    second.send("\r")
    try second.wait { $0.contains("1  40611") && $0.line == "cq*>" }
  }

  /// What other programs left in the file can neither drive the terminal nor be run unseen.
  @Test func damagedFile() throws {
    let workspace = try Workspace()
    let folder = "\(workspace.path)/state/cq"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try workspace.write(
      "help skip\nhelp \u{1B}]0;t\u{7}\u{1B}[31m\u{9B}\u{202E}limit\nbad \\q line\ntorn",
      to: "state/cq/history")
    let prompt = try Prompt(workspace)
    prompt.send(Self.up)
    try prompt.waitForLine("cq*> help ]0;t[31mlimit")
    prompt.send(Self.up)
    try prompt.waitForLine("cq*> help skip")
    prompt.send("\u{3}")
    try prompt.waitForLine("cq*>")
    _ = try prompt.leave()
    #expect(TerminalBytes(prompt.terminal.output).unsafeScalars(atPrompt: true).isEmpty)
  }

  /// The keys of services, wherever they are, are recorded nowhere, whatever stands around them.
  @Test func keysAreNotRecorded() throws {
    let workspace = try Workspace([
      ".config/cq/keys": "# shops\nCQ_KEY_OTHER = FiledKey+4711\nshort = hotels\n",
      ".config/cq/sources/shop.cq": """
      source shop {
        list "https://shop.example/list.json"
        key  CQ_KEY_SHOP as apiKey

        field id   Id key
        field name Text
      }

      """,
    ])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: "\(workspace.path)/.config/cq/keys")
    let prompt = try Prompt(
      workspace,
      environment: [
        "BESTBUY_API_KEY": "TypedKey12345", "CQ_KEY_HOTELS": "ThirdKey98765",
        "CQ_KEY_SHOP": "TraderKey5555", "OTHER": "NoSecret12345",
      ])
    for line in [
      #"let k = "TypedKey12345""#, #"from hotels | filter name = "ThirdKey98765""#,
      #"from "https://a.example/FiledKey%2B4711""#, "help TraderKey5555", "help NoSecret12345",
      "from hotels | filter stars > 4 | show id",
    ] {
      try prompt.enter(line)
    }
    prompt.send("\u{12}let k")
    try prompt.waitForLine(#"(search 'let k') let k = "***""#)
    prompt.send("\u{3}")
    try prompt.waitForLine("cq*>")
    _ = try prompt.leave()
    let lines = try Self.content(workspace).split(separator: "\n").filter { !$0.hasPrefix("\\=") }
    #expect(
      lines.joined(separator: "\n") + "\n" == """
        let k = "***"
        from hotels | filter name = "***"
        from "https://a.example/***"
        help ***
        help NoSecret12345
        from hotels | filter stars > 4 | show id

        """)
  }

  private static let homeless = "history is not kept: there is no home folder"

  static let homes: [(environment: [String: String], notice: String)] = [
    (["XDG_STATE_HOME": "", "HOME": ""], homeless),
    (["XDG_STATE_HOME": "relative", "HOME": "relative"], homeless),
    (
      ["XDG_STATE_HOME": "/proc/none", "HOME": "/nonexistent"],
      "history is off: cannot make /proc/none: No such file or directory"
    ),
    (
      ["XDG_STATE_HOME": "/dev/null", "HOME": "/nonexistent"],
      "history is off: cannot make /dev/null/cq: Not a directory"
    ),
  ]

  @Test(arguments: homes)
  func withoutFile(_ environment: [String: String], _ notice: String) throws {
    let workspace = try Workspace()
    let prompt = try Prompt(workspace, environment: environment, columns: 160)
    let rows = prompt.screen.split(separator: "\n")
    #expect(rows.count == 3)
    #expect(rows[1] == "note: \(notice)")
    // The session itself remembers.
    try prompt.enter("help limit")
    prompt.send(Self.up)
    try prompt.waitForLine("cq*> help limit")
    prompt.send("\u{3}")
    try prompt.waitForLine("cq*>")
    #expect(try prompt.leave() == .exited(0))
    #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.path).isEmpty)
  }
}
