// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax
import ResultRendering

/// The lessons of a page as whoever reads it sees them: tasks with hints and a solution to unfold,
/// questions with their answers, and nothing of what is for whoever teaches.
struct LessonPage {
  /// A script that is part of a lesson.
  enum Part {
    case exercise(Exercise)
    case prediction(Prediction)
  }

  /// The text of the page with empty lines in the place of the marks of lessons.
  let text: String
  /// All scripts of the page, in their order.
  let scripts: [PageScript]
  /// By the lines of their blocks, from 1.
  private(set) var parts: [Int: Part] = [:]
  /// What is asked, by the lines where that stands.
  private(set) var questions: [Prediction] = []
  private let language: SpokenLanguage

  init(_ page: Transcript, in language: SpokenLanguage) {
    self.language = language
    let parser = LessonParser(page, isLenient: !LessonParser.hasLessons(page))
    let marks = parser.markLines
    text = page.text(without: marks)
    scripts = page.pageScripts(with: parser.lessons)
    for part in parser.lessons.flatMap(\.parts) {
      switch part {
      case .exercise(let exercise): parts[exercise.line] = .exercise(exercise)
      case .prediction(let prediction):
        questions.append(prediction)
        if let line = prediction.scriptLine { parts[line] = .prediction(prediction) }
      case .heading, .text, .note, .example: continue
      }
    }
  }

  /// A question; its answer too, where only words answer it.
  func html(asking prediction: Prediction) -> String {
    let label =
      prediction.script == nil
      ? language.text("What do you think?", "Was meinst du?")
      : language.text("What do you expect?", "Was erwartest du?")
    let question =
      "<div class=\"cq-question\">\n<p><strong>\(label)</strong></p>\n"
      + MarkdownPage.html(of: prediction.question) + "</div>\n"
    return prediction.script == nil ? question + MarkdownPage.html(of: prediction.answer) : question
  }

  /// What stands for the block of a part; its result is given.
  func html(_ part: Part, result: String) -> String {
    switch part {
    case .prediction(let prediction):
      "<section>\n\(result)</section>\n" + MarkdownPage.html(of: prediction.answer)
    case .exercise(let exercise): html(exercise, result)
    }
  }

  private func html(_ exercise: Exercise, _ result: String) -> String {
    let name = language.text("Exercise", "Aufgabe") + " " + DocumentText.html(exercise.id)
    var html = "<section class=\"cq-exercise\" aria-label=\"\(name)\">\n"
    html += "<p><strong>\(name)</strong></p>\n" + given(exercise)
    for (place, hint) in exercise.hints.enumerated() {
      let number = exercise.hints.count == 1 ? "" : " \(place + 1)"
      html += folded(language.text("Hint", "Tipp") + number, MarkdownPage.html(of: hint))
    }
    return html + folded(language.text("Solution", "Lösung"), result) + "</section>\n"
  }

  /// The parts of the solution that are shown with the task.
  private func given(_ exercise: Exercise) -> String {
    switch exercise.kind {
    case .free: return ""
    case .gap:
      let shown = LessonGaps.source(exercise.source, with: ["____"])
      return "<pre tabindex=\"0\"><code>\(DocumentText.lines(shown))</code></pre>\n"
    case .arrange:
      guard let arranged = ArrangedPieces(exercise) else { return "" }
      let pieces = arranged.pieces.map { "<li><code>\(DocumentText.html($0))</code></li>\n" }
      let words = language.text("Put in order, behind", "Bring in Ordnung, hinter")
      return "<p>\(words) <code>\(DocumentText.html(arranged.head))</code>:</p>\n"
        + "<ol>\n\(pieces.joined())</ol>\n"
    }
  }

  private func folded(_ summary: String, _ html: String) -> String {
    "<details>\n<summary>\(summary)</summary>\n\(html)</details>\n"
  }
}
