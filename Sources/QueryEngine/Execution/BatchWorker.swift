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
  enum Portion: Sendable {
    case rows(Batch)
    case part(any PartState)
  }

  /// What comes to those after the shared work, one after another as it would without threads.
  let portions: [Portion]
  /// What the work ended with, behind the portions before.
  let fault: ExecutionFault?
  /// What was found besides, also where there is a fault.
  let found: RunReport
  /// How many rows were read.
  let rowCount: Int
  let report: ScanReport
}

/// Does the work that threads share, with a state of its own.
final class BatchWorker {
  private typealias Step = (work: any RowwiseOperator, evaluator: Evaluator)

  private let state: RunState
  private let steps: [Step]
  private let combined: (any PartedOperator)?

  init(_ work: SharedWork, _ state: RunState) {
    self.state = state
    steps = work.steps.map { ($0, Evaluator(layout: $0.layout, state: state)) }
    combined = work.combined
  }

  /// Nil where there is nobody to share the work with.
  static func threads(
    _ work: SharedWork, _ state: RunState, _ workers: WorkerCount
  ) -> OrderedWork<[ReadBatch], [PreparedBatch]>? {
    let count = workers.value
    guard count > 1 else { return nil }
    let (last, locale) = (state.lastResult, state.locale)
    return OrderedWork(threads: count) {
      // Whoever waits for the batches asks whether they are wanted.
      let worker = BatchWorker(
        work, RunState(isCancelled: { false }, lastResult: last, locale: locale))
      return { $0.map(worker.prepared) }
    }
  }

  private func prepared(_ batch: ReadBatch) -> PreparedBatch {
    state.report = RunReport()
    state.isSearchAnswered = batch.report.answersSearch
    var portions: [PreparedBatch.Portion] = []
    var fault: ExecutionFault?
    do throws(ExecutionFault) {
      try pass(batch.rows, through: steps[...]) { rows throws(ExecutionFault) in
        portions.append(try portion(rows))
      }
    } catch {
      fault = error
    }
    return PreparedBatch(
      portions: portions, fault: fault, found: state.report, rowCount: batch.rows.count,
      report: batch.report)
  }

  private func portion(_ rows: Batch) throws(ExecutionFault) -> PreparedBatch.Portion {
    guard let combined else { return .rows(rows) }
    return .part(try combined.part(rows, state))
  }

  /// Hands on what some steps make of rows.
  private func pass(
    _ rows: Batch, through steps: ArraySlice<Step>,
    to take: (Batch) throws(ExecutionFault) -> Void
  ) throws(ExecutionFault) {
    guard let step = steps.first else { return try take(rows) }
    _ = try step.work.pass(rows, step.evaluator) { rows throws(ExecutionFault) in
      try pass(rows, through: steps.dropFirst(), to: take)
      return .more
    }
  }
}

extension ScanReport {
  /// Whether the server has found the words that it was asked to find.
  var answersSearch: Bool { answered?.search.isEmpty == false }
}
