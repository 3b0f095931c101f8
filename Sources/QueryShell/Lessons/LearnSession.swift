// SPDX-License-Identifier: MIT

import Diagnostics
import LineEditing
import QuerySyntax
import ResultRendering

/// Leads somebody through a course: tells, asks, judges, and remembers.
final class LearnSession {
  private let course: Course
  private let screen: LearnScreen
  private let progress: LearnProgress
  /// What shows results.
  private let session: Session
  /// Where that stands in the page.
  private var page: PageSession
  private let reader: LearnReader
  private let places: [Place]
  private var current = 0
  /// The answer before, and what was said of it.
  private var last: (query: String, verdict: Verdict)?
  /// What an answer may use that was entered before it.
  private var earlier = EarlierEntries()
  private var judge: ExerciseJudge?
  /// When the present answer has taken too long.
  private var deadline: UInt64 = .max

  /// An exercise, where it stands, and what is told before it.
  private struct Place {
    let lesson: Int
    let exercise: Exercise
    let before: [LessonPart]
  }

  private enum Step { case stay, move, leave }

  /// What is asked for, by which it is known whether a line is whole and which words are commands.
  private enum Asked { case answer, prediction }

  init(
    _ course: Course, _ progress: LearnProgress, _ session: Session, _ reader: LearnReader,
    _ screen: LearnScreen
  ) {
    self.course = course
    self.progress = progress
    self.session = session
    page = PageSession(session)
    self.reader = reader
    self.screen = screen
    var places: [Place] = []
    for (number, lesson) in course.lessons.enumerated() {
      var before: [LessonPart] = []
      for part in lesson.parts {
        guard case .exercise(let exercise) = part else {
          before.append(part)
          continue
        }
        places.append(Place(lesson: number, exercise: exercise, before: before))
        before = []
      }
    }
    self.places = places
  }

  /// Runs until all is done or the person leaves, from an exercise or from the first that is open.
  func run(from id: String? = nil) -> ExitStatus {
    defer { reader.close() }
    reader.isWhole = { [unowned self] in isWhole($0) }
    tell(screen.say("hint helps, quit leaves\n", "hint hilft, quit beendet\n"))
    progress.probe()
    tellOfLoss()
    let wanted = places.firstIndex { $0.exercise.id == id }
    current = wanted ?? nextOpen(from: 0) ?? places.count
    while true {
      if current >= places.count {
        let open = nextOpen(from: 0).flatMap {
          progress.isSkipped(places[$0].exercise.id) ? nil : $0
        }
        guard let open else {
          // Going back from the end is going on.
          if finish() == .move { continue }
          return status
        }
        current = open
      }
      let step = present()
      if step == .leave { return status }
      if step == .stay, answer() == .leave { return status }
    }
  }

  /// Whether nothing needs to be added to a line: what fills a gap is judged in its place.
  private func isWhole(_ text: String) -> Bool {
    guard asked == .answer, current < places.count else { return true }
    let query = places[current].exercise.query(text, after: last?.query)
    return !Parser.awaitsMore(ScriptText(name: LessonRun.name, query))
  }

  private var status: ExitStatus { session.output.error == nil ? .success : .output }

  private func finish() -> Step {
    let (done, all) = (self.done, places.count)
    // What follows the last exercise of a lesson is told to whoever comes from there.
    if done == all, let shown, shown + 1 == places.count || isLastOfLesson(shown) {
      let step = tellRest(of: places[shown].lesson)
      if step != .stay { return step }
    }
    tell(screen.end(done, of: all))
    return .leave
  }

  private var done: Int { places.count { progress.isSolved($0.exercise.id) } }

  private func isLastOfLesson(_ place: Int) -> Bool {
    places[place + 1].lesson != places[place].lesson
  }

  private func nextOpen(from start: Int) -> Int? {
    places.indices.first { $0 >= start && !progress.isSolved(places[$0].exercise.id) }
  }

  private func tell(_ text: String) {
    // One empty line is enough.
    let text = endsEmpty && text.hasPrefix("\n") ? String(text.dropFirst()) : text
    if !text.isEmpty { endsEmpty = text.hasSuffix("\n\n") }
    session.output.write(session.settings.options.page(Sanitiser.visibleLines(text)))
    session.output.flush()
  }

  /// Tells what stands before the present exercise, unless somebody goes back to it, then the
  /// exercise.
  private func present() -> Step {
    let place = places[current]
    if !goesBack {
      let step = tellWhatStandsBefore(place)
      if step != .stay { return step }
    }
    goesBack = false
    page.goBehind(place.exercise.earlier)
    tellHead(place)
    tell(screen.task(place.exercise))
    last = nil
    earlier = EarlierEntries()
    judge = nil
    shown = current
    return .stay
  }

  private func tellWhatStandsBefore(_ place: Place) -> Step {
    if shown != nil, current > 0, places[current - 1].lesson != place.lesson {
      let step = tellRest(of: places[current - 1].lesson)
      if step != .stay { return step }
    }
    if !place.before.isEmpty { tellHead(place) }
    return tell(place.before, of: place.lesson)
  }

