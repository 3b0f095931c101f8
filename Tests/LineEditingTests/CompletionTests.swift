// SPDX-License-Identifier: MIT

import LineEditing
import Testing

@Suite struct CompletionTests {
  init() { LineEditor.useUTF8() }

  private static func items(_ texts: [String]) -> [Completion] {
    texts.map { Completion(replacement: $0, label: $0) }
  }

  @Test(arguments: [
    ([], ""), (["from"], "from"), (["stars", "start"], "star"), (["a", "b"], ""),
    (["Hôtel Rivoli", "Hôtel Ritz"], "Hôtel Ri"), (["é", "e\u{301}x"], "é"), (["ab", "a"], "a"),
  ])
  func findsTheCommonPrefix(texts: [String], common: String) {
    #expect(CompletionStep.commonPrefix(texts) == common)
  }

  @Test(arguments: [
    // The line, the cursor, where the word starts, the candidates, and what Tab does.
    ("fr", 2, 0, ["from "], CompletionStep.replace(statement: "from ", cursor: 5)),
    ("fr hotels", 2, 0, ["from"], .replace(statement: "from hotels", cursor: 4)),
    ("é st", 5, 3, ["stars", "start"], .replace(statement: "é star", cursor: 7)),
    ("é star", 7, 3, ["stars", "start"], .choose),
    ("hotel r", 7, 0, ["Hôtel Rivoli", "Hôtel Ritz"], .replace(statement: "Hôtel Ri", cursor: 9)),
    ("riv", 3, 0, ["Rivoli", "Old Rivoli"], .choose),
    ("gra", 3, 0, ["Hotel Zoo gra", "Hotel Zen grb"], .choose),
    ("from", 4, 0, ["from"], .nothing),
    ("xyz", 3, 0, [], .nothing),
    ("ab", 99, -5, ["abc"], .replace(statement: "abc", cursor: 3)),
    ("a", 1, 0, ["a\u{1b}[31mb"], .replace(statement: "a[31mb", cursor: 6)),
  ])
  func completes(
    line: String, cursor: Int, from: Int, texts: [String], expected: CompletionStep
  ) {
    let list = CompletionList(replaceFrom: from, items: Self.items(texts))
    #expect(CompletionStep(list, statement: line, cursor: cursor) == expected)
  }

  /// What may have been meant is shown, not put there.
  @Test func aLoneGuessIsShown() {
    let list = CompletionList(replaceFrom: 0, items: Self.items(["from "]), isGuess: true)
    #expect(CompletionStep(list, statement: "form", cursor: 4) == .choose)
  }

  @Test func listsLabelsInColumns() {
    let items = Self.items(["a", "bbb", "漢字", "dd", "e"])
    #expect(
      CompletionListing.rows(items, width: 20, height: 10) == ["a     bbb   漢字", "dd    e"])
    #expect(CompletionListing.rows(items, width: 5, height: 10) == ["a", "bbb", "漢字", "dd", "e"])
    #expect(CompletionListing.rows(items, width: 5, height: 3) == ["a", "bbb", "...…"])
    #expect(CompletionListing.rows([], width: 20, height: 10) == [])
  }

  @Test func listsNotesBesideLabels() {
    let items = [
      Completion(replacement: "from", label: "from", note: "where rows come from"),
      Completion(replacement: "x", label: "x\u{1b}\n", note: ""),
    ]
    #expect(
      CompletionListing.rows(items, width: 40, height: 10) == [
        "  from       where rows come from", "  x\\u{1B}\\n",
      ])
    #expect(
      CompletionListing.rows(items, width: 20, height: 10) == ["  from", "  x\\u{1B}\\n"])
    #expect(CompletionListing.rows(items, width: 10, height: 10) == ["  from", "  x\\u{1B…"])
  }

  @Test(arguments: [8, 20, 40, 79])
  func neverExceedsTheWidth(width: Int) {
    let items = (1...40).map { number in
      Completion(
        replacement: "", label: String(repeating: "é漢", count: number % 9), note: "note \(number)")
    }
    for candidates in [items, items.map { Completion(replacement: "", label: $0.label) }] {
      let rows = CompletionListing.rows(candidates, width: width, height: 12)
      #expect(rows.allSatisfy { ScreenLayout.width(of: $0) < width })
      #expect(rows.count <= 12)
    }
  }
}
