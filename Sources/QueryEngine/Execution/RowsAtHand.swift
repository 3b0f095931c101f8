// SPDX-License-Identifier: MIT

import Catalogue
import Synchronization

/// The rows of sources while something is asked of them that nobody should wait for: each column
/// is read once, and only of the first rows of a long list.
package final class RowsAtHand: Sendable {
  /// More rows of a list are not looked at.
  private let most: Int

  /// What is held of one list.
  private struct List {
    var columns: [Int: Column] = [:]
    var count: Int?
    var copy = Provenance.Origin.nothing
    var isCut = false
  }

  private let lists = Mutex<[String: List]>([:])

  package init(atMost most: Int = 100_000) { self.most = most }

  /// Whether only the first rows of some list are held.
  package var isCut: Bool { lists.withLock { $0.values.contains(where: \.isCut) } }

  /// The relation with sources that read what is held.
  func relation(_ relation: Relation) -> Relation {
    var held = relation
    if case .scan(let source, let columns, let request) = relation.origin {
      held.origin = .scan(SourceAtHand(source, self), columns: columns, asking: request)
    }
    held.steps = steps(relation.steps)
    return held
  }

  private func steps(_ steps: [any PlanStep]) -> [any PlanStep] {
    steps.map { step in
      var step = step
      step.relations = step.relations.map(relation)
      step.innerSteps = self.steps(step.innerSteps)
      return step
    }
  }

  /// Some columns of a list.
  fileprivate func batch(
    _ fields: [Int], of source: any CatalogueSource, in categories: [String]
  ) throws(SourceFault) -> (rows: Batch, copy: Provenance.Origin) {
    let rows = source.chosenRows.map { "\($0)" } ?? ""
    let name = ([source.schema.source, source.taken ?? "", rows] + categories)
      .joined(separator: "\u{0}")
    var list = lists.withLock { $0[name] } ?? List()
    var missing: [Int] = []
    for field in fields where list.columns[field] == nil && !missing.contains(field) {
      missing.append(field)
    }
    if list.count == nil || !missing.isEmpty {
      try read(missing, of: source, in: categories, into: &list)
      let read = list
      lists.withLock { $0[name] = read }
    }
    let columns = fields.compactMap { list.columns[$0] }
    return (Batch(columns, count: list.count ?? 0), list.copy)
  }

  private func read(
    _ fields: [Int], of source: any CatalogueSource, in categories: [String],
    into list: inout List
  ) throws(SourceFault) {
    var request = ScanRequest(fields: fields)
    request.categories = categories
    let cursor = try source.scan(request)
    var batches: [Batch] = []
    var count = 0
    while count < most, let batch = try cursor.next() {
      count += batch.count
      let room = batch.count - max(0, count - most)
      batches.append(batch.gathered.slice(0..<room))
    }
    let hasMore = count == most ? try cursor.next() != nil : count > most
    list.isCut = hasMore
    list.copy = cursor.report.copy
    count = min(count, most)
    // A list that has become another one meanwhile answers nothing.
    guard list.count ?? count == count else { throw .cancelled }
    list.count = count
    for (slot, field) in fields.enumerated() {
      list.columns[field] = Column.concatenated(batches.map { $0[slot] })
    }
  }
}

/// A source whose rows are held.
private struct SourceAtHand: CatalogueSource {
  let source: any CatalogueSource
  let rows: RowsAtHand

  init(_ source: any CatalogueSource, _ rows: RowsAtHand) {
    self.source = source
    self.rows = rows
  }

  var schema: Schema { source.schema }

  func scan(_ request: ScanRequest) throws(SourceFault) -> any BatchCursor {
    let held = try rows.batch(request.fields, of: source, in: request.categories)
    return CursorAtHand(held.rows, held.copy)
  }
}

private final class CursorAtHand: BatchCursor {
  private let rows: Batch
  private var position = 0
  private(set) var report: ScanReport

  init(_ rows: Batch, _ copy: Provenance.Origin) {
    self.rows = rows
    report = ScanReport(copy: copy)
  }

  func next() -> Batch? {
    guard position < rows.count else { return nil }
    let start = position
    position = min(start + Batch.usualCount, rows.count)
    report.records = position
    return rows.slice(start..<position)
  }
}
