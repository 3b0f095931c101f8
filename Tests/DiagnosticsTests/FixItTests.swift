// SPDX-License-Identifier: MIT

import Diagnostics
import Testing

@Suite struct FixItTests {
  struct Sample: Sendable {
    let text: String
    let edits: [(start: Int, end: Int, replacement: String)]
    let mended: String
    let line: String
  }

  static let samples = [
    Sample(
      text: "from hotels\n| where stars = 3\n| limit 5", edits: [(14, 19, "filter")],
      mended: "from hotels\n| filter stars = 3\n| limit 5", line: "| filter stars = 3"),
    // Insertion, deletion and replacement, in any order.
    Sample(
      text: "abc def", edits: [(4, 7, "D"), (0, 0, ">"), (1, 2, "")], mended: ">ac D",
      line: ">ac D"),
    // Several bytes a character, Windows line ends, the last line.
    Sample(
      text: "é = “x”\r\nnext", edits: [(5, 8, "\""), (9, 12, "\"")], mended: "é = \"x\"\r\nnext",
      line: "é = \"x\""),
    Sample(text: "a\nbc", edits: [(4, 4, ")")], mended: "a\nbc)", line: "bc)"),
    // Only the line of the first edit is offered.
    Sample(text: "a\nb", edits: [(2, 3, "B"), (0, 1, "A")], mended: "A\nB", line: "A"),
    // Words are replaced over several lines, and a line is taken out.
    Sample(text: "a\nb\nc\nd", edits: [(0, 5, "x")], mended: "x\nd", line: "x"),
    Sample(text: "a\nb", edits: [(0, 2, "")], mended: "b", line: "a"),
    // What overlaps an edit before it, or lies outside of the text, is left out.
    Sample(text: "abcd", edits: [(0, 2, "X"), (1, 3, "Y")], mended: "Xcd", line: "Xcd"),
    Sample(text: "ab", edits: [(1, 9, "Y")], mended: "ab", line: "ab"),
    Sample(text: "ab", edits: [], mended: "ab", line: ""),
    Sample(text: "", edits: [(0, 0, "x")], mended: "x", line: "x"),
  ]

  @Test(arguments: samples)
  func applies(sample: Sample) {
    let source = ScriptText(name: "t", sample.text)
    let fix = FixIt(
      sample.edits.map { FixIt.Edit(ScriptRange($0.start, $0.end), $0.replacement) })
    #expect(
      [fix.applied(to: source), fix.correctedLine(in: source)] == [sample.mended, sample.line])
  }

  @Test func keepsNeighbours() {
    let source = ScriptText(name: "t", "a < b < c")
    let range = ScriptRange(2, 3)
    #expect(FixIt.replace(range, with: "<=").applied(to: source) == "a <= b < c")
    let twice = FixIt([.init(range, "="), .init(ScriptRange(3, 4), "_")])
    #expect(twice.applied(to: source) == "a =_b < c")
  }
}

@Suite struct DiagnosticTests {
  @Test func stopsForErrorsAndFalseExpectations() {
    let severities: [Diagnostic.Severity] = [.error, .warning, .note, .failed]
    let fatal = severities.map { Diagnostic(.unknownField, "", severity: $0).isFatal }
    #expect(fatal == [true, false, false, true])
    #expect(severities.map(\.rawValue) == ["error", "warning", "note", "FAILED"])
  }

  /// The first two digits of a code decide how a run ends.
  @Test func endsAsTheCodeSays() {
    let statuses: [Substring: Diagnostics.ExitStatus] = [
      "CQ00": .usage, "CQ01": .script, "CQ02": .script, "CQ03": .script, "CQ04": .data,
      "CQ05": .source, "CQ06": .failedExpectation, "CQ07": .output, "CQ08": .failedExpectation,
    ]
    let wrong = DiagnosticCode.allCases.filter { statuses[$0.rawValue.prefix(4)] != $0.exitStatus }
    #expect(wrong.map(\.rawValue) == [])
    let raw: [Diagnostics.ExitStatus] = [
      .success, .failedExpectation, .usage, .script, .data, .source, .output,
    ]
    #expect(raw.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6])
  }
}
