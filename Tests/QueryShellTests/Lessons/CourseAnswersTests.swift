// SPDX-License-Identifier: MIT

import QuerySyntax
import Testing

@testable import QueryShell

/// Answers to exercises of the course that are easily misjudged, and what is said of them.
@Suite struct CourseAnswersTests {
  static let course = CourseReading.bundled(.english).course

  private static func verdict(_ id: String, _ answer: String) throws -> Verdict {
    ExerciseJudge(try #require(course.exercise(id)), in: course).verdict(onTyped: answer)
  }

  /// Right answers in forms that the solutions do not have.
  static let right: [(String, String)] = [
    (
      "9.4",
      "let alone = from hotels | count by stars | filter count = 1; "
        + "from hotels | join alone on stars = alone.stars"
    ),
    (
      "9.4",
      "let alone = from hotels | count by stars | filter count = 1; "
        + "from hotels | join alone on stars = alone.stars | show name"
    ),
    (
      "9.4",
      "let alone = from hotels | count by stars | filter count = 1; "
        + "from hotels | join alone on stars = alone.stars | show id, name"
    ),
    (
      "9.4",
      "from hotels | join left hotels on stars = hotels.stars and id != hotels.id "
        + "| filter hotels.id is null | show name"
    ),
    ("2.2", "let x = 100; from hotels | filter distance < $x"),
    ("2.2", "use hotels; filter distance < 100"),
    ("2.2", "param x: Decimal = 100; from hotels | filter distance < $x"),
    ("2.2", "def near(x) = $x < 100; from hotels | filter near(distance)"),
    ("9.2", "let o = from hotels; from hotels | join o on stars = o.stars and id < o.id"),
    ("3.5", "from hotels | top 1 by distance asc; from hotels | filter @1.distance = distance"),
    ("7.1", "from chloe | filter price < £350 | sort by name"),
    ("5.1", "from shopreme | filter coalesce(was_price, -1) = -1"),
    ("11.2", "from hotels | filter distance in 0..600"),
    ("11.4", "from hotels | assert stars between 0 and 5 | filter not (stars < 3)"),
  ]

  @Test(arguments: right) func isRight(id: String, answer: String) throws {
    let verdict = try Self.verdict(id, answer)
    #expect(verdict.kind == .right, "\(verdict.message)")
  }

  /// Answers that are right on the sample alone.
  static let lucky: [(String, String, String)] = [
    (
      "2.1", "from hotels | filter stars >= 3 and distance > 13",
      "Right for these 7 rows. A hotel at 13 would be lost."
    ),
    (
      "3.1", "from hotels | filter stars < 5 | sort by rooms desc",
      "Right for these 7 rows. A hotel at 6 would be lost."
    ),
    (
      "3.5", "from hotels | filter distance = 13.1", "Right for these 7 rows."
    ),
    ("3.5", "from hotels | filter distance < 14", "Right for these 7 rows."),
    ("5.1", "from shopreme | filter was_price is null and price > 1", "Right for these"),
    ("7.1", "from chloe | filter price < £350 and name != \"x\"", "Right for these"),
    (
      "11.4", "from hotels | filter stars >= 3 | assert stars in 0..5",
      "Right for these rows. With others the run should stop: a row does not meet the condition."
    ),
    ("11.4", "from hotels | assert stars <= 5 | filter stars >= 3", "Right for these rows. With"),
    ("11.4", "from hotels | assert stars >= 0 | filter stars >= 3", "Right for these rows. With"),
    (
      "11.4", "from hotels | assert stars in 0..4 | filter stars >= 3",
      "Right for these rows. With others the run should go on, and stops: a row does not meet the "
        + "condition."
    ),
  ]

  @Test(arguments: lucky) func isRightByLuck(id: String, answer: String, message: String) throws {
    let verdict = try Self.verdict(id, answer)
    #expect(verdict.kind == .lucky)
    #expect(verdict.message.hasPrefix(message), "\(verdict.message)")
  }

  /// Wrong answers, how they compare, and what is said of them.
  static let wrong: [(String, String, Verdict.Kind, String)] = [
    (
      "9.1", "from hotels", .shape, "7 rows of 1 each; rows of 2 side by side are asked for."
    ),
    (
      "9.2", "from hotels | join hotels on stars = hotels.stars and id > hotels.id", .rows,
      "Missing: Best Western ... with Belleclaire Hotel (stars 3), "
        + "Midtown Lodging with Americana Inn (stars 2). "
        + "Too many: Belleclaire Hotel with Best Western ... (stars 3), "
        + "Americana Inn with Midtown Lodging (stars 2)."
    ),
    (
      "9.4", "from hotels | filter stars = 1", .rows,
      "You have 1 row, the answer has 3. Missing: "
    ),
    (
      "9.3",
      "from bestbuy | join left bestbuy on brand = bestbuy.brand and id != bestbuy.id "
        + "| show name, bestbuy.name", .order, "The rows are right; first should be "
    ),
    (
      "11.5", "from chloe", .form, "The rows are right; they should be shown by: to hist"
    ),
    (
      "11.5", "from chloe | to hist was_price", .form,
      "The rows are right, the columns that are drawn are not."
    ),
    ("2.2", "", .unrun, "Not run, no try: nothing is asked."),
    ("6.2", "", .unrun, "Not run, no try: nothing is asked."),
    ("2.3", "-1", .unrun, "Not run, no try: the pieces have the numbers 1 to 4."),
  ]

  @Test(arguments: wrong) func isWrong(
    id: String, answer: String, kind: Verdict.Kind, message: String
  ) throws {
    let verdict = try Self.verdict(id, answer)
    #expect(verdict.kind == kind)
    #expect(verdict.message.hasPrefix(message), "\(verdict.message)")
  }

  /// What is drawn is told where it stands, unless a known wrong answer tells more.
  @Test func tellsWhichChartIsMeant() throws {
    let wrong = try Self.verdict(
      "11.3", "from hotels | sort by rooms desc | to bars stars by name")
    #expect(wrong.advice == "to bars stars by name")
    let known = try Self.verdict("11.5", "from chloe | to hist was_price")
    #expect(known.code == "AX")
  }

  /// One change that is right by luck tells no place.
  @Test func tellsThePlaceOfWhatIsRightEverywhere() throws {
    let needless = try Self.verdict("2.1", "from hotels | filter stars >= 3 and distance > 13")
    #expect(needless.advice == "distance > 13")
    let turned = try Self.verdict("11.4", "from hotels | filter stars >= 3 | assert stars in 0..5")
    #expect(turned.advice == "filter stars >= 3 | assert stars in 0..5")
    let oneEnd = try Self.verdict("11.4", "from hotels | assert stars >= 0 | filter stars >= 3")
    #expect(oneEnd.advice == nil)
  }

  /// The second hint tells the words that the exercise is about, and no fields.
  static let words: [(String, String)] = [
    ("11.5", "It takes: to  hist"),
    ("11.3", "It takes: sort  by  desc  to  bars"),
    ("10.4", "It takes: changes  from  to  by  count"),
    ("2.1", "It takes: filter  >="),
  ]

  @Test(arguments: words) func hintsTellWords(id: String, expected: String) throws {
    let hints = ExerciseHints(try #require(Self.course.exercise(id)), .english).texts
    #expect(hints[hints.count - 2] == expected)
  }

  @Test func hintsNameFunctionsAndNoFields() throws {
    func words(_ id: String) throws -> [Substring] {
      let hints = ExerciseHints(try #require(Self.course.exercise(id)), .english).texts
      return hints[hints.count - 2].split(separator: "  ")
    }
    for (id, word) in [("6.5", "sum"), ("8.3", "avg"), ("8.5", "avg"), ("4.5", "len")] {
      #expect(try words(id).contains { $0.hasSuffix(word) }, "\(id)")
      #expect(try !words(id).contains("category"), "\(id)")
    }
    let last = ExerciseHints(try #require(Self.course.exercise("10.4")), .english).texts.last
    #expect(last == "changes from \"monday.csv\" to \"friday.csv\" by id | count by ___")
  }
}
