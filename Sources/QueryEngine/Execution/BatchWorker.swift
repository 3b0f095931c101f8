// SPDX-License-Identifier: MIT

import Catalogue
import Workers

/// A batch as it was read.
struct ReadBatch: Sendable {
  let rows: Batch
  /// What was known of the reading then.
  let report: ScanReport
}

/// What a thread has made of a batch.
struct PreparedBatch: Sendable {
  enum Outcome: Sendable {
    case rows(Batch)
    case part(any GatheringState)
    case fault(ExecutionFault)
  }

  let outcome: Outcome
  /// What was found besides, also where there is a fault.
  let found: RunReport
  /// How many rows were read.
  let rowCount: Int
  let report: ScanReport
}

/// Does the work that threads share, with a state of its own.
final class BatchWorker {
  private let state: RunState
  private let steps: [(work: any RowwiseOperator, evaluator: Evaluator)]
  private let gathering: (any GatheringOperator)?

  init(_ work: SharedWork, _ state: RunState) {
    self.state = state
    steps = work.steps.map { ($0, Evaluator(layout: $0.layout, state: state)) }
    gathering = work.gathering
  }

  /// Nil where there is nobody to share the work with.
  static func threads(
    _ work: SharedWork, _ state: RunState, _ workers: WorkerCount
  ) -> OrderedWork<ReadBatch, PreparedBatch>? {
    let count = workers.value
    guard count > 1 else { return nil }
    let (last, locale) = (state.lastResult, state.locale)
    return OrderedWork(threads: count) {
      // Whoever waits for the batches asks whether they are wanted.
      let worker = BatchWorker(
        work, RunState(isCancelled: { false }, lastResult: last, locale: locale))
      return { worker.prepared($0) }
    }
  }

  private func prepared(_ batch: ReadBatch) -> PreparedBatch {
    state.report = RunReport()
    state.isSearchAnswered = batch.report.answersSearch
    let outcome = outcome(of: batch.rows)
    return PreparedBatch(
      outcome: outcome, found: state.report, rowCount: batch.rows.count, report: batch.report)
  }

  private func outcome(of batch: Batch) -> PreparedBatch.Outcome {
    do throws(ExecutionFault) {
      var rows = batch
      for step in steps { rows = try step.work.rows(of: rows, step.evaluator) }
      guard let gathering else { return .rows(rows) }
      return .part(try gathering.part(rows, state))
    } catch {
      return .fault(error)
    }
  }
}

extension ScanReport {
  /// Whether the server has found the words that it was asked to find.
  var answersSearch: Bool { answered?.search.isEmpty == false }
}
