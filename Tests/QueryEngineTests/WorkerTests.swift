// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax
import Synchronization
import TestSupport
import Testing
import Workers

@testable import QueryEngine

/// Rows, their order, notes and faults are the same on any number of threads.
@Suite struct WorkerTests {
  private static let fields = [
    Field("id", .id), Field("name", .text), Field("kind", .text), Field("number", .decimal),
    Field("stock", .int), Field("price", .money(.varying)), Field("tags", .list(.text)),
    Field("day", .date),
  ]

  /// Many small batches of rows in which everything may be missing; late ones have a number that is
  /// too large to calculate with, and amounts in another currency.
  private static func items(_ seed: UInt64) -> MemorySource {
    var random = Seeded(seed)
    func chance(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &random) == 0 }
    let strange = Int.random(in: 200...2_000, using: &random)
    let rows = (0..<900).map { row -> [Value] in
      let number = Int.random(in: -500...500, using: &random)
      let amount = row == strange ? Decimal("9e36") : Decimal(Int128(number), scale: number & 1)
      let value = chance(12) ? Value.null : .number(amount ?? .zero)
      let currency = row > strange && chance(40) ? "EUR" : row % 3 == 0 ? "GBP" : "USD"
      return [
        .text("\(chance(50) ? 7 : row)"),
        chance(12) ? .null : .text(["Ann \(row % 70)", "ann", "Béla", ""][row % 4]),
        chance(20) ? .null : .text("k\(row % 3)"), value,
        chance(15) ? .null : .number(Decimal(row % 11)),
        .record([
          .init("amount", value), .init("currency", value == .null ? .null : .text(currency)),
        ]), .list([.text("t\(row % 5)"), .text("all")]), .number(Decimal(86_400 * (row + 1))),
      ]
    }
    return MemorySource(
      Schema(source: "items", noun: "items", fields: fields, key: 0), rows, batchCount: 23)
  }

  private static let rowwise = [
    "filter stock > 2", "filter number > 0 or stock is null", "search \"ann\"",
    "filter name matches /n+ [1-5]/", "extend x = number / (stock - 3)", "filter any tags = \"t1\"",
    "extend x = number * number", "filter 7 / stock > 1", "filter price > £10",
    "extend x = price + price", "filter kind = \"k1\" and number < 90", "drop tags",
    "extend n = upper(name) ?? \"none\"", "filter kind != \"k9\"", "extend x = number * 1000",
    "expand tags", "assert stock < 11 or stock is null", "assert number != 77",
  ]

  private static let others = [
    "summarize sum(price), count() by kind", "summarize max(price), min(number), max(name)",
    "summarize list(name), distinct_count(name) by stock", "summarize median(number) by kind, name",
    "count", "count by stock", "top 7 by name", "top 30 by number desc, id", "sort by name",
    "distinct kind, stock", "limit 60", "skip 400", "group by kind (sort by number | limit 2)",
    "expand tags", "assert stock < 11", "assert number < 480", "expect rows > 100", "show id, name",
    "summarize first(name), last(name), avg(number), stddev(number) by kind",
    "join items on kind = items.kind and items.stock = 3", "sample 9 seed 4",
    "expand tags | summarize count(), max(name) by tags", "expect rows < 300",
    "join items on number < items.number and items.stock = 3 | limit 9",
    "join left (from items | filter stock > 8 | distinct kind) as k on kind = k.kind",
    "union items | sort by id | limit 50",
    "expand tags | filter tags = \"all\" | assert stock < 10",
    "group by kind (expand tags | count by tags | expect rows > 1)",
  ]

  private static func script(_ random: inout Seeded) -> String {
    let before = (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
      rowwise.randomElement(using: &random)
    }
    let after = (0..<Int.random(in: 0...2, using: &random)).compactMap { _ in
      (Bool.random(using: &random) ? others : rowwise + others).randomElement(using: &random)
    }
    return (["from items"] + before + after).joined(separator: " | ")
  }

  @Test(arguments: [UInt64(1), 2, 3]) func answersDoNotDependOnWorkers(_ seed: UInt64) {
    var random = Seeded(seed)
    var (answers, faults, limits) = (0, 0, 0)
    for _ in 0..<40 {
      let items = Self.items(random.next())
      var run = QueryRun(directory: MemoryDirectory(sources: [items]))
      let script = Self.script(&random)
      // Some may hold less than they want.
      if Bool.random(using: &random) { run.memory = Int.random(in: 1_000...20_000, using: &random) }
      let expected = run.text(script)
      answers += expected.hasPrefix("=") ? 1 : 0
      faults += expected.hasPrefix("! CQ04") ? 1 : 0
      limits += expected.hasPrefix("! CQ0407") ? 1 : 0
      for workers in [2, 7] {
        run.workers = workers
        #expect(run.text(script) == expected, "\(script), memory \(run.memory), \(workers)")
      }
    }
    #expect(answers > 10 && faults > 3 && limits > 0, "\(answers) \(faults) \(limits)")
  }

  private static func plan(_ script: String, _ directory: MemoryDirectory) throws -> PhysicalPlan {
    let source = ScriptText(name: "t", script)
    let bound = Binder.bind(
      Parser.parse(source).tree, in: Binder.Context(), directory: directory)
    let statement = try #require(bound.statements.first)
    guard case .query(let query) = statement.action else { preconditionFailure("a query is bound") }
    return Planner.plan(query, keepingScope: false)
  }

  /// What threads make of rows that become several is what comes without them: the checks between,
  /// the memory that the groups take, and the first row at which either ends the run.
  @Test(arguments: [
    "expand tags | summarize count(), max(name) by tags",
    "expand tags | summarize count(), max(name) by id, tags",
    "filter stock > 2 | expand tags | assert number < 400 | count by tags",
    "expand tags | extend x = number * number | assert stock < 10 | summarize max(x) by kind",
    "expand tags | extend l = split(name, \"n\") | expand l | count by l",
    "assert stock < 11 | limit 3", "assert number < 480",
    "assert stock < 10 | limit 3", "extend x = 7 / (stock - 3) | expand tags | count by x",
  ])
  func rowsThatBecomeSeveral(stages: String) {
    Self.compare(stages, memory: [4_000, 20_000, 100_000_000])
  }

  /// Aggregates whose parts are their values, beside some that gain by parts: the values, their
  /// order, and the batch at which they are too many to hold.
  @Test(arguments: [
    "summarize sum(stock), median(number), list(name) by kind",
    "summarize count(), distinct_count(name), stddev(number), last(day)",
    "filter stock > 2 | summarize max(price), list(number), distinct_count(kind) by stock, kind",
    "summarize list(price), avg(stock), list(tags), variance(number) by kind",
    "expand tags | summarize distinct_count(tags), distinct_count(price), min(name) by stock",
  ])
  func valuesBesideWhatGains(stages: String) {
    Self.compare(stages, memory: [4_000, 12_000, 30_000, 80_000, 100_000_000])
  }

  /// The same on one thread, two and seven, for queries that may hold so many bytes.
  private static func compare(_ stages: String, memory: [Int]) {
    for seed in UInt64(11)...14 {
      for memory in memory {
        var run = QueryRun(directory: MemoryDirectory(sources: [Self.items(seed)]))
        run.memory = memory
        let expected = run.text("from items | \(stages)")
        for workers in [2, 7] {
          run.workers = workers
          #expect(run.text("from items | \(stages)") == expected, "\(memory), \(workers)")
        }
      }
    }
  }

  /// Rows that become several are worked on by threads where something combines them there, and so
  /// are aggregates of which one gains.
  @Test(arguments: [
    ("filter stock > 2 | expand tags | count by tags", 3),
    ("filter stock > 2 | expand tags | filter tags = \"all\" | assert stock > 0 | count", 5),
    ("filter abs(stock) > 2 | expand tags | show tags", 1), ("expand tags | sort by tags", 0),
    ("assert abs(stock) > 2 | limit 3", 1), ("summarize median(number) by kind", 0),
    ("filter stock > 2 | summarize sum(stock), median(number) by kind", 2),
    ("expand tags | extend l = split(name, \"n\") | expand l | count by l", 0),
  ])
  func sharesWhatIsGathered(stages: String, count: Int) throws {
    let items = MemoryDirectory(sources: [Self.items(1)])
    #expect(try Self.plan("from items | \(stages)", items).shared?.count ?? 0 == count)
  }

  /// Ctrl-C at any question while threads work.
  @Test(arguments: [1, 5, 6, 12, 30]) func cancelling(after questions: Int) throws {
    let directory = MemoryDirectory(sources: [Self.items(5)])
    for script in [
      "from items | filter name matches /n/ | summarize max(name) by kind",
      "from items | search \"ann\"",
    ] {
      let workers = WorkerCount()
      workers.set(to: 3)
      var left = questions
      let environment = Executor.Environment(
        directory: directory, lastResult: nil, workers: workers,
        isCancelled: {
          left -= 1
          return left <= 0
        })
      var isCancelled = false
      let plan = try Self.plan(script, directory)
      #expect(plan.shared != nil, "\(script)")
      do throws(ExecutionFault) {
        _ = try Executor.run(plan, in: environment) { _ in .more }
      } catch {
        if case .cancelled = error { isCancelled = true }
      }
      #expect(isCancelled, "\(script)")
    }
  }

  /// A limit ends the reading while threads are ahead of it, and nothing is waited for.
  @Test func endsEarlyWhileThreadsWork() throws {
    let directory = MemoryDirectory(sources: [Self.items(5)])
    let plan = try Self.plan(
      "from items | filter abs(number) < 1000 | limit 300 | show id", directory)
    #expect(plan.shared != nil)
    let workers = WorkerCount()
    workers.set(to: 3)
    let environment = Executor.Environment(
      directory: directory, lastResult: nil, workers: workers, isCancelled: { false })
    var (rows, batches) = (0, 0)
    let result = try Executor.run(plan, in: environment) { batch in
      rows += batch.count
      batches += 1
      return .more
    }
    #expect(rows == 300 && batches > Arrivals.alone)
    // The list has 23 batches of 900 rows.
    let read = try #require(result.scan?.records)
    #expect((300..<600).contains(read), "\(read)")
  }

  /// Work that is lighter than handing it over is not shared.
  @Test func lightWorkIsDoneByWhoeverReads() throws {
    let items = MemoryDirectory(sources: [Self.items(1)])
    let judged = try [
      "filter stock > 2 | sort by name": true, "filter kind = \"k1\" and number < 90 | count": true,
      "filter number between 1 and 9 or stock is null | top 3 by stock": true,
      "extend x = number + 1 | sort by x": true, "summarize count(), avg(number) by kind": true,
      "filter stock > 2 | summarize count(), sum(number), max(stock) by kind, name": true,
      "filter name contains \"nn\" | count": false, "filter name matches /n/ | count": false,
      "filter kind = \"k1\" and name = \"Ann\" and name != \"Bob\" | top 3 by stock": false,
      "extend n = upper(name) | sort by n": false, "filter any tags = \"t1\" | sort by id": false,
      "summarize stddev(number) by kind": false, "expand tags | count by tags": false,
      "search \"ann\" | sort by id": false,
    ].filter { query, isLight in
      try (Self.plan("from items | \(query)", items).shared == nil) != isLight
    }
    #expect(judged.isEmpty, "\(judged.keys)")
  }

  /// Gives batches of one row each.
  private final class Rows: BatchCursor {
    private var left: Int
    private(set) var report = ScanReport(copy: .file)

    init(_ count: Int) { left = count }

    func next() throws(SourceFault) -> Batch? {
      report.records += 1
      if left == 0 { throw .cancelled }
      left -= 1
      return Batch([Column(.int, [.number(Decimal(left))])], count: 1)
    }
  }

  /// Where there are few batches nobody is asked for threads. What is read ahead is not told, and
  /// what the reading ends with comes behind the last batch.
  @Test func theFirstBatchesAreAlone() throws {
    let items = MemoryDirectory(sources: [Self.items(1)])
    let work = try #require(
      try Self.plan("from items | filter abs(stock) > 3 | show stock", items).shared)
    #expect(try Self.plan("from items | filter price > £3 | count", items).shared == nil)
    let workers = WorkerCount()
    workers.set(to: 3)
    let arrivals = Arrivals(
      Rows(9), sharing: work, RunState(isCancelled: { false }), workers)
    var seen: [String] = []
    do throws(SourceFault) {
      while let arrival = try arrivals.next() {
        let kind = if case .batch = arrival { "alone" } else { "shared" }
        seen.append("\(kind) \(arrivals.report.records)")
      }
    } catch {
      seen.append("fault \(arrivals.report.records)")
    }
    #expect(
      seen == [
        "alone 1", "alone 2", "alone 3", "alone 4", "shared 5", "shared 6", "shared 7", "shared 8",
        "shared 9", "fault 10",
      ])
  }
}
