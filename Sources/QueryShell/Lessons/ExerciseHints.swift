// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

/// The hints of an exercise, from the idea to all but the last part of the solution: in an exercise
/// with gaps to what they are like.
struct ExerciseHints {
  let texts: [String]

  init(_ exercise: Exercise, _ language: SpokenLanguage) {
    if exercise.kind == .gap {
      let answer = GapAnswer(exercise)
      let head = language.text(
        answer.gaps.count == 1 ? "Into the gap goes: " : "Into the gaps go: ",
        answer.gaps.count == 1 ? "In die Lücke gehört: " : "In die Lücken gehören: ")
      let lined = LessonGaps.source(exercise.source, with: answer.gaps.map(GapAnswer.lined))
      texts = exercise.hints + [head + answer.kinds(language), lined.trimmed]
      return
    }
    let solution = SolutionWords(exercise.solution)
    let used =
      language.text("It takes: ", "Es braucht: ")
      + solution.words.joined(separator: "  ")
    texts = exercise.hints + [used, solution.blanked]
  }
}

/// The stages of a solution that are to be put in order.
struct ArrangedPieces {
  /// What the query begins with.
  let head: String
  /// In the order in which they are shown.
  let pieces: [String]
  /// The stages of the solution, in their order.
  let stages: [String]

  /// Nil where the solution is not one pipeline.
  init?(_ exercise: Exercise) {
    let source = ScriptText(name: LessonRun.name, exercise.solution)
    let statements = Parser.parse(source).tree.statements
    guard statements.count == 1, case .pipeline(let pipeline)? = statements.first,
      let first = pipeline.stages.first
    else { return nil }
    let before = source[ScriptRange(0, first.range.start)]
    head = String(before.prefix { $0 != "|" }).trimmed
    let right = pipeline.stages.map { source[$0.range] }
    stages = right
    var shown = right + exercise.pieces.map(\.text)
    var chance = Chance()
    for _ in 0..<3 {
      chance.shuffle(&shown)
      if Array(shown.prefix(right.count)) != right { break }
    }
    pieces = shown
  }

  /// The query of pieces by their numbers, from 1; nil where a text is no such list.
  func query(_ text: String) -> String? {
    guard let numbers = Self.numbers(text), numbers.allSatisfy(pieces.indices.contains) else {
      return nil
    }
    return query(of: numbers.map { pieces[$0] })
  }

  /// The query of stages.
  func query(of stages: [String]) -> String { ([head] + stages).joined(separator: " | ") }

  /// The places from 0 that the numbers of a text name; nil where it is no list of numbers.
  static func numbers(_ text: String) -> [Int]? {
    let words = text.split { " ,;-|".contains($0) }
    var numbers = words.compactMap { Int($0) }
    // A line before the first number parts it from nothing.
    if text.first == "-" { numbers = numbers.prefix(1).map { -$0 } + numbers.dropFirst() }
    return numbers.isEmpty || numbers.count < words.count ? nil : numbers.map { $0 - 1 }
  }
}

extension Exercise {
  /// The query that somebody means: what fills a gap, numbers of stages, or what goes on from the
  /// answer before.
  func query(_ typed: String, after last: String?) -> String {
    let typed = typed.trimmed
    if kind == .arrange, let query = ArrangedPieces(self)?.query(typed) { return query }
    if typed.hasPrefix("|") { return "\(last ?? headAlone ?? "") \(typed)" }
    if kind == .gap, !isWhole(typed) {
      return LessonGaps.source(source, with: GapAnswer(self).parts(typed) ?? [typed]).trimmed
    }
    return typed
  }

  /// Why what somebody writes says neither what fills the gaps, nor an order of pieces, nor a
  /// query; nil where it does.
  func refusal(of typed: String, in language: SpokenLanguage) -> String? {
    let typed = typed.trimmed
    if typed.isEmpty { return LessonRun.nothingIsAsked(language) }
    switch kind {
    case .free: return nil
    case .gap:
      let answer = GapAnswer(self)
      if typed.hasPrefix("|") || isWhole(typed) || answer.parts(typed) != nil { return nil }
      return language.text(
        "there are \(answer.gaps.count) gaps; what fills them is parted by commas",
        "es gibt \(answer.gaps.count) Lücken; was sie füllt, steht zwischen Kommas")
    case .arrange:
      guard let arranged = ArrangedPieces(self), let numbers = ArrangedPieces.numbers(typed),
        !numbers.allSatisfy(arranged.pieces.indices.contains)
      else { return nil }
      return language.text(
        "the pieces have the numbers 1 to \(arranged.pieces.count)",
        "die Stücke haben die Nummern 1 bis \(arranged.pieces.count)")
    }
  }

  /// Whether a word that is a command too fills the gap.
  func isFilled(by word: String) -> Bool { kind == .gap && GapAnswer(self).gaps == [word] }

  /// What a query begins with, besides the first word of the solution.
  private static let beginnings: Set = ["from", "changes", "let", "use", "def", "param", "include"]

  /// Whether a text is a query, and nothing that fills a gap.
  private func isWhole(_ typed: String) -> Bool {
    let first = typed.prefix { $0.isLetter }.lowercased()
    let isPart =
      !typed.contains(where: "|;".contains)
      && GapAnswer(self).gaps.contains { $0.prefix { $0.isLetter }.lowercased() == first }
    let begins = solution.prefix { $0.isLetter }.lowercased()
    return !isPart && (first == begins || Self.beginnings.contains(first))
  }
}
