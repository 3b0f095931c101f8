// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import QuerySyntax

/// Judges answers to one exercise by their rows, on the sample and on rows that are made for it.
struct ExerciseJudge {
  let exercise: Exercise
  private let language: SpokenLanguage
  private let facts: SolutionFacts
  private let twins: TwinWorlds
  /// The examples of the page before it.
  private let examples: [Script]
  /// Over the rows of the sample, and over those that were made.
  private let runs: [LessonRun]
  private let isLate: () -> Bool
  /// What comes of the solution in each world.
  private let solutions: [LessonOutcome]
  private let known: KnownOutcomes

  init(
    _ exercise: Exercise, in course: Course, language: SpokenLanguage = .english,
    isLate: @escaping () -> Bool = { false }
  ) {
    self.exercise = exercise
    self.language = language
    self.isLate = isLate
    let examples = LessonStart.scripts(of: exercise.earlier, in: course)
    self.examples = examples
    let facts = SolutionFacts(exercise.solution, behind: examples)
    self.facts = facts
    let sample = LessonDirectory(
      course, reading: facts.files + [exercise.twin].compactMap(\.self), behind: examples)
    let twins = TwinWorlds(exercise: exercise, sample: sample, facts: facts)
    self.twins = twins
    runs = [sample, twins.mixed].map {
      LessonRun(directory: $0, behind: examples, language: language, isLate: isLate)
    }
    solutions = runs.map { $0.outcome(of: exercise.script) }
    known = KnownOutcomes(of: exercise)
  }

  /// What is wrong with the exercise: why its solution has no rows to compare with.
  var fault: String? {
    switch solutions[0] {
    case .rows: nil
    case .refused(let message, _), .stopped(_, let message): message
    case .late: language.text("it takes longer than 5 seconds", "sie braucht über 5 Sekunden")
    }
  }

  /// Where in the page that is; nil where it is in no single place.
  var placeOfFault: SourcePlace? {
    if case .refused(_, let place) = solutions[0] { place } else { nil }
  }

  /// The verdict on what somebody writes, which goes on from the answer before.
  func verdict(
    onTyped typed: String, after last: String? = nil, behind earlier: EarlierEntries = .init()
  ) -> Verdict {
    if let refusal = exercise.refusal(of: typed, in: language) {
      return Verdict(kind: .unrun, message: words.unrun(refusal))
    }
    let query = earlier.script(exercise.query(typed, after: last))
    var verdict = verdict(on: query)
    // What was added has no place in what is typed.
    if query != typed { verdict.place = nil }
    return verdict
  }

  /// Whether a text can run, and asks for nothing.
  func asksNothing(_ text: String) -> Bool {
    EarlierEntries.isSilent(text) && lack(of: text) == LessonRun.nothingIsAsked(language)
  }

  private var words: VerdictWords {
    VerdictWords(language: language, fields: facts.fields)
  }

  /// Why an answer does not run; nil where it does.
  func lack(of answer: String) -> String? {
    switch run(answer, in: 0) {
    case .refused(let message, _): message
    case .late: words.late
    case .rows, .stopped: nil
    }
  }

  func verdict(on answer: String) -> Verdict {
    let outcome = run(answer, in: 0)
    switch outcome {
    case .refused(let message, let place):
      return Verdict(kind: .unrun, message: words.unrun(message), place: place)
    case .late: return Verdict(kind: .late, message: words.late)
    case .stopped(_, let message):
      return Verdict(kind: .stopped, message: words.stopped(message))
    case .rows(let rows):
      guard case .rows(let solution) = solutions[0] else {
        return Verdict(kind: .stopped, message: fault ?? "")
      }
      return verdict(on: answer, rows, solution, words)
    }
  }

  private func run(_ text: String, in world: Int) -> LessonOutcome {
    if let outcome = known[text, world] { return outcome }
    let outcome = runs[world].outcome(of: text)
    // What was ended says nothing of the next time.
    if !isLate() { known[text, world] = outcome }
    return outcome
  }

