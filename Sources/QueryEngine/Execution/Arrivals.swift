// SPDX-License-Identifier: MIT

import Catalogue
import Workers

/// The batches of a list in their order: as they are read, or where there are many, with what
/// threads have made of them meanwhile.
///
/// What is told of the reading is as it was when the batch was read, so that nobody can tell how
/// far it is ahead.
final class Arrivals {
  enum Arrival {
    case batch(Batch)
    case prepared(PreparedBatch)

    /// How many rows were read.
    var rowCount: Int {
      switch self {
      case .batch(let batch): batch.count
      case .prepared(let batch): batch.rowCount
      }
    }
  }

  /// Fewer batches are not shared: a thread takes about as long to be made as one of them.
  static let alone = 4

  let cursor: any BatchCursor
  /// Makes the threads; nil where nothing is shared.
  private let share: (() -> OrderedWork<ReadBatch, PreparedBatch>?)?
  /// Asked before each batch that is read ahead.
  private let isStopping: () -> Bool
  private var threads: OrderedWork<ReadBatch, PreparedBatch>?
  private var given = 0
  private var known: ScanReport?
  /// What the reading ended with, behind the batches that came before.
  private var fault: SourceFault?

  /// Of batches that nobody shares.
  init(_ cursor: any BatchCursor) {
    self.cursor = cursor
    share = nil
    isStopping = { false }
  }

  init(
    _ cursor: any BatchCursor, sharing work: SharedWork?, _ state: RunState, _ workers: WorkerCount
  ) {
    self.cursor = cursor
    // Whether a server is asked on is decided batch by batch.
    let work = cursor.isInterruptible ? nil : work
    share = work.map { work in { BatchWorker.threads(work, state, workers) } }
    isStopping = { state.isStopping }
  }

  /// What is known of the reading up to the batch that was given last.
  var report: ScanReport { known ?? cursor.report }

  func next() throws(SourceFault) -> Arrival? {
    if given == Self.alone { threads = share?() }
    given += 1
    guard let threads else { return try cursor.next().map(Arrival.batch) }
    guard let prepared = threads.next({ read() }) else {
      known = nil
      if let fault { throw fault }
      return nil
    }
    known = prepared.report
    return .prepared(prepared)
  }

  private func read() -> ReadBatch? {
    guard fault == nil else { return nil }
    if isStopping() {
      fault = .cancelled
      return nil
    }
    do throws(SourceFault) {
      return try cursor.next().map { ReadBatch(rows: $0, report: cursor.report) }
    } catch {
      fault = error
      return nil
    }
  }
}

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
private final class BatchWorker {
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
      return try consume(batch.outcome)
    }
  }

  private func consume(_ outcome: PreparedBatch.Outcome) throws(ExecutionFault) -> Demand {
    switch (outcome, shared?.rest) {
    case (.fault(let fault), _): throw fault
    case (.rows(let rows), let rest?): return try rest.consume(rows)
    case (.part(let part), let rest as any PartOperator): return try rest.consume(part: part)
    case (.rows, _), (.part, _): preconditionFailure("what was shared out is taken back")
    }
  }
}
