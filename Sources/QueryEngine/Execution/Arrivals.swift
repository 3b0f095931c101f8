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
  private let share: (() -> OrderedWork<[ReadBatch], [PreparedBatch]>?)?
  /// Asked before each batch that is read ahead.
  private let isStopping: () -> Bool
  private var threads: OrderedWork<[ReadBatch], [PreparedBatch]>?
  /// What threads have given and nobody has taken.
  private var prepared: ArraySlice<PreparedBatch> = []
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

  /// Of batches on which threads do some work, if there are enough of both.
  init(
    _ cursor: any BatchCursor, sharing work: SharedWork?, _ state: RunState,
    _ workers: WorkerCount
  ) {
    self.cursor = cursor
    // Whether a server is asked on is decided batch by batch.
    let work = cursor.isInterruptible ? nil : work
    share = work.map { work in
      {
        workers.value > 1 ? BatchWorker.threads(work, state, workers) : nil
      }
    }
    isStopping = { state.isStopping }
  }

  /// What is known of the reading up to the batch that was given last.
  var report: ScanReport { known ?? cursor.report }

  func next() throws(SourceFault) -> Arrival? {
    if given == Self.alone { threads = share?() }
    given += 1
    guard let threads else { return try cursor.next().map(Arrival.batch) }
    if prepared.isEmpty { prepared = (threads.next({ readSome() }) ?? [])[...] }
    guard let next = prepared.popFirst() else {
      known = nil
      if let fault { throw fault }
      return nil
    }
    known = next.report
    return .prepared(next)
  }

  /// What a thread takes at once; nil where nothing comes any more.
  private func readSome() -> [ReadBatch]? {
    var batches: [ReadBatch] = []
    while batches.count < cursor.batchesAtOnce, let batch = read() { batches.append(batch) }
    return batches.isEmpty ? nil : batches
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
