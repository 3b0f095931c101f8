// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax

/// Adds fields of the items' own records, which are fetched by their keys.
struct DetailStep: PlanStep {
  let source: any CatalogueSource
  let key: ColumnID
  var columns: [ScanColumn] = []
  /// The column of whether the record could be read; nil where nothing asks for that.
  var isKnown: ColumnID?

  /// The columns that it adds, in order.
  var added: [ColumnID] { columns.map(\.id) + [isKnown].compactMap(\.self) }

  static let traits = StepTraits(effect: .same, isRowwise: true, asksServer: true)

  var reads: ColumnSet { ColumnSet([key]) }

  func columns(after columns: [ColumnID]) -> [ColumnID] { columns + added }

  func pruned(to needed: ColumnSet) -> (any PlanStep)? {
    var kept = self
    kept.columns = columns.filter { needed.contains($0.id) }
    if let isKnown, !needed.contains(isKnown) { kept.isKnown = nil }
    return kept.added.isEmpty ? nil : kept
  }

  func addNames(to names: inout ColumnNames) { names.add(columns, of: source) }

  func line(in text: PlanText) -> String {
    "details of \(source.schema.source.asName): \(text.names.row(columns.map(\.id)))"
  }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    PhysicalOperator(
      self, Algorithm(name: .requestForEachItem, held: "the records"),
      .sequential(DetailOperator(detail: self, keySlot: input.place(key))))
  }
}
