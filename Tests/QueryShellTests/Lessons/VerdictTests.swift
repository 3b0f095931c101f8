// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax
import Testing

@testable import QueryShell

/// What is said of answers, word by word.
@Suite struct VerdictTests {
  private static func verdict(
    _ solution: String, _ answer: String, _ words: String = "",
    language: SpokenLanguage = .english
  ) throws -> Verdict {
    let page = "# A\n## B\nDo.\n```cq exercise=1 \(words)\n\(solution)\n```\n> hint: a\n"
    let reading = CourseReading(.init(name: "a.md", page))
    let exercise = try #require(reading.course.exercise("1"))
    return ExerciseJudge(exercise, in: reading.course, language: language).verdict(on: answer)
  }

  /// Solution, answer, words of the block, message, and where to look.
  static let messages: [(String, String, String, String, String?)] = [
    (
      "from hotels | filter stars >= 3", "from hotels | filter stars >= 3", "", "Right: 3 rows.",
      nil
    ),
    (
      "from hotels | filter stars >= 3", "from hotels | filter stars > 3", "",
      "You have 1 row, the answer has 3. Missing: Belleclaire Hotel (stars 3), "
        + "Best Western ... (stars 3).", "stars > 3"
    ),
    (
      "from hotels | filter distance < 100", "from hotels | filter distance <= 100", "",
      "1 too many: Belleclaire Hotel (distance 100).", "distance <= 100"
    ),
    (
      "from hotels | sort by rooms desc", "from hotels | sort by rooms", "order=exact",
      "The rows are right; first should be Dream Downtown (8), not Best Western ... (1).", "rooms"
    ),
    (
      "from chloe | filter price < was_price | extend off = (was_price - price) / was_price",
      "from chloe | filter price < was_price | extend off = (was_price - price) / price", "",
      "Seaside Shift Dress: off should be 0.3, you have 0.428571.", nil
    ),
    (
      "from hotels | show hotel = name, stars", "from hotels | show name, stars",
      "columns=exact", "The column hotel is missing; name has its values.", nil
    ),
    (
      "from hotels | show name", "from hotels | show name, stars", "columns=exact",
      "The column stars is too many.", nil
    ),
    (
      "from hotels | show name", "from hotels | show name, stars, id", "columns=exact",
      "The columns stars, id are too many.", nil
    ),
    (
      "from hotels | count", "from hotels | show name", "", "7 rows; one number is asked for.", nil
    ),
    (
      "from hotels | filter stars >= 3 | count", "from hotels | count", "",
      "It should be 3, you have 7.", nil
    ),
    (
      "from hotels | group by stars (top 1 by rooms)",
      "from hotels | summarize max(rooms) by stars", "", "5 rows; hotels are asked for.", nil
    ),
    (
      "from hotels | filter stars in (2, 3)", "from hotels | filter stars = 2 and stars = 3", "",
      "No rows. stars = 2 keeps 2, stars = 3 keeps 2, both none.", "stars = 2 and stars = 3"
    ),
    (
      "from hotels | filter distance <= 600", "from hotels | filter distance < 600", "",
      "Right for these 7 rows. A hotel at 600 would be lost.", "distance < 600"
    ),
    (
      "from hotels | filter stars >= 3", "from hotels | filter star >= 3", "",
      "Not run, no try: hotels has no field star; did you mean stars?", nil
    ),
    (
      "from hotels | sort by rooms desc | to bars rooms by name",
      "from hotels | sort by rooms desc", "",
      "The rows are right; they should be shown by: to bars", nil
    ),
    (
      "from shopreme | filter price > 1", "from shopreme | filter price > 1 and was_price > 0", "",
      "You have 1 row, the answer has 4. Missing: Apfel Elstar ... (price 2.49), Erdnüsse "
        + "(price 1.59), Kartoffel, speckig (price 2.49).", "was_price > 0"
    ),
    (
      "from hotels | filter stars >= 3", "from hotels | assert stars > 0 | filter stars >= 3", "",
      "The run stops: a row does not meet the condition.", nil
    ),
  ]

  /// A query in lines of so many cells, with the marks of the margin.
  static let broken: [(query: String, width: Int, lines: String)] = [
    ("from hotels | limit 3", 80, "from hotels | limit 3"),
    ("from hotels | sort by rooms", 24, "from hotels\n  | sort by rooms"),
    ("from hotels\n  | show a", 30, "from hotels\n    | show a"),
    (
      "from hotels | filter name = \"aaaaaaaaaaaaaaaaaaaaaaaa\"", 24,
      """
      from hotels
        | filter name =
        "aaaaaaaaaaaaaaaaaaaaaaaa"
      """
    ),
    (
      "from hotels | filter name = \"a b c d e f g h i j k l\" # x y z", 24,
      """
      from hotels
        | filter name =
        "a b c d e f g h i j k l"
        # x y z
      """
    ),
  ]

  @Test(arguments: broken)
  func queriesAreNotBrokenWithinWords(query: String, width: Int, lines: String) {
    #expect(LessonText.lines(of: query, to: width, margin: 2) == lines)
  }

