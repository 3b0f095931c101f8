// SPDX-License-Identifier: MIT

import LineEditing

/// What whoever presents wants next.
enum PlayWish: Equatable {
  case next, back, again
  /// A step by its number, from 1.
  case go(Int)
  /// Something of one's own at the prompt.
  case own
  case steps, list, help
  /// Goes on by itself no longer, or again.
  case pause
  case quit
  /// Ctrl-C.
  case interrupt

  /// The letter of each, the word of which it is the first, and what it does.
  private static let words: [(word: String, command: PlayWish)] = [
    ("next", .next), ("back", .back), ("repeat", .again), ("try", .own), ("steps", .steps),
    ("list", .list), ("help", .help), ("pause", .pause), ("quit", .quit),
  ]

  static let keys =
    "Enter goes on, b back, r repeats, g 3 goes to step 3, l lists the steps, t tries something of "
    + "your own, s shows what each stage of the query did, p pauses --auto, q quits"

  /// Whether the present step goes on afterwards.
  var staysThere: Bool {
    switch self {
    case .own, .steps, .list, .help, .pause: true
    case .next, .back, .again, .go, .quit, .interrupt: false
    }
  }

  /// What a key means; nil for one that means nothing.
  init?(_ key: Key) {
    switch key {
    case .control(0x0D), .control(0x0A), .character(" "), .right, .down, .pageDown: self = .next
    case .control(0x7F), .control(0x08), .left, .up, .pageUp: self = .back
    case .control(0x03): self = .interrupt
    case .control(0x04): self = .quit
    case .character("?"): self = .help
    case .character(let scalar):
      let letter = Character(scalar).lowercased()
      guard let found = Self.words.first(where: { $0.word.hasPrefix(letter) }) else { return nil }
      self = found.command
    default: return nil
    }
  }

  /// What a line means: a letter, a word, or `g` with a number; nil for another one.
  init?(line: String) {
    let words = line.lowercased().split(separator: " ")
    guard let first = words.first else {
      self = .next
      return
    }
    if let number = words.last.flatMap({ Int($0) }), words.count == 1 || "go".hasPrefix(first) {
      self = .go(number)
    } else if first == "?" {
      self = .help
    } else if words.count == 1, let found = Self.words.first(where: { $0.word.hasPrefix(first) }) {
      self = found.command
    } else {
      return nil
    }
  }
}
