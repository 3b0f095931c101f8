// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

/// The hints of an exercise, from the idea to all but the last part of the solution: in an exercise
/// with gaps to what they are like.
struct ExerciseHints {
  let texts: [String]

  private static let blank = "___"

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
    let words = Self.words(of: exercise.solution)
    let used = language.text("It takes: ", "Es braucht: ") + words.joined(separator: "  ")
    texts = exercise.hints + [used, Self.blanked(exercise.solution)]
  }

  /// The words and marks of a solution, each once, without names and values.
  private static func words(of text: String) -> [String] {
    let source = ScriptText(name: LessonRun.name, text)
    var seen: Set<String> = []
    let tokens = Parser.parse(source).tokens.filter { token in
      switch token.kind {
      case .name: Keyword(rawValue: source[token.range].lowercased()) != nil
      case .equal, .doubleEqual, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
        .coalesce, .range, .slash, .minus, .plus, .star:
        true
      default: false
      }
    }
    return tokens.map { source[$0.range] }.filter { $0 != "from" && seen.insert($0).inserted }
  }

  /// The solution with a line in the place of its last value, else of what follows the word of its
  /// last stage.
  private static func blanked(_ text: String) -> String {
    let source = ScriptText(name: LessonRun.name, text)
    let tokens = Parser.parse(source).tokens
    let isValue = { (token: Token) in [.number, .text, .money].contains(token.kind) }
    guard let last = tokens.last(where: isValue) ?? tokens.last(where: { $0.kind == .name }) else {
      return text
    }
    return FixIt([FixIt.Edit(last.range, blank)]).applied(to: source)
  }
}

/// The stages of a solution that are to be put in order.
struct ArrangedPieces {
  /// What the query begins with.
  let head: String
  /// In the order in which they are shown.
  let pieces: [String]

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
    var shown = right + exercise.pieces
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
    return ([head] + numbers.map { pieces[$0] }).joined(separator: " | ")
  }

  /// The places from 0 that the numbers of a text name; nil where it is no list of numbers.
  static func numbers(_ text: String) -> [Int]? {
    let words = text.split { " ,;-|".contains($0) }
    let numbers = words.compactMap { Int($0) }
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

  private func isWhole(_ typed: String) -> Bool {
    let first = typed.prefix { $0.isLetter }.lowercased()
    let begins = solution.prefix { $0.isLetter }.lowercased()
    return first == begins || first == "from"
  }
}
