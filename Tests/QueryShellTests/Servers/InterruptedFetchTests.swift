// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import QueryShell

/// Ctrl-C while a server is asked keeps what was read, and says that it is not all.
@Suite struct InterruptedFetchTests {
  /// A script that is interrupted when a request of that kind comes.
  struct Case: CustomTestStringConvertible, Sendable {
    let script: String
    let request: String
    let output: String

    var testDescription: String { script }

    init(_ script: String, at request: String, _ output: String) {
      self.script = script
      self.request = request
      self.output = output
    }
  }

  static let cases = [
    Case(
      "from bestbuy | show id", at: "AoE%2B2",
      "id\n───────\n8880044\n7700101\n2 of 5 products · page 2 and on: interrupted\n"),
    Case(
      "from bestbuy | sort by name | show id", at: "AoE%2B4",
      """
      id
      ───────
      8880044
      7700101
      7700102
      7700103
      4 of 5 products · page 3: interrupted

      """),
    Case(
      "from bestbuy | count", at: "AoE%2B2",
      "count\n─────\n    2\n1 row · page 2 and on: interrupted\n"),
    Case(
      "from hotels | join left bestbuy on id = bestbuy.id | count", at: "AoE%2B2",
      "count\n─────\n    7\n1 row · page 2 and on of bestbuy: interrupted\n"),
    Case(
      "let b = from bestbuy | show id\nfrom hotels | show id | union b | count", at: "AoE%2B4",
      "count\n─────\n   11\n1 row · page 3 of bestbuy: interrupted\n"),
    Case(
      "categories of chloe | show name, items", at: "page=2&department=nwrrvlsbgs",
      """
      name               items
      ─────────────────  ─────
      Dresses                1
      Skirts and shorts      1
      Bags                   –
      Sneakers               –
      4 rows · page 2 of Bags, page 2 of Sneakers: interrupted

      """),
    // What has come is given, and nothing further is asked.
    Case(
      "from bestbuy | show id | union hotels | count", at: "AoE%2B2",
      "count\n─────\n    2\n1 row · page 2 and on of bestbuy: interrupted · "
        + "interrupted before all of hotels was fetched\n"),
    Case(
      "from hotels | show id | union products | count", at: "/v3/",
      "count\n─────\n    7\n1 row · interrupted before all of products was fetched\n"),
    Case(
      "from hotels | join left products on id = products.id | count", at: "/v3/",
      "count\n─────\n    7\n1 row · interrupted before all of products was fetched\n"),
    Case("from hotels | count", at: "/master/0777.json", ""),
    Case("from bestbuy | save \"FOLDER/x.json\"", at: "AoE%2B2", ""),
    Case("from bestbuy | expect 5 rows", at: "AoE%2B2", ""),
    Case("changes from bestbuy to bestbuy by id", at: "AoE%2B2", ""),
    Case("changes of bestbuy since \"today\"", at: "AoE%2B2", ""),
  ]

  private static func bench(interruptedAt part: String) throws -> LiveBench {
    let bench = try LiveBench()
    bench.services.behave { [unowned bench] request in
      guard request.target.contains(part) else { return nil }
      bench.isInterrupted.withLock { $0 = true }
      return .silence
    }
    return bench
  }

  @Test(.timeLimit(.minutes(10)), arguments: cases)
  func keepsWhatWasRead(_ interrupted: Case) throws {
    let bench = try Self.bench(interruptedAt: interrupted.request)
    let script = interrupted.script.replacing("FOLDER", with: bench.folder)
    #expect(bench.run(script) == ShellRun(interrupted.output, "", .interrupted))
    // What is wanted after the interruption is asked of nobody.
    let asked = bench.services.server.requests.map(\.target)
    let last = asked.lastIndex { $0.contains(interrupted.request) } ?? 0
    #expect(!asked[last...].contains { $0.contains("/0777.json") && asked.count > 1 })
  }

  @Test(.timeLimit(.minutes(10)))
  func accountsTellThatNothingWasSaved() throws {
    let bench = try Self.bench(interruptedAt: "AoE%2B2")
    let path = "\(bench.folder)/accounts.json"
    let run = bench.run("from bestbuy | show id | save \"\(bench.folder)/x.json\"") {
      $0.accountsPath = path
    }
    #expect(run == ShellRun("", "", .interrupted))
    let accounts = try TestSupport.text(ofFile: path)
    #expect(
      accounts.hasPrefix(#"[{"rows":2,"saved":null,"error":null,"whole":false,"#), "\(accounts)")
    #expect(accounts.hasSuffix(#""notes":["page 2 and on: interrupted"]}]"# + "\n"), "\(accounts)")
  }

  /// Of items that are asked for side by side those stay whose records have come.
  @Test(.timeLimit(.minutes(10)))
  func keepsTheRecordsThatCame() throws {
    let bench = try LiveBench()
    bench.services.behave { $0.target.contains("/master/13370.json") ? .silence : nil }
    bench.heard.withLock {
      $0 = { [unowned bench] transfers in
        guard transfers.count > 1, transfers.done == transfers.count - 1 else { return }
        bench.isInterrupted.withLock { $0 = true }
      }
    }
    let run = bench.run("from hotels | show id, lat")
    #expect(
      run
        == ShellRun(
          """
          id          lat
          ──────  ───────
          40611   40.7826
          80899   40.7516
          13100   40.7605
          22470   40.7927
          85862   40.7648
          313499  40.742
          6 rows · interrupted before all was fetched

          """, "", .interrupted))
  }

  /// Of two sources the one is named of which a part did not come, in whatever order they are read.
  @Test func namesTheInterruptedSource() {
    func reading(_ source: String, interrupted: Bool = false) -> Provenance.Reading {
      var report = ScanReport(copy: .live)
      report.source = source
      report.isInterrupted = interrupted
      return Provenance.Reading(report)
    }
    var records = Provenance()
    for source in ["hotels", "bestbuy"] { records.add(reading(source)) }
    records.add(records: reading("hotels", interrupted: true))
    records.noteInterruption()
    #expect(records.readings.map(\.shortfalls) == [[.interrupted], []])
    var scan = Provenance()
    for source in ["hotels", "bestbuy"] { scan.add(reading(source)) }
    scan.noteInterruption()
    #expect(scan.firstPartial?.source == "hotels")
  }

  /// At the prompt `it` is what was read.
  @Test(.timeLimit(.minutes(10)))
  func goesOnFromWhatWasRead() throws {
    let bench = try Self.bench(interruptedAt: "AoE%2B2")
    let run = bench.run("from bestbuy | show id", "| count") { $0.keepsResults = true }
    let count = "count\n─────\n    2\n1 row · page 2 and on: interrupted\n"
    #expect(run.output.hasSuffix(count), "\(run)")
    #expect(run.status == .success)
  }
}
