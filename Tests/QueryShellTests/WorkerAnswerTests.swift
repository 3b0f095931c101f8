// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import QueryShell

/// What a session says of a file with many faults is the same on any number of threads: rows,
/// footers, notes, warnings and faults.
@Suite final class WorkerAnswerTests {
  private let folder: String

  init() throws {
    folder = try TestSupport.temporaryDirectory()
    let rows = (0..<15_000).map { row in
      let price = row % 900 == 1 ? "\"none\"" : row % 40 == 0 ? "null" : "\(row % 700).5"
      let code = row > 12_000 && row % 3 == 0 ? "EUR" : "GBP"
      let huge = row % 4_000 == 9 ? ",\"stock\":1234567890123456789012345678901234567890123" : ""
      return row % 5_000 == 7
        ? "[1]"
        : "{\"id\":\(row % 6_000 == 3 ? 7 : row),\"name\":\"n \(row % 77)\",\"price\":\(price),"
          + "\"code\":\"\(code)\"\(huge)}"
    }
    try write(rows.joined(separator: "\n"), to: "rows.ndjson")
    try write("[\(rows.joined(separator: ",\n"))]", to: "rows.json")
    try write(
      """
      source wares {
        list "\(folder)/rows.json"
        field id Id key
        field name Text
        field price Money in code
        field code Text
        field stock Int
      }
      """, to: "wares.cq")
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func write(_ text: String, to name: String) throws {
    try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
  }

  private static let queries = [
    "from wares | filter price > £600 | count",
    "from wares | summarize sum(price), max(name) by code",
    "from wares | summarize sum(price)", "from wares | filter stock is null | limit 3",
    "from wares | extend x = 1 / (stock ?? 0) | summarize max(x), count(x) by name | limit 2",
    "from wares | filter code = \"EUR\" | limit 2", "from wares | assert code = \"GBP\" | count",
    "from FILE | filter price > 600 | count", "from FILE | search \"n 7\" | top 3 by name, id desc",
    "from FILE | summarize max(name), list(name), last(code) by id | limit 2",
    "from FILE | limit 9000 | count",
  ]

  private func answers(workers: Int, memory: String) -> [String] {
    let session = Session.collecting { [folder] settings in
      settings.sources.definitions = ["\(folder)/wares.cq"]
    }
    let settings = "set workers = \(workers)\nset memory = \(memory)\n"
    return Self.queries.map { query in
      let text = settings + query.replacing("FILE", with: "\"\(folder)/rows.ndjson\"")
      let status = session.run(ScriptText(name: "t", text))
      return "\(query)\n\(session.output.taken())---\n\(session.errors.taken())--- \(status)"
    }
  }

  @Test(arguments: ["1 GB", "1 MB"]) func answersAreTheSame(memory: String) {
    let expected = answers(workers: 1, memory: memory)
    if memory == "1 GB" {
      #expect(expected[2].contains("GBP in 13630 rows, EUR in 975"), "\(expected[2])")
    }
    #expect(expected[9].contains("0  n 0       n 0        GBP"), "\(expected[9])")
    for workers in [2, 7] {
      for (answer, wanted) in zip(answers(workers: workers, memory: memory), expected) {
        #expect(answer == wanted, "\(workers) workers")
      }
    }
  }
}
