// SPDX-License-Identifier: MIT

import Diagnostics

// What may stand behind the name of a file.
extension Parser {
  /// How the rows of the file are found; nil where that is not said.
  mutating func fileRows() throws(Stop) -> FileRows? {
    if take(.items) { return try chosenRows() }
    return try table().map(FileRows.table)
  }

  /// `with` and how a table as text is written; nil where that is not said. Where a code is given,
  /// all faults have it.
  mutating func table(_ code: DiagnosticCode? = nil) throws(Stop) -> TableClause? {
    guard take(.with, meaning: "how a table as text is written follows") else { return nil }
    return try tableClause(code)
  }

  /// After `items`: `.` or the way to a list.
  private mutating func chosenRows() throws(Stop) -> FileRows {
    if take(.dot) { return .document }
    guard Self.isName(token.kind) || token.kind == .openBracket else {
      note(.way)
      throw fail(.missingItems(missingPlace))
    }
    return .list(try itemsPath { Diagnostic(.unexpectedToken, $0, at: Diagnostic.Label($1)) })
  }

  /// After `with`: how a table is written, each part once, in any order.
  private mutating func tableClause(_ code: DiagnosticCode?) throws(Stop) -> TableClause {
    var table = TableClause()
    while true {
      if table.separator == nil, take(.separator, meaning: "what stands between cells follows") {
        table.separator = try separator(code)
      } else if table.hasHeader == nil, take(.header, meaning: "whether there are names: `no`") {
        table.hasHeader = try hasHeader(code)
      } else if table.decimalMark == nil, take(.decimal, meaning: "as `comma`, `point`") {
        table.decimalMark = try decimalMark(code)
      } else if let near = nearTablePart(table) {
        throw fail(.unknownTablePart(text(token), token.range, near: near).with(code))
      } else if table.isEmpty {
        throw fail(.missingTablePart(missingPlace).with(code))
      } else {
        return table
      }
    }
  }

  /// The words that are not said yet and near to the one that stands here; nil where none is.
  private func nearTablePart(_ table: TableClause) -> [String]? {
    guard Self.isName(token.kind), text(token).utf8.count > 3 else { return nil }
    var words: [Keyword] = []
    if table.separator == nil { words.append(.separator) }
    if table.hasHeader == nil { words.append(.header) }
    if table.decimalMark == nil { words.append(.decimal) }
    let near = Suggestion.nearest(to: text(token), among: words.map(\.rawValue))
    return near.isEmpty ? nil : near
  }

  private mutating func separator(_ code: DiagnosticCode?) throws(Stop) -> TextLiteral {
    note(.text)
    guard token.kind == .text else { throw fail(.missingSeparator(missingPlace).with(code)) }
    if isUnclosed(token) { throw Stop() }
    return decoded(cursor.advance())
  }

  private mutating func hasHeader(_ code: DiagnosticCode?) throws(Stop) -> Bool {
    if take(.yes, meaning: "the first row has the names") { return true }
    if take(.no, meaning: "the first row is one like the others") { return false }
    throw fail(.missingChoice(.header, .yes, .no, missingPlace).with(code))
  }

  private mutating func decimalMark(
    _ code: DiagnosticCode?
  ) throws(Stop) -> TableClause.DecimalMark {
    if take(.decimalComma, meaning: "`2,50` is a number") { return .comma }
    if take(.point, meaning: "`2.50` is a number") { return .point }
    throw fail(.missingChoice(.decimal, .decimalComma, .point, missingPlace).with(code))
  }
}
