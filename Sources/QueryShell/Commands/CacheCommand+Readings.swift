// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import QueryEngine
import ResultRendering

// Readings of lists: `cq cache readings` and `cq cache prune`.
extension Command {
  static func listReadings(
    _ cache: ResponseCache, source: String?, _ streams: StandardStreams
  ) throws(UsageError) -> ExitStatus {
    if let source, let unknown = unknown(source, cache, streams) { throw unknown }
    guard let all = cache.readingSummaries(now: TerminalEnvironment.seconds()) else {
      return unusable(cache, streams)
    }
    let shown = source.map { name in all.filter { $0.reading.source.isSameWord(as: name) } } ?? all
    let listing = ReadingListing(shown, isForPeople: streams.settings.format.showsFooter)
    return show(listing, of: cache, streams)
  }

  /// Forgets readings by age or by size; the words are those behind `prune`.
  static func prune(
    _ cache: ResponseCache, _ words: some Collection<String>, _ streams: StandardStreams
  ) throws(UsageError) -> ExitStatus {
    let all = Array(words)
    // The longest beginning that is a time or a size; at most a source follows.
    let found = (1...min(3, all.count)).reversed().lazy.compactMap { count in
      bound(all.prefix(count).joined(separator: " ")).map { ($0, all.dropFirst(count)) }
    }.first
    guard let (bound, rest) = found, rest.count <= 1 else {
      throw UsageError(
        message: "`cq cache prune` knows no `\(all.joined(separator: " "))`",
        help: "a time and a size are such as 2026-11-20, 7 days ago, 100 MB or all")
    }
    let source = rest.first
    if let source, let unknown = unknown(source, cache, streams) { throw unknown }
    let count = cache.isThere ? pruned(cache, bound, source) : 0
    guard let count else { return unusable(cache, streams) }
    let of = source.map { " of \(Sanitiser.visible($0))" } ?? ""
    streams.output.write("forgot \(count) \(count == 1 ? "reading" : "readings")\(of)\n")
    return streams.finish(.success)
  }

  /// Until when, or down to how much, readings are forgotten.
  private enum PruningBound {
    case moment(ReadingMoment)
    case bytes(Int)
    case all
  }

  private static func bound(_ words: String) -> PruningBound? {
    if words == "all" { return .all }
    if let moment = ReadingMoment(words) { return .moment(moment) }
    if let bytes = ByteCount.bytes(words) { return .bytes(bytes) }
    return isNothing(words) ? .bytes(0) : nil
  }

  /// Whether a size is none at all, such as `0 MB`.
  private static func isNothing(_ words: String) -> Bool {
    words.first == "0" && ByteCount.bytes("1" + words.drop { $0 == "0" }) != nil
  }

  /// How many readings have been forgotten; nil when the file cannot be used.
  private static func pruned(
    _ cache: ResponseCache, _ bound: PruningBound, _ source: String?
  ) -> Int? {
    switch bound {
    case .all: return cache.prune(.all, source: source)
    case .bytes(let bytes): return cache.prune(.downTo(bytes: bytes), source: source)
    case .moment(let moment):
      let time = TerminalEnvironment.seconds()
      guard let all = cache.readingSummaries(now: 0) else { return nil }
      let now = LocalTime.seconds(at: time)
      // The calendar decides, which a clock may have been put to since.
      let last = all.map(\.reading.taken).filter {
        moment.admits(LocalTime.seconds(at: $0), now: now)
      }.max()
      guard let last else { return 0 }
      return cache.prune(.until(last), source: source)
    }
  }
}

/// The kept readings as the rows of a result.
private struct ReadingListing: KeptListing {
  let columns: [ResultColumn]
  let batch: Batch
  private let count: Int
  private let bytes: Int

  /// People read times and sizes in words, programs times and bytes.
  init(_ summaries: [KeptReadingSummary], isForPeople: Bool) {
    count = summaries.count
    bytes = summaries.reduce(0) { $0 + $1.packedSize }
    let amount: ValueType = isForPeople ? .text : .int
    columns = [
      ResultColumn("source", .text), ResultColumn("taken", .date), ResultColumn("rows", .int),
      ResultColumn("size", amount), ResultColumn("stored", amount),
    ]
    let amounts = { (bytes: Int) -> Value in
      isForPeople ? .text(ByteCount.words(bytes)) : .number(Decimal(bytes))
    }
    batch = Batch(
      [
        Column(.text, summaries.map { .text($0.reading.source) }),
        Column(
          .date,
          summaries.map { .number(Decimal(LocalTime.seconds(at: $0.reading.taken))) }),
        Column(.int, summaries.map { .number(Decimal($0.reading.items)) }),
        Column(amount, summaries.map { amounts($0.size) }),
        Column(amount, summaries.map { amounts($0.packedSize) }),
      ], count: count)
  }

  /// Such as `2 readings · 245 kB` and the path.
  func footer(path: String?) -> String {
    let parts = ["\(count) \(count == 1 ? "reading" : "readings")", ByteCount.words(bytes)]
    return (parts + (path.map { [$0] } ?? [])).joined(separator: " · ")
  }
}
