// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// A first session, key by key, with the screen after each step: at two widths, with wide text,
/// while the window changes its size.
///
/// A step is a line `> KEYS`, in which `<Enter>` and the like are keys and `<40x24>` is another
/// size of the window; below it stands the screen, and where the cursor is. With `CQ_UPDATE=1` in
/// the environment the screens are written anew.
@Suite struct SessionScreenTests {
  private static let folder = TestSupport.repositoryRoot + "/Tests/Fixtures/Screens"
  private static let keys = [
    "Enter": "\r", "Tab": "\t", "Esc": "\u{1B}", "Right": "\u{1B}[C", "Left": "\u{1B}[D",
    "Up": "\u{1B}[A", "Down": "\u{1B}[B", "Ctrl-C": "\u{3}", "Ctrl-L": "\u{C}",
    "Ctrl-A": "\u{1}", "Ctrl-R": "\u{12}", "Alt-Enter": "\u{1B}\r", "Ctrl-_": "\u{1F}",
    "Backspace": "\u{7F}", "Home": "\u{1B}[H",
  ]
  private static let wide = """
    [{"id": 1, "name": "Weißkraut 名前", "price": 3.5},
     {"id": 2, "name": "Chloé 👩‍👩‍👧", "price": 3.5},
     {"id": 3, "name": "漢字漢字漢字漢字漢字漢字漢字漢字漢字", "price": 12}]
    """

  private struct Step {
    let keys: String
    var screen: String
  }

  @Test(arguments: ["80x24", "40x24"]) func screensAreAsWritten(name: String) throws {
    let path = "\(Self.folder)/first-session-\(name).txt"
    let text = try TestSupport.text(ofFile: path)
    var steps = Self.steps(text)
    let size = Self.size(name) ?? (24, 80)
    let workspace = try Workspace(["wide.json": Self.wide])
    let prompt = try Prompt(
      workspace, environment: ["NO_COLOR": "1", "PAGER": ""], rows: size.rows,
      columns: size.columns, hints: true)
    let updates = ProcessInfo.processInfo.environment["CQ_UPDATE"] != nil
    for index in steps.indices {
      Self.press(steps[index].keys, at: prompt)
      if updates {
        steps[index].screen = Self.settled(prompt)
        continue
      }
      let wanted = steps[index].screen
      do {
        try prompt.wait { Self.drawn($0) == wanted }
      } catch {
        let found = Self.drawn(prompt.terminal.snapshot)
        Issue.record("after `\(steps[index].keys)`, step \(index + 1):\n\(found)")
        return
      }
    }
    guard updates else { return }
    let head = text.prefix { $0 != ">" }
    let body = steps.map { "> \($0.keys)\n\($0.screen)\n" }.joined(separator: "\n")
    try Data((head + body).utf8).write(to: URL(fileURLWithPath: path))
  }

  private static func steps(_ text: String) -> [Step] {
    var steps: [Step] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("> ") {
        steps.append(Step(keys: String(line.dropFirst(2)), screen: ""))
      } else if !steps.isEmpty {
        steps[steps.count - 1].screen += line + "\n"
      }
    }
    for index in steps.indices {
      let screen = steps[index].screen
      steps[index].screen = String(screen.reversed().drop(while: \.isNewline).reversed())
    }
    return steps
  }

  private static func size(_ text: some StringProtocol) -> (rows: Int, columns: Int)? {
    let numbers = text.split(separator: "x").compactMap { Int($0) }
    return numbers.count == 2 ? (numbers[1], numbers[0]) : nil
  }

  private static func press(_ text: String, at prompt: Prompt) {
    var rest = text[...]
    while let first = rest.first {
      guard first == "<", let end = rest.firstIndex(of: ">"),
        case let name = String(rest[rest.index(after: rest.startIndex)..<end]),
        keys[name] != nil || size(name) != nil
      else {
        prompt.send(String(rest.removeFirst()))
        continue
      }
      rest = rest[rest.index(after: end)...]
      if let size = size(name) {
        prompt.terminal.resize(rows: size.rows, columns: size.columns)
      } else if let key = keys[name] {
        prompt.send(key)
      }
    }
  }

  /// The rows with times left out, and where the cursor stands.
  private static func drawn(_ screen: Screen) -> String {
    "\(Prompt.timeless(screen.text))\n[cursor \(screen.cursor.row):\(screen.cursor.column)]"
  }

  /// The screen once nothing has changed for a while.
  private static func settled(_ prompt: Prompt) -> String {
    var last = ""
    for _ in 0..<40 {
      _ = try? prompt.terminal.wait(until: { _ in false }, timeout: 0.7)
      let now = drawn(prompt.terminal.snapshot)
      if now == last { break }
      last = now
    }
    return last
  }
}
