// SPDX-License-Identifier: MIT

import LineEditing
import Testing

/// The rows of a menu, and what is in the line.
@Suite struct CompletionMenuTests {
  init() { LineEditor.useUTF8() }

  private static func menu(_ words: [(String, String)], _ statement: String) -> CompletionMenu {
    let items = words.map { Completion(replacement: $0.0 + " ", label: $0.0, note: $0.1) }
    return CompletionMenu(
      CompletionList(replaceFrom: 2, items: items), statement: statement, cursor: 3)
  }

  private static func text(_ menu: CompletionMenu, _ columns: Int, isASCII: Bool = false) -> String
  {
    menu.rows(columns: columns, height: 2, isASCII: isASCII)
      .map { row in row.map { $0.role == .chosen ? $0.text.uppercased() : $0.text }.joined() }
      .joined(separator: "|")
  }

  private static let words = [("one", "the first"), ("three", "the third"), ("two", "漢字")]

  @Test func rows() {
    var menu = Self.menu(Self.words, "a o b")
    #expect(Self.text(menu, 41) == "  one    the first|  three  the third              1–2 of 3")
    #expect(Self.text(menu, 40) == "  one|  three                        1–2 of 3")
    #expect(
      Self.text(menu, 40, isASCII: true) == "  one|  three                        1-2 of 3")
    menu.choose(next: false)
    #expect(Self.text(menu, 41) == "  three  the third|  TWO    漢字                     3 of 3")
    menu.choose(next: true)
    #expect(Self.text(menu, 12) == "  ONE|  three")
  }

  @Test func line() {
    var menu = Self.menu(Self.words, "a o b")
    let line = { "\(menu.line.statement)¦\(menu.line.cursor)" }
    #expect(line() == "a o b¦3")
    menu.choose(next: true)
    #expect(line() == "a one  b¦6")
    menu.choose(next: false)
    #expect(line() == "a two  b¦6")
    menu.release()
    #expect(line() == "a o b¦3")
  }

  @Test func height() {
    let heights = [4, 12, 24, 60].map(CompletionMenu.height)
    #expect(heights == [3, 4, 8, 8])
  }
}
