// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import Foundation
import QueryEngine
import TestSupport
import Testing

@testable import QueryShell

/// Where rows come from is told of every result, whatever has been made of them.
@Suite struct ProvenanceTests {
  /// Statements of one session at the prompt, with the last line of what the last one shows.
  static let footers: [(statements: [String], footer: String)] = [
    // What goes on from a result.
    (["from hotels", "| count"], "1 row · sample"),
    (["from hotels", "from it | filter stars > 3"], "1 row · sample"),
    (["from hotels", "| count by stars", "| limit 1"], "1 row · sample"),
    (["from hotels", "from \"TOYS\" | join it on n = it.stars | count"], "1 row · hotels: sample"),
    (["from hotels", "from \"TOYS\" | filter n < @2.stars"], "1 of 2 rows · hotels: sample"),
    (["from hotels", "from \"TOYS\" | union it | count"], "1 row · hotels: sample"),
    // Views and joins.
    (["let few = from hotels | limit 2", "from few | count"], "1 row · sample"),
    (["let few = from hotels | limit 2", "from few", "| count"], "1 row · sample"),
    (
      ["from \"TOYS\" | join hotels on n = hotels.stars | count", "| limit 1"],
      "1 row · hotels: sample"
    ),
    // What tells of a source instead of its items.
    (["describe hotels", "| count"], "1 row · sample"),
    (["categories of chloe"], "4 rows · sample"),
    (["categories of chloe", "| summarize sum(items)"], "1 row · sample"),
    (["show \"Bags\" of chloe"], "1 category · sample"),
    // What has no doubtful origin.
    (["from \"TOYS\"", "| count"], "1 row"),
    // What of the records was left out.
    (["from \"HOLES\"", "| count"], "1 row · 1 record skipped"),
    (
      ["from \"HOLES\"", "from it | join hotels on n = hotels.stars | count"],
      "1 row · 1 record of HOLES skipped · hotels: sample"
    ),
  ]

  @Test(arguments: footers)
  func goesWithRowsWhateverIsMadeOfThem(statements: [String], footer: String) throws {
    let folder = try TestSupport.temporaryDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try "[{\"n\": 1}, {\"n\": 2}]".write(
      toFile: "\(folder)/toys.json", atomically: true, encoding: .utf8)
    try "[{\"n\": 1}, 5]".write(toFile: "\(folder)/holes.json", atomically: true, encoding: .utf8)
    let session = Session.collecting { $0.keepsResults = true }
    for statement in statements {
      _ = session.output.taken()
      let script = statement.replacing("TOYS", with: "\(folder)/toys.json")
        .replacing("HOLES", with: "\(folder)/holes.json")
      #expect(session.run(ScriptText(name: "<test>", script)) == .success)
    }
    let shown = session.output.taken().split(separator: "\n").last.map(String.init)
    #expect(shown?.replacing("\(folder)/holes.json", with: "HOLES") == footer)
  }

  /// Where rows are only checked no footer stands.
  @Test(arguments: ["table", "card", "tsv", "json"])
  func aCheckThatHoldsTellsOfItsRows(format: String) {
    let run = ShellRun(running: "from hotels | expect 7 rows") {
      $0.apply(.format, .text(format))
    }
    #expect(run == ShellRun("", "note: hotels: the sample that comes with cq, not live data\n"))
  }

  @Test func goesBackAndForthWithResults() {
    let session = Session.collecting {
      $0.keepsResults = true
      $0.isInteractive = true
    }
    for script in ["from hotels | limit 1 | show id", "| count"] {
      _ = session.run(ScriptText(name: "<test>", script))
    }
    _ = session.output.taken()
    session.goBack()
    #expect(session.output.taken() == "id\n─────\n40611\n1 row · sample\n")
    session.goForward()
    #expect(session.output.taken().hasSuffix("1 row · sample\n"))
  }
}
