// SPDX-License-Identifier: MIT

import Foundation
import QuerySyntax
import TestSupport
import Testing

@testable import QueryShell

/// The course that is part of the program, in both languages.
@Suite struct BundledCourseTests {
  static let english = CourseReading.bundled(.english)
  static let german = CourseReading.bundled(.german)

  @Test func isWrittenWell() {
    #expect(Self.english.faults == [])
    #expect(Self.german.faults == [])
    #expect(CourseCheck(course: Self.english.course).faults == [])
  }

  @Test func isLongEnough() {
    #expect(Self.english.course.lessons.count == 11)
    #expect(Self.english.course.exercises.count == 53)
  }

  /// What a translation has to share with the English course.
  private static func frame(_ course: Course) -> [String] {
    course.lessons.flatMap { lesson in
      lesson.parts.map { part in
        switch part {
        case .heading: "heading"
        case .text: "text"
        case .note: "note"
        case .example(let example): "example \(example.script.text)"
        case .prediction(let asked): "predict \(asked.script?.text ?? "why")"
        case .exercise(let exercise): frame(exercise)
        }
      }
    }
  }

  private static func frame(_ exercise: Exercise) -> String {
    let known = exercise.misconceptions.map { "\($0.code ?? ""): \($0.query)" }
    return "\(exercise.id) \(exercise.kind) \(exercise.order) \(exercise.columns) "
      + "\(exercise.source) \(exercise.hints.count) \(exercise.pieces.map(\.text)) \(known)"
  }

  @Test func isTheSameInGerman() {
    #expect(Self.frame(Self.german.course) == Self.frame(Self.english.course))
    #expect(Self.german.course.files == Self.english.course.files)
    let titles = zip(Self.english.course.lessons, Self.german.course.lessons)
    for (english, german) in titles where english.title != "Text" {
      #expect(english.title != german.title)
    }
  }

  @Test func hasEveryPage() throws {
    let folder = "\(TestSupport.repositoryRoot)/Documentation/Course"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let pages = try names.map { Array(try TestSupport.text(ofFile: "\(folder)/\($0)").utf8) }
    let (german, english) = (
      zip(names, pages).filter { $0.0.hasSuffix(".de.md") }.map(\.1),
      zip(names, pages).filter { !$0.0.hasSuffix(".de.md") }.map(\.1)
    )
    #expect(CourseReading.pages(.english) == english)
    #expect(CourseReading.pages(.german) == german)
  }

  /// The examples of the pages show what comes of them.
  @Test func showsWhatComes() throws {
    for language in SpokenLanguage.allCases {
      for page in CourseReading.pages(language) {
        let transcript = Transcript(
          name: "page.md", text: String(decoding: page, as: UTF8.self))
        #expect(transcript.run() == transcript.blocks)
      }
    }
  }

  /// Each lesson has an example, a prediction, the three kinds, a reason, and each is asked for
  /// where it should be.
  @Test func everyLessonHasAllKinds() {
    for lesson in Self.english.course.lessons {
      #expect(lesson.exercises.count >= 4, "\(lesson.title)")
      #expect(lesson.exercises[0].kind == .free, "\(lesson.title)")
      #expect(lesson.exercises[1].kind == .gap, "\(lesson.title)")
      #expect(lesson.exercises[2].kind == .arrange, "\(lesson.title)")
      let questions = lesson.parts.filter { if case .prediction = $0 { true } else { false } }
      #expect(questions.count == 2, "\(lesson.title)")
      #expect(lesson.exercises.allSatisfy { !$0.misconceptions.isEmpty }, "\(lesson.title)")
    }
  }

  @Test func meetsEveryKnownMisconception() {
    let met = Set(Self.english.course.exercises.flatMap(\.misconceptions).compactMap(\.code))
    let known: Set = [
      "RC", "FI", "CN", "ED", "BO", "NE", "PR", "DI", "LI", "RS", "TI", "CT", "WH", "AN", "CA",
      "LE", "ZE", "UN", "VA", "HO", "QU", "EX", "OF", "BY", "HV", "RW", "SE", "TW", "IN", "NJ",
      "MU", "FR", "AS", "OL", "CH", "AX", "NA", "SW",
    ]
    #expect(met == known)
  }

  @Test func everyArrangementHasPieces() throws {
    for exercise in Self.english.course.exercises where exercise.kind == .arrange {
      let arranged = try #require(ArrangedPieces(exercise), "\(exercise.id)")
      #expect(!exercise.pieces.isEmpty, "\(exercise.id)")
      let order = ExerciseScripts.order(of: exercise, arranged)
      #expect(
        ExerciseJudge(exercise, in: Self.english.course).verdict(
          on: exercise.query(order, after: nil)
        ).isRight, "\(exercise.id)")
    }
  }
}
