// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import Foundation
import QuerySyntax
import TestSupport
import Testing
import Workers

@testable import QueryShell

/// What a query says of a file does not depend on how the file is read: whole or by windows, on how
/// many threads, and with what is proposed of its types by its first records, which the generated
/// files often contradict later.
@Suite struct GeneratedFileTests {
  private static func asked(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  private static let ways = [1 << 10, 1 << 20].flatMap { window in
    [1, 2, 7].map { (window: window, workers: $0) }
  }

  private func answer(_ script: String, window: Int?, workers: Int) -> String {
    let session = Session.collecting { settings in
      settings.watch.windows.readShort(by: window)
      settings.watch.workers.set(to: workers)
    }
    let status = session.run(ScriptText(name: "t", script))
    return "\(session.output.taken())---\n\(session.errors.taken())--- \(status)"
  }

  @Test func answersDoNotDependOnHowAFileIsRead() throws {
    let folder = try TestSupport.temporaryDirectory()
    var generator = FileGenerator(seed: UInt64(Self.asked("CQ_RANDOM_SEED") ?? 1))
    for number in 0..<(Self.asked("CQ_GENERATED_FILES") ?? 25) {
      let (name, bytes) = try generator.file()
      let path = "\(folder)/\(number)-\(name)"
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let script = generator.script(path)
      let whole = answer(script, window: nil, workers: 1)
      for way in Self.ways {
        let found = answer(script, window: way.window, workers: way.workers)
        #expect(found == whole, "\(script), windows of \(way.window), \(way.workers) workers")
      }
      try FileManager.default.removeItem(atPath: path)
    }
  }
}

/// Makes files of records with fields of all types, and what is asked of them.
private struct FileGenerator {
  private static let words = [
    "a", "plain words", "é", "ß", "a\nb", "say \"x\"", "a, b", "", " ", "2024-01-31", "12", "true",
  ]
  /// What a late record has in the place of a value of the type that others have.
  private static let surprises = [
    "null", "\"none\"", "2.5", "[]", "{\"x\":1}", "true", "1e3", "\"2024-02-30\"", "\"2024-02-29\"",
  ]
  private static let filters = [
    "", "filter n > 20", "filter name contains \"a\"", "filter price between 3 and 40",
    "filter id < 50 and n < 60", "filter flag = true", "filter name = \"plain words\" or n = 3",
    "extend m = n * 2", "filter day >= 2024-03-01", "filter day contains \"-02-\"",
    "search \"2024-03\"",
  ]
  private static let searches = [
    "filter name = \"plain words\"", "filter name contains \"n wor\" and n > 20",
    "filter name starts with \"say\" or name ends with \"2024-01-31\"", "search \"plain\"",
    "filter name in (\"plain words\", \"a, b\", \"true\")", "filter name = exact \"a, b\"",
    "filter n > 90 | filter name contains \"a, b\"",
    "filter price > 3 | filter name contains \"plain\"", "filter name contains \"plain\" | limit 2",
  ]
  private static let rest = [
    "", "show id, name", "sort by price desc, id | limit 5", "summarize count(), sum(n) by name",
    "distinct name", "top 3 by n", "count", "sort by name, id", "summarize max(price), min(name)",
    "sort by n | show n, price", "count by flag", "summarize median(n), distinct_count(name)",
    "show id, name, n, price, flag", "count by day", "sort by day desc, id | show id, day",
    "summarize min(day), max(day), distinct_count(day)", "show id, day, t = text(day)",
  ]

  private static let ofLists = [
    "expand tags | count", "expand days | count by days",
    "filter days contains \"2024-01-11\" | count",
    "show id, joined = join(days, \"/\")",
  ]

  private var numbers: Seeded
  private var hasLists = false

  init(seed: UInt64) { numbers = Seeded(seed) }

