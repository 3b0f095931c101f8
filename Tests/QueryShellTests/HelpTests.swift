import Diagnostics
import QueryEngine
import QuerySyntax
import Testing

@testable import QueryShell

/// What the shell tells about each word of the language.
@Suite struct HelpTests {
  /// Words with their whole help.
  static let texts: [(word: String, text: String)] = [
    (
      "sort",
      """
      sort by KEY [desc] [nulls first], ...
        order the rows; ties keep their order
        example: sort by rooms desc, distance

      """
    ),
    ("USE", "use SOURCE\n  make it the current source\n  example: use hotels\n"),
    (
      "show",
      """
      show ID [of SOURCE]
        everything about one item
        example: show 40611 of hotels

      show FIELDS | show all
        choose what is seen; hidden fields stay usable
        example: show name, distance

      """
    ),
    (
      "round",
      "round(NUMBER [, PLACES])\n  rounded half to even, to whole numbers or to some places\n"
    ),
    ("median", "median(NUMBER)\n  the number in the middle, or the mean of the two there\n"),
    ("Distinct_Count", "distinct_count(VALUE)\n  how many different values there are\n"),
  ]

  @Test(arguments: texts) func explainsAWord(word: String, text: String) {
    #expect(Help.text(for: word) == text)
  }

  static let words =
    (Vocabulary.statements + Vocabulary.stages).map { ($0.word, "\($0.form)\n  \($0.summary)\n") }
    + ScalarFunction.allCases.map { ($0.rawValue, "\($0.form)\n  \($0.summary)\n") }
    + AggregateFunction.allCases.map { ($0.rawValue, "\($0.form)\n  \($0.summary)\n") }

  /// Also the words that are several things at once, such as `count`.
  @Test(arguments: words) func everyWordHasHelp(word: String, text: String) {
    #expect(Help.text(for: word).contains(text))
  }

  @Test func allWordsStandInTheOverview() {
    let rows = Help.overview.split(separator: "\n").map(String.init)
    #expect(Help.text(for: "") == Help.overview)
    #expect(
      rows.filter { !$0.hasPrefix(" ") } == [
        "Statements", "Stages, after `|`", "Conditions", "Functions", "Aggregates, in `summarize`",
      ])
    for (_, text) in Self.words {
      let parts = text.split(separator: "\n").map(String.init)
      let form = "  \(parts[0])  "
      #expect(rows.contains { $0.hasPrefix(form) && $0.hasSuffix(parts[1]) }, "\(parts[0])")
    }
  }

  @Test func anUnknownWordIsShownHarmlessly() {
    #expect(
      Help.text(for: "\u{1B}[2J")
        == "There is no help on `\\u{1B}[2J`. These are the words:\n\n" + Help.overview)
  }

  /// What help gives as an example is right, after `use hotels`.
  @Test(arguments: (Vocabulary.statements + Vocabulary.stages).map(\.example))
  func examplesRun(_ example: String) {
    let run = ShellRun(running: "use hotels\n\(example)") { $0.isQuiet = true }
    let isCheck = example.hasPrefix("expect")
    #expect(run.status == (isCheck ? .failedExpectation : .success))
    #expect(run.errors == (isCheck ? "<test>:2:1: FAILED[CQ0601]: expected 3 rows, got 7\n" : ""))
  }
}
