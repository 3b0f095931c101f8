// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// What stands behind the source in `cq define SOURCE …`: which rows of a file are meant, or how a
/// table is written, in the words of queries.
struct DefinedRows {
  private var words: ArraySlice<String>

  /// Nil for no words.
  static func choice(_ words: ArraySlice<String>) throws(UsageError) -> RowsChoice? {
    var reading = DefinedRows(words: words)
    return try reading.choice()
  }

  private mutating func choice() throws(UsageError) -> RowsChoice? {
    switch words.popFirst()?.lowercased() {
    case nil: return nil
    case Keyword.items.rawValue:
      guard let path = words.popFirst(), words.isEmpty else {
        throw UsageError(
          message: "`items` needs the way to one list",
          help: "for example cq define day.json items data.rooms")
      }
      return RowsChoice(path)
    case Keyword.with.rawValue: return .table(try table())
    case let word?: throw Self.unknown(word, among: [.items, .with])
    }
  }

  /// After `with`: each part once, in any order.
  private mutating func table() throws(UsageError) -> TableForm {
    var form = TableForm()
    guard !words.isEmpty else {
      throw Self.fault("`with` needs `separator`, `header` or `decimal`")
    }
    while let word = words.popFirst() {
      switch word.lowercased() {
      case Keyword.separator.rawValue where form.separator == nil:
        form.separator = try separator()
      case Keyword.header.rawValue where form.hasHeader == nil:
        form.hasHeader = try isFirst(of: .yes, .no, after: word)
      case Keyword.decimal.rawValue where form.decimalMark == nil:
        let isComma = try isFirst(of: .decimalComma, .point, after: word)
        form.decimalMark = UInt8(ascii: isComma ? "," : ".")
      default: throw Self.unknown(word, among: [.separator, .header, .decimal])
      }
    }
    return form
  }

  /// The character alone, as a shell hands it over, or `\t` for a tab; quotes of the language
  /// around it belong to it as little as in a query.
  private mutating func separator() throws(UsageError) -> UInt8 {
    let text = words.popFirst() ?? ""
    let isQuoted = text.utf8.count > 2 && text.first == text.last && "\"'".contains(text.prefix(1))
    let bare = isQuoted ? String(text.dropFirst().dropLast()) : text
    guard let separator = TableForm.separator(bare == "\\t" ? "\t" : bare) else {
      throw Self.fault(TableForm.separatorRule)
    }
    return separator
  }

  private mutating func isFirst(
    of first: Keyword, _ second: Keyword, after word: String
  ) throws(UsageError) -> Bool {
    switch words.popFirst()?.lowercased() {
    case first.rawValue: return true
    case second.rawValue: return false
    default:
      throw Self.fault("`\(word)` needs `\(first.rawValue)` or `\(second.rawValue)`")
    }
  }

  private static func unknown(_ word: String, among known: [Keyword]) -> UsageError {
    let words = known.map(\.rawValue)
    if words.contains(word.lowercased()) { return fault("`\(word)` stands twice") }
    let question = Suggestion.question(for: word, among: words).map { "; \($0)" } ?? ""
    return fault("`cq define` knows no `\(word)` there\(question)")
  }

  private static func fault(_ message: String) -> UsageError {
    UsageError(
      message: message, help: "for example cq define prices.txt with separator \";\" header no")
  }
}
