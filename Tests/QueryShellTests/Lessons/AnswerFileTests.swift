// SPDX-License-Identifier: MIT

import QuerySyntax
import Testing

@testable import QueryShell

/// Files of answers, as editors of all systems write them.
@Suite struct AnswerFileTests {
  @Test(arguments: ["\n", "\r\n"], ["", "\u{FEFF}"])
  func readsLinesOfAnySystem(end: String, mark: String) {
    let lines = ["# 1.1", "from hotels", "| show name", "", "# 2.1", "from hotels | limit 1", ""]
    let answers = Self.grading.answers(in: mark + lines.joined(separator: end))
    #expect(answers.map(\.id) == ["1.1", "2.1"])
    #expect(answers.map(\.text) == ["from hotels\n| show name", "from hotels | limit 1"])
  }

  private static var grading: AnswerGrading {
    AnswerGrading(
      course: CourseReading.bundled(.english).course, language: .english, clock: { 0 })
  }

  /// Lines, and the exercise that each names.
  static let heads: [(String, String?)] = [
    ("# 2.1", "2.1"), ("#2.1", "2.1"), ("  #  2.1 ", "2.1"), ("#9.9", "9.9"), ("# all", "all"),
    ("#all", nil), ("# 2.1 here", nil), ("#2.1 here", nil), ("from hotels", nil), ("#", nil),
  ]

  @Test(arguments: heads) func namesAnExercise(line: String, id: String?) {
    #expect(Self.grading.answers(in: line + "\nfrom hotels").map(\.id) == [id].compactMap(\.self))
  }
}
