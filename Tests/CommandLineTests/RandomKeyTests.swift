// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Whatever is typed, the prompt goes on and answers.
@Suite struct RandomKeyTests {
  /// Keys for each style; `CQ_RANDOM_KEYS` asks for more, `CQ_RANDOM_SEED` for others, and
  /// `CQ_RANDOM_STYLE` for one style alone, by its number from 0.
  private static let count = number("CQ_RANDOM_KEYS") ?? 3_000
  static let seed = number("CQ_RANDOM_SEED") ?? 20_261_122

  static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// Settings that bind keys to every command that could leave the line, and keys to themselves.
  private static let hostileSettings = """
    bind "^T" ed-command
    bind "^G" vi-histedit
    bind "^K" em-meta-next
    bind "^B" ed-quoted-insert
    bind "^F" em-universal-argument
    bind "\\\\ez" ed-start-over
    bind "\\\\ey" vi-alias
    bind -a "g" vi-undo
    bind -a "m" vi-search-next
    bind -a "z" vi-to-history-line
    bind -a "e" em-exchange-mark
    bind "^O" vi-redo
    bind "^V" em-kill-region
    bind "\\\\e4" ed-argument-digit
    bind -s "a" "aa"
    bind -s "^X^R" "^X^Rbc^T"

    """

  static let styles: [(settings: String?, first: String?)] = [
    (nil, nil), (hostileSettings, nil), ("bind -v\n", nil), ("bind -v\n" + hostileSettings, nil),
    ("bind -v\n" + hostileSettings, "set keys = vi"),
  ]

  private static var wanted: [(settings: String?, first: String?)] {
    number("CQ_RANDOM_STYLE").map { [styles[$0]] } ?? styles
  }

  @Test(arguments: wanted)
  func promptAnswers(settings: String?, first: String?) throws {
    var random = Seeded(UInt64(Self.seed))
    let workspace = try Workspace(settings.map { [".editrc": $0] } ?? [:])
    var left = Self.count
    while left > 0 {
      let prompt = try Prompt(workspace, environment: ["EDITOR": "false"])
      if let first { try prompt.enter(first) }
      while left > 0 {
        let keys = (0..<100).map { _ in Self.key(&random) }
        left -= keys.count
        for key in keys { prompt.terminal.send(key) }
        let text = { keys.map { String(decoding: $0, as: UTF8.self).debugDescription } }
        do {
          guard try answers(prompt, "p\(left)") else { break }
        } catch {
          Issue.record("no answer after \(text().joined(separator: " "))")
          throw error
        }
        // Also to windows that few statements fit in.
        if left % 700 == 0 { prompt.terminal.resize(rows: 3 + left % 17, columns: 20 + left % 60) }
      }
    }
  }

  /// What a prompt ended with that nobody asked to end.
  private struct Ending: Error {
    let status: String
    let screen: String
  }

  /// Ends whatever is under way and types; false where the keys have left `cq`, as Ctrl-D may.
  private func answers(_ prompt: Prompt, _ mark: String) throws -> Bool {
    var shown = ""
    let isDone = { (screen: Screen) in
      shown = screen.text
      return prompt.terminal.exitStatus != nil || screen.line.hasSuffix("> \(mark)")
    }
    for attempt in 0..<20 {
      // What was typed while a statement ran may have lost the end of a paste.
      if attempt > 0 { prompt.send("\u{3}") }
      // Ctrl-C may only have ended a statement, with keys still waiting behind it.
      prompt.send(" \u{3}\u{3}\u{3}" + mark)
      if (try? prompt.terminal.wait(until: isDone, timeout: 1)) != nil { break }
    }
    try prompt.terminal.wait(until: isDone, timeout: 1)
    if let status = prompt.terminal.exitStatus {
      if status != .exited(0) { throw Ending(status: "\(status)", screen: shown) }
      return false
    }
    prompt.send("\u{3}")
    return true
  }

  private static func key(_ random: inout Seeded) -> [UInt8] {
    let letter = UInt8.random(in: 0x20...0x7e, using: &random)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<40: return [letter]
    case 40..<50: return oneOf("fFtTrRdcy0$9%~.pPux;", &random)
    case 50..<58: return [0x1b]
    case 58..<68: return [0x1b, letter]
    case 68..<78:
      let code = UInt8.random(in: 0...0x1f, using: &random)
      return [typable(code)]
    case 78..<80: return [UInt8.random(in: 0x7f...0xff, using: &random)]
    case 80..<84: return [0x18, typable(UInt8.random(in: 0...0x7f, using: &random))]
    case 84..<92: return Array("\u{1b}[".utf8) + oneOf("ABCDHF", &random)
    case 92..<96: return oneOf("éÿ漢👩‍👧e\u{301}\u{202e}", &random)
    case 96: return Array("\u{1b}[200~from x |\r\n\u{1b}[31m( \u{1b}[201~".utf8)
    case 97: return Array("from hotels (\r".utf8)
    case 98: return [0x0d]
    default: return Array("\u{1b}[\(Int.random(in: 0..<40, using: &random));5~".utf8)
    }
  }

  /// While a statement runs the terminal itself obeys keys that hold output or quit.
  private static func typable(_ code: UInt8) -> UInt8 { [0x13, 0x1c].contains(code) ? 7 : code }

  private static func oneOf(_ characters: String, _ random: inout Seeded) -> [UInt8] {
    characters.randomElement(using: &random).map { Array(String($0).utf8) } ?? []
  }
}
