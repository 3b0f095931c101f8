// SPDX-License-Identifier: MIT

import Diagnostics
import Foundation
import QueryEngine
import ResultRendering
import TestSupport
import Testing

@testable import QueryShell

/// Why results have no rows, and the nearest queries that have some.
@Suite struct EmptyResultTests {
  /// Of very many texts some are looked at, which is told.
  @Test func manyTexts() throws {
    let folder = try TestSupport.temporaryDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let rows = (1...5_200).map { "name \($0)\n" }.joined()
    try Data("name\n\(rows)".utf8).write(to: URL(fileURLWithPath: folder + "/a.csv"))
    let query = "from \"\(folder)/a.csv\" | filter name = "
    let run = ShellRun(running: query + "\"quaywal\"")
    #expect(run.errors.contains("name has more than 5000 other values; nearest: without"))
    // How often what is near stands there is known of all.
    #expect(ShellRun(running: query + "\"nam 7\"").errors.contains("\"name 7\" has 1"))
  }

  /// Whoever ends the question why there are no rows ends the statement.
  @Test func theQuestionCanBeEnded() {
    let text = ScriptText(name: "<test>", "from hotels | filter name = \"dreem\"")
    var questions = 0
    var limit = Int.max
    let session = Session(
      Session.collecting().settings, output: OutputStream(), errors: OutputStream(),
      calendar: { nil },
      isCancelled: {
        questions += 1
        return questions > limit
      })
    #expect(session.run(text) == .success)
    #expect(session.errors.taken().contains("nearest"))
    limit = questions * 2 - 2
    #expect(session.run(text) == .interrupted)
    #expect(!session.errors.taken().contains("nearest"))
  }

  @Test func isNotToldWhereItIsOff() {
    let query = "from hotels | filter name = \"dreem\""
    #expect(ShellRun(running: query).errors.contains("nearest"))
    #expect(!ShellRun(running: "set why = off\n" + query).errors.contains("dreem"))
  }

