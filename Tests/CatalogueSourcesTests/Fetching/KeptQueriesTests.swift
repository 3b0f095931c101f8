// SPDX-License-Identifier: MIT

import Catalogue
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
    let source = try SourceRegistry(options).source(.named(name)) as? DefinedSource
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
}
