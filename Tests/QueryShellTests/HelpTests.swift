// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import Foundation
import QueryEngine
import QuerySyntax
import ResultRendering
import TestSupport
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
    (
      "param",
      """
      param NAME: TYPE [= VALUE] ["HELP"]
        a value that `cq run` takes as --NAME
        example: param min: Int = 3 "minimum stars"

      """
    ),
    (
      "USE",
      """
      use SOURCE [items PATH] [in "NAME"]
        make it the current source
        example: use hotels

      """
    ),
    (
      "show",
      """
      show ID [of SOURCE] [picture CELLS]
        everything about one item
        example: show 40611 of hotels

      show FIELDS | show all
        what is seen; hidden fields stay usable
        example: show name, distance

      """
    ),
    (
      "round",
      "round(NUMBER [, PLACES])\n"
        + "  rounded half to even, to a whole number or to PLACES; -1 means tens\n"
        + "  example: show near = round(distance, -1)\n"
    ),
    (
      "Distinct_Count",
      """
      distinct_count(VALUE)
        how many different values there are
        example: summarize distinct_count(stars)

      """
    ),
    (
      "any",
      """
      any LIST > A
        some element of the list compares so
        example: filter any suites > 100

      Any
        values of several types, as they stand in the data
        example: from "mixed.json" | filter size = 3

      """
    ),
    (
      ">=",
      """
      A <= B
        in order: `<` `<=` `>` `>=`; never true for null
        example: filter distance <= 100

      """
    ),
  ]

  @Test(arguments: texts) func explainsAWord(word: String, text: String) {
    #expect(Help.text(for: word) == text)
  }

  /// Every word that has help, with its example.
  static let examples: [(word: String, example: String)] =
    (Vocabulary.statements + Vocabulary.stages + Vocabulary.operators + Vocabulary.values
    + Vocabulary.types + Vocabulary.formatEntries).map { ($0.word, $0.example) }
    + ScalarFunction.all.map { ($0.name, $0.example) }
    + AggregateFunction.all.map { ($0.name, $0.example) }
    + Setting.allCases.map { ($0.rawValue, $0.example) }

  /// Also the words that are several things at once, such as `count`.
  @Test func everyWordHasHelp() {
    for (word, example) in Self.examples {
      #expect(Help.text(for: word).contains("\n  example: \(example)\n"), "\(word)")
    }
    let others = [
      "asc", "desc", "nulls", "first", "last", "it", "by", "as", "of", "on", "with", "empty",
      "size",
      "rows", "row", "no", "columns", "left", "replace", "error", "same", "$x", "@3", "@12",
    ]
    for word in Vocabulary.reserved + Vocabulary.formats + others {
      #expect(!Help.entries(for: word).isEmpty, "\(word)")
    }
  }

  /// Words that stand together have the help of what they begin: `group by`, `starts with`.
  @Test func severalWordsHaveHelp() {
    let entries = Vocabulary.statements + Vocabulary.stages + Vocabulary.operators
    for entry in entries {
      let words = entry.form.split(separator: " ").map(String.init)
      guard let start = words.firstIndex(of: entry.word), start + 1 < words.count,
        words[start + 1].allSatisfy({ $0.isLetter && $0.isLowercase })
      else { continue }
      let phrase = "\(entry.word) \(words[start + 1])"
      #expect(Help.text(for: phrase.uppercased()).contains(entry.form), "\(phrase)")
    }
    #expect(Help.text(for: "group by") == Help.text(for: "group"))
    #expect(Help.entries(for: "group with").isEmpty)
    #expect(Help.entries(for: "@x y").isEmpty)
  }

  /// The types one after another, so that a new one does not compile before it stands here.
  private static func type(after type: ValueType) -> ValueType? {
    switch type {
    case .bool: .int
    case .int: .decimal
    case .decimal: .text
    case .text: .id
    case .id: .list(.int)
    case .list: .record([])
    case .record: .money(.unspecified)
    case .money: .length(.metre)
    case .length: .date
    case .date: .duration
    case .duration: .any
    case .any: nil
    }
  }

  @Test func everyTypeHasHelp() {
    var types: [String] = []
    var type: ValueType? = .bool
    while let known = type {
      types.append(String(known.description.prefix { $0.isLetter }))
      type = Self.type(after: known)
    }
    let helped = Vocabulary.types.map { String($0.form.prefix { $0.isLetter }) }
    #expect(types.sorted() == helped.sorted())
  }

  @Test func allWordsStandOnOnePage() {
    let page = Help.overview
    #expect(Help.text(for: "") == page)
    let rows = page.split(separator: "\n").map(String.init)
    #expect(rows.count <= 96)
    #expect(rows.filter { $0.count > Help.pageWidth } == [])
    #expect(
      rows.dropFirst(2).filter { !$0.hasPrefix(" ") } == [
        "Statements", "Stages, after `|`", "Conditions and calculations", "Values", "Functions",
        "Aggregates, in `summarize`", "Formats, after `to` and after `save \"FILE\" as`", "Types",
        "Settings, after `set`", "Commands of the prompt",
      ])
    let words = page.lowercased()
    for (word, _) in Self.examples { #expect(words.contains(word), "\(word)") }
  }

  /// Each word stands on a page of its subject, and no subject is called as a word is.
  @Test func everyWordHasASubject() {
    let told = HelpTopic.all.flatMap { $0.entries() }.map(\.form)
    let all =
      Vocabulary.statements + Vocabulary.stages + Vocabulary.operators + Vocabulary.values
      + Vocabulary.types + Vocabulary.formatEntries + DotCommand.described
    #expect(Set(all.map(\.form)).subtracting(told) == [])
    for topic in HelpTopic.all {
      #expect(Help.entries(for: topic.word).isEmpty, "\(topic.word)")
      #expect(Help.text(for: topic.word.uppercased()) == topic.page)
      #expect(HelpTopic.list.contains("  \(topic.word) "))
    }
    #expect(Help.text(for: "topics") == HelpTopic.list)
    #expect(
      Help.text(for: "joining") == """
        Several tables, and what has changed
          changes from A to B by FIELDS    what is new, gone or changed
          changes of SOURCE since TIME     the same since the list was read then
          join [left] SOURCE on CONDITION  add what matches of another source
          union SOURCE                     add the rows of another source

        """)
  }

  /// The index of the reference has them too.
  @Test func theReferenceNamesEveryWord() throws {
    let path = "\(TestSupport.repositoryRoot)/Documentation/Language.md"
    let page = try String(contentsOfFile: path, encoding: .utf8).lowercased()
    let pieces = page.split(separator: "`", omittingEmptySubsequences: false).enumerated()
    let code = pieces.filter { $0.offset % 2 == 1 }.map(\.element).joined(separator: " ")
    let words = code.split { !$0.isLetter && $0 != "_" }.map(String.init)
    for (word, _) in Self.examples where word.first?.isLetter ?? false {
      // A setting may have a dotted name.
      #expect(word.split(separator: ".").allSatisfy { words.contains(String($0)) }, "\(word)")
    }
    #expect(code.contains("fetch.limit"))
  }

  @Test func anUnknownWordIsShownHarmlessly() {
    #expect(
      Help.text(for: "\u{1B}[2J")
        == "there is no help on `\\u{1B}[2J`\n`help` lists the words of the language.\n")
  }

  @Test func aMistypedWordIsFound() {
    #expect(
      Help.text(for: "fliter")
        == """
        there is no help on `fliter`; did you mean `filter`?
        `help` lists the words of the language.

        """)
  }

  /// Words within forms are found, and what is written with the word comes first.
  @Test func wordsWithinForms() {
    let forms = Help.entries(for: "with").map { $0.prefix { $0 != "\n" } }
    #expect(
      forms == [
        "from FILE with FORM", "A starts with B", "A ends with B",
        "from SOURCE [items PATH] [in \"NAME\"]", "use SOURCE [items PATH] [in \"NAME\"]",
      ])
    for (typed, meant) in [("wiht", "with"), ("ignorign", "ignoring"), ("sepraator", "separator")] {
      #expect(
        Help.text(for: typed).hasPrefix(
          "there is no help on `\(typed)`; did you mean `\(meant)`?\n"))
    }
  }

  /// A word that is a stage, a function and an aggregate is offered once, and a form on the page
  /// is found.
  @Test func whatIsSeveralThings() {
    let text = "there is no help on `coutn`; did you mean `count`?\n"
    #expect(Help.text(for: "coutn").hasPrefix(text))
    #expect(Help.text(for: "List[n]").hasPrefix("LIST[N]\n  an element;"))
    #expect(Help.text(for: "List<TYPE>").hasPrefix("List<TYPE>\n  values of one type"))
  }

  @Test func aCodeHasItsOwnCommand() {
    #expect(
      Help.text(for: "cq0201")
        == "there is no help on `cq0201`\n`.explain CQ0201` explains the code.\n")
  }

  /// What the examples use that they do not name themselves.
  private static let prelude = """
    let reviews = from hotels | show hotel = id, rating = stars
    def cheapest(n) = | sort by distance | limit $n
    use hotels

    """

  /// Words whose examples need what the samples do not have, or want servers, or write a file.
  private static let wordsWithoutSample = [
    "related", "accessories", "follow", "include", "save", "live",
  ]

  /// What help gives as an example is right.
  @Test(arguments: examples.filter { !$0.example.contains(#/\.(json|csv)/#) })
  func examplesRun(_ word: String, example: String) {
    guard !Self.wordsWithoutSample.contains(word) else { return }
    let run = ShellRun(running: Self.prelude + example) { $0.quietness = .all }
    let isCheck = example == "expect 3 rows"
    #expect(run.status == (isCheck ? .failedExpectation : .success))
    #expect(run.errors == (isCheck ? "<test>:4:1: FAILED[CQ0601]: expected 3 rows, got 7\n" : ""))
  }

  /// At a narrow window lines are broken between words.
  @Test func narrowPages() {
    let page = WrappedPage.of(Help.text(for: "pager"), to: 40)
    #expect(
      page == """
        set pager = VALUE
          what shows at the prompt what is
              larger than the window: auto, off
              or a command
          example: set pager = off

        """, "\(page)")
    for width in [25, 40, 60] {
      let lines = WrappedPage.of(Help.overview, to: width).split(separator: "\n")
      #expect(lines.allSatisfy { DisplayWidth.of($0) <= width })
    }
    #expect(WrappedPage.of(Help.overview, to: 200) == Help.overview)
  }
}
