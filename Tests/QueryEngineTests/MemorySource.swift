// SPDX-License-Identifier: MIT

import Catalogue
import QueryEngine
import Synchronization

/// A catalogue that is a table in memory and remembers what was asked of it.
final class MemorySource: CatalogueSource, ItemRecordFacet, RelationFacet, CategoryFacet {
  /// What a query has asked for.
  struct Requests: Equatable {
    /// The names of the fields of each scan.
    var scans: [[String]] = []
    /// What each scan asked its server to do, as a query writes it.
    var hints: [String] = []
    /// How many batches were given.
    var batches = 0
    /// For each call the keys and the names of the fields.
    var details: [String] = []
    /// For each call the relation, the key and the names of the fields.
    var relations: [String] = []
    /// The keys of each call for items.
    var items: [String] = []
  }

  let schema: Schema
  private let rows: [[Value]]
  private let batchCount: Int
  private let known: [CatalogueCategory]
  private let server: MemoryServer?
  private let log = Mutex(Requests())

  /// A row has a value for each field that is not derived, in their order.
  init(
    _ schema: Schema, _ rows: [[Value]], batchCount: Int = 3, categories: [String] = [],
    server: MemoryServer? = nil
  ) {
    self.server = server
    self.schema = schema
    self.rows = rows
    self.batchCount = batchCount
    known = categories.enumerated().map {
      CatalogueCategory(id: $0.element.lowercased(), name: $0.element, items: $0.offset)
    }
  }

  var requests: Requests { log.withLock { $0 } }

  var itemRecords: (any ItemRecordFacet)? { self }
  var relations: (any RelationFacet)? { self }
  var categoryList: (any CategoryFacet)? { self }

  var capability: SourceCapability {
    var capability = server?.capability ?? SourceCapability()
    capability.findsItems = server?.findsItems ?? false
    return capability
  }

  func scan(_ request: ScanRequest) -> any BatchCursor {
    log.withLock {
      $0.scans.append(request.fields.map { schema.fields[$0].name })
      $0.hints.append(RequestText.parts(request, of: self).joined(separator: ", "))
    }
    var report = ScanReport(copy: .file)
    guard let server else { return cursor(rows, request.fields, report) }
    report.total = rows.count
    report.answered = server.obeys ? request : nil
    return cursor(server.rows(rows, for: request, schema), request.fields, report)
  }

  func items(_ keys: [String], fields: [Int]) -> any BatchCursor {
    log.withLock { $0.items.append(keys.joined(separator: " ")) }
    let found = keys.compactMap { key in rows.first { $0[schema.key ?? 0] == .text(key) } }
    return cursor(found, fields, ScanReport(copy: .live))
  }

  func related(
    _ relation: String, to key: String, fields: [Int]
  ) throws(SourceFault) -> (any BatchCursor)? {
    let names = fields.map { schema.fields[$0].name }.joined(separator: ",")
    log.withLock { $0.relations.append("\(relation) of \(key): \(names)") }
    guard rows.contains(where: { $0[schema.key ?? 0] == .text(key) }) else { return nil }
    let named = server?.related["\(relation) \(key)"] ?? []
    let found = named.map { key in rows.first { $0[schema.key ?? 0] == .text(key) } }
    var report = ScanReport(copy: .file)
    report.missing = zip(named, found).filter { $1 == nil }.map(\.0)
    return cursor(found.compactMap(\.self), fields, report)
  }

  private func cursor(
    _ rows: [[Value]], _ fields: [Int], _ report: ScanReport
  ) -> MemoryCursor {
    let batches = stride(from: 0, to: rows.count, by: batchCount).map { start in
      batch(Array(rows[start..<min(start + batchCount, rows.count)]), fields)
    }
    return MemoryCursor(batches, report) { self.log.withLock { $0.batches += 1 } }
  }

  func details(of keys: [String], fields: [Int]) -> ItemDetails {
    let names = fields.map { schema.fields[$0].name }.joined(separator: ",")
    log.withLock { $0.details.append("\(keys.joined(separator: " ")): \(names)") }
    let found = keys.map { key in rows.first { $0[schema.key ?? 0] == .text(key) } }
    let none = schema.fields.map { _ in Value.null }
    // An item with an empty image has no record of its own.
    let isMissing = found.map { row in row?.contains(.text("gone")) ?? true }
    let missing = zip(keys, isMissing).filter(\.1).map(\.0)
    let records = zip(found, isMissing).map { row, isGone in isGone ? none : row ?? none }
    var report = ScanReport(copy: .file)
    report.missing = missing
    return ItemDetails(batch(records, fields), report)
  }

  func categories(_ ids: [String]) -> CategoryListing {
    CategoryListing(known.filter { ids.isEmpty || ids.contains($0.id) })
  }

  private func batch(_ rows: [[Value]], _ fields: [Int]) -> Batch {
    let columns = fields.map { field in
      Column(schema.fields[field].type, rows.map { $0[field] })
    }
    return Batch(columns, count: rows.count)
  }
}

private final class MemoryCursor: BatchCursor {
  private var rest: ArraySlice<Batch>
  private let pulled: () -> Void
  private(set) var report: ScanReport

  init(_ batches: [Batch], _ report: ScanReport, pulled: @escaping () -> Void) {
    rest = batches[...]
    self.report = report
    self.pulled = pulled
  }

  func next() -> Batch? {
    guard let batch = rest.popFirst() else { return nil }
    pulled()
    report.records += batch.count
    return batch
  }
}

/// A source that cannot be read.
struct BrokenSource: CatalogueSource, ItemRecordFacet, CategoryFacet {
  var schema = Schema(source: "broken", fields: [Field("id", .id)], key: 0)
  var isLocal = true
  var itemRecords: (any ItemRecordFacet)? { self }
  var categoryList: (any CategoryFacet)? { self }
  var listedCategories: [CatalogueCategory]?
  private static let fault = SourceFault.unreachable(
    source: "broken", address: "http://x", reason: "timed out")

  func scan(_ request: ScanRequest) throws(SourceFault) -> any BatchCursor { throw Self.fault }
  func details(of keys: [String], fields: [Int]) throws(SourceFault) -> ItemDetails {
    throw Self.fault
  }
  func items(_ keys: [String], fields: [Int]) throws(SourceFault) -> any BatchCursor {
    throw Self.fault
  }
  func categories(_ ids: [String]) throws(SourceFault) -> CategoryListing {
    throw Self.fault
  }
}

/// Finds the sources of a test by their names.
struct MemoryDirectory: SourceDirectory {
  let sources: [any CatalogueSource]

  func source(
    _ reference: SourceReference, within allowance: ReadingLimits
  ) throws(SourceFault) -> (any CatalogueSource)? {
    switch reference {
    case .named(let name):
      return sources.first { $0.schema.source == name.lowercased() }
    case .address("hotels.json", _): return sources.first
    case .address(let path, _): throw .cannotOpen(path: path, reason: .absent)
    }
  }

  var names: [String] { sources.map(\.schema.source).sorted() }

  func summaries() -> [SourceSummary] {
    names.map { SourceSummary(name: $0, summary: "all \($0)", copy: .sample(reason: nil)) }
  }
}
