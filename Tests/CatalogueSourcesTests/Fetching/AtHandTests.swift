// SPDX-License-Identifier: MIT

import Catalogue
import Testing

@testable import CatalogueSources

/// Whether a list can be read without asking a server, wherever its pages and categories are.
@Suite struct AtHandTests {
  private let bench: FetchingBench
  private let registry: SourceRegistry

  init() throws {
    bench = try FetchingBench()
    bench.setVariable("BESTBUY_API_KEY", "S3cr3t+Key")
    registry = Self.registry(bench)
    for (path, body) in Self.replies {
      bench.transport.answer("https://shop.example/\(path)", with: .reply(body))
    }
  }

  /// The sources of the session that the bench has begun.
  private static func registry(_ bench: FetchingBench) -> SourceRegistry {
    var options = SourceRegistry.Options()
    options.places = [
      "bestbuy": "https://shop.example/{cursor}?{search}",
      "chloe": "https://shop.example/{category}/{page}", "hotels": "https://shop.example/hotels",
    ]
    let session = bench.session
    options.network = { NetworkStore($0, mode: .live, session: session) }
    return SourceRegistry(options, watch: .unwatched)
  }

  private static let replies =
    [
      ("hotels", #"[{"id": 1}]"#),
      ("%2A?", #"{"nextCursorMark": "b", "total": 3, "products": [{"sku": 1}, {"sku": 2}]}"#),
      ("b?", #"{"nextCursorMark": "b", "total": 3, "products": [{"sku": 3}]}"#),
    ]
    + ["drsss", "skrtsnds", "nwrrvlsbgs", "shssnkrs"].map { name in
      (
        "\(name)/1",
        #"{"Header": {"StatusCode": 200}, "ResultsLite": {"TotalResults": 1, "Items": "#
          + #"[{"Code8": "\#(name)"}]}}"#
      )
    }

  private func source(_ name: String) throws -> DefinedSource {
    try #require(try registry.source(.named(name)) as? DefinedSource)
  }

  @Test(arguments: [
    ("hotels", "hotels", 1), ("bestbuy", "b?#BESTBUY_API_KEY", 2), ("chloe", "nwrrvlsbgs/1", 4),
  ])
  func isReadWithoutAsking(name: String, page: String, requests: Int) throws {
    let source = try source(name)
    #expect(!source.isLocal)
    #expect(bench.transport.takeAsked() == [])
    let cursor = try source.scan(fields: [0])
    while try cursor.next() != nil {}
    #expect(bench.transport.takeAsked().count == requests)
    #expect(source.isLocal)
    bench.now += 899
    #expect(source.isLocal)
    bench.cache.drop("https://shop.example/\(page)")
    #expect(!source.isLocal)
    #expect(bench.transport.takeAsked() == [])
  }

  /// A list of which not all pages were read is not at hand, whoever read the rest before: what
  /// was kept then is not of the same reading.
  @Test func needsThePagesOfOneReading() throws {
    let first = try source("bestbuy").scan(fields: [0])
    _ = try first.next()
    let source = try source("bestbuy")
    #expect(!source.isLocal)
    let cursor = try source.scan(fields: [0])
    while try cursor.next() != nil {}
    #expect(source.isLocal)
    bench.now += 1
    let page = "https://shop.example/%2A?#BESTBUY_API_KEY"
    let kept = try #require(bench.cache.copy(of: page, now: bench.now))
    bench.cache.renew(kept, now: bench.now, version: CachedReply.Version())
    #expect(!source.isLocal)
  }

  /// A later run knows which pages an earlier one has read.
  @Test(arguments: ["hotels", "bestbuy", "chloe"]) func isKnownLater(name: String) throws {
    let cursor = try source(name).scan(fields: [0])
    while try cursor.next() != nil {}
    _ = bench.transport.takeAsked()
    bench.beginSession()
    let later = try #require(
      try Self.registry(bench).source(.named(name)) as? DefinedSource)
    #expect(later.isLocal)
    #expect(bench.cache.clear(source: nil) ?? 0 > 0)
    #expect(!later.isLocal)
    #expect(bench.transport.takeAsked() == [])
  }

  /// What a server has refused since is asked for again by a later run.
  @Test func isNotWhatWasRefused() throws {
    let cursor = try source("hotels").scan(fields: [0])
    while try cursor.next() != nil {}
    let page = "https://shop.example/hotels"
    bench.cache.note(
      refusal: "it answered 500", of: try #require(bench.cache.copy(of: page, now: bench.now)))
    #expect(try source("hotels").isLocal)
    bench.beginSession()
    let later = try #require(
      try Self.registry(bench).source(.named("hotels")) as? DefinedSource)
    #expect(!later.isLocal)
  }

  /// The limit on what is fetched goes for what is at hand too.
  @Test func needsNoMoreThanIsFetched() throws {
    let source = try source("bestbuy")
    registry.use(fetchLimit: 2)
    let cursor = try source.scan(fields: [0])
    while try cursor.next() != nil {}
    #expect(bench.transport.takeAsked().count == 1)
    #expect(source.isLocal)
    registry.use(fetchLimit: 3)
    #expect(!source.isLocal)
    bench.now += 900
    #expect(try self.source("hotels").isLocal == false)
  }

  /// An item of a source of which something is kept, wherever its list is, is not the sample's.
  @Test func takesNoItemOfTheSample() {
    bench.source = "hotels"
    bench.sample = SampleStore(of: "hotels")
    bench.cache.keep(.sample("https://shop.example/b", "[1]", source: "hotels", at: bench.now))
    let item = "https://shop.example/api/40611.json"
    let fetch = { bench.fetch(.detail(id: "40611"), at: item, .offline) }
    #expect(fetch() == "! offline hotels \(item): offline")
    bench.now += 5_000
    #expect(fetch().hasSuffix("sample(reason: nil)"))
  }
}
