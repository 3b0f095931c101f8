// SPDX-License-Identifier: MIT

import Testing

@testable import QueryShell

/// Files of answers, as editors of all systems write them.
@Suite struct AnswerFileTests {
  @Test(arguments: ["\n", "\r\n"], ["", "\u{FEFF}"])
  func readsLinesOfAnySystem(end: String, mark: String) {
    let lines = ["# 1.1", "from hotels", "| show name", "", "# 2.1", "from hotels | limit 1", ""]
    let answers = AnswerGrading.answers(in: mark + lines.joined(separator: end))
    #expect(answers.map(\.id) == ["1.1", "2.1"])
    #expect(answers.map(\.text) == ["from hotels\n| show name", "from hotels | limit 1"])
  }
}
