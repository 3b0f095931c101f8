// SPDX-License-Identifier: MIT

import Diagnostics
import Testing

@testable import QueryShell

/// What somebody expects, beside what is revealed.
@Suite struct PredictionJudgeTests {
  private static let count = "from hotels | filter stars <= 2 | count"
  private static let names =
    "from hotels | filter stars >= 3 | sort by distance | show name, distance"

  /// What is revealed, what was expected, and whether that is so.
  static let expected: [(String, String, Bool?)] = [
    (count, "4", true), (count, "4.0", true), (count, "4,0", true), (count, "four", true),
    (count, "Vier.", true), (count, "I think 4!", true), (count, "5", false),
    (count, "none", false), (count, "many", nil), (count, "", nil),
    (names, "Best Western", true), (names, "best western president hotel at times square", true),
    (names, "Best Western President Hotel at Times Square, of course", true),
    (names, "3", true), (names, "drei", true), (names, "13.1", true), (names, "Dream", false),
    (names, "7", false), (names, "the nearest", nil), (names, "the 7 nearest", nil),
  ]

  @Test(arguments: expected) func judges(script: String, text: String, isRight: Bool?) throws {
    let page = "# A\n## B\nDo.\n```cq exercise=1\n\(script)\n```\n> hint: a\n"
    let course = CourseReading(.init(name: "a.md", page)).course
    let outcome = LessonRun(directory: LessonDirectory(course, reading: [])).outcome(of: script)
    guard case .rows(let answer) = outcome else {
      Issue.record("no rows")
      return
    }
    #expect(PredictionJudge(answer: answer).isRight(text) == isRight)
  }
}
