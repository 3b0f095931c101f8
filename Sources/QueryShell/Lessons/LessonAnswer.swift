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
  /// The ids of the items that a row is made of, but for a side on which no row has any; nil where
  /// rows are no items of a source.
  let identities: [[Value]]?
  /// The names of the items that stand beside the first of a row, null where there is none; empty
  /// where rows are of one item.
  let partners: [[Value]]
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
    let keys = Self.sides(of: kept, all.map { $0[count...] })
    identities = keys.isEmpty ? nil : all.map { row in keys.map { row[count + $0] } }
    let names = keys.dropFirst().map { Self.name(besides: $0, in: kept) }
    partners = names.isEmpty ? [] : all.map { row in names.map { row[count + $0] } }
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

  /// The places of the ids of which some row has one, or of the first where none has.
  private static func sides(of kept: [KeptField], _ rows: [ArraySlice<Value>]) -> [Int] {
    let keys = kept.indices.filter { kept[$0].isKey }
    guard !rows.isEmpty else { return keys }
    let told = keys.filter { key in rows.contains { $0[$0.startIndex + key] != .null } }
    return told.isEmpty ? Array(keys.prefix(1)) : told
  }

  /// The place of the name of an item whose id stands at a place, or of that where it has none.
  private static func name(besides key: Int, in kept: [KeptField]) -> Int {
    let owner = kept[key].names.compactMap { name in
      name.lastIndex(of: ".").map { name[..<$0] }
    }.first
    guard let owner else { return key }
    return kept.indices.first { $0 > key && kept[$0].names.contains("\(owner).name") } ?? key
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

  /// Whether it was ended by a check or by its data.
  var isStop: Bool { if case .stopped = self { true } else { false } }
}
