// SPDX-License-Identifier: MIT

import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import QueryShell

/// `.save`: a script of what was typed gives the same again, whichever way a person went.
@Suite struct SessionScriptTests {
  /// What was typed, and the script that comes of it.
  static let sessions: [(lines: [String], script: String)] = [
    // What `.back` has led to is written again, and what was there stays.
    (
      [
        "from hotels | show name, stars", "| filter stars >= 3 | show name", ".back",
        "| filter stars = 0 | show name",
      ],
      """
      from hotels
        | show name, stars
        | filter stars >= 3
        | show name
        | expect 3 rows
        | show name
      from hotels
        | show name, stars
        | filter stars = 0
        | show name
        | expect 1 row
        | show name

      """
    ),
    // The same query is not asked for twice, and is known to be that of a line behind it.
    (
      [
        "from hotels | limit 2 | show name", "from chloe | limit 1 | show name",
        "from hotels | limit 2 | show name", "| limit 1",
      ],
      """
      from hotels | limit 2 | show name | expect 2 rows | show name
      from chloe | limit 1 | show name | expect 1 row | show name
      from hotels | limit 2 | show name | limit 1 | expect 1 row | show name

      """
    ),
    // The same words are another query behind another `use`.
    (
      [
        "use hotels", "limit 1 | show id", "use chloe", "limit 1 | show id", "use hotels",
        "| show name", "limit 1 | show id", "use hotels", "limit 1 | show id",
      ],
      """
      use hotels
      limit 1 | show id | expect 1 row | show id
      use chloe
      limit 1 | show id | expect 1 row | show id
      use hotels
      from it | show name | expect 1 row | show name
      limit 1 | show id | expect 1 row | show id

      """
    ),
    // What names no source reads the one that it read then.
    (
      [
        "use chloe in \"Bags\"", "limit 1 | show id", "use hotels", "limit 1 | show id", ".back",
        "| show name", ".back", ".back", "show 40611 | show name",
      ],
      """
      use chloe in "Bags"
      limit 1 | show id | expect 1 row | show id
      use hotels
      limit 1 | show id | expect 1 row | show id
      from chloe in "Bags" | limit 1 | show id | show name | expect 1 row | show name
      show 40611 | show name | expect 1 row | show name

      """
    ),
    (
      [
        "from hotels | show name", "from chloe | show name", ".back", "show 40611 | show name",
        "show @1 | show stars",
      ],
      """
      from hotels | show name | expect 7 rows | show name
      from chloe | show name | expect 13 rows | show name
      show 40611 of hotels | show name | expect 1 row | show name
      show @1 | show stars | expect 1 row | show stars

      """
    ),
    // What is written in another form is gone on from, and what is saved is there already.
    (
      [
        "let n = 2", "from hotels | limit $n | show name | to json", "| limit 1", "let n = 3",
        "from hotels | limit $n | show name | to json", "from hotels | save \"FOLDER/o.csv\"",
        "| save \"FOLDER/p.csv\" replace", "from \"FOLDER/o.csv\" | count",
      ],
      """
      let n = 2
      from hotels | limit $n | show name | expect 2 rows | to json
      from it | limit 1 | expect 1 row | show name
      let n = 3
      from hotels | limit $n | show name | expect 3 rows | to json
      from hotels | expect 7 rows
      from it
        | expect 7 rows
        | save "FOLDER/p.csv" replace
      from "FOLDER/o.csv"
        | count
        | expect 1 row
        | show count

      """
    ),
    // A page that `more` showed is there, and what goes on from it; what was taken back is not.
    (
      [
        "from hotels | sort by name | page 1 size 3 | show name", "more", "| limit 1 | show name",
        ".undo", ".undo", "more", "more", "| count",
      ],
      """
      from hotels
        | sort by name
        | page 1 size 3
        | show name
        | expect 3 rows
        | show name
      from hotels
        | sort by name
        | page 2 size 3
        | show name
        | expect 3 rows
        | show name
      from hotels
        | sort by name
        | page 3 size 3
        | show name
        | count
        | expect 1 row
        | show count

      """
    ),
    (
      ["from hotels | sort by id", "| limit 1 | show id", "more", "more", "| show id"],
      """
      from hotels | sort by id | limit 1 | show id | expect 1 row | show id
      from hotels | sort by id | page 2 size 1 | show id | expect 1 row | show id
      from hotels
        | sort by id
        | page 3 size 1
        | show id
        | show id
        | expect 1 row
        | show id

      """
    ),
    // What says itself how many rows it has, and shows none.
    (
      ["from chloe | limit 1 | show id", "from hotels | expect 7 rows", "| limit 2 | show id"],
      """
      from chloe | limit 1 | show id | expect 1 row | show id
      from hotels | expect 7 rows | limit 2 | show id | expect 2 rows | show id

      """
    ),
    (
      ["from hotels | expect 7 rows", "use chloe", "save \"FOLDER/o.csv\"", "| limit 1 | show id"],
      """
      from hotels | expect 7 rows
      use chloe
      from chloe | expect 13 rows
      from it | limit 1 | show id | expect 1 row | show id

      """
    ),
  ]

  @Test(arguments: sessions.indices) func isTheSameAgain(index: Int) throws {
    let (lines, script) = Self.sessions[index]
    let folder = try TestSupport.temporaryDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let session = Session.collecting {
      $0.keepsResults = true
      $0.isInteractive = true
    }
    for line in lines + [".save FOLDER/tour.cq"] {
      let line = line.replacingOccurrences(of: "FOLDER", with: folder)
      if let command = DotCommand(line) {
        _ = command.run(in: session)
      } else {
        #expect(session.runTyped(ScriptText(name: "<prompt>", line)) == .success, "\(line)")
      }
    }
    let saved = try String(contentsOfFile: folder + "/tour.cq", encoding: .utf8)
    #expect(saved.replacingOccurrences(of: folder, with: "FOLDER") == script)
    let again = ShellRun(running: saved)
    #expect(again.status == .success, "\(again.errors)")
  }
}
