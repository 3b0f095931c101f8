// SPDX-License-Identifier: MIT

import Arrow
import Catalogue
import CatalogueSources
import Diagnostics
import Foundation
import ResultRendering
import TestSupport
import Testing

@testable import QueryShell

/// A list that is saved as Arrow answers as it does itself: rows and their order, notes, footers,
/// faults and statuses, whatever batches are left out by what is known of their values.
@Suite final class SavedAnswerTests {
  private static let count = 300
  private let folder: String
  private var random = Seeded(57)

  init() throws {
    folder = try TestSupport.temporaryDirectory()
    let rows = (0..<Self.count).map { row($0) }
    try rows.joined(separator: "\n").write(
      toFile: "\(folder)/rows.jsonl", atomically: true, encoding: .utf8)
    try save(mostRows: 20)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private func pick(_ choices: [String]) -> String { choices[pick(choices.count)] }

  /// Of most members each batch of rows has but few values; some it has not at all, or it alone.
  private func row(_ row: Int) -> String {
    let part = row / 20
    var members = ["\"id\":\(row)", "\"k\":\(part)", "\"b\":\(part % 3 == 1)"]
    let huge = part % 5 == 4 && row % 20 == 17
    members.append("\"x\":\(huge ? "9\(String(repeating: "7", count: 36))" : "\(row - 50)")")
    if part % 4 != 2 || pick(3) == 0 { members.append("\"w\":\(part * 10 + pick(10)).5") }
    members.append("\"z\":\(part % 6 == 3 && pick(4) == 0 ? 0 : 2)")
    if part % 4 != 1 { members.append("\"t\":\"\(part > 9 ? "é" : "t") \(part)\"") }
    members.append("\"u\":\(pick(12) == 0 ? "null" : "\"u \(row / 7)\"")")
    members.append("\"day\":\"20\(10 + part)-01-1\(pick(10))\"")
    members.append(part % 7 == 2 ? "\"l\":null" : "\"l\":[\(part),\(pick(3))]")
    members.append("\"r\":{\"m\":\(part % 5 == 0 ? "null" : "\(part)")}")
    return "{\(members.joined(separator: ","))}"
  }

  private func save(mostRows: Int) throws {
    let source = try FileSource.open(
      path: "\(folder)/rows.jsonl", strict: false, watch: .unwatched)
    let fields = source.schema.fields
    var writer = ArrowWriter(
      .file, fields.map { ResultColumn($0.name, $0.type) }, mostRows: mostRows)
    let cursor = try source.scan(fields: Array(fields.indices))
    while let batch = try cursor.next() {
      for start in stride(from: 0, to: batch.count, by: mostRows) {
        writer.add(batch.slice(start..<min(start + mostRows, batch.count)))
      }
    }
    var bytes: [UInt8] = []
    writer.finish(to: &bytes)
    try Data(bytes).write(to: URL(filePath: "\(folder)/rows.arrow"))
  }

  /// The same of both files, whose names are as long as each other.
  private func answer(_ script: String, _ name: String, workers: Int) -> ShellRun {
    var run = ShellRun(
      running: script.replacing("ROWS", with: "\"\(folder)/\(name)\""),
      change: { settings in
        settings.workers = workers
        settings.format = .jsonl
      })
    run.output = run.output.replacing(name, with: "rows")
    run.errors = run.errors.replacing(name, with: "rows")
    return run
  }

  /// Of rows before a fault those come that are in earlier batches, which differ; so does which of
  /// several stages meets a fault first.
  private func expectSame(_ script: String) -> ShellRun {
    var wanted = answer(script, "rows.jsonl", workers: 1)
    var found = answer(script, "rows.arrow", workers: [1, 3][pick(2)])
    if wanted.status != .success, found.output.hasPrefix(wanted.output) {
      found.output = wanted.output
      found.errors.trimPrefix { $0 != " " }
      wanted.errors.trimPrefix { $0 != " " }
    }
    let isSame = found == wanted
    #expect(isSame, "\(script)\n\(found)not\(wanted)")
    return wanted
  }

  // Pipelines.

  /// Conditions of which a file may know that no row of a batch meets them, and others beside them.
  private func silentCondition() -> String {
    let part = pick(18)
    switch pick(3) {
    case 0:
      return pick([
        "k = \(part)", "k > \(part)", "\(part) >= k", "id < \(20 * part)", "id = \(pick(350))",
        "b", "t is null", "w is null", "k in (\(part), 2)", "k = \(part) or id = 9",
        "w > \(10 * part)", "w between \(9 * part) and \(9 * part + 20)", "l is null",
        "day >= \(2010 + part)-01-05", "t = exact \"t \(part)\"", "t = exact \"é \(part)\"",
        "t is null or t = exact \"t 3\"", "u = exact \"u \(pick(90))\"", "x < \(part)",
      ])
    case 1:
      return pick([
        "t = \"T \(part)\"", "t contains \"1\"", "not b", "k != 3", "u > \"u 5\"", "r.m = \(part)",
        "count(l) > 1", "any l = 1", "len(t) > 3", "year(day) < \(2010 + part)", "l[0] = \(part)",
        "(w ?? 0) > 50", "z = 0", "lower(u) contains \"3\"", "u matches \"[0-5]$\"",
      ])
    default: return "\(silentCondition()) and \(silentCondition())"
    }
  }

  /// Such conditions, and those by which a query may end or rows are counted.
  private func condition() -> String {
    switch pick(4) {
    case 0, 1: return silentCondition()
    case 2:
      return pick([
        "x * 1000000 > 3", "10 / z > 1", "-x * 1000000 < 99", "round(x * 100) > 3",
        "\"{t} {x * 1000}\" != \"\"", "(if k > 4 then x * 1000000 else 3) > 1",
        "(w ?? x * 1000000) > 3", "k / z > 2", "w / z < 60",
      ])
    default: return "\(condition()) and \(condition())"
    }
  }

  private func stage(_ number: Int) -> String {
    switch pick(10) {
    case 0: return "extend y\(number) = \(pick(["x * 1000000", "10 / z", "w + 1", "w ?? k"]))"
    case 1: return pick(["sort by w desc", "sort by u", "search \"t 3\""])
    default: return "filter \(condition())"
    }
  }

  private func stages(_ count: Int) -> String {
    (0..<count).map { stage($0) }.joined(separator: " | ")
  }

  private func script() -> String {
    let last = pick([
      "", " | show all", " | show id, w", " | count", " | top 3 by w", " | summarize max(w) by b",
      " | show id | to table", " | show k, t | to table", " | distinct k", " | join s on id = s.id",
    ])
    // Which of two lists ends with a fault first is a matter of their batches.
    let view = last.contains("join") ? "let s = from ROWS | filter \(silentCondition())\n" : ""
    return "\(view)from ROWS | \(stages(1 + pick(4)))\(last)"
  }

  /// Faults and notes of rows of which no later stage lets any pass.
  @Test(arguments: [
    (
      "filter x * 1000000 > 3 | filter k = 3 | to table", "",
      " error[CQ0405]: a result has more than 38 digits\n"
    ),
    (
      "filter x * 1000000 > 3 and k = 3 | to table", "",
      " error[CQ0405]: a result has more than 38 digits\n"
    ),
    (
      "extend y = x * 1000000 | filter k = 3 | show y | to table", "",
      " error[CQ0405]: a result has more than 38 digits\n"
    ),
    ("filter k = 99 and t = exact \"z\" | to table", "no rows of 300\n", ""),
    (
      "filter t = exact \"z\" and b | filter k = 3 | count | to csv", "count\n0\n",
      "note: 80 have no t\n"
    ),
    ("filter k = 3 and x * 1000000 > 3 | count | to csv", "count\n20\n", ""),
  ]) func whatIsLeftOutIsTold(stages: String, output: String, errors: String) {
    let found = expectSame("from ROWS | \(stages)")
    // Why there is no row is told in the place of the nulls.
    let errors = output.hasPrefix("no rows") ? found.errors : errors
    #expect(found.errors == errors && found.output == output)
  }

  @Test func generatedPipelines() {
    var (faults, notes, rows) = (0, 0, 0)
    for _ in 0..<250 {
      let wanted = expectSame(script())
      if wanted.status != .success { faults += 1 }
      if wanted.errors.contains(" no ") { notes += 1 }
      if wanted.output.contains("\n") { rows += 1 }
    }
    #expect(faults > 40 && notes > 40 && rows > 60, "\(faults) \(notes) \(rows)")
  }
}
