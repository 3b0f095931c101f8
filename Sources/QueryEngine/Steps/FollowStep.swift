// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax

/// Puts the items that each row names by a relation in the place of the rows.
struct FollowStep: PlanStep {
  let source: any CatalogueSource
  let relation: String
  /// The keys of the rows that name items.
  let key: ColumnID
  var columns: [ScanColumn]
  /// The key of the row that names the item.
  let of: ColumnID

  static let traits = StepTraits(effect: .new, asksServer: true)

  var reads: ColumnSet { ColumnSet([key]) }

  func columns(after _: [ColumnID]) -> [ColumnID] { columns.map(\.id) + [of] }

  func pruned(to needed: ColumnSet) -> (any PlanStep)? {
    var kept = self
    kept.columns = columns.filter { needed.contains($0.id) }
    return kept
  }

  func addNames(to names: inout ColumnNames) {
    names.add(columns, of: source)
    names.add(of, "of")
  }

  func line(in text: PlanText) -> String {
    "follow \(relation.asName) from each row, of \(source.schema.source.asName): "
      + text.names.row(columns.map(\.id) + [of])
  }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    PhysicalOperator(
      self, Algorithm(name: .requestForEachRow, held: nil),
      .sequential(FollowOperator(follow: self, keySlot: input.place(key))))
  }
}
