// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import Foundation
import ResultRendering
import TestSupport
import Testing

@testable import QueryShell

/// What is said about a run below its rows, or as notes where the format has no footer.
@Suite struct FooterTests {
  /// Queries of the samples, with the last line of what they show.
  static let samples: [(query: String, footer: String)] = [
    ("from hotels", "7 of 7 hotels · sample"),
    ("from hotels | limit 2", "2 rows · sample"),
    ("from hotels | limit 1", "1 row · sample"),
    ("from hotels | sort by stars | limit 1", "1 of 7 hotels · sample"),
    (
      "from hotels | sort by distance | limit 1",
      "1 of 7 hotels · cut between rows of equal distance · sample"
    ),
    (
      "from hotels | sort by stars desc | limit 2 | show name",
      "2 of 7 hotels · cut between rows of equal stars · sample"
    ),
    ("from hotels | sort by stars, rooms | limit 2", "2 of 7 hotels · sample"),
    // What a cut behind it leaves out is not the end that is seen.
    ("from hotels | sort by stars desc | limit 2 | limit 1", "1 of 7 hotels · sample"),
    (
      "from hotels | sort by stars desc | limit 4 | limit 2",
      "2 of 7 hotels · cut between rows of equal stars · sample"
    ),
    (
      "from hotels | sort by stars desc | limit 2 | limit 2",
      "2 of 7 hotels · cut between rows of equal stars · sample"
    ),
    (
      "from hotels | sort by stars desc | limit 2 | filter rooms > 0 | limit 9",
      "2 of 7 hotels · cut between rows of equal stars · sample"
    ),
    ("from hotels | top 6 by stars | top 1 by rooms", "1 of 7 hotels · sample"),
    (
      "from hotels | sort by stars | filter rooms > 0 | show name | skip 1 | limit 2",
      "2 of 7 hotels · cut between rows of equal stars · sample"
    ),
    ("from hotels | sort by stars | skip 2 | limit 2", "2 of 7 hotels · sample"),
    (
      "from hotels | count by stars | limit 1",
      "1 row · cut between rows of equal count · sample"
    ),
    (
      "from hotels | extend far = distance > 500 | top 2 by far, round(stars / 10)",
      "2 of 7 hotels · cut between rows of equal far, round(stars / 10) · sample"
    ),
    (
      "from hotels | sort by stars desc | limit 2 | count by stars",
      "2 rows · cut between rows of equal stars · sample"
    ),
    ("from hotels | group by stars ( top 1 by round(distance / 1000) )", "5 rows · sample"),
    ("from hotels | sort by stars | count | limit 1", "1 row · sample"),
    ("from hotels | sort by stars | limit 0", "no rows · sample"),
    ("from hotels | sort by stars | limit 7", "7 of 7 hotels · sample"),
    ("from hotels | filter stars > 3", "1 of 7 hotels · sample"),
    ("from hotels | filter stars > 9", "no rows of 7 · sample"),
    ("from hotels | filter stars > 9 | limit 2", "no rows of 7 · sample"),
    ("from hotels | limit 0", "no rows · sample"),
    ("from hotels | count by stars", "5 rows · sample"),
    ("from hotels | filter stars > 9 | count by stars", "no rows · sample"),
    ("show 40611 of hotels", "1 hotel · sample"),
    ("from shopreme | filter was_price < 3", "3 of 6 products · 3 have no was_price · sample"),
    ("from hotels | extend each = rooms / stars", "7 of 7 hotels · 1 row divides by zero · sample"),
    (
      "from hotels | extend each = rooms / (stars - 2)",
      "7 of 7 hotels · 2 rows divide by zero · sample"
    ),
    ("sources", "5 rows"), ("show \"bags\" of chloe", "1 category · sample"),
    ("categories of shopreme", "2 rows · sample"),
  ]

  @Test(arguments: samples) func countsWhatIsShown(query: String, footer: String) {
    let run = ShellRun(running: query) { $0.options.width = 300 }
    #expect(run.output.split(separator: "\n").last.map(String.init) == footer)
    #expect(run.errors.isEmpty || footer.hasPrefix("no rows"))
  }

  /// Of many rows, in any order, the end is told where it parts two that are equal: pairs are.
  @Test func manyRowsAreCutBetweenEqualOnes() throws {
    let folder = try TestSupport.temporaryDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let count = 20_000
    // 7,919 has no factor in common with their number.
    let lines = (0..<count).map { "\($0),\($0 * 7_919 % count / 2)" }
    let path = folder + "/pairs.csv"
    try (["id,n"] + lines).joined(separator: "\n").write(
      toFile: path, atomically: true, encoding: .utf8)
    let stages: [(String, Int)] = [1, 2, 9, 4_096, 4_097, 9_999, 19_999, 20_000].flatMap { end in
      [
        ("sort by n | limit \(end)", end), ("top \(end) by n", end),
        ("sort by n desc | filter id >= 0 | skip 1 | limit \(end - 1)", end),
      ]
    }
    for (stage, end) in stages where !stage.hasSuffix("limit 0") {
      let run = ShellRun(running: "from \"\(path)\" | \(stage) | show n") {
        $0.options.maximumRows = 1
      }
      let isTold = run.output.contains("cut between rows of equal n")
      #expect(isTold == (end % 2 == 1), "\(stage)")
    }
  }

