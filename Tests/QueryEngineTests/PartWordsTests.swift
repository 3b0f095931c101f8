// SPDX-License-Identifier: MIT

import Catalogue
import QueryEngine
import Testing

/// What parts are called that are missing or old.
@Suite struct PartWordsTests {
  @Test(
    arguments: [
      (.list(category: "Bags"), "Bags"), (.list(category: "Bags", page: 3), "page 3 of Bags"),
      (.list(category: "Bags", page: 3, isEnd: true), "page 3 of Bags and on"),
      (.list(category: nil, page: 2), "page 2"),
      (.list(category: nil, page: 2, isEnd: true), "page 2 and on"), (.item("40611"), "item 40611"),
      (.attached("dream.jpg"), "dream.jpg"),
    ] as [(SourcePart, String)])
  func words(part: SourcePart, words: String) { #expect(part.words == words) }
}
