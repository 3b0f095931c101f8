// SPDX-License-Identifier: MIT

import Catalogue
import Workers

/// Reads the records of a list run by run, in their order: one after another, or where there are
/// many runs on several threads.
struct RunReading {
  private enum Way {
    case here((any RecordReader)?)
    case threads(OrderedWork<Int, RecordBatch?>)
  }

  /// Fewer runs are read here: a thread takes about as long to be made as one of them.
  private static let leastRuns = 4

  private let way: Way
  private let index: RecordIndex
  /// The record with which the first run begins.
  private let start: Int
  private let runs: Int
  /// The next run that is begun.
  private var run = 0

  init(
    _ payload: Payload, _ layout: ListLayout, _ fields: [Int], _ list: FoundRecords, from start: Int
  ) {
    let (format, index) = (list.format, list.index)
    self.index = index
    self.start = start
    runs = (index.count - start + Batch.usualCount - 1) / Batch.usualCount
    let threads = runs < Self.leastRuns ? 1 : payload.watch.workers.value
    guard threads > 1 else {
      way = .here(format.reader(of: payload, layout, fields: fields))
      return
    }
    way = .threads(
      OrderedWork(threads: min(threads, runs)) {
        let reader = format.reader(of: payload, layout, fields: fields)
        return { run in reader?.read(Self.records(run, from: start, index), of: index) }
      })
  }

  /// The next run, of which there has to be one; nil when memory runs out.
  mutating func next() -> RecordBatch? {
    switch way {
    case .here(let reader):
      defer { run += 1 }
      return reader?.read(Self.records(run, from: start, index), of: index)
    case .threads(let work):
      return work.next {
        defer { run += 1 }
        return run < runs ? run : nil
      } ?? nil
    }
  }

  private static func records(_ run: Int, from first: Int, _ index: RecordIndex) -> Range<Int> {
    let start = first + run * Batch.usualCount
    return start..<min(start + Batch.usualCount, index.count)
  }
}

/// The dictionaries of the fields whose texts repeat, which go on from batch to batch.
struct FieldDictionaries {
  /// One for each column; nil for that of the key, whose texts do not repeat.
  private var dictionaries: [TextDictionary?]

  init(_ layout: ListLayout, _ fields: [Int]) {
    dictionaries = fields.map { $0 == layout.key?.field ? nil : TextDictionary() }
  }

  /// The same rows, texts that repeat and are there as codes.
  mutating func encoded(_ batch: Batch) -> Batch {
    batch.replacing { slot, column in
      guard case .text(let texts) = column,
        let encoded = dictionaries[slot]?.encoded(texts)
      else { return column }
      return .text(encoded)
    }
  }
}
