// SPDX-License-Identifier: MIT

import QuerySyntax

/// What somebody who learns says besides answers.
enum LearnWord: String, CaseIterable {
  case help, hint, solution, rows, skip, back, list, reset
  case resetAll = "reset all"
  case quit

  /// The command that a line is, in letters of any case; nil for what is none.
  init?(_ typed: String, in language: SpokenLanguage) {
    let word = typed.lowercased()
    let known = Self(rawValue: word) ?? Self.other[word]
    guard let meant = known ?? (language == .german ? Self.german[word] : nil) else { return nil }
    self = meant
  }

  private static let other: [String: LearnWord] = ["?": .help, "exit": .quit]

  private static let german: [String: LearnWord] = [
    "hilfe": .help, "tipp": .hint, "lösung": .solution, "zeilen": .rows, "weiter": .skip,
    "zurück": .back, "liste": .list, "neu": .reset, "alle neu": .resetAll, "schluss": .quit,
    "ende": .quit,
  ]

  /// The words that Tab offers.
  static func offered(in language: SpokenLanguage) -> [String] {
    let words = allCases.filter { $0 != .resetAll }.map(\.rawValue)
    return language == .german ? words + german.keys.filter { !$0.contains(" ") }.sorted() : words
  }
}
