// SPDX-License-Identifier: MIT

package import Diagnostics

/// Lessons that follow each other, as a page of Markdown or the program holds them.
package struct Course: Sendable {
  /// What its file is called without its ending; what is remembered of a person has this name too.
  package let name: String
  package let lessons: [Lesson]
  /// The files that stand in its text and that its queries may read, by their names.
  package let files: [String: [UInt8]]
  /// Where its queries read besides; nil where they read the samples of the program alone.
  package var world: LessonWorld?

  package var exercises: [Exercise] { lessons.flatMap(\.exercises) }

  /// The questions with their names, such as `2.p1`.
  var questions: [(id: String, prediction: Prediction)] {
    lessons.enumerated().flatMap { number, lesson in
      lesson.predictions.enumerated().map { ("\(number + 1).p\($0.offset + 1)", $0.element) }
    }
  }

  package func exercise(_ id: String) -> Exercise? { exercises.first { $0.id == id } }
}

/// One lesson: what is told and asked, in its order.
package struct Lesson: Sendable {
  package let title: String
  package let parts: [LessonPart]

  package var exercises: [Exercise] {
    parts.compactMap { if case .exercise(let exercise) = $0 { exercise } else { nil } }
  }

  package var predictions: [Prediction] {
    parts.compactMap { if case .prediction(let prediction) = $0 { prediction } else { nil } }
  }
}

/// What stands in a lesson.
package enum LessonPart: Sendable {
  /// A heading without an exercise.
  case heading(String)
  /// A paragraph, whose lines are those of a list, a table or code where it has several.
  case text(String)
  /// What only whoever teaches is told.
  case note(String)
  case example(LessonExample)
  case prediction(Prediction)
  case exercise(Exercise)
}

/// A query that is shown with what comes of it.
package struct LessonExample: Sendable {
  package let script: ScriptText
  /// Whether what comes of it is expected to be a fault.
  package var mayFail = false
  /// The examples of the page before it, with which it is one session.
  package let earlier: [ScriptText]
}

/// A question that is answered before anything is shown.
package struct Prediction: Sendable {
  package let question: String
  /// What is run then; nil where only words answer.
  package let script: ScriptText?
  /// What is said then; empty where the result tells all.
  package let answer: String
  /// Where it is asked, from 1.
  package let line: Int
  /// Where the block of the script begins, from 1.
  package var scriptLine: Int?
  /// Whether what is revealed is expected to be a fault.
  package var mayFail = false
  /// The examples of the page before it, with which its script is one session.
  package var earlier: [ScriptText] = []
}

/// A task that a query solves.
package struct Exercise: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// The whole query is asked for.
    case free
    /// A part of the solution is left out.
    case gap
    /// The stages of the solution come in another order.
    case arrange
  }

  /// Whether something has to be as in the solution.
  package enum Care: String, CaseIterable, Sendable { case any, exact }

  package let id: String
  package let title: String
  /// What is asked for, a paragraph each.
  package let task: [String]
  package var kind = Kind.free
  package var order = Care.any
  package var columns = Care.any
  /// The file with the rows on which an answer is tried besides; nil where they are made.
  package var twin: String?
  /// As it is written, with its gaps.
  package let block: ScriptText
  package var hints: [String] = []
  package var misconceptions: [Misconception] = []
  /// Stages that are of no use.
  package var pieces: [Piece] = []
  /// Where its block begins, from 1.
  package let line: Int
  /// The examples of the page before it, with which its answers are one session.
  package var earlier: [ScriptText] = []

  package var source: String { block.text }

  /// The query that solves it, at its place in the page.
  package var script: ScriptText { kind == .gap ? LessonGaps.filled(block) : block }

  package var solution: String { script.text }
}

/// A stage that is offered and of no use.
package struct Piece: Sendable {
  package let text: String
  package let line: Int
}

/// A known wrong answer, and what whoever gives it should look at.
package struct Misconception: Sendable {
  /// A short name for reports; nil where it has none.
  package let code: String?
  package let query: String
  package let advice: String
  package let line: Int
}

/// What is wrong with the text of a lesson, and how it would be right.
package struct LessonFault: Error, Sendable, Equatable {
  /// From 1.
  package let line: Int
  package let reason: String
  package let help: String
}

/// The parts of a solution that a pupil fills in, `[[such as this]]`.
enum LessonGaps {
  static func filled(_ source: ScriptText) -> ScriptText {
    var bytes: [UInt8] = []
    var leftOut: [Int: Int] = [:]
    var rest = source.bytes[...]
    while let byte = rest.first {
      let isMark = rest.starts(with: "[[".utf8) || rest.starts(with: "]]".utf8)
      if isMark { leftOut[bytes.count, default: 0] += 2 } else { bytes.append(byte) }
      rest = rest.dropFirst(isMark ? 2 : 1)
    }
    return ScriptText(
      name: source.name, bytes: bytes, firstLine: source.firstLine,
      firstColumn: source.firstColumn, leftOut: leftOut)
  }

  /// How many there are; nil where one has no end.
  static func count(in source: String) -> Int? {
    let begins = source.ranges(of: "[[").count
    return begins == source.ranges(of: "]]").count ? begins : nil
  }

  /// What stands in each gap.
  static func texts(in source: String) -> [String] {
    var (rest, texts) = (source[...], [String]())
    while let begin = rest.firstRange(of: "[["),
      let end = rest[begin.upperBound...].firstRange(of: "]]")
    {
      texts.append(String(rest[begin.upperBound..<end.lowerBound]))
      rest = rest[end.upperBound...]
    }
    return texts
  }

  /// The source with other texts in the gaps, the first of which is used for all that are left.
  static func source(_ source: String, with texts: [String]) -> String {
    var (rest, result, number) = (source[...], "", 0)
    while let begin = rest.firstRange(of: "[["),
      let end = rest[begin.upperBound...].firstRange(of: "]]")
    {
      result += rest[..<begin.lowerBound]
      result += number < texts.count ? texts[number] : texts.first ?? ""
      number += 1
      rest = rest[end.upperBound...]
    }
    return result + rest
  }
}

extension ScriptText {
  /// All of it.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension StringProtocol {
  /// Without space at both ends.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
