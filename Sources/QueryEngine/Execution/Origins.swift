// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

// Where the rows of a plan come from.
extension Executor {
  /// Pushes all rows of an origin into the first operator.
  func feed(_ origin: LogicalPlan.Origin, _ first: any Operator) throws(ExecutionFault) {
    switch origin {
    case .scan(let source, let columns, var request):
      request.fields = columns.map(\.field)
      try scan(source, request) { batch throws(ExecutionFault) in try first.consume(batch) }
    case .item(let source, let id, let columns, let range):
      let found = try item(source, id, columns.map(\.field), range)
      state.report.shownItem = found.key
      state.report.shownCopies = found.copies
      _ = try first.consume(found.row)
    case .related(let source, let relation, let id, let columns, let range):
      let cursor = try related(source, relation, id, columns.map(\.field), range)
      defer { state.follow(relation, cursor.report) }
      try read(cursor) { batch throws(ExecutionFault) in try first.consume(batch) }
    case .lastResult:
      for batch in environment.lastResult?.batches ?? [] {
        try state.checkCancelled()
        if try first.consume(batch) == .enough { return }
      }
    case .categories(let source, let id, _, let range):
      let ids = try id.map { id throws(ExecutionFault) in [try category(of: id, range)] } ?? []
      _ = try first.consume(try categories(source, ids))
    case .sources: _ = try first.consume(try sources())
    case .describe(let source, _, let columns, let derived):
      _ = try first.consume(try description(source, columns, derived))
    }
  }

  /// Reads a source's list until its end or until no more rows are wanted.
  func scan(
    _ source: any CatalogueSource, _ request: ScanRequest,
    _ consume: (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) {
    try read(try asking { () throws(SourceFault) in try source.scan(request) }, consume)
    state.report.scan?.source = source.schema.source
  }

  func read(
    _ cursor: any BatchCursor, _ consume: (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) {
    defer { state.report.scan = cursor.report }
    while let batch = try asking({ () throws(SourceFault) in try cursor.next() }) {
      if state.isStopping, cursor.interrupt() { try state.stopFetching() }
      try state.checkCancelled()
      state.isSearchAnswered = cursor.report.answered?.search.isEmpty == false
      if try consume(batch) == .enough { return }
    }
    if cursor.report.isInterrupted { try state.stopFetching() }
    state.report.isWholeScan = true
  }

  private func categories(
    _ source: any CatalogueSource, _ ids: [String]
  ) throws(ExecutionFault) -> Batch {
    let categories = try asking { () throws(SourceFault) in try source.categories(ids) }
    let columns = [
      Column(.id, categories.map { .text($0.id) }),
      Column(.text, categories.map { .text($0.name) }),
      Column(.id, categories.map { $0.parent.map(Value.text) ?? .null }),
      Column(.int, categories.map { $0.items.map { .number(Decimal($0)) } ?? .null }),
      Column(.text, categories.map { $0.picture.map(Value.text) ?? .null }),
    ]
    return Batch(columns, count: categories.count)
  }

  private func sources() throws(ExecutionFault) -> Batch {
    let directory = environment.directory
    let summaries = try asking { () throws(SourceFault) in try directory.summaries() }
    let columns = [
      Column(.text, summaries.map { .text($0.name) }),
      Column(.text, summaries.map { .text($0.summary) }),
      Column(.int, summaries.map { $0.rows.map { .number(Decimal($0)) } ?? .null }),
      Column(.text, summaries.map { .text($0.copy) }),
    ]
    return Batch(columns, count: summaries.count)
  }
}
