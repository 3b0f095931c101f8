// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import Testing

@testable import CatalogueSources

/// What is kept of a source is named by the queries that it answers.
@Suite struct KeptQueriesTests {
  private func bench(
    _ name: String, at list: String
  ) throws -> (bench: FetchingBench, source: DefinedSource) {
    let bench = try FetchingBench()
    var options = SourceRegistry.Options()
    options.places = [name: list]
    let session = bench.session
    options.network = { NetworkStore($0, mode: .live, session: session) }
    let registry = SourceRegistry(options, watch: .unwatched)
    let source = try registry.source(.named(name)) as? DefinedSource
    return (bench, try #require(source))
  }

  /// The queries that are named where a list is not given; nil where it is.
  private func named(_ source: DefinedSource, _ wanted: ScanRequest) -> [String]? {
    do throws(SourceFault) {
      _ = try source.scan(wanted).next()
      return nil
    } catch {
      guard case .server(let fault) = error else { return nil }
      return fault.keptQueries
    }
  }

  @Test func namesCategories() throws {
    let (bench, source) = try bench("chloe", at: "https://shop.example/{category}/{page}")
    let body =
      #"{"Header": {"StatusCode": 200}, "ResultsLite": {"TotalResults": 1, "Items": "#
      + #"[{"Code8": "a"}]}}"#
    var wanted = ScanRequest(fields: [0])
    wanted.categories = ["nwrrvlsbgs"]
    #expect(named(source, wanted) == [])
    for category in ["drsss", "shssnkrs"] {
      bench.transport.answer("https://shop.example/\(category)/1", with: .reply(body))
      wanted.categories = [category]
      #expect(named(source, wanted) == nil)
    }
    wanted.categories = ["nwrrvlsbgs"]
    #expect(
      named(source, wanted) == [#"from chloe in "Dresses""#, #"from chloe in "Sneakers""#])
  }

  @Test func namesSearches() throws {
    let (bench, source) = try bench("bestbuy", at: "https://shop.example/{cursor}?sku=*{search}")
    bench.setVariable("BESTBUY_API_KEY", "S3cr3t+Key")
    let body = #"{"products": [{"sku": 1, "name": "a"}], "total": 1, "nextCursorMark": "e"}"#
    var wanted = ScanRequest(fields: [0])
    for (words, parts) in [
      (["tv"], "&search=tv"), (["smart", "c&a"], "&search=smart&search=c%26a"),
    ] {
      let address = "https://shop.example/%2A?sku=*\(parts)"
      bench.transport.answer(address, with: .reply(body))
      wanted.search = words
      #expect(named(source, wanted) == nil)
    }
    wanted.search = ["phone"]
    let queries = [#"from bestbuy | search "smart c&a""#, #"from bestbuy | search "tv""#]
    #expect(named(source, wanted) == queries)
  }

  /// Whether one place of an address has all words or each word one of its own.
  @Test(arguments: [
    ("https://x.example/?q={search}&page={page}", "{words}", "https://x.example/?q=a%20b&page=1"),
    ("https://x.example/?p={page}{search}", "&q={words}", "https://x.example/?p=1&q=a%20b#KEY"),
    ("https://x.example/l{search}?p={page}", "/w/{word}", "https://x.example/l/w/a/w/b?p=1"),
  ])
  func findsWords(list: String, search: String, address: String) throws {
    let definition = """
      source x {
        list "\(list)"
        search "\(search)"
        items items or []
        pages of 10
        field id Id key
      }
      """
    let loaded = DefinitionLoader.load(ScriptText(name: "x.cq", definition)).definitions.first
    let service = try #require(loaded?.service)
    #expect(KeptSearches(service)?.found(in: ["https://x.example/", address]) == [["a", "b"]])
    var wanted = ScanRequest(fields: [])
    wanted.search = ["a", "b"]
    let request = ServiceRequest(wanted, service, isService: true, byCategory: false)
    #expect(address.contains(request.parts["search"] ?? "nothing"))
  }
}
