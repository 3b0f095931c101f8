// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QueryEngine
import QuerySyntax
import Testing

@Suite struct DemandTests {
  /// What a query asks of hotels in batches of two: the fields read, how many of the four batches,
  /// and for which items which details.
  @Test(arguments: [
    ("from hotels", "id,name,address,stars,distance,suites 4"),
    // A limit stops the reading, unless a stage before it needs all rows.
    ("from hotels | limit 1 | show id", "id 1"), ("from hotels | limit 2 | show id", "id 1"),
    ("from hotels | limit 3 | show id", "id 2"), ("from hotels | limit 0 | show id", "id 1"),
    ("from hotels | skip 3 | limit 1 | show id", "id 2"),
    ("from hotels | filter rooms = 1 | limit 1 | show id", "id,suites 2"),
    ("from hotels | distinct stars | limit 2 | show stars", "stars 1"),
    ("from hotels | sort by id | limit 1 | show id", "id 4"),
    ("from hotels | top 1 by id | show id", "id 4"), ("from hotels | count | limit 1", " 4"),
    // Only what is used is read; what only a hidden and unused field needs is not.
    ("from hotels | filter stars > 1 and name = \"x\" | show id", "id,name,stars 4"),
    ("from hotels | show rooms | distinct", "suites 4"),
    ("from hotels | extend a = stars, b = distance | show a | distinct", "stars 4"),
    ("from hotels | count by x = distance > 1", "distance 4"),
    ("from hotels | search \"x\" | count", "id,name,address 4"),
    // Details come for the rows that reach their stage, and only the fields that are used.
    ("from hotels | filter stars = 3 | show id, lat", "id,stars 4 [40611: lat] [13100: lat]"),
    ("from hotels | limit 2 | filter lat > 0 and lon < 0 | show id", "id 1 [40611 80899: lat,lon]"),
    ("from hotels | limit 1 | show lat, lon | show name", "name 1"),
    ("from hotels | limit 1 | show all", "id,name,address,stars,distance,suites 1"),
    (
      "from hotels | limit 1 | filter lat > 0 | sort by image | show lat",
      "id 1 [40611: lat] [40611: image]"
    ),
    (
      "from hotels | filter lat > 0 | show id",
      "id 4 [40611 80899: lat] [13100 22470: lat] [85862 313499: lat] [13370: lat]"
    ),
    ("from hotels | limit 3 | filter lat > 0 | show id", "id 2 [40611 80899: lat] [13100: lat]"),
    // Rows of one item share its record, also in batches that follow.
    (
      "from hotels | expand suites | filter lat > 0 | show id",
      "id,suites 4 [40611 80899: lat] [13100 22470: lat] [85862 313499: lat] [13370: lat]"
    ),
    (
      "from hotels | expand suites | filter lat > 0 | limit 1 | show id",
      "id,suites 1 [40611 80899: lat]"
    ),
    ("show 808 of hotels | show name", "id,name 4"),
    ("show 80899 of hotels | show name", "id,name 4"),
    ("show 80899 of hotels | show lat", "id 4 [80899: lat]"),
  ])
  func asksForWhatIsNeeded(query: String, requests: String) throws {
    let hotels = Samples.hotels(batchCount: 2)
    let source = ScriptText(name: "t", query)
    let directory = MemoryDirectory(sources: [hotels])
    let bound = Binder.bind(Parser.parse(source).tree, in: Binder.Context(), directory: directory)
    guard case .query(let plan) = try #require(bound.statements.first?.action) else { return }
    let environment = Executor.Environment(
      directory: directory, lastResult: nil, isCancelled: { false })
    // A pipeline that keeps nothing but what it shows; its key is read where rows are items.
    _ = try Executor.run(Planner.plan(plan, keepingScope: false), in: environment) { _ in .more }
    let asked = hotels.requests
    let details = asked.details.map { " [\($0)]" }.joined()
    let scans = asked.scans.map { $0.joined(separator: ",") }.joined(separator: ";")
    #expect("\(scans) \(asked.batches)\(details)" == requests)
  }

  /// A run of many groups, or of the rows of a union, can be ended before its end.
  @Test(arguments: [("group by id (limit 1)", 8), ("union more", 10)])
  func stopsBetweenRowsThatAreHandedOn(stage: String, asked: Int) throws {
    let directory = MemoryDirectory(sources: [Samples.hotels(batchCount: 2)])
    let script = "let more = from hotels\nfrom hotels | \(stage) | show id"
    let bound = Binder.bind(
      Parser.parse(ScriptText(name: "t", script)).tree, in: Binder.Context(), directory: directory)
    guard case .query(let plan) = try #require(bound.statements.last?.action) else { return }
    var rest = asked
    let environment = Executor.Environment(directory: directory, lastResult: nil) {
      rest -= 1
      return rest < 0
    }
    let fault = #expect(throws: ExecutionFault.self) {
      try Executor.run(Planner.plan(plan, keepingScope: false), in: environment) { _ in .more }
    }
    if case .cancelled = fault {} else { Issue.record("it ends with \(String(describing: fault))") }
  }

  /// Whoever receives the rows can end the run, and so can a cancellation between batches.
  @Test func stopsWhenTold() throws {
    let hotels = Samples.hotels(batchCount: 2)
    let directory = MemoryDirectory(sources: [hotels])
    let script = Parser.parse(ScriptText(name: "t", "from hotels | show id")).tree
    let bound = Binder.bind(script, in: Binder.Context(), directory: directory)
    guard case .query(let plan) = try #require(bound.statements.first?.action) else { return }
    let physical = Planner.plan(plan, keepingScope: false)
    var isOver = false
    let environment = Executor.Environment(directory: directory, lastResult: nil) { isOver }
    let report = try Executor.run(physical, in: environment) { _ in .enough }
    #expect([report.rows, hotels.requests.batches] == [2, 1])
    var rows = 0
    let fault = #expect(throws: ExecutionFault.self) {
      try Executor.run(physical, in: environment) { batch in
        rows += batch.count
        isOver = true
        return .more
      }
    }
    if case .cancelled = fault {} else { Issue.record("it ends with \(String(describing: fault))") }
    #expect([rows, hotels.requests.batches] == [2, 3])
  }
}
