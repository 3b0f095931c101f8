// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import LineEditing
import QueryEngine
import QuerySyntax

/// Finds what can stand at the cursor: sources, stages, fields, functions, words of a stage.
struct Completer {
  let session: Session

  init(_ session: Session) { self.session = session }

  func completions(in line: String, at cursor: Int) -> CompletionList {
    let written = Array(line.utf8.prefix(cursor))
    if written.first == UInt8(ascii: "."), !written.contains(UInt8(ascii: " ")) {
      let word = String(decoding: written, as: UTF8.self)
      return CompletionList(
        replaceFrom: 0,
        items: CompletionMatch.candidates(DotCommand.completions, for: word, notes: false))
    }
    let place = CompletionPlace(written)
    switch place.kind {
    case .nothing: return CompletionList(replaceFrom: cursor, items: [])
    case .text(let quote):
      let isClosed = line.utf8.dropFirst(cursor).first == quote
      return texts(place, quote: quote, isClosed: isClosed)
    case .word: break
    }
    let all =
      place.word.hasPrefix("$") ? values(before: place.before) : candidates(after: place.before)
    // Where an item may be named, its name is as good as its id.
    let takesNotes = Self.words(of: Self.lastStage(of: place.before)) == ["show"]
    return CompletionList(
      replaceFrom: place.start,
      items: CompletionMatch.candidates(all, for: place.word, notes: takesNotes))
  }

  /// What can follow a text, by the last words of its last stage.
  private func candidates(after text: String) -> [Completion] {
    let stage = Self.lastStage(of: text)
    let words = Self.words(of: stage)
    guard let first = words.first else {
      return stage.isFirst ? statements + stages : stages
    }
    if stage.isFirst, let found = statement(words, before: text) { return found }
    if let found = stageWords(words, stage, before: text) { return found }
    if first == "filter", let rest = Self.secondWords(after: words.last) { return rest }
    let fields = fields(before: stage, of: text) + ids(after: words, stage, before: text)
    let follows = connectives(after: words, stage: first)
    let called = functions(in: first) + macros(in: first, before: text)
    let separated = stage.text.last == "," || words.count == 1 || follows.isEmpty
    return separated ? fields + called : fields + follows + called
  }

  private static func words(of stage: Stage) -> [String] {
    stage.text.split { $0 == " " || $0 == "\n" || $0 == "," }.map { $0.lowercased() }
  }

  /// What follows the words of a statement that is no stage; nil where a stage's rules hold.
  private func statement(_ words: [String], before text: String) -> [Completion]? {
    switch words[0] {
    case "set": return settings(after: words)
    case "param": return words.last?.hasSuffix(":") == true ? Self.types : []
    case "expect":
      if words.count == 1 { return Self.expectations(isStatement: true) }
      return words.count == 2 && words[1] == "error" ? Self.codes : nil
    case "let" where words.last == "=": return [word("from", "a view")] + values(before: text)
    case "let" where words.last == "from": return readable(before: text)
    case "let", "def", "include": return []
    default: return sources(after: words, before: text)
    }
  }

  /// What follows the words of a stage that names no field there; nil where fields may stand.
  private func stageWords(
    _ words: [String], _ stage: Stage, before text: String
  ) -> [Completion]? {
    switch words[0] {
    case "sort" where words.count == 1: return [word("by", "the keys follow")]
    case "count" where words.count == 1: return [word("by", "the fields follow")]
    case "top" where words.count == 1: return []
    case "top" where words.count == 2: return [word("by", "the keys follow")]
    case "limit", "skip", "page": return []
    case "to" where words.count == 1: return Self.formats
    case "save": return words.last == "as" ? Self.formats : saveWords(words)
    case "apply": return words.count == 1 ? macros(before: text, ofStages: true) : []
    case "expect" where words.count == 1: return Self.expectations(isStatement: false)
    case "related", "accessories", "follow":
      return relationWords(words, isFirst: stage.isFirst, start: stage.start, before: text)
    case "union": return words.count == 1 ? readable(before: text) : []
    case "join": return joinWords(words, stage, before: text)
    default: return nil
    }
  }

  private func saveWords(_ words: [String]) -> [Completion] {
    guard words.count > 1 else { return [] }
    return [word("as", "the format follows"), word("replace", "overwrite the file")]
  }

  private func joinWords(
    _ words: [String], _ stage: Stage, before text: String
  ) -> [Completion]? {
    let isLeft = words.count > 1 && words[1] == "left"
    let rest = words.dropFirst(isLeft ? 2 : 1)
    guard !rest.isEmpty else {
      let left = word("left", "rows without a partner stay")
      return (isLeft ? [] : [left]) + readable(before: text)
    }
    guard rest.count > 1 else { return [word("on", "the condition follows")] }
    let raw = stage.text.split { $0 == " " || $0 == "\n" }
    let parsed = Parser.parse(ScriptText(name: "<prompt>", "from \(raw[isLeft ? 2 : 1])"))
    var context = session.context
    context.declarations = declarations(before: text)
    let bound = Binder.bind(parsed.tree, in: context, directory: session.sources)
    guard case .query(let plan) = bound.statements.last?.action else { return nil }
    let qualifier = plan.scope.qualifier.asName + "."
    // What stands before the dot is not written again.
    if text.lowercased().hasSuffix(qualifier.lowercased()) { return Self.fields(of: plan.scope) }
    let right = plan.scope.described.map { field in
      Completion(
        replacement: qualifier + field.name.asName, label: qualifier + field.name,
        note: field.note)
    }
    return fields(before: stage, of: text) + right
  }

