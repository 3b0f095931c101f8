// SPDX-License-Identifier: MIT

import CCourse
import Diagnostics

/// A page of Markdown as what is shown of it, one key after another.
struct Demonstration {
  /// What comes at one key.
  struct Step {
    enum Content {
      case prose([Piece])
      /// A query, which is typed and then run.
      case query(ScriptText)
    }

    let content: Content
    /// What only whoever presents is told.
    var notes: [String] = []
    /// Whether the page expects that its query fails.
    var mayFail = false
    /// Whether what comes behind it does not know of it, as that of an exercise.
    var isAside = false
  }

  /// A part of what is told at once.
  enum Piece {
    /// The title of a lesson, and another heading.
    case title(String)
    case heading(String)
    case paragraph(String)
    /// What an exercise asks for.
    case task(Exercise)
  }

  private(set) var steps: [Step] = []
  /// What is told since the last query.
  private var pieces: [Piece] = []
  private var notes: [String] = []

  init(_ lessons: [Lesson]) {
    for lesson in lessons {
      endProse()
      if !lesson.title.isEmpty { pieces.append(.title(lesson.title)) }
      for part in lesson.parts { take(part) }
    }
    endProse()
  }

  private mutating func take(_ part: LessonPart) {
    switch part {
    case .heading(let text):
      // A heading begins what is told next, but right below another one.
      if pieces.contains(where: { if case .paragraph = $0 { true } else { false } }) { endProse() }
      pieces.append(.heading(text))
    case .text(let text): pieces.append(.paragraph(text))
    case .note(let text):
      if pieces.isEmpty, let last = steps.indices.last {
        steps[last].notes.append(text)
      } else {
        notes.append(text)
      }
    case .example(let example): add(example.script, mayFail: example.mayFail)
    case .prediction(let prediction):
      pieces.append(.paragraph(prediction.question))
      if let script = prediction.script {
        add(script, mayFail: prediction.mayFail, isAside: true)
      } else {
        endProse()
      }
      if !prediction.answer.isEmpty {
        pieces.append(.paragraph(prediction.answer))
        endProse()
      }
    case .exercise(let exercise):
      endProse()
      pieces.append(.task(exercise))
      notes += exercise.hints.map { "hint: \($0)" }
      notes += exercise.misconceptions.map { "wrong: \($0.query) -- look at: \($0.advice)" }
      add(exercise.script, isAside: true)
    }
  }

  private mutating func add(_ script: ScriptText, mayFail: Bool = false, isAside: Bool = false) {
    endProse()
    steps.append(Step(content: .query(script), mayFail: mayFail, isAside: isAside))
  }

  private mutating func endProse() {
    if !pieces.isEmpty { steps.append(Step(content: .prose(pieces), notes: notes)) }
    (pieces, notes) = ([], [])
  }
}

extension Demonstration.Step {
  var script: ScriptText? { if case .query(let script) = content { script } else { nil } }

  /// What it begins with, in a line.
  var summary: String {
    switch content {
    case .query(let script): script.text.onOneLine
    case .prose(let pieces):
      switch pieces.first {
      case .title(let text), .heading(let text), .paragraph(let text): text.onOneLine
      case .task(let exercise): "\(exercise.id) \(exercise.title)"
      case nil: ""
      }
    }
  }
}

/// A demonstration that was read, with the files of its page, and what is wrong with it.
struct DemonstrationReading {
  let demonstration: Demonstration
  let files: [String: [UInt8]]
  let faults: [LessonFault]

  init(_ source: ScriptText) {
    let page = Transcript(source)
    let parser = LessonParser(page, isLenient: !LessonParser.hasLessons(page))
    demonstration = Demonstration(parser.lessons)
    files = parser.files
    let faults = CourseReading.faults(of: page, parser)
    let isEmpty = demonstration.steps.isEmpty && faults.isEmpty
    self.faults =
      isEmpty
      ? [
        LessonFault(
          line: 1, reason: "the page has nothing to show",
          help: "text, and scripts between a line ```cq and a line ```")
      ] : faults
  }
}

/// The demonstration that is part of the program.
enum BundledDemonstration {
  static let name = "demo.md"

  static var page: ScriptText {
    let bytes = unsafe UnsafeBufferPointer(start: cq_demo_page(), count: cq_demo_page_size())
    return unsafe ScriptText(name: name, bytes: Array(bytes))
  }
}
