// SPDX-License-Identifier: MIT

import LineEditing
import QueryEngine
import QuerySyntax

// Words of the language.
extension CompletionPlace {
  /// What begins a statement; stages do where a source is current.
  var statementWords: [Completion] {
    Vocabulary.statements.map(Self.entry) + stagesOfCurrent
  }

  /// What begins a pipeline.
  var pipelineWords: [Completion] {
    let heads: [Keyword] = [
      .from, .sources, .categories, .show, .related, .accessories, .follow, .changes, .history,
    ]
    let words = Set(heads.map(\.rawValue))
    return Vocabulary.statements.filter { words.contains($0.word) }.map(Self.entry)
      + stagesOfCurrent
  }

  private var stagesOfCurrent: [Completion] {
    context.current == nil ? [] : Vocabulary.stages.map(Self.entry)
  }

  /// A word, with the one that always follows.
  static func word(_ keyword: Keyword, note: String? = nil) -> Completion {
    Completion(
      replacement: keyword.phrase + " ", label: keyword.phrase, note: note ?? keyword.summary)
  }

  static func entry(_ entry: Vocabulary.Entry) -> Completion {
    Completion(
      replacement: (Keyword(of: entry.word)?.phrase ?? entry.word) + " ", label: entry.word,
      note: entry.toldSummary)
  }

  /// What may stand for a value and is no name.
  static let constants: [Completion] = [Keyword.not, .any, .all, .none, .if, .true, .false, .null]
    .map { word($0) }

  static var formats: [Completion] { ResultFormat.all.map(candidate) }

  static var charts: [Completion] { ResultFormat.ofCharts.map(candidate) }

  private static func candidate(_ format: ResultFormat) -> Completion {
    Completion(replacement: format.name, label: format.name, note: format.entry.summary)
  }

  /// The types of a parameter.
  static var types: [Completion] {
    ParameterType.allCases.map {
      Completion(replacement: $0.rawValue + " ", label: $0.rawValue, note: $0.summary)
    }
  }

  /// The codes of faults, each with its title.
  static var codes: [Completion] {
    DiagnosticPages.all.map {
      Completion(replacement: $0.code + " from (", label: $0.code, note: $0.title)
    }
  }

  /// The settings, or what is left of the names of those that begin so.
  static func settings(behind path: [String]) -> [Completion] {
    let start = path.map { $0 + "." }.joined()
    return Setting.allCases.filter { $0.rawValue.hasPrefix(start) }.map {
      let rest = String($0.rawValue.dropFirst(start.count))
      return Completion(replacement: rest + " = ", label: rest, note: $0.summary)
    }
  }

  /// What a setting may be.
  static func choices(of path: [String]) -> [Completion] {
    guard let setting = Setting(rawValue: path.joined(separator: ".").lowercased()) else {
      return []
    }
    let choices = setting.isSwitch ? [Keyword.true, .false].map(\.rawValue) : setting.choices
    return choices.map { choice in
      let format = Vocabulary.formatEntries.first { $0.word == choice }
      return Completion(replacement: choice, label: choice, note: format?.summary ?? "")
    }
  }
}
