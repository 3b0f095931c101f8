// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import QuerySyntax
import ResultRendering

extension Command {
  static let learn = Command(
    name: "learn", form: "[FILE.md | FILE.cqpack]",
    summary: "learn the language by exercises, of cq or of a page of your own",
    detail: """
      Everything runs on samples, and nothing is sent. What you have done is kept in
      $XDG_STATE_HOME/cq/learn, but not where the answers come from a pipe. With --grade each
      answer of a file, below a line such as `# 2.1`, is judged in a line of JSON; the exit status
      is then 0 when all are right, else 1. It is 3 for a page whose lessons are faulty.
      """, options: [.language, .at, .list, .report, .grade] + Option.telling
  ) { (invocation, streams) throws(UsageError) in
    if invocation.operands.count > 1 {
      throw UsageError(
        message: "`cq learn` takes one page", help: "for example cq learn lessons.md")
    }
    if [invocation.lists, invocation.reports, invocation.answers != nil]
      .count(where: \.self) > 1
    {
      throw UsageError(
        message: "--list, --report and --grade are asked for one at a time",
        help: "for example cq learn --report")
    }
    try checkOperand(
      of: invocation, takenBy: "--grade", invocation.answers, help: "cq learn --grade answers.cq")
    let asked = try language(of: invocation)
    do throws(UnreadableScript) {
      let reading = try reading(invocation, asked ?? streams.environment.language, streams)
      let language =
        asked ?? CourseReading.told(byName: reading.source.name) ?? streams.environment.language
      if !reading.reading.faults.isEmpty {
        return streams.finish(
          streams.report(reading.reading.faults.map { Diagnostic($0, in: reading.source) }))
      }
      let course = reading.reading.course
      return streams.finish(try learn(course, language, invocation, streams))
    } catch {
      return streams.fail(error.diagnostic)
    }
  }

  /// The language that is asked for; nil where none is.
  private static func language(
    of invocation: Invocation
  ) throws(UsageError) -> SpokenLanguage? {
    guard let code = invocation.language else { return nil }
    guard let language = SpokenLanguage(code: code) else {
      throw UsageError(message: "lessons are not told in `\(code)`", help: .languages)
    }
    return language
  }

  private static func reading(
    _ invocation: Invocation, _ language: SpokenLanguage, _ streams: StandardStreams
  ) throws(UnreadableScript) -> (reading: CourseReading, source: ScriptText) {
    guard let file = invocation.operands.first else {
      return (.bundled(language), ScriptText(name: BundledCourse.name, ""))
    }
    let input = try ScriptInput.file(file).unpacked()
    try input.checkPage()
    let source = try input.read(streams, as: .page)
    return (CourseReading(source, in: input.pack.map(LessonWorld.init)), source)
  }

  private static func learn(
    _ course: Course, _ language: SpokenLanguage, _ invocation: Invocation,
    _ streams: StandardStreams
  ) throws(UnreadableScript) -> ExitStatus {
    Interruption.watch(once: !streams.environment.inputIsTerminal)
    if let answers = invocation.answers {
      return try grade(ScriptInput(operand: answers), course, language, streams)
    }
    let path = streams.environment.learnFolder.map { "\($0)/\(course.name).jsonl" }
    let screen = LearnScreen(language: language, width: streams.environment.width)
    if invocation.lists || invocation.reports {
      let progress = LearnProgress(path: path, of: course)
      if progress.isUnread, let path { return streams.fail(.progressIsUnread(path)) }
      if invocation.lists {
        streams.show(screen.list(course, progress))
      } else {
        let report = LearnReport(
          course: course, progress: progress, options: streams.settings.options)
        streams.output.write(report.bytes)
      }
      return .success
    }
    // A pipe is nobody of whom something is to be remembered.
    let isTerminal = streams.environment.inputIsTerminal
    if let id = invocation.firstExercise, course.exercise(id) == nil {
      return streams.fail(.noExercise(id, course))
    }
    let session = session(course, invocation, streams)
    if isTerminal, path == nil { streams.show(screen.isLost(nil)) }
    return LearnSession(
      course, LearnProgress(path: isTerminal ? path : nil, of: course), session,
      LearnReader(session, language, isTerminal: isTerminal), screen
    ).run(from: invocation.firstExercise)
  }

