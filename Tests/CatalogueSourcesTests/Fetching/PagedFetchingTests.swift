// SPDX-License-Identifier: MIT

import Catalogue
import Synchronization
import Testing

@testable import CatalogueSources

/// How much is fetched of a list that a server gives page by page, and what is said meanwhile.
@Suite struct PagedFetchingTests {
  /// A list of 294 items in pages of 100, and what its watcher was told.
  private final class Shop: Sendable {
    let labels = Mutex<[String]>([])
    let transport: ScriptedTransport

    init(total: String) {
      let pages = [1...100, 101...200, 201...294].enumerated().map { index, numbers in
        let items = numbers.map { #"{"sku":\#($0)}"# }.joined(separator: ",")
        let body = #"{"nextCursorMark":"m\#(index)",\#(total)"products":[\#(items)]}"#
        return (Self.page(index + 1), ScriptedTransport.Answer.reply(body))
      }
      let end = #"{"nextCursorMark":"","products":[]}"#
      transport = ScriptedTransport(
        Dictionary(uniqueKeysWithValues: pages + [(Self.page(4), .reply(end))]))
    }

    static func page(_ number: Int) -> String { "https://shop.example/\(number)" }

    /// What reading the list finds, with so many items fetched at most.
    func read(_ limit: Int?) throws -> ScanReport {
      let session = FetchSession(
        transport: transport, cache: ResponseCache(in: nil),
        keys: KeyRing(file: nil) { _ in "S3cr3t+Key" },
        watcher: { what in
          self.labels.withLock { $0.append(what) }
          return TransferWatcher()
        }, clock: { 1_000 })
      var options = SourceRegistry.Options()
      options.places = ["bestbuy": "https://shop.example/{page}"]
      options.network = { NetworkStore($0, mode: .live, session: session) }
      let registry = SourceRegistry(options)
      if let limit { registry.use(fetchLimit: limit) }
      let source = try #require(try registry.source(.named("bestbuy")))
      let cursor = try source.scan(ScanRequest(fields: [0]))
      while try cursor.next() != nil {}
      return cursor.report
    }
  }

  @Test(
    arguments: [
      (
        nil, 294, false,
        ["bestbuy", "bestbuy, page 2 of 3, 100 rows", "bestbuy, page 3 of 3, 200 rows"]
      ),
      (101, 200, true, ["bestbuy", "bestbuy, page 2 of 2, 100 rows"]), (1, 100, true, ["bestbuy"]),
    ] as [(Int?, Int, Bool, [String])])
  func endsAtTheLimit(limit: Int?, records: Int, isCut: Bool, labels: [String]) throws {
    let shop = Shop(total: #""total":294,"#)
    let report = try shop.read(limit)
    #expect(report.records == records && report.isCut == isCut && report.total == 294)
    #expect(shop.labels.withLock { $0 } == labels)
  }

  @Test func tellsNoNumberThatIsUnknown() throws {
    let shop = Shop(total: "")
    #expect(try shop.read(200).isCut)
    #expect(shop.labels.withLock { $0 } == ["bestbuy", "bestbuy, page 2, 100 rows"])
  }
}
