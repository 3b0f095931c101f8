// SPDX-License-Identifier: MIT

import Diagnostics
import Foundation
import QuerySyntax
import TestSupport
import Testing

/// What the parser would take at a place.
@Suite struct ParsePointTests {
  private static func point(_ text: String) -> ParsePoint {
    Parser.point(atEndOf: ScriptText(name: "t", text))
  }

  private static func prefix(of source: ScriptText, _ end: Int) -> ScriptText {
    ScriptText(name: source.name, bytes: Array(source.bytes.prefix(end)))
  }

  /// What has been read before the place.
  @Test func knowsWhatStandsBefore() {
    let text = "use h; from h | extend b = 1 | group by b (limit 2 | filter round(a, "
    let point = Self.point(text)
    let source = ScriptText(name: "t", text)
    #expect(point.stages.map { source[$0] } == ["extend b = 1", "limit 2"])
    #expect(point.head.map { source[$0] } == "from h")
    #expect(source[ScriptRange(0, point.statementStart)] == "use h; ")
    #expect(point.calls.map(\.name) == ["round"] && point.calls.map(\.argument) == [1])
  }

  /// A fault before the place ends what is known, and no stage follows one that is the last.
  @Test(arguments: ["from h | to json ", "from h | save \"x\" replace ", "from h | limit 3 4 | "])
  func expectsNoMoreThanIsRead(text: String) {
    let marks = Self.point(text).expected.filter { if case .mark = $0 { true } else { false } }
    #expect(marks.isEmpty, "\(marks)")
  }

  /// In a script that is right something is expected before every word, and the word begins there.
  @Test func expectsEveryWordOfTheCorpus() throws {
    let folder = "\(TestSupport.repositoryRoot)/Grammar/corpus/valid/"
    var silent: [String] = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    where file.hasSuffix(".cq") {
      let source = ScriptText(
        name: file, bytes: Array(try Data(contentsOf: URL(fileURLWithPath: folder + file))))
      let tokens = Parser.parse(source).tokens.filter { $0.kind == .name || $0.kind == .pipe }
      for token in tokens {
        let (before, word) = (
          Self.prefix(of: source, token.range.start),
          CursorWord(atEndOf: Self.prefix(of: source, token.range.end))
        )
        let isWord = token.kind == .pipe || word.start == token.range.start
        if Parser.point(atEndOf: before).expected.isEmpty || !isWord {
          silent.append("\(file) \(token.range.start) \(source[token.range])")
        }
      }
    }
    #expect(silent == [])
  }

  /// No place of any text stops the parser.
  @Test func answersEverywhere() throws {
    let texts = [
      "from h | filter f\"{a} {f'{b", "from h | show `a``b`, `c", "let x = f(1, [2, 3",
      "def f(a, b) = | sort by $a desc nulls", "expect error CQ0201 from (from h | so",
      "from h | expand a | group by b (top 1 by c | extend d = if not e then -1 else 2 ** 3",
      "set fetch.items = 2 GB; param x: List<Int = 3\nincl", "from \"a\" items . in 'b', \"c",
    ]
    for text in texts {
      for end in 0...text.utf8.count {
        let prefix = ScriptText(name: "t", bytes: Array(text.utf8.prefix(end)))
        let word = CursorWord(atEndOf: prefix)
        _ = Parser.point(atEndOf: word.before)
        #expect(word.start <= end)
      }
    }
  }
}
