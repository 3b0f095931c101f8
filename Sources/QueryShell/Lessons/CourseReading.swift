// SPDX-License-Identifier: MIT

import CCourse
import Diagnostics
import QuerySyntax

/// A course that was read, and what is wrong with it.
struct CourseReading {
  let course: Course
  /// Each with the file that it is of.
  private(set) var faults: [LessonFault]

  /// A page of somebody's own.
  init(_ source: ScriptText, in world: LessonWorld? = nil) {
    let page = Transcript(source)
    let parser = LessonParser(page)
    let path = source.name.split(separator: "/", omittingEmptySubsequences: false)
    let file = path.last.map(String.init) ?? source.name
    let stem =
      file.hasSuffix(ScriptInput.endingOfPages)
      ? String(file.dropLast(ScriptInput.endingOfPages.count)) : file
    course = Course(
      name: stem.hasSuffix(".de") ? String(stem.dropLast(3)) : stem, lessons: parser.lessons,
      files: parser.files, world: world)
    faults = Self.faults(of: page, parser)
    if faults.isEmpty, course.exercises.isEmpty {
      faults = [
        LessonFault(
          line: 1, reason: "the page has no exercise", help: "a block ```cq exercise=1.1 is one")
      ]
    }
  }

  /// The language that the name of a page tells, as `lesson.de.md` does.
  static func language(ofPage name: String) -> SpokenLanguage { told(byName: name) ?? .english }

  /// The same; nil where the name tells none.
  static func told(byName name: String) -> SpokenLanguage? {
    SpokenLanguage.allCases.first { name.hasSuffix(".\($0.rawValue).md") }
  }

  /// What is wrong with the blocks of a page, and with the lessons that a parser found in it.
  static func faults(of page: Transcript, _ parser: LessonParser) -> [LessonFault] {
    let unread = page.refused.map {
      LessonFault(
        line: $0.line, reason: $0.reason,
        help: "a script stands between a line ```cq and a line ```")
    }
    let unclosed = page.unclosed.map {
      LessonFault(line: $0, reason: "the block is not closed", help: "end it with its backticks")
    }
    return (parser.faults + unread + [unclosed].compactMap(\.self)).sorted { $0.line < $1.line }
  }

  private init(_ course: Course, _ faults: [LessonFault]) {
    self.course = course
    self.faults = faults
  }

  /// The course that is part of the program.
  static func bundled(_ language: SpokenLanguage) -> CourseReading {
    let readings = pages(language).map {
      CourseReading(ScriptText(name: BundledCourse.name, bytes: $0))
    }
    let files = readings.reduce(into: [:]) { all, reading in
      all.merge(reading.course.files) { first, _ in first }
    }
    let course = Course(
      name: BundledCourse.name, lessons: readings.flatMap(\.course.lessons), files: files)
    return CourseReading(course, readings.flatMap(\.faults))
  }

  /// The pages of that course, in the order of its lessons.
  static func pages(_ language: SpokenLanguage) -> [[UInt8]] {
    let isGerman: Int32 = language == .german ? 1 : 0
    let bytes = unsafe UnsafeBufferPointer(
      start: cq_course_pages(isGerman), count: cq_course_pages_size(isGerman))
    return unsafe bytes.split(separator: 0).map { unsafe Array($0) }
  }
}

/// What the course of the program is called.
enum BundledCourse {
  static let name = "from-rows-to-reports"
}
