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

  /// A wish as it is told with a key or a word.
  struct Row {
    let wish: PlayWish
    /// The word, which its first letter stands for.
    let word: String
    /// The keys besides that letter.
    let keys: [Key]
    /// The key and what it does, as the help tells it; nil where that goes without saying.
    let told: String?
    /// Whether the present step goes on afterwards.
    var staysThere = false
  }

  /// All that can be wanted; a number besides is where `go` goes.
  static var rows: [Row] {
    [
      Row(
        wish: .next, word: "next",
        keys: [
          .control(0x0D), .control(0x0A), .character(" "), .right, .down, .pageDown,
        ], told: "Enter goes on"),
      Row(
        wish: .back, word: "back", keys: [.control(0x7F), .control(0x08), .left, .up, .pageUp],
        told: "b back"),
      Row(wish: .again, word: "repeat", keys: [], told: "r repeats"),
      Row(wish: .go(3), word: "go", keys: [], told: "g 3 goes to step 3"),
      Row(wish: .list, word: "list", keys: [], told: "l lists the steps", staysThere: true),
      Row(
        wish: .own, word: "try", keys: [], told: "t tries something of your own", staysThere: true),
      Row(
        wish: .steps, word: "steps", keys: [], told: "s shows what each stage of the query did",
        staysThere: true),
      Row(wish: .pause, word: "pause", keys: [], told: "p pauses --auto", staysThere: true),
      Row(wish: .quit, word: "quit", keys: [.control(0x04)], told: "q quits"),
      Row(wish: .help, word: "help", keys: [.character("?")], told: nil, staysThere: true),
      Row(wish: .interrupt, word: "", keys: [.control(0x03)], told: nil),
    ]
  }

  static var keys: String { rows.compactMap(\.told).joined(separator: ", ") }

  /// Whether the present step goes on afterwards.
  var staysThere: Bool { Self.rows.contains { $0.wish == self && $0.staysThere } }

  /// What a key means; nil for one that means nothing, and for `g`, behind which a number comes.
  init?(_ key: Key) {
    var letter = ""
    if case .character(let scalar) = key { letter = Character(scalar).lowercased() }
    let found = Self.rows.first { row in
      row.keys.contains(key) || !letter.isEmpty && row.word.hasPrefix(letter)
    }
    guard let found, found.word != "go" else { return nil }
    self = found.wish
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
    } else if words.count == 1, let row = Self.rows.first(where: { $0.word.hasPrefix(first) }),
      row.word != "go"
    {
      self = row.wish
    } else {
      return nil
    }
  }
}
