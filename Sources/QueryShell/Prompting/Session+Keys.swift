// SPDX-License-Identifier: MIT

import LineEditing
import ResultRendering

// `help keys`.
extension Session {
  /// The keys of the prompt as they are bound now; nil where there is no prompt with keys.
  var keyPage: String? {
    guard let help = keyHelp?() else { return nil }
    let other = help.style == .vi ? "emacs" : "vi"
    var text =
      "Keys of the prompt, as in \(help.style.rawValue); `set keys = \(other)` changes that\n"
    if !help.commanding.isEmpty { text += "While typing\n" }
    text += lines(help.typing)
    if !help.commanding.isEmpty { text += "In command mode\n" + lines(help.commanding) }
    if help.hasOwn { text += "\(KeyHelp.ownMark) bound in ~/.editrc\n" }
    return text
  }

  /// Keys and what they do, beside each other or, where the window is narrow, below.
  private func lines(_ lines: [KeyHelp.Line]) -> String {
    let names = lines.map { line in line.keys.map(keyName).joined(separator: "  ") }
    let width = names.map { DisplayWidth.of($0) }.filter { $0 <= 26 }.max() ?? 0
    let isNarrow = settings.options.width < 60
    let indentation = String(repeating: " ", count: isNarrow ? 6 : width + 4)
    return zip(names, lines).map { name, line in
      let room = settings.options.width - indentation.count
      let words = DisplayWidth.wrapped(line.words, to: room).joined(separator: "\n\(indentation)")
      let cells = DisplayWidth.of(name)
      if isNarrow || cells > width { return "  \(name)\n\(indentation)\(words)\n" }
      return "  \(name)\(String(repeating: " ", count: width - cells))  \(words)\n"
    }.joined()
  }

  private func keyName(_ key: String) -> String {
    guard settings.options.ascii else { return key }
    return ["←": "Left", "→": "Right", "↑": "Up", "↓": "Down"][key] ?? key
  }
}
