// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

// Where the rows of a plan come from.
extension Executor {
  /// Pushes all rows of a plan's origin into the first operator.
  func feed(_ plan: PhysicalPlan, _ operators: OperatorChain) throws(ExecutionFault) {
    let first = operators.first
    switch plan.source {
    case .scan(let source, let columns, var request):
      request.fields = columns.map(\.field)
      request.later = plan.fieldsOfFewRows
      let cursor = try asking { () throws(SourceFault) in try source.scan(request) }
      let work = operators.shared?.work
      let arrivals = Arrivals(cursor, sharing: work, state, environment.workers)
      try read(arrivals, of: source) { arrival throws(ExecutionFault) in
        try operators.consume(arrival, state)
      }
    case .item(let source, let id, let columns, let range):
      let found = try item(source, id, columns.map(\.field), range)
      state.report.shownItem = found.key
      state.report.shownCopies = found.copies
      try state.judgeReading()
      _ = try first.consume(found.row)
    case .related(let source, let relation, let id, let columns, let range):
      let cursor = try related(source, relation, id, columns.map(\.field), range)
      defer { state.follow(relation, cursor.report) }
      try read(cursor, of: source) { batch throws(ExecutionFault) in try first.consume(batch) }
    case .lastResult:
      if let last = environment.lastResult {
        state.report.inherited.add(last.provenance)
        if !last.hidden.isEmpty { hide(last.hidden) }
      }
      try state.judgeOrigin()
      for batch in environment.lastResult?.batches ?? [] {
        let demand = try state.pass(batch, to: first)
        if demand == .enough { return }
      }
    case .categories(let source, let id, _, let range):
      let ids = try id.map { id throws(ExecutionFault) in [try category(of: id, range)] } ?? []
      _ = try first.consume(try categories(source, ids))
    case .sources: _ = try first.consume(try sources())
    case .describe(let source, _, let columns, let derived):
      _ = try first.consume(try description(source, columns, derived))
    }
  }

  /// Says, before the first row, of which columns a run has found that they tell nothing.
  func hide(_ columns: [ColumnID]) {
    state.hidden.formUnion(ColumnSet(columns))
    environment.unchanged(columns)
  }

  /// Reads a source's list until its end or until no more rows are wanted.
  func scan(
    _ source: any CatalogueSource, _ request: ScanRequest,
    _ consume: (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) {
    try read(try asking { () throws(SourceFault) in try source.scan(request) }, of: source, consume)
  }

  func read(
    _ cursor: any BatchCursor, of source: any CatalogueSource,
    _ consume: (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) {
    try read(Arrivals(cursor), of: source) { arrival throws(ExecutionFault) in
      guard case .batch(let batch) = arrival else {
        preconditionFailure("nobody has shared these rows")
      }
      return try consume(batch)
    }
  }

  private func read(
    _ arrivals: Arrivals, of source: any CatalogueSource,
    _ consume: (Arrivals.Arrival) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) {
    let cursor = arrivals.cursor
    defer { note(arrivals.report, of: source) }
    while let arrival = try asking({ () throws(SourceFault) in try arrivals.next() }) {
      if cursor.isInterruptible, try !state.fetchesOn() { cursor.interrupt() }
      let report = arrivals.report
      note(report, of: source)
      if report.isInterrupted, !state.report.isInterrupted { try state.stopFetching() }
      state.read(arrival.rowCount)
      try state.check()
      try state.judgeOrigin()
      state.isSearchAnswered = report.answersSearch
      if try consume(arrival) == .enough { return }
    }
    if cursor.report.isInterrupted { try state.stopFetching() }
    state.report.isWholeScan = true
  }

  private func note(_ report: ScanReport, of source: any CatalogueSource) {
    state.report.scan = report
    state.report.scan?.source = source.schema.source
  }

  private func categories(
    _ source: any CatalogueSource, _ ids: [String]
  ) throws(ExecutionFault) -> Batch {
    let listing = try asking { () throws(SourceFault) in
      try source.categoryList?.categories(ids) ?? CategoryListing([])
    }
    note(listing.report, of: source)
    if listing.report.isInterrupted { try state.stopFetching() }
    try state.judgeReading()
    let categories = listing.categories
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
      Column(.text, summaries.map { $0.updated.map(Value.text) ?? .null }),
    ]
    return Batch(columns, count: summaries.count)
  }
}

extension SourceSummary {
  /// What its rows are: a sample, live, a copy with its age, or those of a file, by its path; of a
  /// list that is old in parts, which these are.
  fileprivate var updated: String? {
    if !oldParts.isEmpty {
      return oldParts.groups.map { "\($0.parts): \($0.copy.inSummary)" }.joined(separator: ", ")
    }
    return switch copy {
    case .nothing, .file, nil: place
    case .live, .sample, .kept, .reading, .packed: copy?.inSummary
    }
  }
}
