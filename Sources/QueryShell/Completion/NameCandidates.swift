// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import LineEditing
import QueryEngine
import QuerySyntax

// Names of sources and of what a session has named, and the words of single statements.
extension Completer {
  /// What `let`, `def` and `param` have named before a place.
  func declarations(before text: String) -> Declarations {
    let parsed = Parser.parse(ScriptText(name: "<prompt>", text))
    let bound = Binder.bind(parsed.tree, in: session.context, directory: session.sources)
    var declarations = session.context.declarations
    for case .declare(let meaning) in bound.statements.map(\.action) {
      declarations.add(meaning)
    }
    return declarations
  }

  var sourceNames: [Completion] {
    session.sources.names.map { name in
      let found = try? session.sources.source(.named(name))
      return Completion(replacement: name + " ", label: name, note: found?.schema.summary ?? "")
    }
  }

  /// Sources and views.
  func readable(before text: String) -> [Completion] {
    let views = declarations(before: text).described.filter { !$0.name.hasPrefix("$") }
    return sourceNames
      + views.map { Completion(replacement: $0.name.asName + " ", label: $0.name, note: $0.note) }
  }

  /// Values that are written with a `$`.
  func values(before text: String) -> [Completion] {
    declarations(before: text).described.filter { $0.name.hasPrefix("$") }.map {
      Completion(replacement: $0.name, label: $0.name, note: $0.note)
    }
  }

  func macros(before text: String, ofStages: Bool) -> [Completion] {
    declarations(before: text).describedMacros(ofStages: ofStages).map {
      let opens = $0.form.contains("(") && !$0.form.hasSuffix("()")
      return Completion(
        replacement: $0.name.asName + (opens || !ofStages ? "(" : " "), label: $0.name,
        note: $0.note.isEmpty ? $0.form : $0.note)
    }
  }

  /// What follows `related`, `accessories` and `follow`: a relation, and at the head an item.
  func relationWords(
    _ words: [String], isFirst: Bool, start: Int, before text: String
  ) -> [Completion] {
    let rest = words.dropFirst()
    if words[0] == "follow", rest.isEmpty {
      let known = isFirst ? relations(before: text) : relations(of: text, upTo: start - 1)
      return known.map {
        Completion(replacement: $0.name.asName + " ", label: $0.name, note: $0.meaning)
      }
    }
    guard isFirst else { return [] }
    let item = words[0] == "follow" ? rest.dropFirst() : rest
    if item.isEmpty { return items(before: text) }
    return item.count == 1
      ? [Completion(replacement: "of ", label: "of", note: "the source follows")] : []
  }

  /// The relations of the current source, else of that of the last result.
  private func relations(before text: String) -> [SourceRelation] {
    guard let reference = currentSource(before: text),
      let source = try? session.sources.source(reference)
    else { return [] }
    return source.capability.relations
  }

  /// The relations of the items that a pipeline gives.
  private func relations(of text: String, upTo end: Int) -> [SourceRelation] {
    let before = String(decoding: text.utf8.prefix(end), as: UTF8.self)
    let parsed = Parser.parse(ScriptText(name: "<prompt>", before))
    let bound = Binder.bind(parsed.tree, in: session.context, directory: session.sources)
    guard case .query(let plan) = bound.statements.last?.action else { return [] }
    return plan.relations
  }

  /// The ids of the items of the current source, as a head names them.
  func items(before text: String) -> [Completion] {
    guard let source = currentSource(before: text) else { return [] }
    return ids(of: source).map { id in
      let isNumber = id.text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      return Completion(
        replacement: isNumber ? id.text : "\"\(id.text)\"", label: id.text, note: id.note)
    }
  }

  /// The names of settings, or after `=` what one may be.
  func settings(after words: [String]) -> [Completion] {
    let name = words.dropFirst().joined(separator: " ").split(separator: "=").first ?? ""
    let named = name.filter { $0 != " " }
    guard words.joined(separator: " ").contains("=") else {
      return words.count > 1
        ? []
        : Setting.allCases.map {
          Completion(replacement: $0.rawValue + " = ", label: $0.rawValue, note: $0.summary)
        }
    }
    guard let setting = Setting(rawValue: String(named)) else { return [] }
    let choices = setting.isSwitch ? ["true", "false"] : setting.choices
    return choices.map { Completion(replacement: $0, label: $0, note: Self.note(ofFormat: $0)) }
  }

  private static func note(ofFormat word: String) -> String {
    Vocabulary.formatEntries.first { $0.word == word }?.summary ?? ""
  }

  static var formats: [Completion] {
    Vocabulary.formatEntries.map {
      Completion(replacement: $0.word, label: $0.word, note: $0.summary)
    }
  }

  /// The types of a parameter.
  static var types: [Completion] {
    ParameterType.allCases.map {
      Completion(replacement: $0.rawValue + " ", label: $0.rawValue, note: $0.summary)
    }
  }

  /// What may follow `expect`.
  static func expectations(isStatement: Bool) -> [Completion] {
    let forms = [
      Completion(replacement: "rows ", label: "rows", note: "how many: `rows >= 2`"),
      Completion(replacement: "no rows", label: "no rows", note: "the result is empty"),
      Completion(replacement: "columns ", label: "columns", note: "their names, in order"),
      Completion(replacement: "same as \"", label: "same as", note: "the rows of a file"),
      Completion(replacement: "live", label: "live", note: "neither a sample nor an old copy"),
    ]
    let error = Completion(
      replacement: "error ", label: "error", note: "a code: the pipeline must fail so")
    return isStatement ? [error] + forms : forms
  }

  /// The codes of faults, each with its title.
  static var codes: [Completion] {
    DiagnosticPages.all.map {
      Completion(replacement: $0.code + " from (", label: $0.code, note: $0.title)
    }
  }
}
