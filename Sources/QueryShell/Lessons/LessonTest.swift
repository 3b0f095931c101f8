// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics

/// What comes of testing the lessons of a page; nothing where it has none.
struct LessonTest {
  /// How many blocks of lessons there are.
  let count: Int
  let failures: [ScriptTest.Failure]

  init(_ source: ScriptText, _ page: Transcript, in pack: Pack? = nil) {
    guard LessonParser.hasLessons(page) else {
      (count, failures) = (0, [])
      return
    }
    let parser = LessonParser(page)
    let course = Course(
      name: source.name, lessons: parser.lessons, files: parser.files,
      world: pack.map(LessonWorld.init))
    let questions = course.lessons.flatMap(\.parts).count {
      if case .prediction(let prediction) = $0 { prediction.script != nil } else { false }
    }
    count = course.exercises.count + questions
    let written = parser.faults.map {
      ScriptTest.Failure(line: $0.line, what: "\($0.reason): \($0.help)", lines: [])
    }
    let meant = written.isEmpty ? CourseCheck(course: course).faults : []
    failures =
      written
      + meant.map {
        ScriptTest.Failure(line: $0.line, column: $0.column, what: $0.reason, lines: [])
      }
  }
}
