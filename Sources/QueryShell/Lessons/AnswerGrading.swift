// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// Judges a file of answers, each below a line such as `# 2.1`.
struct AnswerGrading {
  struct Answer: Equatable {
    let id: String
    let text: String
  }

  /// So many seconds an answer may take.
  static let seconds = 5

  let course: Course
  let language: SpokenLanguage
  /// The time in nanoseconds, from any start.
  let clock: () -> UInt64

  /// The answers of a file, each below a line `# 2.1` or `#2.1`; what stands before the first of
  /// them is none.
  func answers(in text: String) -> [Answer] {
    var answers: [Answer] = []
    var open: (id: String, lines: [String])?
    let end = { (open: (id: String, lines: [String])?) -> [Answer] in
      open.map { [Answer(id: $0.id, text: $0.lines.joined(separator: "\n").trimmed)] } ?? []
    }
    // The mark that some editors put before a text is no part of its first line.
    let text = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if let id = exercise(in: line) {
        answers += end(open)
        open = (id, [])
      } else {
        open?.lines.append(String(line))
      }
    }
    return answers + end(open)
  }

  /// The exercise that a line names; nil for a comment of a script, and for what is no comment.
  private func exercise(in line: Substring) -> String? {
    let words = line.split(whereSeparator: \.isWhitespace)
    if words.count == 2, words[0] == "#" { return String(words[1]) }
    guard words.count == 1, words[0].first == "#" else { return nil }
    let id = String(words[0].dropFirst())
    let isNumber = id.first?.isNumber ?? false
    return isNumber || course.exercise(id) != nil ? id : nil
  }

  /// A line of JSON for an answer, and whether it is right; nil where there is no such exercise.
  func graded(_ answer: Answer) -> (line: String, isRight: Bool)? {
    guard let exercise = course.exercise(answer.id) else { return nil }
    let end = clock() + UInt64(Self.seconds) * 1_000_000_000
    let judge = ExerciseJudge(exercise, in: course, language: language) { [clock] in
      Interruption.isRequested || clock() > end
    }
    let verdict = judge.verdict(on: exercise.query(answer.text, after: nil))
    var members = [
      Value.Member("exercise", .text(exercise.id)),
      Value.Member("verdict", .text(verdict.kind.rawValue)),
      Value.Member("missing", .number(Decimal(verdict.missing))),
      Value.Member("extra", .number(Decimal(verdict.extra))),
    ]
    if let code = verdict.code { members.append(Value.Member("code", .text(code))) }
    members.append(Value.Member("message", .text(verdict.message)))
    return (JSONText.string(.record(members)), verdict.isRight)
  }
}
