// SPDX-License-Identifier: MIT

import Diagnostics
import Testing

@testable import QueryShell

/// How lessons are read from Markdown.
@Suite struct LessonParserTests {
  private static func parser(_ text: String) -> LessonParser {
    LessonParser(Transcript(name: "lesson.md", text: text))
  }

  static let page = """
    # Conditions
    > note: ask first

    One row
    at a time.
    ```cq
    from hotels
    ```
    > predict: How many?
    ```cq reveal
    from hotels | count
    ```
    > reveal: 7
    > of them.

    ## At least 3
    Show them.

    All of them.
    ```cq exercise=2.1 kind=arrange order=exact columns=exact twin=t.csv
    from hotels | filter stars >= 3
    ```
    > hint: The edge.
    > piece: filter stars > 3
    > misconception ED: from hotels | filter stars > 3 -- look at: the edge
    > misconception: from hotels -- look at: all

    ```csv file=t.csv
    id,stars
    ```
    ## Gap
    Fill it.
    ```cq exercise=2.2 kind=gap
    from hotels | [[limit]] [[3]]
    ```
    > hint: First.
    """

  @Test func readsAllThatALessonHas() throws {
    let parser = Self.parser(Self.page)
    #expect(parser.faults == [])
    let lesson = try #require(parser.lessons.first)
    #expect(parser.lessons.count == 1)
    #expect(lesson.title == "Conditions")
    let told = lesson.parts.map { part in
      switch part {
      case .heading(let text): "heading \(text)"
      case .text(let text): "text \(text)"
      case .note(let text): "note \(text)"
      case .example(let example): "example \(example.script.text)"
      case .prediction(let asked):
        "predict \(asked.question) \(asked.script?.text ?? "") \(asked.answer) \(asked.line)"
      case .exercise(let exercise): "exercise \(exercise.id)"
      }
    }
    #expect(
      told == [
        "note ask first", "text One row at a time.", "example from hotels",
        "predict How many? from hotels | count 7 of them. 9", "exercise 2.1", "exercise 2.2",
      ])
    let first = lesson.exercises[0]
    #expect(first.title == "At least 3")
    #expect(first.task == ["Show them.", "All of them."])
    #expect(first.kind == .arrange)
    #expect(first.order == .exact)
    #expect(first.columns == .exact)
    #expect(first.twin == "t.csv")
    #expect(first.solution == "from hotels | filter stars >= 3")
    #expect(first.hints == ["The edge."])
    #expect(first.pieces.map(\.text) == ["filter stars > 3"])
    #expect(first.misconceptions.map(\.code) == ["ED", nil])
    #expect(first.misconceptions.map(\.advice) == ["the edge", "all"])
    #expect(first.line == 20)
    #expect(lesson.exercises[1].solution == "from hotels | limit 3")
    #expect(parser.files == ["t.csv": Array("id,stars\n".utf8)])
  }

  private static let good = "```cq exercise=1\nfrom hotels | limit 1\n```\n> hint: a\n"

  /// Pages, and what is wrong with them.
  static let faults: [(String, [String])] = [
    ("text\n", ["1: the page has no lesson (a line `# Title` begins one)"]),
    (
      "# A\n## B\nDo.\n```cq exercise=1 knd=gap\nfrom hotels\n```\n> hint: a\n",
      [
        "4: an exercise has no `knd`; did you mean `kind`? (it has `exercise=`, `kind=`, `order=`, "
          + "`columns=`, `twin=`)"
      ]
    ),
    (
      "# A\n## B\nDo.\n```cq exercise=1 order=exat\nfrom hotels\n```\n> hint: a\n",
      [
        "4: `order` is never `exat`; did you mean `exact`? (one of `order=any`, `order=exact`)"
      ]
    ),
    (
      "# A\n## B\nDo.\n```cq kind=free\nfrom hotels\n```\n",
      ["4: the exercise has no name (```cq exercise=1.1 names it)"]
    ),
    (
      "# A\n## B\nDo.\n```cq exercise=1 kind=gap\nfrom hotels\n```\n> hint: a\n",
      ["4: the exercise `1` has no gap (write `[[` and `]]` around one)"]
    ),
    (
      "# A\n## B\nDo.\n```cq exercise=1\nfrom hotels\n```\n",
      ["4: the exercise `1` has no hint (`> hint: …` below its block)"]
    ),
    (
      "# A\n\(good)",
      [
        "2: the exercise `1` has no heading (a line `## TITLE` stands above)",
        "2: the exercise `1` asks for nothing (say above the block what it wants)",
      ]
    ),
    (
      "# A\n## B\nDo.\n\(good)> hnt: b\n",
      [
        "8: `> hnt:` is no word of lessons; did you mean `hint`? (one of `> hint: …`, "
          + "`> misconception: …`, `> predict: …`, `> reveal: …`, `> note: …`, `> piece: …`; "
          + "a quotation has a space before its `>`)"
      ]
    ),
    (
      "# A\n## B\nDo.\n\(good)> misconception: from hotels\n",
      [
        "8: a misconception does not say where to look "
          + "(`> misconception: QUERY -- look at: PLACE`)"
      ]
    ),
    (
      "# A\n## B\nDo.\n\(good)> piece: limit 2\n",
      ["8: `> piece:` is for `kind=arrange` (add it to the words of the block)"]
    ),
    (
      "# A\n## B\nDo.\n\(good)\n## C\nDo.\n\(good)",
      ["11: there are two exercises `1` (give one another name)"]
    ),
    (
      "# A\n> hint: a\n",
      ["2: `> hint:` follows no exercise (a block ```cq exercise=ID stands above)"]
    ),
    (
      "# A\n> predict: why?\n\n# B\n",
      ["2: a question has no answer (a block ```cq reveal, `> reveal: …`, or both)"]
    ),
    ("# A\n> reveal: 7\n", ["2: `> reveal:` follows no question (`> predict: QUESTION` asks it)"]),
    (
      "# A\n```cq reveal\nfrom hotels\n```\n",
      ["2: `cq reveal` follows no question (`> predict: QUESTION` asks it)"]
    ),
    ("# A\n> note:\n", ["2: `> note:` says nothing (write it behind)"]),
  ]

  @Test(arguments: faults) func saysWhatIsWrong(page: String, expected: [String]) {
    let found = Self.parser(page).faults.map { "\($0.line): \($0.reason) (\($0.help))" }
    #expect(found == expected)
  }

  /// Solutions and what comes of the test of a page with each.
  static let tests: [(String, [String])] = [
    ("from hotels | filter stars >= 3", []),
    ("from hotels | filter star >= 3", ["5 the solution of 1 does not run: hotels has no field"]),
    ("from hotels | filter rooms > 0", ["4 the source alone solves 1"]),
    (
      "from hotels",
      ["4 the solution of 1 is a source without a stage, which solves nothing"]
    ),
  ]

  @Test(arguments: tests) func testsTheSolution(solution: String, expected: [String]) {
    let page = "# A\n## B\nDo.\n```cq exercise=1\n\(solution)\n```\n> hint: a\n"
    Self.expect(expected, of: page)
  }

  /// What a test says of a page, each fault by its line and how it begins.
  private static func expect(_ expected: [String], of page: String) {
    let found = LessonTest(
      .init(name: "a.md", page), Transcript(name: "a.md", text: page)
    ).failures.map { "\($0.line ?? 0) \($0.what)" }
    #expect(found.count == expected.count, "\(found)")
    for (found, expected) in zip(found, expected) { #expect(found.hasPrefix(expected)) }
  }

  /// Words behind an exercise that name other rows, and what is wrong with them.
  static let twins: [(String, String?)] = [
    ("twin=t.csv", nil),
    ("twin=x.csv", "4 the file `x.csv` of `twin=` has no column `stars`"),
    ("twin=y.csv", "4 the file `y.csv` of `twin=` has no numbers in its column `stars`"),
    ("twin=none.csv", "4 the file of `twin=` is not read: none.csv cannot be opened: no such file"),
  ]

  @Test(arguments: twins) func testsTheTwin(word: String, expected: String?) {
    let page =
      "# A\n## B\nDo.\n```cq exercise=1 \(word)\nfrom hotels | filter stars >= 3\n```\n> hint: a\n"
      + "```csv file=t.csv\nid,name,stars\n1,a,3\n2,b,2\n```\n"
      + "```csv file=x.csv\nid,name\n1,a\n```\n```csv file=y.csv\nid,stars\n1,many\n```\n"
    Self.expect(expected.map { [$0] } ?? [], of: page)
  }

  /// Pieces of an arrangement, and what is wrong with them.
  static let pieces: [(String, String?)] = [
    ("top 2 by distance", nil),
    (
      "fliter x",
      "8 the piece `fliter x` of 1 does not run: there is no stage called `fliter`"
    ),
    ("limit 2", "8 the piece `limit 2` of 1 is a stage of its solution"),
  ]

  @Test(arguments: pieces) func testsThePieces(piece: String, expected: String?) {
    let page =
      "# A\n## B\nDo.\n```cq exercise=1 kind=arrange\n"
      + "from hotels | sort by distance | limit 2\n```\n"
      + "> hint: a\n> piece: \(piece)\n"
    Self.expect(expected.map { [$0] } ?? [], of: page)
  }

  /// What is revealed may go on from the examples before it, and from none behind it.
  @Test func revealsBehindExamples() {
    let example = "```cq\nlet near = from hotels | filter distance < 200\n```\n"
    let question = "> predict: How many?\n```cq reveal\nfrom near | count\n```\n"
    for (text, count) in [(example + question, 0), (question + example, 1)] {
      let page = "# A\n" + text
      let test = ScriptTest(transcript: ScriptText(name: "a.md", page))
      #expect(test.failures.count == count)
    }
  }

  /// Paragraphs as they are written, and as they are told.
  static let paragraphs: [(String, [String])] = [
    ("one\n  two", ["one two"]),
    ("- one\n- two\n  on\n1. three", ["- one\n- two on\n1. three"]),
    ("| a |\n|---|\ntext", ["| a    |\n| ---- |\n| text |"]),
    ("```sh\nmake   x\n\ny\n```", ["    make   x\n    \n    y"]),
    ("### Deep\ntext", ["Deep", "text"]),
  ]

  @Test(arguments: paragraphs) func keepsLines(written: String, told: [String]) {
    let parts = Self.parser("# A\n\(written)\n").lessons.first?.parts ?? []
    let texts = parts.map { part in
      switch part {
      case .heading(let text), .text(let text): text
      default: ""
      }
    }
    #expect(texts == told)
  }

  /// Misconceptions and what comes of the test of a page with each.
  static let misconceptions: [(String, String?)] = [
    ("from hotels | filter stars > 3", nil),
    ("from hotels | filter not (stars < 3)", "the misconception solves 1: "),
    ("from hotels | filtr", "the misconception of 1 does not run: there is no stage"),
    (
      "from hotels | filter stars > 2.5",
      nil
    ),
    (
      "from hotels | filter stars = 4",
      nil
    ),
  ]

  @Test(arguments: misconceptions) func testsMisconceptions(query: String, expected: String?) {
    let page =
      "# A\n## B\nDo.\n```cq exercise=1\nfrom hotels | filter stars >= 3\n```\n> hint: a\n"
      + "> misconception X: \(query) -- look at: it\n"
    let found = LessonTest(.init(name: "a.md", page), Transcript(name: "a.md", text: page))
      .failures
    #expect(found.map(\.line) == (expected == nil ? [] : [8]))
    #expect(found.first?.what.hasPrefix(expected ?? "") ?? true)
  }

  @Test func tellsMisconceptionsApart() {
    let page =
      "# A\n## B\nDo.\n```cq exercise=1\nfrom hotels | filter stars >= 3\n```\n> hint: a\n"
      + "> misconception X: from hotels | filter stars > 3 -- look at: it\n"
      + "> misconception Y: from hotels | filter 3 < stars -- look at: it\n"
    let found = LessonTest(.init(name: "a.md", page), Transcript(name: "a.md", text: page))
      .failures.map(\.what)
    #expect(
      found == [
        "the misconception of 1 gives the same rows as another one: from hotels | filter 3 < stars"
      ])
  }
}