  /// What shows results: tables, of samples alone.
  private static func session(
    _ course: Course, _ invocation: Invocation, _ streams: StandardStreams
  ) -> Session {
    var settings = streams.settingsOfPage(invocation)
    if let world = course.world { settings.use(world) }
    settings.sources.texts = course.files
    return Session(
      settings, output: streams.output, errors: streams.errors, progress: streams.progress,
      calendar: { ScriptTest.day }, isCancelled: { Interruption.isRequested },
      forgetCancelling: Interruption.clear)
  }

  private static func grade(
    _ input: ScriptInput, _ course: Course, _ language: SpokenLanguage,
    _ streams: StandardStreams
  ) throws(UnreadableScript) -> ExitStatus {
    let source = try input.read(streams)
    guard source.bytes.count <= Lexer.maximumBytes else {
      throw UnreadableScript(tooLong: source.name)
    }
    let grading = AnswerGrading(course: course, language: language, clock: Shell.now)
    let file = AnswerFile(source, of: course)
    if !file.faults.isEmpty { return streams.report(file.faults) }
    if file.answers.isEmpty { return streams.fail(.noAnswers(source)) }
    var isRight = true
    for graded in file.answers.lazy.compactMap(grading.graded) {
      streams.output.write(streams.settings.options.json(graded.line) + "\n")
      isRight = isRight && graded.isRight
    }
    return isRight ? .success : .failedExpectation
  }
}

extension Diagnostic {
  /// What is wrong with the text of a lesson.
  init(_ fault: LessonFault, in source: ScriptText) {
    let lines = source.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let start = lines.prefix(fault.line - 1).reduce(0) { $0 + $1.count + 1 }
    let place = source.bytes.isEmpty ? nil : Label(source.line(around: start).range)
    self.init(
      .unexpectedToken, fault.reason, at: place, remarks: [.help(fault.help)], in: source)
  }

  /// What somebody has done is there and cannot be read: nothing is told as if it were not.
  fileprivate static func progressIsUnread(_ path: String) -> Diagnostic {
    Diagnostic(
      .cannotOpen, "\(path), where what was done is kept, cannot be read",
      remarks: [.help("make it readable, or take it away to begin anew")])
  }

  fileprivate static func noAnswers(_ source: ScriptText) -> Diagnostic {
    Diagnostic(
      .badOptionValue, "\(source.name) has no answers",
      remarks: [.help("a line `# 2.1` stands above each")])
  }

  fileprivate static func noExercise(_ id: String, _ course: Course) -> Diagnostic {
    let near = Suggestion.question(for: id, among: course.exercises.map(\.id))
    return Diagnostic(
      .badOptionValue, "there is no exercise `\(id)`" + (near.map { "; \($0)" } ?? ""),
      remarks: [.help("`cq learn --list` names them all")])
  }
}

extension Option {
  static let at = Option(
    name: "--at", value: "EXERCISE", help: "begin with an exercise, such as 2.1"
  ) { (invocation, value) throws(UsageError) in
    invocation.firstExercise = value
  }

  static let list = Option(
    name: "--list", help: "list what there is: exercises and which are solved; the files of a pack"
  ) { (invocation, _) throws(UsageError) in
    invocation.lists = true
  }

  static let report = Option(name: "--report", help: "tell tries, hints and codes, as CSV") {
    (invocation, _) throws(UsageError) in
    invocation.reports = true
  }

  static let grade = Option(
    name: "--grade", value: "FILE", help: "judge the answers of a file", takesPath: true
  ) { (invocation, value) throws(UsageError) in
    invocation.answers = value
  }
}
