// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import QueryShell

/// What a person at the prompt goes on to: the next page of a list, a category that was shown, the
/// last result in another form.
@Suite struct NextPageTests {
  /// Types lines one after another and gives what the last one writes.
  private static func typed(_ lines: [String], in folder: String = "") -> String {
    let session = Session.collecting { settings in
      settings.isInteractive = true
      settings.keepsResults = true
      settings.run.isOffline = true
      if !folder.isEmpty { settings.sources.definitions = ["\(folder)/shops.cq"] }
    }
    var written = ""
    for line in lines.map({ $0.replacing("FOLDER", with: folder) }) {
      if let command = DotCommand(line) {
        _ = command.run(in: session)
      } else {
        _ = session.run(ScriptText(name: "<prompt>", line))
      }
      written = session.output.taken() + session.errors.taken()
    }
    // How long it took is another each time.
    return written.replacing(#/ · \d+ ms/#, with: "").replacing(" · sample", with: "")
      .replacing(folder.isEmpty ? "FOLDER" : folder, with: "FOLDER")
  }

  /// What is typed, and the names or the message that come of the last line.
  static let sessions: [(lines: [String], written: String)] = [
    ([".last"], "note: there is no result yet; `.last` shows the last one again\n"),
    (["from hotels | limit 1 | show id", ".last"], "id\n─────\n40611\n1 row\n"),
    (
      ["from hotels | limit 1 | show name, stars | to csv", ".card"],
      "Belleclaire Hotel\nstars  3\n1 row\n"
    ),
    (
      ["set width = 20", "from hotels | limit 1 | show name, address", ".wide"],
      """
      name               address
      ─────────────────  ───────────────────────────────────────
      Belleclaire Hotel  West 77th Street at Broadway, Manhattan
      1 row

      """
    ),
    (["from hotels | limit 2 | show id", ".card", "| limit 1"], "id\n─────\n40611\n1 row\n"),
    (["more"], "note: there is no list yet; `more` reads the next page of one\n"),
    (["from hotels | limit 2 | show id", ".more"], "id\n─────\n13100\n22470\n2 rows\n"),
    (["from hotels | show id | page 2 size 3", "more"], "id\n─────\n13370\n1 of 7 hotels\n"),
    (["from hotels | limit 3 | show id", "more", "more"], "id\n─────\n13370\n1 of 7 hotels\n"),
    (
      ["from hotels | limit 3 | show id", "more", "more", "more"],
      "note: that was the last page: it has 1 of 3 rows\n"
    ),
    (
      ["from hotels | sort by id", "| limit 1 | show id", "more"],
      "id\n─────\n13370\n1 row\n"
    ),
    (
      ["from hotels | sort by id", "| limit 1 | show id", "more", "more"],
      "id\n─────\n22470\n1 row\n"
    ),
    (
      ["use hotels", "page 1 | show id | to csv", "more"],
      "note: that was the last page: it has 7 of 10 rows\n"
    ),
    (
      ["from hotels", "more"],
      "note: the last result has no pages; `page 1` at the end of a pipeline begins with one\n"
    ),
    (
      ["from hotels | limit 3 | count", "more"],
      "note: the last result has no pages; `page 1` at the end of a pipeline begins with one\n"
    ),
    (
      ["let n = 2", "from hotels | limit $n", "more"],
      "note: the last result has no pages; `page 1` at the end of a pipeline begins with one\n"
    ),
    (["categories of chloe", "from chloe in @4 | count"], "count\n─────\n    5\n1 row\n"),
    (
      ["categories of chloe | sort by items desc", "from chloe in @1, @4 | count by category"],
      "category           count\n─────────────────  ─────\nBags                   6\n"
        + "Skirts and shorts      1\n2 rows\n"
    ),
    (
      ["categories of chloe", "use chloe in @2", "from hotels | limit 1", "use chloe", "count"],
      "count\n─────\n   13\n1 row\n"
    ),
    (["categories of chloe", "use chloe in @2", "count"], "count\n─────\n    1\n1 row\n"),
    // Results without categories may come between.
    (
      ["categories of chloe", "from chloe in @4 | limit 1", "from chloe in @2 | count"],
      "count\n─────\n    1\n1 row\n"
    ),
    (
      ["categories of chloe", "categories of shopreme | limit 1", "from chloe in @4"],
      "<prompt>:1:15: error[CQ0203]: `@4` names no category of chloe: the categories that were "
        + "shown last are of shopreme\n"
    ),
    (
      ["categories of chloe", "from chloe in @5"],
      "<prompt>:1:15: error[CQ0203]: `@5` names no category of chloe: the categories of chloe were "
        + "shown in 4 rows\n"
    ),
    (
      ["from chloe", "from chloe in @1"],
      "<prompt>:1:15: error[CQ0203]: `@1` names no category of chloe: no categories of chloe have "
        + "been shown\n"
    ),
    (
      ["categories of shopreme", "from chloe in @1"],
      "<prompt>:1:15: error[CQ0203]: `@1` names no category of chloe: the categories that were "
        + "shown last are of shopreme\n"
    ),
    (
      ["categories of chloe", "from chloe in @0"],
      "<prompt>:1:15: error[CQ0109]: `@0` is no row: rows are counted from @1\n"
    ),
  ]

  @Test(arguments: sessions) func goesOn(lines: [String], written: String) {
    #expect(Self.typed(lines) == written, "\(lines)")
  }

  /// Two shops whose categories have the same ids, and a table.
  private static let files: [String: String] = {
    var files = [
      "four.csv": "id\n1\n2\n3\n4\n", "lists.json": #"[{"n": [1, 2]}, {"n": [3, 4]}]"#,
      "shops.cq": "",
    ]
    for (name, titles) in [("aa", ["Ants", "Bees"]), ("bb", ["Cups", "Jugs"])] {
      files["shops.cq"]? += """
        source \(name) {
          list "\(name){category}.json"
          category "\(titles[0])" as "1"
          category "\(titles[1])" as "2"
          field id Id key
          field kind Text category in request
        }

        """
      for number in 1...2 { files["\(name)\(number).json"] = #"[{"id": "\#(name)\#(number)"}]"# }
    }
    return files
  }()

  private static let saving =
    "note: `more` runs nothing again that saves rows; it shows the next page of a list that is "
    + "shown\n"

  private static let ended = "note: that was the last page: no rows come after it\n"

  /// The same with these files.
  static let filed: [(lines: [String], written: String)] = [
    (["categories of aa", "from aa in @2 | show id"], "id\n───\naa2\n1 of 1 row\n"),
    (["categories of Aa", "from AA in @2 | show id"], "id\n───\naa2\n1 of 1 row\n"),
    (
      ["categories of Aa", "show @2 of AA | show name"], "name  Bees\n1 category\n"
    ),
    (
      ["categories of aa", "from bb in @1"],
      "<prompt>:1:12: error[CQ0203]: `@1` names no category of bb: the categories that were shown "
        + "last are of aa\n"
    ),
    (
      ["categories of aa", "use bb in @2"],
      "<prompt>:1:11: error[CQ0203]: `@2` names no category of bb: the categories that were shown "
        + "last are of aa\n"
    ),
    (
      ["from \"FOLDER/four.csv\" | limit 2 | save \"FOLDER/s.csv\" replace", "more"],
      saving
    ),
    (
      [
        "from \"FOLDER/four.csv\" | limit 1 | save \"FOLDER/s.csv\" replace; "
          + "from \"FOLDER/four.csv\" | limit 2", "more",
      ], saving
    ),
    (
      [
        "from \"FOLDER/four.csv\" | limit 2 | save \"FOLDER/s.csv\" replace", "more",
        "from \"FOLDER/s.csv\" | show id",
      ], "id\n──\n 1\n 2\n2 of 2 rows\n"
    ),
    // No page without rows is shown, however often it is asked for.
    (["from \"FOLDER/four.csv\" | limit 2", "more", "more"], ended),
    (["from \"FOLDER/four.csv\" | limit 2", "more", "more", "more"], ended),
    (
      ["from \"FOLDER/four.csv\"", "| limit 2", "more", "more", "| count"],
      "count\n─────\n    2\n1 row\n"
    ),
    (["from \"FOLDER/four.csv\" | limit 2 | to csv", "more", "more"], ended),
    (["from \"FOLDER/four.csv\" | count | limit 1", "more"], ended),
    (
      ["let a = from \"FOLDER/four.csv\"\nfrom a | limit 4", "more"], ended
    ),
    (
      ["from \"FOLDER/four.csv\" | limit 3", "more", "more"],
      "note: that was the last page: it has 1 of 3 rows\n"
    ),
    (
      ["from \"FOLDER/four.csv\" | filter id > 2 | limit 2", "more"], ended
    ),
    // A row is there for each of the elements, of which nothing tells how many there are.
    (
      [
        "from \"FOLDER/lists.json\" | expand n | show n | limit 2", "more",
      ], "n\n─\n3\n4\n2 rows\n"
    ),
  ]

  @Test(arguments: filed) func goesOnFromFiles(lines: [String], written: String) throws {
    let folder = try TestSupport.temporaryDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in Self.files {
      try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    #expect(Self.typed(lines, in: folder) == written, "\(lines)")
  }
}
