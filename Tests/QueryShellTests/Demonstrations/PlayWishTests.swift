// SPDX-License-Identifier: MIT

import LineEditing
import TestSupport
import Testing

@testable import QueryShell

/// What keys and lines mean to a demonstration, and how a query is typed.
@Suite struct PlayWishTests {
  static let lines: [(String, PlayWish?)] = [
    ("", .next), ("n", .next), ("next", .next), ("b", .back), ("BACK", .back), ("r", .again),
    ("g 3", .go(3)), ("go 12", .go(12)), ("7", .go(7)), ("t", .own), ("try", .own),
    ("s", .steps), ("l", .list), ("?", .help), ("h", .help), ("p", .pause), ("q", .quit),
    ("x", nil), ("b 3", nil), ("from hotels", nil),
  ]

  @Test(arguments: lines) func readsLines(line: String, wish: PlayWish?) {
    #expect(PlayWish(line: line) == wish)
  }

  static let keys: [(Key, PlayWish?)] = [
    (.control(0x0D), .next), (.pageDown, .next), (.right, .next), (.pageUp, .back),
    (.control(0x7F), .back), (.character("B"), .back), (.character("?"), .help),
    (.control(0x03), .interrupt), (.control(0x04), .quit), (.character("x"), nil),
    (.control(0x1B), nil), (.delete, nil), (.paste("q"), nil),
  ]

  @Test(arguments: keys) func readsKeys(key: Key, wish: PlayWish?) {
    #expect(PlayWish(key) == wish)
  }

  /// The page has each key that the help tells, and no other letter.
  @Test func thePageHasTheTable() throws {
    let path = "\(TestSupport.repositoryRoot)/Documentation/Demonstrating.md"
    let page = try TestSupport.text(ofFile: path)
    let rows = page.split(separator: "\n").drop { $0 != "| key | does |" }.dropFirst(2)
      .prefix { $0.hasPrefix("|") }
    let keys = rows.compactMap {
      $0.dropFirst(2).split { " ,".contains($0) }.first.map(String.init)
    }
    let told = PlayWish.rows.compactMap { $0.told?.split(separator: " ").first.map(String.init) }
    #expect(Set(keys) == Set(told))
    #expect(keys.count == told.count)
  }

  @Test func typesAllOfAQuery() {
    let text = "from hotels # ä\n| count"
    let typed = TypedQuery(text, pace: 20, margin: 2)
    #expect(typed.whole == "from hotels # ä\n  | count")
    #expect(typed.strokes.allSatisfy { (25...150).contains($0.milliseconds) })
    #expect(typed.strokes == TypedQuery(text, pace: 20, margin: 2).strokes)
    #expect(TypedQuery(text).strokes.allSatisfy { $0.milliseconds == 0 })
    let coloured = TypedQuery("limit 2", colours: .sixteen).whole
    #expect(coloured == "\u{1B}[0;1mlimit\u{1B}[m \u{1B}[0;32m2\u{1B}[m")
  }
}