  @Test(arguments: messages)
  func saysWhatIsSo(
    solution: String, answer: String, words: String, message: String, advice: String?
  ) throws {
    let verdict = try Self.verdict(solution, answer, words)
    #expect(verdict.message == message)
    #expect(verdict.advice == advice)
  }

  @Test func offersAShorterWay() throws {
    let verdict = try Self.verdict(
      "from hotels | top 3 by distance asc", "from hotels | sort by distance | limit 3")
    #expect(verdict.isRight)
    #expect(verdict.shorter == "from hotels | top 3 by distance asc")
    let same = try Self.verdict("from hotels | limit 3", "from hotels | limit 3")
    #expect(same.shorter == nil)
  }

  /// Answers that others refuse and that are right: equals in any order, other columns, other
  /// names of one number.
  static let right: [(String, String, String)] = [
    ("from hotels | sort by distance", "from hotels | sort by distance, name desc", "order=exact"),
    ("from hotels | filter stars >= 3", "from hotels | filter stars >= 3 | show name", ""),
    ("from hotels | filter stars >= 3", "from hotels | filter stars >= 3 | sort by name", ""),
    ("from hotels | count", "from hotels | summarize many = count()", ""),
    ("from hotels | show name, stars", "from hotels | show stars, name", "columns=exact"),
    (
      "from hotels | top 1 by distance asc", "from hotels | sort by distance, name desc | limit 1",
      ""
    ),
  ]

  @Test(arguments: right) func takesWhatIsRight(
    solution: String, answer: String, words: String
  ) throws {
    let verdict = try Self.verdict(solution, answer, words)
    #expect(verdict.kind == .right, "\(verdict.message)")
  }

  @Test func isRefusedByLuckAlone() throws {
    let verdict = try Self.verdict(
      "from hotels | group by stars (top 1 by rooms)",
      "from hotels | group by stars (limit 1 | sort by rooms desc)")
    #expect(verdict.kind == .lucky)
    #expect(verdict.message.hasPrefix("Right for these 7 rows. A hotel at "))
  }

  @Test func speaksGerman() throws {
    let verdict = try Self.verdict(
      "from hotels | filter stars >= 3", "from hotels | filter stars > 3", language: .german)
    #expect(
      verdict.message
        == "Du hast 1 Zeile, die Antwort hat 3. Es fehlen: Belleclaire Hotel (stars 3), "
        + "Best Western ... (stars 3).")
  }

  @Test func saysAFormInGerman() throws {
    let verdict = try Self.verdict(
      "from hotels | to bars rooms by name", "from hotels", language: .german)
    #expect(
      verdict.message
        == "Die Zeilen stimmen; gezeigt werden sollen sie durch: to bars")
  }

  /// A reason that ends with a stop gets no other one.
  @Test(arguments: ["There is none.", "There is none"]) func endsSentencesOnce(reason: String) {
    let words = VerdictWords(language: .english, fields: [])
    #expect(words.unrun(reason) == "Not run, no try: There is none.")
    #expect(words.stopped(reason) == "The run stops: There is none.")
    #expect(words.unrun("Is it `stars`?") == "Not run, no try: Is it stars?")
  }

  @Test func readsNoOtherFile() throws {
    let verdict = try Self.verdict("from hotels | limit 3", "from \"/etc/passwd\" | limit 3")
    #expect(verdict.kind == .unrun)
  }

  /// Fields with records, and more values than can be combined.
  @Test func variesWhatCanBeVaried() throws {
    let page = """
      # A
      ```json file=x.json
      [{"id":1,"a":{"b":1},"n":1,"m":2,"k":3},{"id":2,"a":{"b":2},"n":5,"m":6,"k":7}]
      ```
      ## B
      Do.
      ```cq exercise=1
      from "x.json" | distinct a, n, m, k, id | filter n > 1 and m > 2 and k > 3 and a.b > 0
      ```
      > hint: a
      """
    let reading = CourseReading(.init(name: "a.md", page))
    let judge = ExerciseJudge(try #require(reading.course.exercise("1")), in: reading.course)
    #expect(judge.verdict(on: judge.exercise.solution).isRight)
    let verdict = judge.verdict(on: judge.exercise.solution.replacing("k > 3", with: "k >= 4"))
    #expect(verdict.isRight)
    let other = judge.verdict(on: judge.exercise.solution.replacing("k > 3", with: "k >= 5"))
    #expect(other.message.hasPrefix("Right for these 2 rows. A row at b 1 would be lost"))
  }

  /// The rows of a file beside the lesson stand for those that are made.
  @Test func triesItOnRowsOfTheLesson() throws {
    let page = """
      # A
      ```csv file=more.csv
      id,name,stars
      1,Late,3
      2,Early,9
      ```
      ## B
      Do.
      ```cq exercise=1 twin=more.csv
      from hotels | filter stars >= 3
      ```
      > hint: a
      """
    let reading = CourseReading(.init(name: "a.md", page))
    #expect(reading.faults == [])
    let judge = ExerciseJudge(try #require(reading.course.exercise("1")), in: reading.course)
    #expect(judge.verdict(on: "from hotels | filter stars >= 3").isRight)
    let verdict = judge.verdict(on: "from hotels | filter stars >= 3 and stars < 9")
    #expect(verdict.message == "Right for these 7 rows. A hotel at 9 would be lost.")
  }
}