  /// What a script is told on the stream of errors.
  static let reasons: [(query: String, note: String)] = [
    (
      #"from bestbuy | filter brand = "quaywal""#,
      #"`brand = "quaywal"` leaves none of 5 rows: "Quaywall" has 2; "#
        + #"nearest: filter brand = "Quaywall" (2 rows)"#
    ),
    (
      #"from bestbuy | filter brand starts with "Qquay""#,
      #"`brand starts with "Qquay"` leaves none of 5 rows: "Quay" is in 2; "#
        + #"nearest: filter brand starts with "Quay" (2 rows)"#
    ),
    (
      #"from hotels | filter name ends with "Hottel""#,
      #"`name ends with "Hottel"` leaves none of 7 rows: "Hotel" is in 3; "#
        + #"nearest: filter name ends with "Hotel" (1 row)"#
    ),
    (
      "from hotels | filter stars > 4 and distance < 600",
      "of 7 rows `stars > 4` alone leaves none, `distance < 600` 5: stars is 0–4; "
        + "nearest: filter stars >= 4 and distance < 600 (1 row)"
    ),
    (
      "from hotels | filter stars >= 4 and distance < 100",
      "of 7 rows `stars >= 4` alone leaves 1, `distance < 100` 3, both together none; "
        + "nearest: filter stars >= 3 and distance < 100 (1 row)"
    ),
    (
      "from hotels | filter 6 < stars",
      "`6 < stars` leaves none of 7 rows: stars is 0–4; nearest: filter 4 <= stars (1 row)"
    ),
    (
      "from shopreme | filter strikePrice < 1",
      "`strikePrice < 1` leaves none of 6 rows: strikePrice is 1.25–2.99 in 3, missing in 3; "
        + "nearest: filter strikePrice <= 1.25 (1 row)"
    ),
    (
      #"from chloe | filter brand = exact "chloe""#,
      #"`brand = exact "chloe"` leaves none of 13 rows: "CHLOÉ" has 13 without `exact`; "#
        + #"nearest: filter brand = "chloe" (13 rows)"#
    ),
    (
      #"from bestbuy | filter category = "tv" | show name"#,
      #"`category = "tv"` leaves none of 5 rows: "TVs" has 1; "#
        + #"nearest: filter category = "TVs" (1 row)"#
    ),
    (
      #"from hotels | filter name starts with "hotel""#,
      #"`name starts with "hotel"` leaves none of 7 rows: 3 contain it; "#
        + #"nearest: filter name contains "hotel" (3 rows)"#
    ),
    (
      #"from hotels | filter name contains "dreem""#,
      #"`name contains "dreem"` leaves none of 7 rows: "Dream" is in 2; "#
        + #"nearest: filter name contains "Dream" (2 rows)"#
    ),
    (
      "from hotels | filter suites contains 300",
      "`suites contains 300` leaves none of 7 rows: suites holds 1–202; "
        + "nearest: filter suites contains 202 (1 row)"
    ),
    (
      "from hotels | count by stars | filter count > 4",
      "`count > 4` leaves none of 5 rows: count is 1–2; nearest: filter count >= 2 (2 rows)"
    ),
    (
      #"from hotels | filter name = "D*""#,
      #"`name = "D*"` leaves none of 7 rows: name has 7 other values; "#
        + #"nearest: filter name like "D*" (3 rows)"#
    ),
    (
      "from hotels | filter stars > 4 | filter rooms > stars + 20 | show name",
      "of 7 rows `stars > 4` alone leaves none, `rooms > stars + 20` none: stars is 0–4; "
        + "nearest: filter stars >= 4 | without `filter rooms > stars + 20` (1 row)"
    ),
    (
      "from hotels | filter rooms in (9, 10)",
      "`rooms in (9, 10)` leaves none of 7 rows: rooms is 1–8; "
        + "nearest: filter rooms = 8 (1 row)"
    ),
    (
      "from hotels | filter stars between 6 and 9",
      "`stars between 6 and 9` leaves none of 7 rows: stars is 0–4; "
        + "nearest: filter stars between 4 and 9 (1 row)"
    ),
    (
      "from hotels | filter stars > 4 | filter rooms > 20",
      "of 7 rows `stars > 4` alone leaves none, `rooms > 20` none: stars is 0–4; rooms is 1–8; "
        + "nearest: filter stars >= 4 | filter rooms >= 3 (1 row)"
    ),
    (
      "from hotels | filter (stars > 4 or rooms > 20) and distance < 20",
      "of 7 rows `(stars > 4 or rooms > 20)` alone leaves none, `distance < 20` 2; "
        + "nearest: filter distance < 20 (2 rows)"
    ),
    (
      #"from hotels | search "hotel dreem""#,
      #"of 7 rows "hotel" is in 3, "dreem" is in none, but "Dream" is in some; "#
        + #"nearest: search "hotel" (3 rows)"#
    ),
    (
      "from hotels | join chloe on id = chloe.id",
      "`join chloe on id = chloe.id` leaves none of 7 rows; "
        + "nearest: join left chloe on id = chloe.id (7 rows)"
    ),
    ("from hotels | page 4 size 5", "7 rows are 2 pages of 5; nearest: page 2 size 5 (2 rows)"),
    ("from hotels | skip 10", "`skip 10` leaves none of 7 rows; nearest: skip 6 (1 row)"),
    (
      "let near = from hotels | filter distance < 50\nfrom near | filter stars > 3",
      "`stars > 3` leaves none of 2 rows: stars is 2–3; nearest: filter stars >= 3 (1 row)"
    ),
    (
      "param least: Int = 9\nfrom hotels | filter stars >= $least",
      "`stars >= $least` leaves none of 7 rows: stars is 0–4; "
        + "nearest: filter stars >= 4 (1 row)"
    ),
    (
      "def far(limit) = distance > $limit\nfrom hotels | filter far(5000)",
      "`far(5000)` leaves none of 7 rows; nearest: without `filter far(5000)` (7 rows)"
    ),
  ]

  @Test(arguments: reasons.indices)
  func reason(_ index: Int) {
    let (query, note) = Self.reasons[index]
    let run = ShellRun(running: query) { $0.format = .tsv }
    #expect(run.errors.hasSuffix("note: \(note)\n"), "\(run.errors)")
  }

  /// Nothing is said of rows that are not wanted, nor where notes are not.
  @Test(arguments: [
    "from hotels | limit 0", "from hotels | filter stars > 9 | expect no rows",
    "from hotels | filter stars > 9 | count", "from hotels | filter stars > 3",
  ])
  func silence(_ query: String) {
    #expect(!ShellRun(running: query).errors.contains("leaves none"))
  }

  @Test func quietIsSilent() {
    let run = ShellRun(running: "from hotels | filter stars > 9") { $0.run.quietness = .remarks }
    #expect(run == ShellRun("no rows of 7 · sample\n"))
  }

  /// At the prompt it stands below the rows, whose nulls are told where they matter.
  @Test func prompt() {
    let run = ShellRun(running: "from shopreme\n  | filter strikePrice > 5 and price < 2") {
      $0.isInteractive = true
    }
    #expect(
      run.output == """
        no rows of 6 · 0 ms · sample
        of 6 rows `strikePrice > 5` alone leaves none, `price < 2` 3: \
        strikePrice is 1.25–2.99 in 3, missing in 3
        nearest: from shopreme | filter strikePrice >= 1.49 and price < 2  (1 row, Tab takes it)

        """)
    #expect(run.errors.isEmpty)
  }
}
