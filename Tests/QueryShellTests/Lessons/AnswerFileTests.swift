// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax
import Testing

@testable import QueryShell

/// Files of answers, as editors of all systems write them, and as people mistype them.
@Suite struct AnswerFileTests {
  private static func read(_ text: String) -> AnswerFile {
    AnswerFile(
      ScriptText(name: "answers.cq", text), of: CourseReading.bundled(.english).course)
  }

  @Test(arguments: ["\n", "\r\n"], ["", "\u{FEFF}"])
  func readsLinesOfAnySystem(end: String, mark: String) {
    let lines = ["# 1.1", "from hotels", "| show name", "", "# 2.1", "from hotels | limit 1", ""]
    let file = Self.read(mark + lines.joined(separator: end))
    #expect(file.answers.map(\.id) == ["1.1", "2.1"])
    #expect(file.answers.map(\.text) == ["from hotels\n| show name", "from hotels | limit 1"])
    #expect(file.faults.isEmpty)
  }

  /// Lines, the exercise that each names, and what is wrong with it.
  static let heads: [(line: String, id: String?, fault: String?)] = [
    ("# 2.1", "2.1", nil), ("#2.1", "2.1", nil), ("  #  2.1 ", "2.1", nil), ("## 2.1", "2.1", nil),
    ("#9.9", "9.9", "there is no exercise `9.9`; the course has 1.1 to 11.5"),
    ("# all", "all", "there is no exercise `all`; the course has 1.1 to 11.5"),
    ("# 2.l", "2.l", "there is no exercise `2.l`; the course has 1.1 to 11.5"),
    ("#2.1:", "2.1:", "there is no exercise `2.1:`; did you mean `2.1`?"),
    ("# 2.1 here", "2.1", "`# 2.1` names an exercise, and `here` stands behind it"),
    ("#all", nil, nil), ("#all of them", nil, nil), ("# as in 2.1", nil, nil),
    ("from hotels", nil, nil), ("#", nil, nil), ("###", nil, nil),
  ]

  @Test(arguments: heads) func namesAnExercise(line: String, id: String?, fault: String?) {
    let file = Self.read(line + "\nfrom hotels")
    #expect(file.answers.map(\.id) == [id].compactMap(\.self))
    #expect(file.faults.map(\.message) == [fault].compactMap(\.self))
  }

  /// Nothing is judged as the answer of another exercise.
  @Test func tellsWhereItIsWrong() {
    let file = Self.read("# 1.1\nfrom hotels\n\n# 1.l\nfrom hotels\n\n# 1.1\nfrom chloe\n")
    let told = file.faults.compactMap { fault in
      fault.primary.map { label in
        "\(fault.source?.place(of: label.range.start).line ?? 0) \(fault.message)"
      }
    }
    #expect(
      told == [
        "4 there is no exercise `1.l`; the course has 1.1 to 11.5",
        "7 `1.1` has two answers, the first below line 1",
      ])
    #expect(file.faults.allSatisfy { $0.code.exitStatus == .usage })
  }
}
