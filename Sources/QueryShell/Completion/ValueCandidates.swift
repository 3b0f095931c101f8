// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import LineEditing
import QueryEngine
import QuerySyntax

// What may stand in quotes: values, categories and paths; and ids.
extension Completer {
  /// More rows than this are not looked at for values.
  private static let maximumRows = 50_000

  /// Candidates for a text whose quote is open.
  func texts(_ place: CompletionPlace, quote: UInt8, isClosed: Bool) -> CompletionList {
    let mark = String(UnicodeScalar(quote))
    let end = isClosed ? "" : mark
    let found: [Completion]
    switch textUse(before: place.before) {
    case .path(let endings):
      let part = PathCandidates.lastPart(of: place.word)
      let paths = PathCandidates.candidates(place.word, endings: endings)
      found = CompletionMatch.candidates(paths, for: part, notes: false).map {
        var path = $0
        if !path.replacement.hasSuffix("/") { path.replacement += end }
        return path
      }
    case .values(let field):
      let values = values(of: field, before: place.before)
      found = quoted(values, for: place.word, mark, end)
    case .categories(let source):
      found = quoted(categories(of: source), for: place.word, mark, end)
    case .ids(let source):
      found = quoted(ids(of: source), for: place.word, mark, end)
    case .other: found = []
    }
    return CompletionList(replaceFrom: place.start, items: found)
  }

  private func quoted(
    _ values: [(text: String, note: String)], for word: String, _ mark: String, _ end: String
  ) -> [Completion] {
    let all = values.compactMap { value -> Completion? in
      // What a text could only hold with escapes is not offered.
      guard PlainText.cleanLine(value.text) == value.text, !value.text.contains("\\"),
        !value.text.contains(mark)
      else { return nil }
      return Completion(replacement: value.text + end, label: value.text, note: value.note)
    }
    return CompletionMatch.candidates(all, for: word, notes: true)
  }

  /// What a text is for.
  private enum TextUse {
    case path([String])
    /// A value of a field.
    case values(String)
    case categories(SourceReference)
    case ids(SourceReference)
    case other
  }

  private func textUse(before text: String) -> TextUse {
    let source = ScriptText(name: "<prompt>", text)
    let tokens = Parser.parse(source).tokens.filter { $0.kind != .end }
    let words = tokens.map { source[$0.range].lowercased() }
    switch words.last {
    case "include": return .path([".cq"])
    case "from", "use", "union", "join", "describe", "left":
      return .path(FormatName.known)
    case "save": return .path([])
    case "as" where words.dropLast().last == "same": return .path(FormatName.known)
    case "show": return currentSource(before: text).map(TextUse.ids) ?? .other
    default: break
    }
    let head = words.lastIndex { ["|", ";", "\n"].contains($0) }.map { $0 + 1 } ?? 0
    let stage = Array(words[head...])
    if let first = stage.first, ["from", "use"].contains(first), stage.count > 2, stage[2] == "in" {
      let name = source[tokens[head + 1].range]
      return .categories(.named(name))
    }
    return field(before: tokens, in: source).map(TextUse.values) ?? .other
  }

  /// The field that a text is compared with.
  private func field(before tokens: [Token], in source: ScriptText) -> String? {
    var index = tokens.count - 1
    func word(_ index: Int) -> String {
      tokens.indices.contains(index) ? source[tokens[index].range].lowercased() : ""
    }
    if word(index) == "exact" { index -= 1 }
    switch word(index) {
    case "=", "==", "!=", "contains", "like": index -= 1
    case "with": index -= 2
    default:
      // `field in ("a", "`.
      while index >= 0, tokens[index].kind == .text || tokens[index].kind == .comma { index -= 1 }
      guard word(index) == "(", word(index - 1) == "in" else { return nil }
      index -= 2
    }
    if word(index) == "not" { index -= 1 }
    guard tokens.indices.contains(index), [.name, .quotedName].contains(tokens[index].kind),
      word(index - 1) != "."
    else { return nil }
    return source[tokens[index].range]
  }

  /// The values of a field, the most frequent first, from rows that are at hand.
  private func values(
    of field: String, before text: String
  ) -> [(text: String, note: String)] {
    rows(Self.pipeline(before: text), "| count by \(field) | show __n = count, __v = \(field)")
      .compactMap { row in
        guard row.count == 2, !row[1].isEmpty else { return nil }
        return (row[1], row[0] == "1" ? "1 row" : "\(row[0]) rows")
      }
  }

  /// The text of all stages before the last one.
  private static func pipeline(before text: String) -> String {
    let tokens = Parser.parse(ScriptText(name: "<prompt>", text)).tokens
    let pipe = tokens.last { $0.kind == .pipe }
    let newline = tokens.last { $0.kind == .newline || $0.kind == .semicolon }
    let end = max(pipe?.range.start ?? 0, newline?.range.end ?? 0)
    let before = String(decoding: text.utf8.prefix(end), as: UTF8.self)
    let isHead = pipe.map { $0.range.start < end } ?? true
    // A bare stage reads the current source; a `|` at the head the last result.
    return isHead ? before + "show all" : before
  }

  private func categories(of reference: SourceReference) -> [(text: String, note: String)] {
    guard let source = try? session.sources.source(reference), source.isLocal,
      let categories = try? source.categories().categories
    else { return [] }
    return categories.map { ($0.name, $0.items.map { "\($0) items" } ?? "") }
  }

  /// The ids of the items of a source, each with the item's name.
  func ids(of reference: SourceReference) -> [(text: String, note: String)] {
    guard let schema = try? session.sources.source(reference)?.schema, let key = schema.key else {
      return []
    }
    let name = schema.fields.indices.first { index in
      index != key && schema.fields[index].type == .text && schema.fields[index].origin == .list
    }
    let columns = [key, name ?? key].map { schema.fields[$0].name.asName }
    let head = "from \(reference.written)"
    return rows(head, "| show __i = \(columns[0]), __n = \(columns[1])").map { ($0[0], $0[1]) }
  }

  /// The current source at a place, else that of the last result.
  func currentSource(before text: String) -> SourceReference? {
    let parsed = Parser.parse(ScriptText(name: "<prompt>", text))
    let bound = Binder.bind(parsed.tree, in: session.context, directory: session.sources)
    for case .use(let reference, _) in bound.statements.reversed().map(\.action) {
      return reference
    }
    return session.context.current ?? session.context.lastSource
  }

  /// The cells of a query's rows as texts, as far as they are at hand.
  private func rows(_ head: String, _ stages: String) -> [[String]] {
    let limit = " | limit \(Self.maximumRows) "
    let query = ScriptText(name: "<completion>", head + limit + stages)
    let parsed = Parser.parse(query)
    let bound = Binder.bind(parsed.tree, in: session.context, directory: session.sources)
    guard !(parsed.diagnostics + bound.diagnostics).contains(where: \.isFatal),
      case .query(let query) = bound.statements.last?.action, query.relation.isLocal,
      query.presentation.columns.last?.type.isTextual == true
    else { return [] }
    var rows: [[String]] = []
    let environment = Executor.Environment(
      directory: session.sources, lastResult: session.last, isCancelled: { false })
    do throws(ExecutionFault) {
      _ = try Executor.run(Planner.plan(query, keepingScope: false), in: environment) { batch in
        let columns = zip(batch.columns, query.presentation.columns).map { column, output in
          CellText.cells(column, type: output.type, style: .exact)
        }
        for row in 0..<batch.count {
          rows.append(columns.map { String(decoding: $0[row], as: UTF8.self) })
        }
        return .more
      }
    } catch {
      return []
    }
    return rows
  }
}
