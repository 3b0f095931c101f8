// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QueryEngine
import QuerySyntax
import ResultRendering

/// The rows of an answer, with all that is known of them besides what is shown.
struct LessonAnswer: Sendable {
  struct Column: Sendable {
    let label: String
    /// Whether a stage has made it.
    let isMade: Bool
  }

  /// The columns that are shown.
  let columns: [Column]
  /// The values that are shown, row by row.
  let rows: [[Value]]
  /// The ids of the items that a row is made of; nil where rows are no items of a source.
  let identities: [[Value]]?
  /// The form that the query asks for, of a chart with what it draws; nil where that is left open.
  let format: String?
  /// What one of the rows is called.
  let noun: (one: String, many: String)
  /// All values by the names of their fields, in small letters.
  private let fields: [String: [Value]]

  init(_ query: BoundQuery, _ batches: [Batch]) {
    let shown = query.presentation.columns
    let kept = query.keptFields
    let count = shown.count
    columns = shown.map { column in
      let field = kept.first { $0.id == column.id }
      return Column(label: column.label, isMade: !(field?.isOfSource ?? false))
    }
    let all = batches.flatMap { batch in
      let columns = batch.columns
      return (0..<batch.count).map { row in columns.map { $0.value(at: row) } }
    }
    rows = all.map { Array($0[..<count]) }
    let keys = kept.indices.filter { kept[$0].isKey }
    identities = keys.isEmpty ? nil : all.map { row in keys.map { row[count + $0] } }
    let form = query.presentation.format?.name
    let isChart = form.flatMap(OutputFormat.named)?.isChart ?? false
    format =
      isChart ? ([form] + shown.map(\.label)).compactMap(\.self).joined(separator: " ") : form
    let nouns = query.presentation.nouns
    noun = (nouns.items(1) ?? "row", nouns.items(2) ?? "rows")
    var fields: [String: [Value]] = [:]
    for (place, column) in shown.enumerated() {
      fields[column.label.lowercased()] = all.map { $0[place] }
    }
    for (place, field) in kept.enumerated() {
      for name in field.names where fields[name.lowercased()] == nil {
        fields[name.lowercased()] = all.map { $0[count + place] }
      }
    }
    self.fields = fields
  }

  /// The values of a field, row by row; nil where there is no such field.
  func values(of field: String) -> [Value]? { fields[field.lowercased()] }

  /// Whether it is one number, as `count` gives.
  var isOneNumber: Bool {
    guard identities == nil, rows.count == 1, columns.count == 1 else { return false }
    if case .number = rows[0][0] { return true }
    return false
  }
}

/// What comes of running an answer.
enum LessonOutcome: Sendable {
  case rows(LessonAnswer)
  /// A check of the script has ended it, or data could not be used; the code says why.
  case stopped(code: String, message: String)
  /// It is no query that can run; the message says why, and where where that is known.
  case refused(String, at: SourcePlace?)
  /// It took too long.
  case late
}