  mutating func file() throws -> (name: String, bytes: [UInt8]) {
    let isTable = chance(3)
    hasLists = !isTable && chance(2)
    let rows = Int.random(in: 1...400, using: &numbers)
    let (first, step) = chance(2) ? (0, 1) : (3, 7)
    let late = chance(2) ? Int.random(in: 0..<rows, using: &numbers) : rows
    let records = (0..<rows).map { row in
      members(id: chance(300) ? 5 : first + row * step % 401, isLate: row == late)
    }
    let text = isTable ? table(records) : json(records)
    let ending = isTable ? "csv" : text.hasPrefix("[") ? "json" : "ndjson"
    guard chance(4) else { return ("rows.\(ending)", Array(text.utf8)) }
    let packer = try #require(Packer(.gzip))
    let bytes = try #require(packer.packed(Array(text.utf8)))
    return ("rows.\(ending).gz", bytes + (try #require(packer.packed([], isLast: true))))
  }

  /// Stages that read the whole file: one that stops early knows the types of what it has read.
  mutating func script(_ path: String) -> String {
    let stages = [pick(Self.filters), pick(Self.rest + (hasLists ? Self.ofLists : []))]
    let query = (["from \"\(path)\""] + stages.filter { !$0.isEmpty }).joined(separator: " | ")
    switch Int.random(in: 0..<10, using: &numbers) {
    case 0, 1: return "\(query)\n\(query)"
    case 2, 3, 4: return asked(again: query, path)
    default: return query
    }
  }

  /// Statements that each read the file again, from the second on only the lines that may be asked
  /// for.
  private mutating func asked(again query: String, _ path: String) -> String {
    let searches = (0..<3).map { _ in
      "from \"\(path)\" | \(pick(Self.searches)) | show id, name, n"
    }
    return (["set cache.columns = off", query] + searches + [query]).joined(separator: "\n")
  }

  private mutating func members(id: Int, isLate: Bool) -> [(name: String, value: String)] {
    var members = [
      ("id", "\(id)"), ("name", quoted(pick(Self.words))), ("n", "\(id % 97)"),
      ("price", chance(9) ? "null" : "\(id % 50).\(25 * (id % 4))"),
      ("flag", chance(2) ? "true" : "false"), ("day", chance(9) ? "null" : day(id)),
    ]
    if hasLists {
      members.append(("tags", chance(3) ? "[]" : "[\"a\",\"b\"]"))
      members.append(("days", chance(3) ? "[]" : "[\(day(id)),\(day(id + 1))]"))
    }
    guard isLate else { return members }
    switch Int.random(in: 0..<4, using: &numbers) {
    case 0: members.append(("extra", pick(Self.surprises)))
    case 1: members.removeLast()
    default: members[Int.random(in: 0..<members.count, using: &numbers)].1 = pick(Self.surprises)
    }
    return members
  }

  private func day(_ number: Int) -> String {
    "\"2024-0\(number % 4 + 1)-\(10 + number % 19)\""
  }

  private mutating func json(_ records: [[(name: String, value: String)]]) -> String {
    let objects = records.map { members in
      "{\(members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ","))}"
    }
    let separator = pick([",", ",\n", " , "])
    return chance(2)
      ? objects.map { $0 + "\n" }.joined() : "[\(objects.joined(separator: separator))]\n"
  }

  private func table(_ records: [[(name: String, value: String)]]) -> String {
    let rows = records.map { members in
      members.map { $0.value == "null" ? "" : cell($0.value) }.joined(separator: ",") + "\n"
    }
    return "id,name,n,price,flag,day\n" + rows.joined()
  }

  private func quoted(_ text: String) -> String {
    let escaped = text.replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    return "\"\(escaped)\""
  }

  /// The text of a cell for a value of JSON.
  private func cell(_ value: String) -> String {
    guard value.hasPrefix("\"") else { return value.contains(",") ? "\"\(value)\"" : value }
    let text = value.dropFirst().dropLast().replacing("\\n", with: "\n")
    return "\"\(text.replacing("\\\"", with: "\"\""))\""
  }

  private mutating func pick(_ choices: [String]) -> String {
    choices[Int.random(in: 0..<choices.count, using: &numbers)]
  }

  private mutating func chance(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &numbers) == 0
  }
}