  /// At the prompt it is told once that parts of lists were empty.
  @Test func emptyPartsAreToldAtThePrompt() {
    let queries = [
      "from hotels | show name", "from hotels | show suites", "from hotels | show suites",
    ]
    let session = Session.collecting { $0.isInteractive = true }
    let footers = queries.map { query -> String in
      _ = session.run(ScriptText(name: "<test>", query))
      return session.output.taken().split(separator: "\n").last.map(String.init) ?? ""
    }
    #expect(
      footers == [
        "7 of 7 hotels · 0 ms · sample", "7 of 7 hotels · 0 ms · 1 empty part dropped · sample",
        "7 of 7 hotels · 0 ms · sample",
      ])
  }

  /// What stands behind `=` is no pattern, which is told only where it leaves no row.
  @Test(arguments: [
    (
      #"name = "D*""#,
      #"note: `=` asks for the text "D*" itself; a pattern is `name like "D*"`"# + "\n"
    ),
    (
      #"address in ("%reet", "x")"#,
      #"note: `=` asks for the text "%reet" itself; a pattern is `address like "*reet"`"# + "\n"
    ),
    (#"name = "D*" or stars = 4"#, ""), (#"name != "D*" and stars > 9"#, ""),
    (#"name = "*""#, ""), (#"name = "100%""#, ""),
  ]) func aWildcardWithoutRowsIsTold(condition: String, note: String) {
    let errors = ShellRun(running: "from hotels | filter \(condition)").errors
    let told = errors.split(separator: "\n").filter { $0.contains("asks for the text") }
    #expect(told.map { "\($0)\n" }.joined() == note)
  }

  @Test func inASCIIThePartsAreSeparatedByHyphens() {
    let run = ShellRun(running: "from hotels | limit 1 | show id") { $0.options.ascii = true }
    #expect(run.output == "id\n-----\n40611\n1 row - sample\n")
  }

  /// Scripts with a format without a footer, and the notes that take its place.
  static let notes: [(query: String, quietness: Quietness, notes: String)] = [
    (
      "from hotels | limit 1 | to csv", .nothing,
      "note: hotels: the sample that comes with cq, not live data\n"
    ),
    (
      "from shopreme | filter was_price < 3 | to json", .nothing,
      "note: 3 have no was_price\nnote: shopreme: the sample that comes with cq, not live data\n"
    ),
    (
      "from shopreme | filter was_price < 3 | to json", .remarks,
      "note: shopreme: the sample that comes with cq, not live data\n"
    ),
    ("from shopreme | filter was_price < 3 | to json", .all, ""),
    ("from hotels | limit 1 | to card", .nothing, ""),
  ]

  @Test(arguments: notes)
  func withoutAFooterThereAreNotes(query: String, quietness: Quietness, notes: String) {
    #expect(ShellRun(running: query) { $0.quietness = quietness }.errors == notes)
  }

  /// A file of records by lines, what is done with it, and what is shown and said.
  static let files: [(lines: String, stages: String, expected: ShellRun)] = [
    (
      "{\"id\": 1, \"n\": 1}\nno json\n{\"id\": 2, \"n\": null}\n", "",
      ShellRun(
        "id  n\n──  ─\n 1  1\n 2  –\n2 of 2 rows · 1 record skipped\n",
        """
        warning[CQ0406]: PATH, byte 18: line 2 is no JSON (column 1: only true, false and null are words of JSON): \
        skipped

        """)
    ),
    (
      "{\"n\": 1}\n5\n{\"n\": null}\n6\n{\"n\": 0}\n", " | filter 6 / n > 1",
      ShellRun(
        "n\n─\n1\n1 of 3 rows · 1 has no n · 1 row divides by zero · 2 records skipped\n",
        """
        warning[CQ0406]: PATH, byte 9: record 2 is a number, not an object: skipped

        warning[CQ0406]: PATH, byte 23: record 4 is a number, not an object: skipped

        """.replacing("\n\n", with: "\n"))
    ),
  ]

  @Test(arguments: files) func recordsThatAreNoneAreTold(
    lines: String, stages: String, expected: ShellRun
  ) throws {
    let folder = try TestSupport.temporaryDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try lines.write(toFile: "\(folder)/rows.jsonl", atomically: true, encoding: .utf8)
    let script = "from \"\(folder)/rows.jsonl\"\(stages)"
    var run = ShellRun(running: script)
    run.errors = run.errors.replacing("\(folder)/rows.jsonl", with: "PATH")
    #expect(run == expected)
    let quiet = ShellRun(running: script) { $0.quietness = .all }
    #expect(quiet == ShellRun(expected.output))
  }

  @Test func valuesThatDoNotFitAreTold() throws {
    let folder = try TestSupport.temporaryDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let hotels = (1...30).map { "{\"id\": \($0), \"name\": \"H\", \"stars\": \"many\"}" }
    try "[\(hotels.joined(separator: ","))]".write(
      toFile: "\(folder)/hotels.json", atomically: true, encoding: .utf8)
    let run = ShellRun(running: "from hotels | show id, stars | limit 1") {
      $0.sources.places = ["hotels": "\(folder)/hotels.json"]
    }
    let told = (1...5).map {
      "warning[CQ0406]: hotels, byte \($0 * 40 - 39): "
        + "stars \"many\" in record \($0) (id \($0)) is no number: left empty\n"
    }
    #expect(
      run
        == ShellRun(
          "id  stars\n──  ─────\n1       –\n1 row · 30 values left empty\n",
          told.joined() + "warning[CQ0406]: hotels: 25 more of the same kind\n"))
  }
}