  private func goBack() -> Step {
    current = max(0, current - 1)
    goesBack = true
    return .move
  }

  private func tellHead(_ place: Place) {
    tell(
      "\n"
        + screen.head(
          place.lesson + 1, course.lessons[place.lesson], done: done, of: places.count))
  }

  /// Tells what stands behind the last exercise of a lesson.
  private func tellRest(of lesson: Int) -> Step {
    let parts = course.lessons[lesson].parts
    let end = parts.lastIndex { if case .exercise = $0 { true } else { false } }
    return tell(Array(parts[((end ?? -1) + 1)...]), of: lesson)
  }

  private func tell(_ parts: [LessonPart], of lesson: Int) -> Step {
    for part in parts {
      switch part {
      case .heading(let text), .text(let text): tell(screen.wrapped(text) + "\n")
      case .example(let example):
        page.goBehind(example.earlier)
        tell(screen.query(example.script.text, behind: "cq> "))
        show(example.script)
        page.note(example)
        tell("\n")
      case .prediction(let prediction):
        let step = ask(prediction, of: lesson)
        if step != .stay { return step }
      case .note, .exercise: continue
      }
    }
    return .stay
  }

  /// Asks for a prediction, then shows what is so.
  private func ask(_ prediction: Prediction, of lesson: Int) -> Step {
    tell(screen.wrapped(prediction.question))
    asked = .prediction
    defer { asked = .answer }
    while true {
      let typed: String
      switch reader.next(screen.say("predict> ", "Vorhersage> ")) {
      case .line(let text): typed = text.trimmed
      case .interrupted:
        Interruption.clear()
        continue
      case .endOfInput: return .leave
      }
      switch LearnWord(typed, in: screen.language) {
      case .quit: return .leave
      case .back: return goBack()
      case .skip, .solution:
        reveal(prediction)
        return .stay
      case .help: tell(screen.help)
      case .list: tell(screen.list(course, progress))
      case .hint, .rows, .reset, .resetAll: tell(screen.isNoAnswer)
      case nil where looks(typed): continue
      case nil:
        reveal(prediction)
        note(prediction, typed, of: lesson)
        return .stay
      }
    }
  }

  private func reveal(_ prediction: Prediction) {
    page.goBehind(prediction.earlier)
    if let script = prediction.script { show(script) }
    if !prediction.answer.isEmpty { tell(screen.wrapped(prediction.answer, indent: 2)) }
  }

  private func note(_ prediction: Prediction, _ answer: String, of lesson: Int) {
    let isRight = isRight(answer, of: prediction)
    let verdict = isRight.map { $0 ? Verdict.Kind.right.rawValue : "wrong" } ?? ""
    let questions = course.lessons[lesson].predictions
    let number = questions.firstIndex { $0.line == prediction.line } ?? 0
    note(
      LearnProgress.Entry(
        event: .prediction, id: "\(lesson + 1).p\(number + 1)", verdict: verdict),
      answer: answer)
  }

  /// Whether somebody has said what comes; nil where that cannot be told.
  private func isRight(_ text: String, of prediction: Prediction) -> Bool? {
    guard let script = prediction.script else { return nil }
    let examples = LessonStart.scripts(of: prediction.earlier, in: course)
    let facts = SolutionFacts(script.text, behind: examples)
    let directory = LessonDirectory(course, reading: facts.files, behind: examples)
    let run = LessonRun(directory: directory, behind: examples)
    guard case .rows(let answer) = run.outcome(of: script) else { return nil }
    return PredictionJudge(answer: answer).isRight(text)
  }

  /// Shows what comes of something that somebody has typed.
  private func show(_ typed: String) { show(ScriptText(name: LessonRun.name, typed)) }

  private func show(_ script: ScriptText) {
    let status = session.run(script)
    session.output.flush()
    guard status == .interrupted else { return }
    // What comes next is not what was interrupted.
    Interruption.clear()
    tellOfInterruption()
  }

  private func tellOfInterruption() { tell(screen.say("interrupted\n", "unterbrochen\n")) }

  /// Reads lines until the exercise is left.
  private func answer() -> Step {
    while true {
      switch reader.next(LearnReader.answerPrompt) {
      case .interrupted: Interruption.clear()
      case .endOfInput: return .leave
      case .line(let text):
        let typed = text.trimmed
        if typed.isEmpty { continue }
        let step = command(typed) ?? attempt(typed)
        if step != .stay { return step }
        if session.output.error != nil { return .leave }
      }
    }
  }

