// SPDX-License-Identifier: MIT

import Diagnostics
import Foundation
import ResultRendering
import TestSupport
import Testing

@testable import QueryShell

/// Results that are saved as Arrow and read again.
@Suite struct ArrowResultTests {
  /// The rows of a query as lines of JSON, straight and from the file of that name into which they
  /// were saved.
  private static func bothWays(
    _ query: String, _ name: String, _ input: String = ""
  ) throws -> (straight: ShellRun, again: ShellRun, saving: ShellRun) {
    let folder = try TestSupport.temporaryDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(input.utf8).write(to: URL(filePath: "\(folder)/in.jsonl"))
    let query = query.replacing("IN", with: "\"\(folder)/in.jsonl\"")
    let saving = ShellRun(running: "\(query) | save \"\(folder)/\(name)\"")
    func lines(_ query: String) -> ShellRun {
      ShellRun(running: "\(query) | to jsonl", change: { $0.run.quietness = .all })
    }
    return (lines(query), lines("from \"\(folder)/\(name)\""), saving)
  }

  @Test(arguments: ["hotels", "bestbuy", "chloe", "shopreme", "products"], ["arrow", "arrows"])
  func catalogues(source: String, ending: String) throws {
    let (straight, again, saving) = try Self.bothWays("from \(source)", "a.\(ending)")
    #expect(saving.status == .success && !straight.output.isEmpty)
    #expect(straight == again)
  }

  /// Values of every type with the types that they have, in files, streams and compressed ones.
  @Test(arguments: ["a.arrow", "a.arrows", "a.feather", "a.arrow.gz", "a.arrows.zst"])
  func everyType(name: String) throws {
    let query = """
      from hotels | extend far = distance * 1 km, feet = 3 ft, price = £12.50, day = 2024-01-31, \
      time = 2024-01-31 + 36 hours, stay = 36 hours, third = 1 / 7, yes = stars > 2, \
      large = 99999999999999999999, none = null, some = if stars > 3 then 1 else null
      """
    let (straight, again, saving) = try Self.bothWays(query, name)
    #expect(saving.status == .success, "\(saving)")
    #expect(straight == again)
    let folder = try TestSupport.temporaryDirectory()
    let types = "| show far, feet, price, day, time, stay, third, large, yes, id"
    let saved = ShellRun(
      running: "\(query) \(types) | save \"\(folder)/\(name)\"",
      "from \"\(folder)/\(name)\" | limit 1", change: { $0.run.quietness = .all })
    let shown = ShellRun(
      running: "\(query) \(types) | limit 1", change: { $0.run.quietness = .all })
    #expect(
      saved.output.split(separator: "\n").prefix(3) == shown.output.split(separator: "\n").prefix(3)
    )
  }

  /// Texts that repeat, and columns of which the first rows tell another type than the last.
  @Test func manyRows() throws {
    let lines = (0..<70_000).map { row in
      let price = row < 69_000 ? "\(row).5" : "\(row).12345"
      let day = row == 69_999 ? "2024-01-31T10:00:00" : "2024-01-31"
      return """
        {"id":\(row),"kind":"kind \(row % 7)","name":"name \(row)","price":\(price),"day":"\(day)",\
        "tags":["\(row % 3)"],"none":\(row % 11 == 0 ? "null" : "true")}

        """
    }
    let (straight, again, saving) = try Self.bothWays("from IN", "a.arrow", lines.joined())
    #expect(saving.status == .success)
    #expect(straight == again)
  }

  @Test func noRowsHaveTheirColumns() throws {
    let (straight, again, _) = try Self.bothWays(
      "from hotels | filter rooms > 99 | show id, name, suites, distance", "a.arrow")
    #expect(straight == again && straight.status == .success)
  }

  /// Random records: nulls, numbers of many digits, texts of all letters, lists in lists.
  @Test func randomRows() throws {
    var random = Seeded(31)
    for round in 0..<60 {
      let lines = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        "{\"a\":\(Self.value(&random, 0)),\"b\":\(Self.value(&random, 1)),"
          + "\"c\":\(Self.value(&random, 2)),\"d\":\(Self.value(&random, 3))}\n"
      }.joined()
      let (straight, again, saving) = try Self.bothWays("from IN", "a.arrow", lines)
      #expect(saving.status == .success, "\(round): \(saving)")
      #expect(straight == again, "\(round): \(lines)")
    }
  }

  private static func value(_ random: inout Seeded, _ kind: Int) -> String {
    if Int.random(in: 0..<5, using: &random) == 0 { return "null" }
    switch kind {
    case 0:
      let digits = Int.random(in: 1...36, using: &random)
      let number =
        "1" + (1..<digits).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
      return Bool.random(using: &random) ? "-\(number).5" : number
    case 1: return "\"\(random.text(of: Array("aé€😀 z"), upTo: 9))\""
    case 2:
      let count = Int.random(in: 0...4, using: &random)
      return "[" + (0..<count).map { _ in value(&random, 1) }.joined(separator: ",") + "]"
    default: return "{\"x\":[{\"y\":\(value(&random, 0))}],\"z\":\(value(&random, 1))}"
    }
  }

  /// Members that are not there are null in Arrow, which is told.
  @Test func absentMembersAreTold() throws {
    let (_, again, saving) = try Self.bothWays(
      "from IN", "a.arrow", #"{"a":{"x":1}}"# + "\n" + #"{"a":{"y":2}}"# + "\n")
    #expect(saving.errors.contains("note: members that some records have not are null in Arrow\n"))
    #expect(again.output == #"{"a":{"x":1,"y":null}}"# + "\n" + #"{"a":{"x":null,"y":2}}"# + "\n")
  }

  /// Batches that no row of can meet a condition are left out, and nothing is told otherwise.
  @Test func leavesOutBatches() throws {
    let folder = try TestSupport.temporaryDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/a.arrow"
    let saving = ShellRun(running: "from hotels | save \"\(path)\"")
    #expect(saving.status == .success)
    let conditions = [
      "stars > 3 and distance is null": "stars > 3, distance is null",
      "stars in (2, 5) and name contains \"a\"": "stars = 2 or stars = 5",
      "id = 40611 or rooms > 30": "id = \"40611\" or rooms > 30",
      "name = exact \"Americana Inn\"": "name = exact \"Americana Inn\"",
      "stars > 99": "stars > 99", "not (stars > 3)": "",
    ]
    for (condition, known) in conditions {
      let plan = ShellRun(running: "explain from \"\(path)\" | filter \(condition) | show id")
      let words = plan.output.split(separator: "\n").first { $0.contains("scan") } ?? ""
      let told = words.split(separator: "batches that may have ").dropFirst().first ?? ""
      #expect(String(told.prefix { $0 != ";" }) == known, "\(condition): \(plan)")
      func rows(_ source: String) -> ShellRun {
        ShellRun(
          running: "from \(source) | filter \(condition) | to jsonl",
          change: { $0.run.quietness = .all })
      }
      #expect(rows("\"\(path)\"") == rows("hotels"), "\(condition)")
    }
  }

  @Test func isNotForTerminals() {
    let run = ShellRun(running: "from hotels | to arrow", change: { $0.options.sanitise = true })
    #expect(run.output.isEmpty && run.status.rawValue == 6)
    let message = """
      <test>: error[CQ0701]: `to arrow` is no text for a terminal; `save "FILE.arrow"` writes a file

      """
    #expect(run.errors == message)
  }
}
