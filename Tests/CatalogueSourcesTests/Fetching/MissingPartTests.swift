// SPDX-License-Identifier: MIT

import Catalogue
import Testing

@testable import CatalogueSources

/// A part of a list that its server does not give costs only itself, and is told.
@Suite struct MissingPartTests {
  private let bench: FetchingBench
  private let source: DefinedSource

  init() throws {
    let bench = try FetchingBench()
    self.bench = bench
    var options = SourceRegistry.Options()
    options.places = ["chloe": "https://shop.example/{category}/{page}"]
    let session = bench.session
    options.network = { NetworkStore($0, mode: .live, session: session) }
    source = try #require(
      try SourceRegistry(options, watch: .unwatched).source(.named("chloe")) as? DefinedSource)
  }

  /// Of four departments each has three pages of one item, but for those that fail.
  private func answer(failing: [String]) {
    for category in ["drsss", "skrtsnds", "nwrrvlsbgs", "shssnkrs"] {
      for page in 1...3 where !failing.contains("\(category)/\(page)") {
        let body =
          #"{"Header": {"StatusCode": 200}, "ResultsLite": {"TotalResults": 3, "Items": "#
          + #"[{"Code8": "\#(category)\#(page)"}]}}"#
        bench.transport.answer("https://shop.example/\(category)/\(page)", with: .reply(body))
      }
    }
  }

  @Test(
    arguments: [
      ([], 12, [], 12), (["nwrrvlsbgs/1"], 9, [(nil, "Bags")], 10),
      (["drsss/1", "skrtsnds/1"], 6, [(nil, "Dresses"), (nil, "Skirts and shorts")], 8),
      (["drsss/2"], 11, [(2, "Dresses")], 12),
      (["shssnkrs/3"], 11, [(3, "Sneakers")], 12),
      (["drsss/2", "drsss/3"], 10, [(2, "Dresses"), (3, "Dresses")], 12),
      (
        ["drsss/2", "skrtsnds/2", "skrtsnds/3", "nwrrvlsbgs/1", "shssnkrs/1"], 3,
        [
          (2, "Dresses"), (2, "Skirts and shorts"), (3, "Skirts and shorts"), (nil, "Bags"),
          (nil, "Sneakers"),
        ], 8
      ),
    ] as [([String], Int, [(Int?, String)], Int)])
  func costsOnlyItself(
    failing: [String], rows: Int, missing: [(page: Int?, of: String)], requests: Int
  ) throws {
    let parts = missing.map { SourcePart.list(category: $0.of, page: $0.page) }
    answer(failing: failing)
    let cursor = try source.scan(fields: [0])
    var read = 0
    while let batch = try cursor.next() { read += batch.count }
    #expect(read == rows)
    #expect(cursor.report.gaps.map(\.part) == parts && cursor.report.missingParts == parts.count)
    #expect(!cursor.report.isCut && cursor.report.records == rows)
    #expect(bench.transport.takeAsked().count == requests)
    #expect(source.isLocal == parts.isEmpty)
  }

  @Test func aCategoryGoesOnWithoutItsFirstPage() throws {
    answer(failing: ["drsss/1"])
    bench.transport.answer("https://shop.example/drsss/1", with: .reply("", status: 500))
    let cursor = try source.scan(fields: [0])
    var read = 0
    while let batch = try cursor.next() { read += batch.count }
    #expect(read == 11)
    #expect(cursor.report.gaps.map(\.part) == [.list(category: "Dresses", page: 1)])
    #expect(!cursor.report.isCut && !cursor.report.hasChanged)
    #expect(bench.transport.takeAsked().count == 12)
  }

  /// No more of them are kept in words than a person reads.
  @Test func areCounted() {
    var report = ScanReport(copy: .live)
    for page in 2...9 { report.add(.init(category: nil, page: page, .interrupted)) }
    var both = ScanReport(copy: .live)
    both.add(report)
    #expect(both.gaps.map(\.part) == (2...6).map { .list(category: nil, page: $0) })
    #expect(both.missingParts == 8)
  }

  @Test func aWholeListThatFailsIsAFault() throws {
    #expect(throws: SourceFault.self) { try source.scan(fields: [0]).next() }
  }
}
