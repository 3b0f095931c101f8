// SPDX-License-Identifier: MIT

import LineEditing
import Testing

@Suite struct HistoryRecallTests {
  private static let entries = ["from a", "sort x", "from b\n| c", "from b\n| c", "show 3"]

  @Test func walksByPrefix() {
    var walk = HistoryWalk(entries: Self.entries, draft: "fr", prefix: "fr")
    #expect(walk.older() == "from b\n| c")
    #expect(walk.older() == "from a")
    #expect(walk.older() == nil)
    #expect(walk.newer() == "from b\n| c")
    #expect(walk.newer() == "fr")
    #expect(walk.newer() == nil)
    #expect(walk.shown == "fr")
  }

  @Test func walksOverAllFromAnEmptyLine() {
    var walk = HistoryWalk(entries: Self.entries, draft: "", prefix: "")
    let seen = (0..<5).map { _ in walk.older() }
    #expect(seen == ["show 3", "from b\n| c", "sort x", "from a", nil])
  }

  /// What is typed into a search, with `^` for a further Ctrl-R and `<` for Backspace.
  @Test(arguments: [
    ("from", "from b\n| c", "(search 'from') "), ("FROM", "from b\n| c", "(search 'FROM') "),
    ("from^", "from a", "(search 'from') "), ("from^^", "from a", "(nothing with 'from') "),
    ("sortq", "sort x", "(nothing with 'sortq') "), ("sortq<", "sort x", "(search 'sort') "),
    ("s<", "draft", "(search '') "), ("| c", "from b\n| c", "(search '| c') "),
    ("zzz", "draft", "(nothing with 'zzz') "),
  ])
  func searches(typed: String, shown: String, prompt: String) {
    var search = HistorySearch(entries: Self.entries, draft: "draft")
    for scalar in typed.unicodeScalars {
      switch scalar {
      case "^": search.older()
      case "<": search.erase()
      default: search.type(scalar)
      }
    }
    #expect(search.shown == shown)
    #expect(search.prompt == prompt)
  }

  /// What has failed has a mark.
  @Test func marksWhatFailed() {
    var search = HistorySearch(entries: Self.entries, draft: "", failed: ["sort x"], mark: "x")
    search.type("s")
    #expect(search.prompt == "(search 's') ")
    search.type("o")
    #expect(search.prompt == "(search 'so') x ")
  }

  @Test func givesTheLineBack() {
    var search = HistorySearch(entries: Self.entries, draft: "draft")
    search.type("x")
    #expect(search.matchOffset == 5)
    search.cancel()
    #expect(search.shown == "draft")
  }

  /// A hint goes on as the newest entry does that came to no error and kept no secret.
  @Test func newestThatWentWell() {
    let history = EditHistory(path: nil)
    let next = { history.newest(beginningWith: "from h") }
    for statement in ["from hotels", "from hotel", "from h", "from hosts where token = abcdefg1"] {
      history.append(statement)
    }
    #expect(next() == "from hotel")
    history.note("from hotel", hasFailed: true)
    #expect(next() == "from hotels")
    history.note("from hotel", hasFailed: false)
    #expect(next() == "from hotel")
  }
}
