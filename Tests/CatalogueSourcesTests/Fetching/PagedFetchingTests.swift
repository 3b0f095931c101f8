// SPDX-License-Identifier: MIT

import Catalogue
import Synchronization
import Testing

@testable import CatalogueSources

/// How much is fetched of a list that a server gives page by page, and what is said meanwhile.
@Suite struct PagedFetchingTests {
  /// A list of 294 items in pages of 100, and what its watcher was told.
  private final class Shop: Sendable {
    let subjects = Mutex<[TransferSubject]>([])
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
          self.subjects.withLock { $0.append(what) }
          return TransferWatcher()
        }, clock: { 1_000 })
      var options = SourceRegistry.Options()
      options.places = ["bestbuy": "https://shop.example/{page}"]
      options.network = { NetworkStore($0, mode: .live, session: session) }
      let registry = SourceRegistry(options, watch: .unwatched)
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
        [.list, .page(2, of: 3, records: 100), .page(3, of: 3, records: 200)]
      ),
      (101, 200, true, [.list, .page(2, of: 2, records: 100)]), (1, 100, true, [.list]),
    ] as [(Int?, Int, Bool, [TransferSubject.Part])])
  func endsAtTheLimit(limit: Int?, records: Int, isCut: Bool, parts: [TransferSubject.Part]) throws
  {
    let shop = Shop(total: #""total":294,"#)
    let report = try shop.read(limit)
    #expect(report.records == records && report.isCut == isCut && report.total == 294)
    #expect(shop.subjects.withLock { $0.map(\.part) } == parts)
  }

  @Test func tellsNoNumberThatIsUnknown() throws {
    let shop = Shop(total: "")
    #expect(try shop.read(200).isCut)
    #expect(shop.subjects.withLock { $0.map(\.part) } == [.list, .page(2, of: nil, records: 100)])
  }
}
