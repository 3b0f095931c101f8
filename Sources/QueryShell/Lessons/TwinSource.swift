// SPDX-License-Identifier: MIT

import Catalogue

/// A source with other rows than its own. What its items' own records and relations tell is that of
/// the item after which a row was made.
struct TwinSource: CatalogueSource {
  let schema: Schema
  let capability: SourceCapability
  private let base: any CatalogueSource
  private let rows: [[Value]]
  /// The key of the row after which another was made.
  private let origins: [String: String]

  /// The rows have a value for each field of the base, null where the list does not tell it.
  init(_ base: any CatalogueSource, rows: [[Value]], origins: [String: String] = [:]) {
    self.base = base
    self.rows = rows
    self.origins = origins
    schema = base.schema
    var capability = SourceCapability()
    capability.relations = base.capability.relations
    capability.choosesCategories = base.capability.choosesCategories
    self.capability = capability
  }

  func scan(_ request: ScanRequest) -> any BatchCursor {
    let columns = request.fields.map { field in
      Column(schema.fields[field].type, rows.map { $0[field] })
    }
    return TwinCursor(Batch(columns, count: rows.count))
  }

  var itemRecords: (any ItemRecordFacet)? {
    base.itemRecords.map { TwinRecords(base: $0, origins: origins) }
  }

  var relations: (any RelationFacet)? {
    base.relations.map { TwinRelations(base: $0, origins: origins) }
  }

  var categoryList: (any CategoryFacet)? { base.categoryList }
}

private struct TwinRecords: ItemRecordFacet {
  let base: any ItemRecordFacet
  let origins: [String: String]

  func details(of keys: [String], fields: [Int]) throws(SourceFault) -> ItemDetails {
    try base.details(of: keys.map { origins[$0] ?? $0 }, fields: fields)
  }

  func items(_ keys: [String], fields: [Int]) throws(SourceFault) -> any BatchCursor {
    try base.items(keys.map { origins[$0] ?? $0 }, fields: fields)
  }
}

private struct TwinRelations: RelationFacet {
  let base: any RelationFacet
  let origins: [String: String]

  func related(
    _ relation: String, to key: String, fields: [Int]
  ) throws(SourceFault) -> (any BatchCursor)? {
    try base.related(relation, to: origins[key] ?? key, fields: fields)
  }
}

/// Gives all rows at once.
private final class TwinCursor: BatchCursor {
  private var batch: Batch?
  private(set) var report = ScanReport(copy: .sample(reason: nil))

  init(_ batch: Batch) { self.batch = batch }

  func next() -> Batch? {
    defer { batch = nil }
    report.records += batch?.count ?? 0
    return batch
  }
}
