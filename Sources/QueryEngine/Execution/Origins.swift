import Catalogue
import Diagnostics

// Where the rows of a plan come from.
extension Executor {
  /// Pushes all rows of an origin into the first operator.
  func feed(_ origin: LogicalPlan.Origin, _ first: any Operator) throws(ExecutionFault) {
    switch origin {
    case .scan(let source, let columns):
      try scan(source, columns.map(\.field)) { batch throws(ExecutionFault) in
        try first.consume(batch)
      }
    case .item(let source, let id, let columns, let range):
      _ = try first.consume(try item(source, id, columns.map(\.field), range))
    case .lastResult:
      for batch in environment.lastResult?.batches ?? [] {
        try checkCancelled()
        if try first.consume(batch) == .enough { return }
      }
    case .categories(let source, _): _ = try first.consume(try categories(source))
    case .sources: _ = try first.consume(try sources())
    case .describe(let source, _, let columns, let derived):
      _ = try first.consume(try description(source, columns, derived))
    }
  }

  private func checkCancelled() throws(ExecutionFault) {
    if state.isCancelled() { throw .cancelled }
  }

  /// Reads a source's list until its end or until no more rows are wanted.
  func scan(
    _ source: any CatalogueSource, _ fields: [Int],
    _ consume: (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) {
    let cursor = try asking { () throws(SourceFault) in try source.scan(fields: fields) }
    defer { state.report.scan = cursor.report }
    while let batch = try asking({ () throws(SourceFault) in try cursor.next() }) {
      try checkCancelled()
      if try consume(batch) == .enough { return }
    }
    state.report.isWholeScan = true
  }

  private func asking<Answer>(
    _ question: () throws(SourceFault) -> Answer
  ) throws(ExecutionFault) -> Answer {
    do throws(SourceFault) { return try question() } catch {
      throw error == .cancelled ? .cancelled : .source(error)
    }
  }

  /// How many items an ambiguous beginning of an id names.
  private static let namedItems = 10

  /// The one row with the given id, or else the only one whose id begins so.
  private func item(
    _ source: any CatalogueSource, _ id: LogicalPlan.ItemID, _ fields: [Int],
    _ range: SourceRange
  ) throws(ExecutionFault) -> Batch {
    let wanted = try key(of: id, range)
    guard let keySlot = source.schema.key.flatMap(fields.firstIndex(of:)) else {
      preconditionFailure("a plan of one item reads the key")
    }
    var found: Batch?
    var beginning: Batch?
    var ids: [String] = []
    try scan(source, fields) { batch in
      let keys = CellText.cells(batch.columns[keySlot], type: .id, style: .exact)
      for row in 0..<keys.count where keys[row].starts(with: wanted.utf8) {
        if keys[row].count == wanted.utf8.count {
          found = batch.gathered([row])
          return .enough
        }
        ids.append(String(decoding: keys[row], as: UTF8.self))
        if ids.count == 1 { beginning = batch.gathered([row]) }
        // Enough to name some; the whole id may still come.
        if ids.count > Self.namedItems { ids.removeLast() }
      }
      return .more
    }
    if let found { return found }
    guard let beginning, !wanted.isEmpty else {
      throw .noSuchItem(source: source.schema.source, id: wanted, range)
    }
    guard ids.count == 1 else {
      throw .ambiguousItem(
        source: source.schema.source, prefix: wanted, ids: ids, range)
    }
    return beginning
  }

  private func key(
    of id: LogicalPlan.ItemID, _ range: SourceRange
  ) throws(ExecutionFault) -> String {
    switch id {
    case .id(let id): return id
    case .row(let row):
      let rows = environment.lastResult?.rows ?? 0
      guard let key = environment.lastResult?.key(ofRow: row) else {
        throw .noSuchRow(row, rows: rows, range)
      }
      return key
    }
  }

  private func categories(_ source: any CatalogueSource) throws(ExecutionFault) -> Batch {
    let categories = try asking { () throws(SourceFault) in try source.categories() }
    let columns = [
      Column(.id, categories.map { .text($0.id) }),
      Column(.text, categories.map { .text($0.name) }),
      Column(.id, categories.map { $0.parent.map(Value.text) ?? .null }),
      Column(.int, categories.map { $0.items.map { .number(Decimal($0)) } ?? .null }),
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