  /// Does what a command says; nil for what is none.
  private func command(_ typed: String) -> Step? {
    let exercise = places[current].exercise
    if exercise.isFilled(by: typed) { return nil }
    guard let word = LearnWord(typed, in: screen.language) else {
      return looks(typed) ? .stay : nil
    }
    switch word {
    case .help: tell(screen.help)
    case .hint: hint()
    case .solution:
      note(.solution)
      tell(screen.query(exercise.solution))
    case .rows:
      withQuery("", show)
    case .skip:
      note(.skip)
      current += 1
      return .move
    case .back: return goBack()
    case .list: tell(screen.list(course, progress))
    case .reset: note(.reset)
    case .resetAll:
      progress.reset()
      tellOfLoss()
      current = 0
      return .move
    case .quit: return .leave
    }
    return .stay
  }

  /// Does what a command of the prompt does that looks at something; false for what is none.
  private func looks(_ typed: String) -> Bool {
    let words = typed.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = words.count > 1 ? words[1].trimmed : ""
    switch words.first?.lowercased() {
    case "help", ".help":
      session.show(page: Help.text(for: rest))
    case ".say": withQuery(rest) { session.say($0, in: screen.language) }
    case ".steps": withQuery(rest) { show("explain steps \($0)") }
    default: return false
    }
    session.output.flush()
    return true
  }

  /// Does something with a query, or with that of the last try where none is written.
  private func withQuery(_ written: String, _ body: (String) -> Void) {
    guard let query = written.isEmpty ? last?.query : written else {
      return tell(screen.nothingIsTried)
    }
    page.goBehind(places[current].exercise.earlier)
    body(query)
  }

  private func note(_ event: LearnProgress.Event) {
    note(LearnProgress.Entry(event: event, id: places[current].exercise.id))
  }

  private func note(_ entry: LearnProgress.Entry, answer: String = "") {
    progress.add(entry, answer: answer)
    tellOfLoss()
  }

  private func tellOfLoss() {
    guard let loss = progress.loss, !hasToldOfLoss else { return }
    hasToldOfLoss = true
    tell(screen.isLost(loss))
  }

  private var hasToldOfLoss = false
  private var asked = Asked.answer
  /// Whether somebody goes back to an exercise, before which nothing is told again.
  private var goesBack = false
  /// The exercise that was shown last, behind which something may be due.
  private var shown: Int?
  /// Whether the last line that was told is empty.
  private var endsEmpty = false

  /// Gives the next hint; the last one again when all are given.
  private func hint() {
    let hints = ExerciseHints(places[current].exercise, screen.language).texts
    let given = progress.count(.hint, of: places[current].exercise.id)
    let number = min(given, hints.count - 1)
    if given >= hints.count { tell(screen.noMoreHints) }
    note(.hint)
    tell(screen.hint(number + 1, of: hints.count, hints[number]))
  }

  private func attempt(_ typed: String) -> Step {
    let exercise = places[current].exercise
    if Self.explores(typed) {
      show(typed)
      return .stay
    }
    let entry = exercise.query(typed, after: last?.query)
    let query = earlier.script(entry)
    let wasDone = done == places.count
    deadline = Shell.now() + UInt64(AnswerGrading.seconds) * 1_000_000_000
    let judge = judge ?? makeJudge(of: exercise)
    self.judge = judge
    if judge.asksNothing(query) {
      earlier.keep(entry)
      tell(screen.isKept)
      return .stay
    }
    var verdict = judge.verdict(onTyped: typed, after: last?.query, behind: earlier)
    if Interruption.isRequested {
      Interruption.clear()
      tellOfInterruption()
      return .stay
    }
    if !verdict.isRight, judge.isStep(query) {
      withQuery(query, show)
      earlier.keep(entry)
      tell(screen.isKept)
      return .stay
    }
    if !verdict.isTry, !typed.contains(where: " |".contains) { verdict.advice = screen.wayToHelp }
    if verdict.isTry {
      note(
        LearnProgress.Entry(
          event: .attempt, id: exercise.id, verdict: verdict.kind.rawValue,
          code: verdict.code ?? ""), answer: query)
    }
    if verdict.isRight { withQuery(query, show) }
    let isSame = last.map { $0.query != query && verdict.repeats($0.verdict) } ?? false
    tell(isSame ? screen.sameAsBefore : screen.verdict(verdict))
    if verdict.isTry {
      last = (query, verdict)
      earlier.keep(entry)
    }
    guard verdict.isRight else { return .stay }
    current += 1
    while !wasDone, current < places.count, progress.isSolved(places[current].exercise.id) {
      current += 1
    }
    return .move
  }

  /// Ends what takes too long, and what Ctrl-C ends.
  private func makeJudge(of exercise: Exercise) -> ExerciseJudge {
    ExerciseJudge(exercise, in: course, language: screen.language) { [weak self] in
      Interruption.isRequested || Shell.now() > self?.deadline ?? 0
    }
  }

  /// Whether a line looks at something instead of answering.
  private static func explores(_ typed: String) -> Bool {
    let word = typed.prefix { $0.isLetter }.lowercased()
    return ["describe", "sources", "categories", "explain", "set"].contains(word)
  }
}
