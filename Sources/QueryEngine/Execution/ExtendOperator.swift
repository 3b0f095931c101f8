import Catalogue

/// Adds computed columns.
final class ExtendOperator: Operator {
  private let expressions: [BoundExpression]
  private let evaluator: Evaluator
  private let next: any Operator

  init(_ expressions: [BoundExpression], _ evaluator: Evaluator, next: any Operator) {
    self.expressions = expressions
    self.evaluator = evaluator
    self.next = next
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    var columns: [Column] = []
    for expression in expressions { columns.append(try evaluator.evaluate(expression, batch)) }
    return try next.consume(batch.appending(columns))
  }

  func finish() throws(ExecutionFault) { try next.finish() }
}

/// Adds fields of the items' own records, fetched by their keys.
final class DetailOperator: Operator {
  private let source: any CatalogueSource
  private let keySlot: Int
  private let fields: [Int]
  private let state: RunState
  private let next: any Operator
  /// Whether any rows could be given their details; a server that fails at once is asked no more.
  private var hasRead = false

  init(
    _ source: any CatalogueSource, keySlot: Int, fields: [Int], _ state: RunState,
    next: any Operator
  ) {
    self.source = source
    self.keySlot = keySlot
    self.fields = fields
    self.state = state
    self.next = next
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    guard batch.count > 0 else { return .more }
    let keys = CellText.cells(batch.columns[keySlot], type: .id, style: .exact)
    let names = (0..<keys.count).map { String(decoding: keys[$0], as: UTF8.self) }
    let details = try asking { () throws(SourceFault) in
      try source.details(of: names, fields: fields)
    }
    if let fault = details.fault, !hasRead { throw .source(fault) }
    hasRead = hasRead || details.fault == nil
    state.note(records: details.report)
    state.report.missingDetails += details.report.missing
    state.report.failedDetails += details.report.failed
    return try next.consume(batch.appending(details.batch.columns))
  }

  func finish() throws(ExecutionFault) { try next.finish() }
}
