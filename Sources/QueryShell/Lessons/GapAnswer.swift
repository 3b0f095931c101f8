// SPDX-License-Identifier: MIT

import QuerySyntax

/// What is written into the gaps of an exercise.
struct GapAnswer {
  /// What stands in each gap of the solution.
  let gaps: [String]

  init(_ exercise: Exercise) { gaps = LessonGaps.texts(in: exercise.source) }

  /// What a text puts into each gap; nil where it has not as many parts as there are gaps. The
  /// parts are lines, or stand between semicolons or commas.
  func parts(_ typed: String) -> [String]? {
    if gaps.count == 1 { return [typed] }
    for separator: Character in ["\n", ";", ","] {
      let parts = typed.split(separator: separator).map(\.trimmed).filter { !$0.isEmpty }
      if parts.count == gaps.count { return parts }
    }
    return Set(gaps).count == 1 ? gaps.map { _ in typed } : nil
  }

  /// The kinds of what is missing in each gap, such as `a word, a sign`.
  func kinds(_ language: SpokenLanguage) -> String {
    gaps.map { gap in
      gap.split(separator: " ").map { Self.kind(of: $0, language) }.joined(separator: ", ")
    }.joined(separator: "; ")
  }

  private static func kind(of piece: Substring, _ language: SpokenLanguage) -> String {
    guard let first = piece.first(where: { $0 != "(" }) else {
      return language.text("a bracket", "eine Klammer")
    }
    if first.isLetter || first == "@" || first == "$" { return language.text("a word", "ein Wort") }
    let isValue = first.isNumber || first.isCurrencySymbol || first == "\"" || first == "/"
    return isValue ? language.text("a value", "ein Wert") : language.text("a sign", "ein Zeichen")
  }

  /// A gap with the first letter of each word, and a line for each of the others.
  static func lined(_ gap: String) -> String {
    gap.split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard let first = word.first, word.count > 1 else { return String(word.map { _ in "_" }) }
      return String(first) + String(repeating: "_", count: word.count - 1)
    }.joined(separator: " ")
  }
}
