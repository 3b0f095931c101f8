// SPDX-License-Identifier: MIT

/// What the keys of the prompt do, as they are bound now.
package struct KeyHelp: Equatable {
  /// Some keys that do the same.
  package struct Line: Equatable {
    package var keys: [String]
    package let words: String
  }

  package let style: KeyStyle
  /// The keys where characters are typed.
  package let typing: [Line]
  /// Those of the command mode of vi; emacs has none.
  package let commanding: [Line]
  /// What stands behind a key that the user's own settings have bound.
  package static let ownMark = "*"

  /// Whether some of them are the user's own.
  package var hasOwn: Bool {
    (typing + commanding).contains { $0.keys.contains { $0.hasSuffix(Self.ownMark) } }
  }

  init(_ bindings: KeyBindings) {
    style = bindings.style
    typing = Self.lines(bindings.inserting, bindings.own, named: Self.named)
    commanding = Self.lines(bindings.commanding, bindings.own, named: [:])
  }

  private static func lines(
    _ map: [[UInt8]: KeyBinding], _ own: Set<[UInt8]>, named: [EditCommand: [String]]
  ) -> [Line] {
    let keys = map.keys.sorted { ($0.count, name(of: $0)) < ($1.count, name(of: $1)) }
    var lines: [Line] = []
    let add = { (keys: [String], words: String) in
      if keys.isEmpty { return }
      if let index = lines.firstIndex(where: { $0.words == words }) {
        lines[index].keys += keys
      } else {
        lines.append(Line(keys: keys, words: words))
      }
    }
    let names = { (binding: KeyBinding) in
      let found = keys.filter { map[$0] == binding }.map { key in
        name(of: key) + (own.contains(key) ? ownMark : "")
      }
      return found.indices.filter { !found[..<$0].contains(found[$0]) }.map { found[$0] }
    }
    for command in EditCommand.allCases {
      guard let words = command.words else { continue }
      add((named[command] ?? []) + names(.ours(command)), words)
    }
    for (command, words) in KeyWords.ofLibedit { add(names(.libedit(command)), words) }
    for key in keys {
      guard case .text(let text)? = map[key] else { continue }
      let typed = PlainText.visibleLine(String(decoding: text, as: UTF8.self))
      add([name(of: key) + ownMark], "types \(typed)")
    }
    return lines.map { Line(keys: withoutDigits($0.keys), words: $0.words) }
  }

  /// Keys of which the first of ten digits stands for all.
  private static func withoutDigits(_ keys: [String]) -> [String] {
    let digits = (0...9).map { "Alt-\($0)" }
    guard digits.allSatisfy(keys.contains) else { return keys }
    return ["Alt-0 to Alt-9"] + keys.filter { !digits.contains($0) }
  }

  /// The keys that have a name on the keyboard.
  private static let named: [EditCommand: [String]] = [
    .moveLeft: ["←"], .moveRight: ["→"], .previous: ["↑"], .next: ["↓"], .rowStart: ["Home"],
    .rowEnd: ["End"], .deleteForward: ["Del"], .newRow: ["Alt-Enter"],
    .help: ["F1"],
  ]

  /// What a key is called, such as `Ctrl-X Ctrl-U`.
  static func name(of key: [UInt8]) -> String {
    var rest = key[...]
    var names: [String] = []
    while let byte = rest.popFirst() {
      if byte == 0x1b, let next = rest.popFirst() {
        // Whether Shift is held makes no difference where both letters are bound alike.
        names.append("Alt-\(name(of: (0x61...0x7a).contains(next) ? next & 0x5f : next))")
      } else {
        names.append(name(of: byte))
      }
    }
    return names.joined(separator: " ")
  }

  private static func name(of byte: UInt8) -> String {
    switch byte {
    case 0x09: "Tab"
    case 0x0d: "Enter"
    case 0x1b: "Esc"
    case 0x20: "Space"
    case 0x7f: "Backspace"
    case 0..<0x20: "Ctrl-\(Character(Unicode.Scalar(byte | 0x40)))"
    default: String(Character(Unicode.Scalar(byte)))
    }
  }
}

extension LineEditor {
  /// What the keys do now.
  package var keyHelp: KeyHelp { KeyHelp(bindings) }

  /// What `~/.editrc` binds keys to that no key does here.
  package var refusedBindings: [(key: String, command: String)] { bindings.refused }
}
