// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import Synchronization
import TestSupport
import Testing

@testable import QueryShell

/// Ctrl-C while the only reply of a list comes keeps the whole records of what has come.
@Suite(.timeLimit(.minutes(10))) struct PartialListTests {
  /// A list that stops in the middle, a query of it, and the rows.
  struct Case: CustomTestStringConvertible, Sendable {
    let query: String
    let body: String
    var output = "id,name\n1,Nut\n2,Bolt\n"

    var testDescription: String { "\(query) of \(body)" }

    init(_ query: String, _ body: String, _ rows: String = "1,Nut\n2,Bolt\n") {
      self.query = query
      self.body = body
      output = "id,name\n\(rows)"
    }
  }

  private static let things = "from \"https://example.org/things\""
  private static let table = "from \"https://example.org/things.csv\""

  static let cases = [
    Case("from hotels | show id, name", #"[{"id":1,"name":"Nut"},{"id":2,"name":"Bolt"},{"id":3"#),
    Case(things, #"[{"id":1,"name":"Nut"},{"id":2,"name":"Bolt"},{"id":3"#),
    Case(things, #"{"items":[{"id":1,"name":"Nut"},{"id":2,"name":"Bolt"},"#),
    Case(things, "{\"id\":1,\"name\":\"Nut\"}\n{\"id\":2,\"name\":\"Bolt\"}\n{\"id\":3,\"na"),
    Case(things, "{\"id\":1,\"name\":\"Nut\"}\n{\"id\":2,\"name\":\"Bolt\"}\n"),
    Case(table, "id,name\n1,Nut\n2,Bolt\n3,Scr"),
    Case(table, "id,name\n1,Nut\n2,Bolt\n3"),
    Case(table, "id,name\n1,Nut\n2,Bolt\n"),
    Case(table, "id,name\n1,Nut\n2,Bolt\n3,\"Scr"),
  ]

  /// A server that sends the beginning of a list and then nothing, and Ctrl-C when that has come.
  private static func bench(_ body: String) throws -> LiveBench {
    let bench = try LiveBench { _ in .hanging("\r\n" + body) }
    bench.heard.withLock {
      $0 = { [unowned bench] progress in
        if progress.bytes == body.utf8.count { bench.isInterrupted.withLock { $0 = true } }
      }
    }
    return bench
  }

  @Test(arguments: cases) func keepsTheWholeRecords(_ list: Case) throws {
    let bench = try Self.bench(list.body)
    let path = "\(bench.folder)/accounts.json"
    let run = bench.run("\(list.query) | to csv") { $0.accountsPath = path }
    let words = "interrupted before all was fetched"
    #expect(run == ShellRun(list.output, "note: \(words)\n", .interrupted))
    #expect(bench.kept.isEmpty)
    let accounts = try TestSupport.text(ofFile: path)
    #expect(accounts.hasPrefix(#"[{"rows":2,"saved":null,"error":null,"whole":false,"#))
    #expect(accounts.contains("\"missing\":[\"\(words)\"]"), "\(accounts)")
  }

  /// What is saved or checked, and what has to be whole, is not of a part.
  @Test(arguments: [
    ("save \"FOLDER/x.json\"", false), ("expect 2 rows", false), ("show id", true),
  ])
  func aPartIsRefused(_ stage: String, isStrict: Bool) throws {
    for list in Self.cases {
      let bench = try Self.bench(list.body)
      let script = "\(list.query) | \(stage.replacing("FOLDER", with: bench.folder))"
      let run = bench.run(script) { $0.isStrict = isStrict }
      #expect(run == ShellRun("", "", .interrupted), "\(list)")
      #expect(bench.kept.isEmpty)
    }
  }

  @Test(arguments: [cases[0], cases[1], cases[5]]) func goesOnFromThePart(_ list: Case) throws {
    let bench = try Self.bench(list.body)
    let run = bench.run(list.query, "| count") { $0.keepsResults = true }
    let count = "count\n─────\n    2\n1 row · interrupted before all was fetched\n"
    #expect(run.output.hasSuffix(count), "\(run)")
    #expect(run.status == .success)
  }

  /// A part without a whole record, and one that is no list, is nothing.
  @Test(arguments: [
    "", "[", "[{\"id\":1,\"na", "{\"id\":1,\"na", "id,na", "id,name\n", "id,name\n1,N", "<html>",
    "{\"items\":[",
  ])
  func aPartWithoutRecordsIsNone(_ body: String) throws {
    for query in ["from hotels", Self.things] {
      let bench = try Self.bench(body)
      #expect(bench.run(query) == ShellRun("", "", .interrupted))
    }
  }
}
