// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import Foundation
import ResultRendering
import TestSupport
import Testing

@testable import QueryShell

/// What there is no room for in memory is put aside: rows, their order and messages stay.
@Suite final class SpillAnswerTests {
  private static let names = ["ann", "Bob", "émile", "b-b", "", "漢字", "Zoë", "10", "9"]
  private let folder: String
  private var random = Seeded(29)

  init() throws {
    folder = try TestSupport.temporaryDirectory()
    var rows: [String] = []
    for row in 0..<1_500 { rows.append(self.row(row)) }
    try rows.joined(separator: "\n").write(
      toFile: "\(folder)/rows.ndjson", atomically: true, encoding: .utf8)
    var others: [String] = []
    for row in 0..<700 { others.append("{\"n\":\(row % 450),\"o\":\"o \(row)\",\"p\":[\(row)]}") }
    try others.joined(separator: "\n").write(
      toFile: "\(folder)/others.ndjson", atomically: true, encoding: .utf8)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// A record of which members may be missing or null; texts are ASCII alone in the first part, and
  /// the digits of numbers become more.
  private func row(_ row: Int) -> String {
    func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    let names = Self.names.filter { row > 700 || $0.utf8.allSatisfy { $0 < 0x80 } }
    let digits = String(repeating: "7", count: row > 1_200 ? 18 : row / 400)
    var members = ["\"id\":\"\(row % 11 == 0 ? "x" : "")\(pick(3_000))\"", "\"n\":\(pick(600))"]
    if pick(5) > 0 { members.append("\"d\":\(pick(9) == 0 ? "null" : "\(pick(40)).\(digits)5")") }
    if pick(7) > 0 { members.append("\"t\":\"\(names[pick(names.count)]) \(pick(60))\"") }
    members.append("\"c\":\"\(names[pick(names.count)])\"")
    if pick(3) > 0 { members.append("\"b\":\(pick(2) == 0)") }
    members.append("\"l\":[\((0..<pick(4)).map { _ in "\"\(pick(9))\"" }.joined(separator: ","))]")
    let inner = [
      "{}", "{\"x\":null}", "{\"x\":\(pick(9))}", "{\"x\":1,\"y\":\"\(pick(5))\"}", "null",
    ]
    members.append("\"r\":\(inner[pick(inner.count)])")
    members.append("\"a\":\(["1", "\"1\"", "true", "[2]", "12.5", "null"][pick(6)])")
    if pick(4) > 0 { members.append("\"day\":\"2024-0\(1 + pick(9))-1\(pick(10))\"") }
    return "{\(members.joined(separator: ","))}"
  }

  private static let keys = ["id", "n", "d", "t", "c", "b", "a", "day", "n % 7", "r.x"]

  private func sorting() -> String {
    let keys = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      (Self.keys.randomElement(using: &random) ?? "")
        + (["", " desc", " nulls first", " desc nulls first"].randomElement(using: &random) ?? "")
    }
    return keys.joined(separator: ", ")
  }

  private func orders(_ count: Int) -> [String] {
    (0..<count).map { _ in
      switch Int.random(in: 0..<5, using: &random) {
      case 0: "sort by \(sorting()) | show id, n, t"
      case 1: "top \(Int.random(in: 1...1_400, using: &random)) by \(sorting())"
      case 2: "sort by \(sorting()) | skip 700 | limit 20"
      default: "sort by \(sorting())"
      }
    }
  }

  /// Keys with few values and with many, of every type.
  private static let groups = [
    "summarize count(), max(d) by l, r", "filter n > 100 | summarize avg(n), max(a) by day, t",
    "summarize x = max(1 / (n - 77)), count() by id | top 400 by id", "distinct t", "distinct",
    "distinct b, c, n", "distinct l | limit 900", "count by n, t",
    "summarize count(), sum(n), avg(d), max(t), min(day), first(id), last(c) by id",
    "summarize distinct_count(t), distinct_count(l), count() by n", "distinct t, id",
    "summarize median(d), q = percentile(n, 37.5), stddev(d), count(), distinct_count(r) by id, b",
    "summarize median(n), q = percentile(d, 90), variance(n), distinct_count(a) by c, m = n % 77",
    "group by n (sort by id | limit 3)", "group by id, t (limit 1) | show id, t, c",
    "group by n (summarize x = count(), y = max(d))", "sample 900 seed 7",
  ]

  /// Those of which the values of a group have to be held together, or the keys of all groups.
  private static let gatherings = [
    "summarize n = count(), list(t), median(n), distinct_count(c) by m = n % 100, c",
    "summarize list(id) by r.x, b | sort by b",
    "group by c, b (summarize n = count(), x = max(d)) | show all",
    "group by c (sort by n, id | limit 90) | show id, t, n",
    "group by n (distinct t, c | sort by t desc)", "summarize distinct_count(t), list(b) by n",
    "summarize stddev(n), last(l) by day", "summarize median(d), list(r) by id, b",
  ]

  /// What brings in other rows, or looks at groups by themselves.
  private static let othersAndGroups = [
    "join OTHERS on n = others.n | show id, n, others.o",
    "join left OTHERS on n = others.n | show id, t, others.o, others.p",
    "join left OTHERS on n = others.n and others.p[0] > 300 | show id, others.o",
    "join OTHERS on n = others.n and d * 2 > others.n / 10 | show all",
    "union OTHERS | show id, n, o",
    "join OTHERS on n < others.n and others.n < 20 | show id, t, others.o, others.p",
    "join left OTHERS on n % 40 * 1000 < others.n * 13 | show id, n, others.o, others.p",
    "join left OTHERS on b = (others.n > 3) and n < others.n / 90 | show id, n, others.o",
    "join OTHERS on 7000 / n = 7000 / others.n | summarize count(), o = max(others.o) by id",
  ]

  private func session(workers: Int, memory: Int?) -> Session {
    Session.collecting { settings in
      settings.watch.windows.leastFile = 0
      settings.watch.windows.leastProposed = 0
      settings.watch.windows.window = 1 << 12
      settings.memory = memory
      settings.workers = workers
      settings.format = .jsonl
    }
  }

  private func answer(_ query: String, workers: Int, memory: Int?) -> ShellRun {
    let session = session(workers: workers, memory: memory)
    let text = "set cache.columns = off\nfrom \"\(folder)/rows.ndjson\" | \(query)"
    let status = session.run(
      ScriptText(name: "t", text.replacing("OTHERS", with: "\"\(folder)/others.ndjson\"")))
    return ShellRun(session.output.taken(), session.errors.taken(), status)
  }

  private func expectNoDifference(_ queries: [String], least: Int = 3_000) {
    for query in queries {
      let wanted = answer(query, workers: 1, memory: nil)
      #expect(wanted.status == .success && wanted.output.count > 500, "\(query)\n\(wanted.errors)")
      for (memory, workers) in [(least, 1), (20_000 + least, 2), (100_000, 7), (400_000, 1)] {
        let found = answer(query, workers: workers, memory: memory)
        let isSame = found == wanted
        #expect(
          isSame,
          """
          \(query) in \(memory) bytes, \(workers) workers:
          \(Self.difference(found, wanted))
          """)
      }
    }
  }

  /// The messages, and the first lines that differ.
  private static func difference(_ found: ShellRun, _ wanted: ShellRun) -> String {
    let lines = [found, wanted].map { $0.output.split(separator: "\n") }
    let place = zip(lines[0], lines[1]).enumerated().first { $0.element.0 != $0.element.1 }
    let shown = place.map { "line \($0.offset): \($0.element.0)\nnot \($0.element.1)" } ?? ""
    return "\(found.errors)\(lines[0].count) rows, not \(lines[1].count)\n\(shown)"
  }

  @Test func sortsDoNotDependOnMemory() { expectNoDifference(orders(12)) }

  @Test func groupsDoNotDependOnMemory() { expectNoDifference(Self.groups) }

  @Test func gatheringDoesNotDependOnMemory() {
    expectNoDifference(Self.gatherings, least: 60_000)
  }

  @Test func joinsDoNotDependOnMemory() { expectNoDifference(Self.othersAndGroups) }

  /// Where memory has no room a `limit` does not end the reading, and what is noted is of all rows.
  @Test(arguments: [
    "join OTHERS on n = others.n | show id, others.o", "distinct id, t | show id, t",
  ]) func aLimitEndsTheReadingOnlyInMemory(query: String) throws {
    let path = "\(folder)/rows.ndjson"
    let rows = try String(contentsOfFile: path, encoding: .utf8)
    try (rows + "\n{\"id\": oops}\n").write(toFile: path, atomically: true, encoding: .utf8)
    let limited = answer("\(query) | limit 400", workers: 1, memory: nil)
    let all = answer(query, workers: 1, memory: nil)
    #expect(limited.output.split(separator: "\n").count == 400 && limited.errors == "")
    #expect(all.output.hasPrefix(limited.output) && all.errors.contains("CQ0406"))
    for workers in [1, 2, 7] {
      let found = answer("\(query) | limit 400", workers: workers, memory: 3_000)
      #expect(found == ShellRun(limited.output, all.errors, all.status), "\(query)")
    }
  }

  /// What there is room for is there with more room, however stages share that.
  @Test(arguments: [
    "group by c (sort by n, id | limit 90)", "sort by t | summarize list(id)",
    "sort by t | group by c (summarize list(id), list(t))", "union OTHERS | summarize list(id)",
    "group by b (sort by t) | summarize list(id)", "top 1200 by d | summarize list(id)",
    "summarize count() by id | summarize list(id)", "sample 1200 seed 5 | summarize list(id)",
    "summarize distinct_count(t) by n",
  ]) func moreMemoryTakesNothingAway(query: String) {
    let wanted = answer(query, workers: 1, memory: nil)
    #expect(wanted.status == .success && wanted.output.count > 500)
    var memory = 2_000
    var least: Int?
    while memory < 1_300_000 {
      let found = answer(query, workers: 1, memory: memory)
      if found == wanted { least = least ?? memory }
      let isRefused = found.status == .data && found.errors.contains("CQ0407")
      #expect(found == wanted || least == nil && isRefused, "\(query) in \(memory)")
      memory += memory / 2
    }
    #expect(least != nil, "\(query)")
  }

  /// Where rows can be put nowhere, or not as many, one message says what to do.
  @Test func whereThereIsNoRoomAtAllOneMessageTells() {
    let session = session(workers: 1, memory: 20_000)
    session.settings.spillBytes = 50_000
    let query = "from \"\(folder)/rows.ndjson\" | sort by t"
    #expect(session.run(ScriptText(name: "t", query)) == .data)
    #expect(
      session.errors.taken().hasSuffix(
        ": error[CQ0407]: the rows that are put aside take more than 50 kB\n"))
    #expect(session.output.taken() == "")
    session.settings.spillBytes = 50_000_000
    #expect(session.run(ScriptText(name: "t", query)) == .success)
  }
}
