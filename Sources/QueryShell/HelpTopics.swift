// SPDX-License-Identifier: MIT

import QueryEngine
import QuerySyntax

/// A page of the help on one subject.
struct HelpTopic {
  let word: String
  /// What it is about.
  let title: String
  /// What stands on it.
  let entries: @Sendable () -> [Vocabulary.Entry]

  private init(
    _ word: String, _ title: String, _ entries: @escaping @Sendable () -> [Vocabulary.Entry]
  ) {
    self.word = word
    self.title = title
    self.entries = entries
  }

  /// A page of statements and stages, in the order of their tables.
  private init(_ word: String, _ title: String, statements: [String], stages: [String]) {
    self.init(word, title) {
      Vocabulary.statements.filter { statements.contains($0.word) }
        + Vocabulary.stages.filter { stages.contains($0.word) }
    }
  }

  static let all = [
    HelpTopic(
      "reading", "where rows come from",
      statements: ["from", "use", "sources", "categories", "describe"], stages: []),
    HelpTopic(
      "records", "single items, and what they name",
      statements: ["show", "related", "accessories", "follow", "history"],
      stages: ["related", "accessories", "follow"]),
    HelpTopic(
      "choosing", "which rows there are, and their order", statements: [],
      stages: ["filter", "search", "sort", "top", "limit", "skip", "page", "sample", "distinct"]),
    HelpTopic(
      "shaping", "what is seen of each row", statements: [],
      stages: ["show", "extend", "rename", "drop", "expand"]),
    HelpTopic(
      "groups", "counts and sums", statements: [], stages: ["count", "summarize", "group"]),
    HelpTopic(
      "joining", "several tables, and what has changed", statements: ["changes"],
      stages: ["join", "union"]),
    HelpTopic(
      "names", "views, values, parameters, other scripts",
      statements: ["let", "def", "param", "include"], stages: ["apply"]),
    HelpTopic(
      "checking", "what must hold, and what a query does", statements: ["expect", "explain"],
      stages: ["assert", "expect"]),
    HelpTopic("conditions", "what stands after `filter`") { Vocabulary.operators },
    HelpTopic("literals", "how values are written") { Vocabulary.values },
    HelpTopic("functions", "what is computed of values") { Help.functions + Help.rowFunctions },
    HelpTopic("aggregates", "what is computed of groups") { Help.aggregates },
    HelpTopic("types", "what values there are") { Vocabulary.types },
    HelpTopic("output", "tables, charts, files") {
      Vocabulary.stages.filter { ["to", "save"].contains($0.word) } + Vocabulary.formatEntries
    },
    HelpTopic("settings", "what `set` changes; `.set` shows all") {
      Vocabulary.statements.filter { $0.word == "set" } + Help.settings
    },
    HelpTopic("commands", "what only the prompt knows") { DotCommand.described },
  ]

  static func named(_ word: String) -> HelpTopic? { all.first { $0.word == word.lowercased() } }

  /// The list of all.
  static var list: String {
    let topics = all.map { ($0.word, $0.title) } + [("keys", "the keys of the prompt")]
    let width = topics.map(\.0.count).max() ?? 0
    let lines = topics.map { word, title in
      "  \(word)\(String(repeating: " ", count: width - word.count))  \(title)\n"
    }
    return "`help SUBJECT` shows a page, `help WORD` tells of a word.\n\n" + lines.joined()
  }

  /// The page: what is written how, and what it does.
  var page: String {
    "\(title.prefix(1).uppercased())\(title.dropFirst())\n\(Help.lines(entries()))\n"
  }
}