  /// The ids of items where `show` begins a statement.
  private func ids(
    after words: [String], _ stage: Stage, before text: String
  ) -> [Completion] {
    stage.isFirst && words == ["show"] ? items(before: text) : []
  }

  private func macros(in stage: String, before text: String) -> [Completion] {
    Self.operands(of: stage) == .names ? [] : macros(before: text, ofStages: false)
  }

  private typealias Stage = (text: String, start: Int, isFirst: Bool)

  /// The text after the last `|` outside quotes, and where it begins.
  private static func lastStage(of text: String) -> Stage {
    let tokens = Parser.parse(ScriptText(name: "<prompt>", text)).tokens
    let pipe = tokens.last { $0.kind == .pipe }
    let newline = tokens.last { $0.kind == .newline || $0.kind == .semicolon }
    let start = pipe?.range.end ?? 0
    // A statement on a line of its own begins afresh.
    if let newline, newline.range.end > start {
      return (suffix(of: text, from: newline.range.end), newline.range.end, true)
    }
    return (suffix(of: text, from: start), start, pipe == nil)
  }

  private static func suffix(of text: String, from offset: Int) -> String {
    String(decoding: text.utf8.dropFirst(offset), as: UTF8.self)
  }

  private func sources(after words: [String], before text: String) -> [Completion]? {
    switch words.last {
    case "from": return readable(before: text)
    case "use", "describe", "of": return sourceNames
    case "categories": return [word("of", "the source follows")]
    case .some where words.count == 2 && words[0] == "from":
      let items = word("items", "the list of the file that gives the rows")
      return ["\"", "'"].contains(words[1].prefix(1)) ? [items] : [word("in", "categories")]
    default: return words[0] == "from" || words[0] == "use" ? [] : nil
    }
  }

  /// The fields that the stages before a place leave.
  private func fields(before stage: Stage, of text: String) -> [Completion] {
    // What stands before the `|`, or whole statements, after which a bare stage reads the source.
    let end = stage.isFirst ? stage.start : stage.start - 1
    var before = String(decoding: text.utf8.prefix(end), as: UTF8.self)
    if stage.isFirst {
      before += "show all"
    } else if before.allSatisfy(\.isWhitespace) {
      before = "| show all"
    }
    let parsed = Parser.parse(ScriptText(name: "<prompt>", before))
    let bound = Binder.bind(parsed.tree, in: session.context, directory: session.sources)
    guard case .query(let plan) = bound.statements.last?.action else { return [] }
    return Self.fields(of: plan.scope)
  }

  private static func fields(of scope: Scope) -> [Completion] {
    scope.described.map { field in
      Completion(replacement: field.name.asName, label: field.name, note: field.note)
    }
  }

  /// What completes a connective of two words.
  private static func secondWords(after word: String?) -> [Completion]? {
    switch word {
    case "is":
      ["null", "empty", "not"].map { Completion(replacement: $0 + " ", label: $0, note: "") }
    case "starts", "ends": [Completion(replacement: "with ", label: "with", note: "text")]
    default: nil
    }
  }

  private func connectives(after words: [String], stage: String) -> [Completion] {
    switch stage {
    case "sort", "top":
      let isKey = words.last != "by" && words.last != "desc" && words.last != "asc"
      return isKey ? [word("desc", "largest first"), word("asc", "smallest first")] : []
    case "filter":
      return [
        word("and", "both hold"), word("or", "one holds"), word("not", "it does not hold"),
        word("contains", "text or list"), word("starts with", "text"), word("ends with", "text"),
        word("between", "two bounds, included"), word("in", "a set: (1, 2) or 1..5"),
        word("is null", "there is no value"), word("is empty", "null, \"\" or []"),
      ]
    default: return []
    }
  }

  private func functions(in stage: String) -> [Completion] {
    switch Self.operands(of: stage) {
    case .names: []
    case .expressions:
      ScalarFunction.all.map {
        Completion(replacement: $0.name + "(", label: $0.name, note: $0.summary)
      }
    case .aggregates:
      AggregateFunction.all.map {
        Completion(replacement: $0.name + "(", label: $0.name, note: $0.summary)
      }
    }
  }

  private static func operands(of stage: String) -> Vocabulary.Entry.Operands {
    Vocabulary.stages.first { $0.word == stage }?.operands ?? .names
  }

  private func word(_ word: String, _ note: String) -> Completion {
    Completion(replacement: word + " ", label: word, note: note)
  }

  private var stages: [Completion] { Vocabulary.stages.map(Self.completion) }
  private var statements: [Completion] { Vocabulary.statements.map(Self.completion) }

  private static func completion(_ entry: Vocabulary.Entry) -> Completion {
    let next = entry.form.split(separator: " ")
    let text = next.count > 1 && next[1] == "by" ? "\(entry.word) by " : "\(entry.word) "
    return Completion(replacement: text, label: entry.word, note: entry.summary)
  }
}
