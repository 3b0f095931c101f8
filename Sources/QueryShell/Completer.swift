import Catalogue
import CatalogueSources
import Diagnostics
import LineEditing
import QueryEngine
import QuerySyntax

/// Finds what can stand at the cursor: sources, stages, fields, functions, words of a stage.
struct Completer {
  private let session: Session

  init(_ session: Session) { self.session = session }

  func completions(in line: String, at cursor: Int) -> CompletionList {
    let bytes = Array(line.utf8.prefix(cursor))
    if Self.isInsideText(bytes) { return CompletionList(replaceFrom: cursor, items: []) }
    var start = bytes.count
    while start > 0, Self.isNamePart(bytes[start - 1]) { start -= 1 }
    var word = String(decoding: bytes[start...], as: UTF8.self)
    if let opening = Self.openedName(in: bytes) {
      start = opening
      word = String(decoding: bytes[(opening + 1)...], as: UTF8.self)
    }
    let before = String(decoding: bytes[..<start], as: UTF8.self)
    return CompletionList(replaceFrom: start, items: matching(word, in: candidates(after: before)))
  }

  /// Where a name in backticks begins that is not closed yet.
  private static func openedName(in bytes: [UInt8]) -> Int? {
    let row = bytes.lastIndex(of: UInt8(ascii: "\n")) ?? bytes.startIndex
    let texts = Parser.parse(SourceText(name: "<prompt>", bytes: bytes)).tokens
      .filter { $0.kind == .text }
    let marks = bytes[row...].indices.filter { index in
      bytes[index] == UInt8(ascii: "`")
        && !texts.contains { $0.range.start <= index && index < $0.range.end }
    }
    return marks.count.isMultiple(of: 2) ? nil : marks.last
  }

  /// Whether the cursor stands in a text in quotes or in a comment.
  private static func isInsideText(_ bytes: [UInt8]) -> Bool {
    let parsed = Parser.parse(SourceText(name: "<prompt>", bytes: bytes))
    let last = parsed.tokens.last { $0.kind != .end }
    let rest = bytes[(last?.range.end ?? 0)...]
    if rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).last?
      .contains(UInt8(ascii: "#")) == true
    {
      return true
    }
    guard let last else { return false }
    let isOpen = parsed.diagnostics.contains {
      $0.code == .unclosedText && $0.primary?.range.start == last.range.start
    }
    return last.kind == .text && isOpen
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
      || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// Those that begin with the word, else those that contain it, else the one meant by a typo.
  private func matching(_ word: String, in all: [Completion]) -> [Completion] {
    let wanted = word.lowercased()
    let prefixed = all.filter { $0.label.lowercased().hasPrefix(wanted) }
    if !prefixed.isEmpty { return prefixed }
    let containing = all.filter { $0.label.lowercased().contains(wanted) }
    if !containing.isEmpty { return containing }
    let near = Suggestion.nearest(to: word, among: all.map(\.label))
    return near.count == 1 ? all.filter { $0.label == near[0] } : []
  }

  /// What can follow a text, by the last words of its last stage.
  private func candidates(after text: String) -> [Completion] {
    let stage = Self.lastStage(of: text)
    let words = stage.text.split { $0 == " " || $0 == "\n" || $0 == "," }.map {
      $0.lowercased()
    }
    guard let first = words.first else {
      return stage.isFirst ? statements + stages : stages
    }
    if stage.isFirst, let sources = sources(after: words) { return sources }
    if words.count == 1, first == "sort" { return [word("by", "the keys follow")] }
    if words.last == "top" || ["limit", "skip", "page"].contains(first) { return [] }
    if first == "to" { return Vocabulary.formats.map { Completion(replacement: $0, label: $0) } }
    if words.count == 1, first == "count" { return [word("by", "the fields follow")] }
    if first == "top", words.count == 2 { return [word("by", "the keys follow")] }
    if first == "filter", let rest = Self.secondWords(after: words.last) { return rest }
    let fields = fields(before: stage, of: text)
    let follows = connectives(after: words, stage: first)
    let separated = stage.text.last == "," || words.count == 1 || follows.isEmpty
    return separated ? fields + functions(in: first) : fields + follows + functions(in: first)
  }

  private typealias Stage = (text: String, start: Int, isFirst: Bool)

  /// The text after the last `|` outside quotes, and where it begins.
  private static func lastStage(of text: String) -> Stage {
    let tokens = Parser.parse(SourceText(name: "<prompt>", text)).tokens
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

  private func sources(after words: [String]) -> [Completion]? {
    switch words.last {
    case "from", "use", "describe", "of":
      return session.sources.names.map { name in
        let found = try? session.sources.source(.named(name))
        return Completion(
          replacement: name + " ", label: name, note: found?.schema.summary ?? "")
      }
    case "categories": return [word("of", "the source follows")]
    case .some where words.count == 2 && words[0] == "from": return [word("in", "categories")]
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
    let parsed = Parser.parse(SourceText(name: "<prompt>", before))
    let bound = Binder.bind(parsed.tree, in: session.context, directory: session.sources)
    guard case .query(let plan) = bound.statements.last else { return [] }
    return plan.scope.described.map { field in
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
    case "count", "search", "distinct", "show", "extend", "drop", "rename": return []
    default: return []
    }
  }

  private func functions(in stage: String) -> [Completion] {
    if stage == "summarize" {
      return AggregateFunction.allCases.map {
        Completion(replacement: $0.rawValue + "(", label: $0.rawValue, note: $0.summary)
      }
    }
    guard ["filter", "extend", "sort"].contains(stage) else { return [] }
    return ScalarFunction.allCases.map {
      Completion(replacement: $0.rawValue + "(", label: $0.rawValue, note: $0.summary)
    }
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
