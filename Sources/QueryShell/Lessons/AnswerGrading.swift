// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// Judges answers.
struct AnswerGrading {
  /// So many seconds an answer may take.
  static let seconds = 5

  let course: Course
  let language: SpokenLanguage
  /// The time in nanoseconds, from any start.
  let clock: () -> UInt64

  /// A line of JSON for an answer, and whether it is right; nil where there is no such exercise.
  func graded(_ answer: AnswerFile.Answer) -> (line: String, isRight: Bool)? {
    guard let exercise = course.exercise(answer.id) else { return nil }
    let end = clock() + UInt64(Self.seconds) * 1_000_000_000
    let judge = ExerciseJudge(exercise, in: course, language: language) { [clock] in
      Interruption.isRequested || clock() > end
    }
    let verdict = judge.verdict(onTyped: answer.text)
    var members = [
      Value.Member("exercise", .text(exercise.id)),
      Value.Member("verdict", .text(verdict.kind.rawValue)),
      Value.Member("missing", .number(Decimal(verdict.missing))),
      Value.Member("extra", .number(Decimal(verdict.extra))),
    ]
    if let code = verdict.code { members.append(Value.Member("code", .text(code))) }
    members.append(Value.Member("message", .text(verdict.message)))
    if let place = verdict.place.map(answer.place) {
      members.append(Value.Member("line", .number(Decimal(place.line))))
      members.append(Value.Member("column", .number(Decimal(place.column))))
    }
    return (JSONText.string(.record(members)), verdict.isRight)
  }
}