  private func comparison(_ solution: LessonAnswer, _ answer: LessonAnswer) -> AnswerComparison {
    AnswerComparison(
      solution: solution, answer: answer, exercise: exercise, order: facts.order,
      cuts: facts.cuts)
  }

  private func verdict(
    on text: String, _ answer: LessonAnswer, _ solution: LessonAnswer, _ words: VerdictWords
  ) -> Verdict {
    let finding = comparison(solution, answer).finding
    if finding == .same { return elsewhere(text, answer, words) }
    let kept = answer.rows.isEmpty ? conditions(in: text) : []
    let message =
      answer.rows.isEmpty && !solution.rows.isEmpty
      ? words.none(kept) : words.sentence(finding, solution, answer)
    var verdict = Verdict(kind: .init(finding), message: message)
    if case .rows(let missing, let extra) = finding {
      verdict.missing = missing.count
      verdict.extra = extra.count
    }
    return advised(verdict, text, finding, solution)
  }

  /// How many rows the sample has that the solution reads first.
  private var sampleCount: Int {
    facts.sources.first.flatMap { try? twins.sample.source($0) }.flatMap(TwinWorlds.rows)?.count
      ?? 0
  }

  /// The verdict on an answer that is right on the sample.
  private func elsewhere(
    _ text: String, _ answer: LessonAnswer, _ words: VerdictWords
  ) -> Verdict {
    if let verdict = difference(solutions[1], run(text, in: 1), text, words) { return verdict }
    let own = SolutionFacts(text, behind: examples)
    // What it compares besides is what tells rows apart there.
    let compared = VerdictWords(
      language: language, fields: own.comparisons(beyond: facts) + facts.fields)
    for (wanted, got) in outcomes(of: text, own) {
      if let verdict = difference(wanted, got, text, compared) { return verdict }
    }
    var verdict = Verdict(kind: .right, message: words.right(answer))
    verdict.shorter = facts.size < own.size ? exercise.solution : nil
    return verdict
  }

  /// What comes of the solution and of an answer in the worlds that are made for the answer.
  private func outcomes(
    of text: String, _ facts: SolutionFacts
  ) -> some Sequence<(LessonOutcome, LessonOutcome)> {
    twins.worlds(for: facts, stopping: solutions[1].isStop).lazy.map { world in
      let run = LessonRun(
        directory: world, behind: examples, language: language, isLate: isLate)
      return (run.outcome(of: exercise.solution), run.outcome(of: text))
    }
  }

  /// The verdict on an answer that is right on the sample and not with other rows; nil where it is
  /// right with them too.
  private func difference(
    _ solution: LessonOutcome, _ answer: LessonOutcome, _ text: String, _ words: VerdictWords
  ) -> Verdict? {
    switch (solution, answer) {
    case (.rows(let wanted), .rows(let got)):
      let finding = comparison(wanted, got).finding
      if finding == .same { return nil }
      let message = words.lucky(finding, of: sampleCount, wanted, got)
      return advised(Verdict(kind: .lucky, message: message), text, finding, wanted)
    case (.stopped(let wanted, _), .stopped(let got, _)) where wanted == got: return nil
    case (.late, _), (_, .late): return Verdict(kind: .late, message: words.late)
    case (.stopped(_, let message), _):
      return advised(Verdict(kind: .lucky, message: words.shouldStop(message)), text)
    case (.rows, .stopped(_, let message)):
      return advised(Verdict(kind: .lucky, message: words.wouldStop(message)), text)
    default: return nil
    }
  }

  /// Whether an answer is right in all worlds.
  private func isRight(_ text: String) -> Bool {
    runs.indices.allSatisfy { isSame(run(text, in: $0), as: solutions[$0]) }
      && outcomes(of: text, SolutionFacts(text, behind: examples)).allSatisfy {
        isSame($0.1, as: $0.0)
      }
  }

  private func isSame(_ outcome: LessonOutcome, as other: LessonOutcome) -> Bool {
    switch (other, outcome) {
    case (.rows(let first), .rows(let second)): comparison(first, second).finding == .same
    case (.stopped(let first, _), .stopped(let second, _)): first == second
    default: false
    }
  }

