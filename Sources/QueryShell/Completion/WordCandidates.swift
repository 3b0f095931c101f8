// SPDX-License-Identifier: MIT

import LineEditing
import QueryEngine
import QuerySyntax

// Words of the language.
extension CompletionPlace {
  /// What begins a statement; stages do where a source is current, and `|` where there are rows to
  /// go on from.
  var statementWords: [Completion] {
    let goesOn = statements.isEmpty ? context.last != nil : endsInRows
    return Vocabulary.statements.map(Self.entry) + stagesOfCurrent + (goesOn ? [Self.pipe] : [])
  }

  /// Whether the statement before gives rows, and can go on.
  private var endsInRows: Bool {
    let isEnded = statements.last { !$0.isWhitespace } == ";"
    return !isEnded && statementsBefore.last?.givesRows ?? false
  }

  static let pipe = Completion(replacement: "| ", label: "|", note: "the next stage")

  /// What begins a pipeline.
  var pipelineWords: [Completion] {
    let heads: [Keyword] = [
      .from, .sources, .categories, .show, .related, .accessories, .follow, .changes, .history,
    ]
    let words = Set(heads.map(\.rawValue))
    return Vocabulary.statements.filter { words.contains($0.word) }.map(Self.entry)
      + stagesOfCurrent + (context.last == nil ? [] : [Self.pipe])
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

  /// The stages that may stand at the place: those of a group write nothing.
  var stages: [Completion] {
    let writing = point.groupDepth > 0 ? [Keyword.save, .to].map(\.rawValue) : []
    return Vocabulary.stages.filter { !writing.contains($0.word) }.map(Self.entry)
  }

  /// What may stand for a value and is no name. Behind a sign stand numbers alone, behind `and`
  /// and the like no choice.
  var constantWords: [Completion] {
    let tokens = Lexer.tokens(of: word.before).tokens
    let before = tokens.last { $0.kind != .end && $0.kind != .newline }
    switch before?.kind {
    case .minus, .plus: return []
    case .name:
      let connectives = [Keyword.and, .or, .not].map(\.rawValue)
      let isBehind = before.map { connectives.contains(text($0.range).lowercased()) } ?? false
      return Self.constants.filter { !isBehind || $0.label != Keyword.if.rawValue }
    default: return Self.constants
    }
  }

  private static let constants: [Completion] = [
    Keyword.not, .any, .all, .none, .if, .true, .false, .null,
  ].map { word($0) }

  static var formats: [Completion] { ResultFormat.all.map(candidate) }

  static var charts: [Completion] { ResultFormat.ofCharts.map(candidate) }

  private static func candidate(_ format: ResultFormat) -> Completion {
    Completion(replacement: format.name, label: format.name, note: format.entry.summary)
  }

  /// The types of a parameter.
  static var types: [Completion] {
    ParameterType.allCases.map {
      Completion(replacement: $0.rawValue + " ", label: $0.rawValue, note: $0.summary)
    } + [Completion(replacement: "List<", label: "List", note: "values of one type")]
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

  /// What a setting may be: all there is, else an example.
  func choices(of path: [String]) -> [Completion] {
    guard let setting = Setting(rawValue: path.joined(separator: ".").lowercased()) else {
      return []
    }
    let usual = Completion(
      replacement: Setting.usualWord, label: Setting.usualWord, note: "as without a `set`")
    if setting.words.isEmpty {
      let value = setting.exampleValue
      return [Completion(replacement: value, label: value, note: "for example"), usual]
    }
    return setting.words.map { word in
      let format = setting == .format ? Vocabulary.formatEntries.first { $0.word == word } : nil
      return Completion(replacement: word, label: word, note: format?.summary ?? "")
    } + [usual]
  }
}
