// SPDX-License-Identifier: MIT

import Catalogue
import ResultRendering

/// What somebody has done, a row for each exercise and each question, as CSV.
struct LearnReport {
  let course: Course
  let progress: LearnProgress
  /// How text is shown where the rows go.
  let options: RenderOptions

  private static let columns = [
    ResultColumn("exercise", .text), ResultColumn("title", .text), ResultColumn("tries", .int),
    ResultColumn("hints", .int), ResultColumn("solution", .bool), ResultColumn("skipped", .bool),
    ResultColumn("right", .bool), ResultColumn("codes", .text),
  ]

  var bytes: [UInt8] {
    let rows = course.lessons.enumerated().flatMap { self.rows(of: $0.offset, $0.element) }
    let columns = Self.columns.enumerated().map { place, column in
      Column(column.type, rows.map { $0[place] })
    }
    var bytes: [UInt8] = []
    guard let format = OutputFormat.named("csv") else { return bytes }
    var renderer = format.makeRenderer(columns: Self.columns, options: options)
    renderer.add(Batch(columns, count: rows.count), to: &bytes)
    renderer.finish(footer: nil, to: &bytes)
    return bytes
  }

  private func rows(of number: Int, _ lesson: Lesson) -> [[Value]] {
    var questions = 0
    return lesson.parts.compactMap { part in
      switch part {
      case .prediction(let prediction):
        questions += 1
        return row(
          "\(number + 1).p\(questions)", prediction.question, tries: .prediction)
      case .exercise(let exercise): return row(exercise.id, exercise.title, tries: .attempt)
      case .heading, .text, .note, .example: return nil
      }
    }
  }

  private func row(
    _ id: String, _ title: String, tries: LearnProgress.Event
  ) -> [Value] {
    let entries = progress.entries(of: id)
    var codes: [String] = []
    for entry in entries where !entry.code.isEmpty && !codes.contains(entry.code) {
      codes.append(entry.code)
    }
    let count = { (event: LearnProgress.Event) in entries.count { $0.event == event } }
    let isRight = entries.contains { $0.verdict == Verdict.Kind.right.rawValue }
    let isJudged = isRight || tries == .attempt || entries.contains { !$0.verdict.isEmpty }
    return [
      .text(id), .text(title), .number(Decimal(count(tries))), .number(Decimal(count(.hint))),
      .bool(count(.solution) > 0), .bool(count(.skip) > 0),
      isJudged ? .bool(isRight) : .null,
      .text(codes.joined(separator: " ")),
    ]
  }
}