  private func advised(
    _ verdict: Verdict, _ text: String, _ finding: AnswerComparison.Finding? = nil,
    _ solution: LessonAnswer? = nil
  ) -> Verdict {
    var verdict = verdict
    if let known = misconception(in: text) {
      verdict.code = known.code
      verdict.advice = known.advice
    } else if let place = place(in: text) {
      verdict.advice = place
    } else if case .rows(let missing, _)? = finding, let solution,
      let field = missingField(of: missing, in: solution, text)
    {
      verdict.advice = language.text("rows without a value: \(field)", "Zeilen ohne Wert: \(field)")
    } else if case .form? = finding {
      verdict.advice = SolutionFacts(text).form
    }
    return verdict
  }

  /// Whether an answer is one of the queries that the solution asks before its last, from which the
  /// next one may go on.
  func isStep(_ text: String) -> Bool {
    EarlierEntries.steps(of: exercise.solution).contains { step in
      runs.indices.allSatisfy { isEqual(run(step, in: $0), run(text, in: $0)) }
    }
  }

  /// The known wrong answer that gives the same rows in both worlds.
  func misconception(in text: String) -> Misconception? {
    let outcomes = runs.indices.map { run(text, in: $0) }
    return exercise.misconceptions.first { known in
      runs.indices.allSatisfy { isEqual(outcomes[$0], run(known.query, in: $0)) }
    }
  }

  private func isEqual(_ first: LessonOutcome, _ second: LessonOutcome) -> Bool {
    guard case .rows(let first) = first, case .rows(let second) = second else {
      return isSame(first, as: second)
    }
    return comparison(first, second).finding == .same
      && comparison(second, first).finding == .same
  }

  /// What has to change in an answer that is right after one change.
  private func place(in text: String) -> String? {
    OneChange(text).variants.first { !isLate() && isRight($0.text) }?.place
  }

  /// A field of the answer's conditions that all missing rows lack.
  private func missingField(
    of rows: [Int], in solution: LessonAnswer, _ text: String
  ) -> String? {
    guard !rows.isEmpty else { return nil }
    return SolutionFacts(text, behind: examples).fields.first { field in
      guard let values = solution.values(of: field) else { return false }
      return rows.allSatisfy { $0 < values.count && values[$0] == .null }
    }
  }

  /// How many rows each condition of the first filter keeps alone.
  private func conditions(in text: String) -> [(condition: String, rows: Int)] {
    let source = ScriptText(name: LessonRun.name, text)
    let script = Parser.parse(source).tree
    guard case .pipeline(let pipeline)? = script.statements.last else { return [] }
    for stage in pipeline.stages {
      guard case .filter(let condition) = stage.kind else { continue }
      let terms = if case .and(let terms) = condition.kind { terms } else { [condition] }
      return terms.compactMap { term in
        let alone =
          String(
            decoding: source.bytes[..<condition.range.start], as: UTF8.self) + source[term.range]
        guard case .rows(let rows) = run(alone, in: 0) else { return nil }
        return (source[term.range], rows.rows.count)
      }
    }
    return []
  }
}

/// What has come of the known wrong answers, with which every answer is compared.
private final class KnownOutcomes {
  private let queries: Set<String>
  private var outcomes: [String: [Int: LessonOutcome]] = [:]

  init(of exercise: Exercise) { queries = Set(exercise.misconceptions.map(\.query)) }

  /// Nil for other answers, and for those that have not run in a world.
  subscript(query: String, world: Int) -> LessonOutcome? {
    get { outcomes[query]?[world] }
    set { if queries.contains(query) { outcomes[query, default: [:]][world] = newValue } }
  }
}

extension Verdict.Kind {
  init(_ finding: AnswerComparison.Finding) {
    switch finding {
    case .same: self = .right
    case .shape, .sides: self = .shape
    case .rows: self = .rows
    case .noColumn, .columnsTooMany: self = .columns
    case .value: self = .value
    case .order: self = .order
    case .form: self = .form
    }
  }
}
