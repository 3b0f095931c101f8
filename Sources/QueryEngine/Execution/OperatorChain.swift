// SPDX-License-Identifier: MIT

/// The operators of a run as they are fed.
struct OperatorChain {
  /// Takes batches as they are read.
  let first: any Operator
  /// What threads do with them, and what takes that.
  let shared: (work: SharedWork, rest: any Operator)?

  func consume(
    _ arrival: Arrivals.Arrival, _ state: RunState
  ) throws(ExecutionFault) -> Demand {
    switch arrival {
    case .batch(let batch): return try first.consume(batch)
    case .prepared(let batch):
      state.merge(batch.found)
      for portion in batch.portions {
        if try consume(portion) == .enough, shared?.work.seesEveryRow != true { return .enough }
      }
      if let fault = batch.fault { throw fault }
      return .more
    }
  }

  private func consume(_ portion: PreparedBatch.Portion) throws(ExecutionFault) -> Demand {
    switch (portion, shared?.rest) {
    case (.rows(let rows), let rest?): return try rest.consume(rows)
    case (.part(let part), let rest as any PartOperator): return try rest.consume(part: part)
    case (.rows, _), (.part, _): preconditionFailure("what was shared out is taken back")
    }
  }
}
