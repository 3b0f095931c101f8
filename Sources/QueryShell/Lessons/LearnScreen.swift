// SPDX-License-Identifier: MIT

import QuerySyntax
import ResultRendering

/// The lines of `cq learn`, the same on every terminal.
struct LearnScreen {
  let language: SpokenLanguage
  /// The cells of a line.
  var width = 80

  /// No line is longer, however wide the terminal is.
  private static let longest = 68
  private static let barWidth = 20
  private static let titleWidth = 35

  func say(
    _ english: @autoclosure () -> String, _ german: @autoclosure () -> String
  ) -> String {
    language.text(english(), german())
  }

  /// The number and the title of a lesson, and how much of the course is done.
  func head(_ number: Int, _ lesson: Lesson, done: Int, of all: Int) -> String {
    let filled = all > 0 ? done * Self.barWidth / all : 0
    let bar =
      String(repeating: "#", count: filled)
      + String(repeating: "-", count: Self.barWidth - filled)
    let title = "\(number) \(lesson.title)"
    if width < Self.longest {
      return wrapped(title) + "[\(bar)] \(done) \(say("of", "von")) \(all)\n"
    }
    let gap = String(repeating: " ", count: max(1, Self.titleWidth + 1 - title.count))
    let count = done < 10 ? " \(done)" : "\(done)"
    return "\(title)\(gap)[\(bar)] \(count) \(say("of", "von")) \(all)\n"
  }

  /// The task of an exercise, with its number and what its kind needs.
  func task(_ exercise: Exercise) -> String {
    var text = wrapped("\(exercise.id) \(exercise.task.first ?? "")")
    text += exercise.task.dropFirst().map { wrapped($0) }.joined()
    switch exercise.kind {
    case .free: break
    case .gap:
      let shown = LessonGaps.source(exercise.source, with: ["____"])
      text += query(shown) + wrapped("  " + howGapsAreFilled(GapAnswer(exercise).gaps.count))
    case .arrange:
      guard let arranged = ArrangedPieces(exercise) else { break }
      text += query(arranged.head)
      text += arranged.pieces.enumerated().map { query($0.element, behind: "  \($0.offset + 1)  ") }
        .joined()
      text += wrapped(
        say("  The numbers in order, or the query.", "  Die Nummern in Ordnung, oder die Abfrage."))
    }
    return text
  }

  /// A query, or a piece of one, in lines that fit.
  func query(_ text: String, behind mark: String = "  ") -> String {
    mark + LessonText.lines(of: text, to: width, margin: mark.count) + "\n"
  }

  private func howGapsAreFilled(_ count: Int) -> String {
    count == 1
      ? say("What fills the gap, or the query.", "Was die Lücke füllt, oder die Abfrage.")
      : say(
        "What fills the \(count) gaps, parted by commas, or the query.",
        "Was die \(count) Lücken füllt, zwischen Kommas, oder die Abfrage.")
  }

  func verdict(_ verdict: Verdict) -> String {
    var text = wrapped(verdict.message, indent: 2)
    if let advice = verdict.advice {
      let head = verdict.isTry ? say("look at: ", "schau auf: ") : ""
      text += wrapped(head + advice, indent: 2)
    }
    if let shorter = verdict.shorter {
      let words = say("Also right, and shorter: ", "Auch richtig, und kürzer: ")
      text += wrapped(words + shorter, indent: 2)
    }
    return text
  }

  /// What is told where nothing is kept of what somebody does.
  func isLost(_ reason: String?) -> String {
    guard let reason else {
      return wrapped(
        say(
          "What you do is not kept: there is no home folder.",
          "Was du tust, wird nicht behalten: Es gibt keinen Ordner für dich."))
    }
    return wrapped(
      say(
        "What you do is not kept: \(reason).", "Was du tust, wird nicht behalten: \(reason)."))
  }

  var isNoAnswer: String {
    wrapped(
      say(
        "Here you say what you expect, in a word or a number; skip shows it, back goes back.",
        "Hier sagst du, was du erwartest, ein Wort oder eine Zahl; skip zeigt es, back geht zurück."
      ), indent: 2)
  }

  var sameAsBefore: String {
    wrapped(
      say(
        "Same rows as before. For a hint: hint", "Dieselben Zeilen wie zuvor. Für einen Tipp: hint"),
      indent: 2)
  }

  /// What somebody may do whose line is no query and no command.
  var wayToHelp: String {
    say("help tells what can be said here.", "help sagt, was hier geht.")
  }

  var noMoreHints: String {
    wrapped(
      say(
        "There are no more hints; solution shows it.",
        "Mehr Tipps gibt es nicht; solution zeigt die Lösung."), indent: 2)
  }

  /// What is told where something has got a name and nothing is asked.
  var isKept: String {
    wrapped(
      say(
        "Kept: what you enter next may use it.",
        "Behalten: was du als Nächstes eingibst, kann es verwenden."), indent: 2)
  }

  var nothingIsTried: String {
    wrapped(say("Nothing is tried yet.", "Noch ist nichts versucht."), indent: 2)
  }

  /// What is told at the end.
  func end(_ done: Int, of all: Int) -> String {
    if done < all { return say("\(done) of \(all) done.\n", "\(done) von \(all) gelöst.\n") }
    return all == 1
      ? say("The only one is done.\n", "Die eine ist gelöst.\n")
      : say("All \(all) done.\n", "Alle \(all) gelöst.\n")
  }

  func hint(_ number: Int, of all: Int, _ text: String) -> String {
    wrapped("\(number)/\(all)  \(text)", indent: 2)
  }

  var help: String {
    wrapped(
      say(
        "hint, solution, rows (of your last try), skip, back, list, reset, reset all, quit; "
          + "help WORD tells of a word, .say and .steps of your last try; anything else is a "
          + "query.",
        "hint, Tipp; solution, Lösung; rows, Zeilen deines letzten Versuchs; skip, weiter; "
          + "back, zurück; list, Liste aller Aufgaben; reset, neu; reset all, alle neu; quit, "
          + "Schluss; help WORT sagt, was ein Wort tut, .say und .steps, was dein letzter Versuch "
          + "tat; alles andere ist eine Abfrage."), indent: 2)
  }

  func list(_ course: Course, _ progress: LearnProgress) -> String {
    var text = ""
    for (number, lesson) in course.lessons.enumerated() {
      text += "\(number + 1) \(lesson.title)\n"
      for exercise in lesson.exercises {
        let mark = progress.isSolved(exercise.id) ? "#" : "-"
        text += "  \(mark) \(exercise.id)  \(exercise.title)\n"
      }
    }
    return text
  }

  /// A paragraph in lines that are no longer than a line of a lesson.
  func wrapped(_ text: String, indent: Int = 0) -> String {
    LessonText.wrapped(text, to: min(width, Self.longest), indent: indent)
  }
}
