// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import Foundation
import QuerySyntax
import TestSupport
import Testing
import Workers

@testable import QueryShell

/// Texts of JSON that are days everywhere in a field are dates, however the file is read.
@Suite struct DayTextTests {
  private let folder: String

  init() throws { folder = try TestSupport.temporaryDirectory() }

  /// Lists and lines of records with days, of which the last but one may have something else.
  private func file(_ name: String, odd: String?) throws -> String {
    let rows = (0..<400).map { row -> String in
      let day = "2024-0\(row % 9 + 1)-\(row % 19 + 10)"
      let shown = row == 398 ? odd ?? "\"\(day)\"" : row % 7 == 0 ? "null" : "\"\(day)\""
      return "{\"id\":\(row),\"day\":\(shown),\"of\":{\"since\":\"\(day)\"},"
        + "\"days\":[\"\(day)\"],\"name\":\"n-2024\",\"code\":\"1234-56-78\"}"
    }
    let text =
      name.contains(".json") ? "[\(rows.joined(separator: ",\n"))]" : rows.joined(separator: "\n")
    let path = "\(folder)/\(name)"
    try Data(try packed(text, name)).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func packed(_ text: String, _ name: String) throws -> [UInt8] {
    let bytes = Array(text.utf8)
    guard name.hasSuffix(".gz") else { return bytes }
    let packer = try #require(Packer(.gzip))
    return try #require(packer.packed(bytes)) + (try #require(packer.packed([], isLast: true)))
  }

  /// All read the file to its end: one that stops early knows the types of what it has read.
  private static let queries = [
    "describe FILE", "from FILE | filter id < 2", "from FILE | filter day = \"2024-02-11\" | count",
    "from FILE | filter day contains \"-02-\" | show day, of.since, days",
    "from FILE | filter text(day) starts with \"2024-03\" | count",
    "from FILE | search \"2024-03-12\" | count",
    "from FILE | summarize max(day), min(of.since), max(of.since)",
    "from FILE | expand days | filter days > 2024-08-01 | count by days",
    "from FILE | filter of.since > 2024-09-01 | sort by day desc, id | show id, day | limit 4",
    "from FILE | show day, days | to ndjson", "from FILE | count by day",
  ]

  /// What is said of a file, which is held whole where no window is given.
  private func answers(_ path: String, window: Int?, workers: Int) -> [String] {
    Self.queries.map { query in
      let session = Session.collecting { settings in
        settings.watch.windows.readShort(by: window)
        settings.watch.workers.set(to: workers)
      }
      let text = query.replacing("FILE", with: "\"\(path)\"")
      let status = session.run(ScriptText(name: "t", text))
      return "\(query)\n\(session.output.taken())---\n\(session.errors.taken())--- \(status)"
    }
  }

  /// What one record has in the place of a day, and the type of the field.
  static let odd: [(value: String?, type: String)] = [
    (nil, "Date"), ("\"soon\"", "Text"), ("\"2024-02-30\"", "Text"), ("\"\"", "Text"),
    ("\"2024-02-29T10:00:00\"", "Text"), ("\" 2024-02-29\"", "Text"), ("5", "Any"),
    ("\"2024\\u002d02-29\"", "Text"), ("[\"2024-02-29\"]", "Any"),
  ]

  @Test(arguments: odd.indices) func everyReadingAgrees(_ number: Int) throws {
    let (value, type) = Self.odd[number]
    for name in ["rows.json", "rows.ndjson", "rows.ndjson.gz"] {
      let path = try file(name, odd: value)
      let whole = answers(path, window: nil, workers: 1)
      let lines = whole[0].split(separator: "\n").map { $0.split(separator: " ").prefix(2) }
      #expect(lines.contains(["day", type[...]]), "\(whole[0])")
      #expect(lines.contains(["days", "List<Date>"]) && lines.contains(["of.since", "Date"]))
      #expect(lines.contains(["code", "Text"]) && lines.contains(["name", "Text"]))
      for (window, workers) in [(1 << 10, 1), (1 << 10, 2), (1 << 10, 7), (1 << 20, 2)] {
        for (found, wanted) in zip(answers(path, window: window, workers: workers), whole) {
          #expect(found == wanted, "\(name) \(window) \(workers)")
        }
      }
    }
  }

  /// What is saved is read as what it was; `text` makes texts of days again.
  @Test(arguments: ["json", "jsonl", "csv", "arrow"])
  func savedDaysComeBack(_ format: String) throws {
    let path = try file("rows.json", odd: nil)
    let out = "\(folder)/out.\(format)"
    let saving = ShellRun(running: "from \"\(path)\" | show id, day | save \"\(out)\"")
    #expect(saving.status == .success, "\(saving)")
    let run = ShellRun(
      running: """
        set format = "csv"
        from "\(out)" | filter day > 2024-09-01
          | show id, day, m = month(day), t = text(day) | limit 1
        """)
    #expect(run.output == "id,day,m,t\n8,2024-09-18,9,2024-09-18\n", "\(run)")
  }
}
