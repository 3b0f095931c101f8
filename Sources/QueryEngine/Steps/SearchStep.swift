// SPDX-License-Identifier: MIT

import Catalogue

/// Keeps the rows in which each of some words occurs in some field.
struct SearchStep: PlanStep {
  let words: [String]
  let columns: [ColumnID]
  /// Those of the columns that hold dates, which are looked into as they are written.
  let dates: ColumnSet
  /// Whether the query names the fields; a server looks where it likes.
  let namesFields: Bool
  /// Whether the source is asked to find the words; where it does, its answer holds.
  var isAsked = false

  /// The words of a text, parted by spaces.
  init(_ text: String, in columns: [ColumnID], dates: ColumnSet, namesFields: Bool) {
    words = text.split { $0.isWhitespace }.map(String.init)
    self.columns = columns
    self.dates = dates
    self.namesFields = namesFields
  }

  var patterns: [TextPattern] {
    words.map { TextPattern($0, mode: .contains, exact: false) }
  }

  static let traits = StepTraits(effect: .subset, isRowwise: true)

  var reads: ColumnSet { ColumnSet(columns) }

  /// The texts that are looked into of each column, which `values` gives where it is there.
  func texts(_ values: (ColumnID) -> Column?) -> [TextColumn] {
    columns.compactMap { column in
      dates.contains(column) ? values(column)?.dateTexts : values(column)?.texts
    }
  }

  func line(in text: PlanText) -> String {
    "search \(patterns.map(\.text).joined(separator: " and ")) in \(text.names.list(columns))"
      + (isAsked ? ", unless the server has" : "")
  }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    PhysicalOperator(self, .streaming, .rowwise(SearchOperator(self, input)))
  }
}
