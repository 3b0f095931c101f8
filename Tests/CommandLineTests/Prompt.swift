// SPDX-License-Identifier: MIT

import Foundation
import TestSupport

/// `cq` at its prompt on a terminal, with its history in the workspace.
struct Prompt {
  let terminal: TerminalDriver
  /// Held, since the folder goes with its owner.
  private let workspace: Workspace

  private static let patience = 60.0
  /// The file of settings by which the line is as libedit draws it.
  static let unpainted = [".config/cq/config": "set overlay = off\n"]

  private static let withoutHints = settings("set hints = off\nset preview = off\n")
  private static let withHints = settings("set preview = off\n")
  private static let withPreview = settings("set hints = off\n")

  private static func settings(_ text: String) -> String? {
    try? {
      let path = try TestSupport.temporaryDirectory() + "/settings"
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      return path
    }()
  }

  /// Starts it and waits for the first prompt, which has a mark where no server is asked; without
  /// hints and without the count of rows, unless these are wanted or there is a file of settings.
  init(
    _ workspace: Workspace, program: String = Workspace.program, arguments: [String] = [],
    environment changes: [String: String] = [:], rows: Int = 24, columns: Int = 80,
    first: String = "cq*>", hints: Bool = false,
    preview: Bool = false
  ) throws {
    self.workspace = workspace
    var history = ["XDG_STATE_HOME": "\(workspace.path)/state", "PAGER": "cat"]
    let own = workspace.path + "/.config/cq/config"
    if !FileManager.default.fileExists(atPath: own) {
      let others = preview ? Self.withPreview : Self.withoutHints
      history["CQ_CONFIG"] = hints ? preview ? "/dev/null" : Self.withHints : others
    }
    terminal = try TerminalDriver.start(
      program: program, arguments: arguments,
      environment: workspace.environment(history.merging(changes) { $1 }),
      directory: workspace.path, rows: rows, columns: columns)
    try waitForLine(first)
  }

  func wait(until condition: (Screen) -> Bool) throws {
    try terminal.wait(until: condition, timeout: Self.patience)
  }

  /// Waits until the row of the cursor is as given, up to its trailing blanks.
  func waitForLine(_ line: String) throws {
    try wait { $0.line == line }
  }

  /// Waits until the screen holds nothing but the given rows.
  func waitForScreen(_ text: String) throws {
    try wait { Self.timeless($0.text) == text }
  }

  func send(_ keys: String) { terminal.send(keys) }

  /// Types a statement on one row and waits for the prompt after what it shows, which is the same
  /// as before unless `next` says otherwise.
  func enter(_ statement: String, at prompt: String = "cq*>", next: String? = nil) throws {
    send(statement)
    try waitForLine("\(prompt) \(statement)")
    send("\r")
    try waitForLine(next ?? prompt)
  }

  /// Leaves with Ctrl-D or other keys; gives the exit status.
  func leave(_ keys: String = "\u{4}") throws -> ExitStatus {
    send(keys)
    return try terminal.waitForExit(timeout: Self.patience)
  }

  /// The rows on the screen, with `N ms` for every time taken.
  var screen: String { Self.timeless(terminal.snapshot.text) }

  static func timeless(_ text: String) -> String {
    text.replacing(#/\d+ ms/#) { _ in "N ms" }
  }
}
