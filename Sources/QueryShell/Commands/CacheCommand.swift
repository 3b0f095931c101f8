// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import QueryEngine
import ResultRendering

extension Command {
  static let cache = Command(
    name: "cache", form: "[clear [SOURCE] | readings [SOURCE] | prune TIME|SIZE|all [SOURCE]]",
    summary: "what is kept of servers' replies; `clear` forgets it",
    detail: """
      A fresh reply is taken without asking the server, a stale one when the server does not answer.
      Keys are in neither the replies nor their addresses.
      `readings` lists the lists that are kept as they were read, for `at`, `changes of` and
      `history`. `prune` forgets those that were taken until a time, such as 2026-11-20 or
      7 days ago, or the oldest until the rest takes no more than a size, such as 100 MB.
      """, takesPaths: false, options: [.to, .define] + Option.telling
  ) { (invocation, streams) throws(UsageError) in
    let cache = ResponseCache(in: streams.environment.cacheFolder)
    let words = invocation.operands
    if !cache.isThere, let told = cache.told {
      return streams.fail(Diagnostic(.cannotOpen, told))
    }
    switch (words.first, words.count) {
    case (nil, _): return list(cache, streams)
    case ("clear", 1...2): return try clear(cache, source: words.dropFirst().first, streams)
    case ("readings", 1...2):
      return try listReadings(cache, source: words.dropFirst().first, streams)
    case ("prune", 2...): return try prune(cache, words.dropFirst(), streams)
    case ("prune", _):
      throw UsageError(
        message: "`cq cache prune` needs a time, a size or `all`",
        help: "for example cq cache prune 7 days ago, cq cache prune 100 MB")
    case ("clear", _), ("readings", _):
      throw UsageError(
        message: "`cq cache \(words[0])` takes one source", help: "cq cache --help tells of it")
    default:
      throw UsageError(
        message: "`cq cache` knows no `\(words.joined(separator: " "))`",
        help: "cq cache lists replies, cq cache readings lists as they were read; clear and prune "
          + "forget")
    }
  }

  private static func list(_ cache: ResponseCache, _ streams: StandardStreams) -> ExitStatus {
    let now = TerminalEnvironment.seconds()
    // A look makes no file.
    guard let entries = cache.isThere ? cache.entries(now: now) : [] else {
      return unusable(cache, streams)
    }
    let listing = CacheListing(
      entries, now: now, isForPeople: streams.settings.format.showsFooter)
    return show(listing, of: cache, streams)
  }

  static func show(
    _ listing: some KeptListing, of cache: ResponseCache, _ streams: StandardStreams
  ) -> ExitStatus {
    if let trouble = cache.told { streams.note(trouble) }
    var renderer = streams.settings.format.makeRenderer(
      columns: listing.columns, options: streams.settings.options)
    var bytes: [UInt8] = []
    renderer.add(listing.batch, to: &bytes)
    renderer.finish(footer: listing.footer(path: cache.path), to: &bytes)
    streams.output.write(bytes)
    return streams.finish(.success)
  }

  private static func clear(
    _ cache: ResponseCache, source: String?, _ streams: StandardStreams
  ) throws(UsageError) -> ExitStatus {
    if let source, let unknown = unknown(source, cache, streams) { throw unknown }
    guard let count = cache.isThere ? cache.clear(source: source) : 0 else {
      return unusable(cache, streams)
    }
    let of = source.map { " of \(Sanitiser.visible($0))" } ?? ""
    let kept = cache.readingSummaries(now: TerminalEnvironment.seconds()) ?? []
    let readings = kept.count { source == nil || $0.reading.source.isSameWord(as: source ?? "") }
    streams.output.write("forgot \(count) \(count == 1 ? "reply" : "replies")\(of)\n")
    if readings > 0 {
      let what = readings == 1 ? "1 reading stays" : "\(readings) readings stay"
      streams.note("\(what); `cq cache prune` forgets readings")
    }
    return streams.finish(.success)
  }

  /// What is wrong with a name of which nothing is kept and that no source has.
  static func unknown(
    _ name: String, _ cache: ResponseCache, _ streams: StandardStreams
  ) -> UsageError? {
    var known = SourceRegistry(streams.settings.sources, watch: streams.settings.watch).names
    if cache.isThere {
      let now = TerminalEnvironment.seconds()
      guard let entries = cache.entries(now: now) else { return nil }
      known += entries.map(\.source)
      known += (cache.readingSummaries(now: now) ?? []).map(\.reading.source)
    }
    let names = Set(known).sorted()
    if names.contains(where: { $0.lowercased() == name.lowercased() }) { return nil }
    let question = Suggestion.question(for: name, among: names).map { "; \($0)" } ?? ""
    let shown = Sanitiser.visible(name)
    return UsageError(
      message: "nothing is kept of `\(shown)`, and no source is called so\(question)",
      help: "sources: \(names.map(Sanitiser.visible).joined(separator: " "))")
  }

  static func unusable(_ cache: ResponseCache, _ streams: StandardStreams) -> ExitStatus {
    streams.fail(Diagnostic(.cannotOpen, cache.told ?? "the kept replies cannot be read"))
  }
}

/// What is kept, as the rows of a result.
protocol KeptListing {
  var columns: [ResultColumn] { get }
  var batch: Batch { get }

  /// How much there is, and where.
  func footer(path: String?) -> String
}

/// The kept replies as the rows of a result.
struct CacheListing: KeptListing {
  let columns: [ResultColumn]
  let batch: Batch
  private let count: Int
  private let bytes: Int

  /// People read ages and sizes in words, programs in seconds and bytes.
  init(_ entries: [CachedReply.Entry], now: Int, isForPeople: Bool) {
    count = entries.count
    bytes = entries.reduce(0) { $0 + $1.size }
    columns = [
      ResultColumn("source", .text), ResultColumn("address", .text),
      ResultColumn("age", isForPeople ? .text : .duration),
      ResultColumn("size", isForPeople ? .text : .int), ResultColumn("state", .text),
    ]
    let ages = entries.map { entry -> Value in
      guard let age = entry.age(now: now) else { return .null }
      return isForPeople ? .text(Provenance.Origin.ago(age)) : .number(Decimal(age))
    }
    let sizes = entries.map { entry -> Value in
      isForPeople ? .text(ByteCount.words(entry.size)) : .number(Decimal(entry.size))
    }
    batch = Batch(
      [
        Column(.text, entries.map { .text($0.source) }),
        Column(.text, entries.map { .text(AddressSecrets.masked($0.address)) }),
        Column(columns[2].type, ages), Column(columns[3].type, sizes),
        Column(.text, entries.map { .text($0.isFresh(now: now) ? "fresh" : "stale") }),
      ], count: count)
  }

  /// Such as `2 replies · 1.2 MB` and the path.
  func footer(path: String?) -> String {
    let parts = ["\(count) \(count == 1 ? "reply" : "replies")", ByteCount.words(bytes)]
    return (parts + (path.map { [$0] } ?? [])).joined(separator: " · ")
  }
}
