// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import Foundation
import LineEditing
import TestSupport
import Testing

@testable import QueryShell

/// What is told of a line while it is written is what its footer tells when it is run.
@Suite struct RowPreviewTests {
  private let folder: String

  init() throws { folder = try TestSupport.temporaryDirectory() }

  private func session(_ change: (inout SessionSettings) -> Void = { _ in }) -> Session {
    Session.collecting { settings in
      settings.keepsResults = true
      settings.watch.windows.leastFile = 0
      settings.watch.windows.leastProposed = 0
      change(&settings)
    }
  }

  private func run(_ text: String, in session: Session) -> ShellRun {
    let status = session.run(ScriptText(name: InteractiveLoop.scriptName, text))
    return ShellRun(session.output.taken(), session.errors.taken(), status)
  }

  private func preview(_ text: String, in session: Session) -> Preview {
    RowPreview(session).preview(text, unless: { false })
  }

  @Test(arguments: [
    ("from hotels", "7 of 7 hotels"), ("from hotels | filter stars >= 3", "3 of 7 hotels"),
    ("from hotels | filter stars > 9", "no rows of 7"), ("from hotels | count by stars", "5 rows"),
    ("from hotels | sort by rooms | limit 2", "2 of 7 hotels"),
    ("from it | filter stars = 0", "1 row"),
    ("| filter distance < 50 and stars > 1 | show name", "2 rows"),
    ("from hotels | expand suites | filter suites > 100", "3 rows"),
  ]) func counts(text: String, words: String) {
    let session = session()
    _ = run("from hotels", in: session)
    #expect(preview(text, in: session) == .words(words))
  }

  /// What is not whole, is no query, shows no rows, asks somebody, has to be read or differs from
  /// run to run has no count; nor does what would end with a fault.
  @Test(arguments: [
    "", "   ", "from", "from hotels |", "from hotels | filter", "from hotels | filter stras > 3",
    "use hotels", "let a = from hotels", "describe hotels", "show 40611", "sources", "help",
    ".last", "from hotels | to json", "from hotels | to bars stars", "set rows = 3",
    "from hotels | save \"a.csv\"", "from hotels | sample 2", "from hotels | expect 3 rows",
    "from hotels | assert stars > 3", "from \"FILE\"", "from hotels\nfrom chloe", "# only this",
    "from hotels | join \"FILE\" as b on id = b.id", "from hotels | union (from hotels | sample 1)",
    "related 40611", "from hotels | show id, image",
  ]) func nothing(text: String) throws {
    let path = folder + "/a.json"
    try #"[{"id": 1}]"#.write(toFile: path, atomically: true, encoding: .utf8)
    let session = session()
    _ = run("from hotels", in: session)
    #expect(preview(text.replacing("FILE", with: path), in: session) == .nothing)
  }

  /// Columns of a file are counted once they are kept, as long as it is as it was.
  @Test func filesThatWereRead() throws {
    let path = folder + "/rows.ndjson"
    let rows = (1...900).map { "{\"id\": \($0), \"n\": \($0 % 7), \"t\": \"a\"}\n" }.joined()
    try rows.write(toFile: path, atomically: true, encoding: .utf8)
    let session = session()
    let line = "from \"\(path)\" | filter n = 3"
    #expect(preview(line, in: session) == .nothing)
    _ = run("from \"\(path)\" | filter n > 3 | show id", in: session)
    #expect(preview(line, in: session) == .words("129 of 900 rows"))
    try (rows + "{\"id\": 901, \"n\": 3, \"t\": \"b\"}\n")
      .write(toFile: path, atomically: true, encoding: .utf8)
    #expect(preview(line, in: session) == .nothing)
  }

  /// A key comes first, and nobody waits for what takes longer than it is noticed.
  @Test func keysAndTimeComeFirst() {
    let session = session()
    _ = run("from hotels", in: session)
    let line = "from hotels | filter stars >= 3"
    #expect(RowPreview(session).preview(line, unless: { true }) == .interrupted)
    var asked = 0
    let preview = RowPreview(session).preview(line) {
      asked += 1
      return asked > 1
    }
    #expect(preview == .interrupted)
    var time: UInt64 = 0
    let slow = RowPreview(session) {
      time += 30_000_000
      return time
    }
    #expect(slow.preview(line, unless: { false }) == .nothing)
  }

  private static let stages = [
    "filter stars >= #", "filter distance < #00", "filter name contains \"e\"",
    "sort by rooms desc",
    "limit #", "skip #", "count by stars", "distinct stars", "top # by distance",
    "extend x = stars / rooms | filter x > 0.5", "expand suites", "summarize count(), avg(rooms)",
    "group by stars (top 1 by rooms)", "sample # seed 4", "page 2 size #", "count",
    "show name, stars",
    "drop address", "union hotels", "filter stars is null", "search \"hotel\"", "assert stars < #",
    "filter suites contains #", "join hotels as h on id = h.id", "expect # rows",
  ]

  /// For generated lines the count is that of the run, or there is none.
  @Test func generatedLines() throws {
    var random = Seeded(86)
    let session = session()
    _ = run("from hotels", in: session)
    var told = 0
    for _ in 0..<600 {
      let stages = try (0..<Int.random(in: 0...4, using: &random)).map { _ in
        let form = try #require(Self.stages.randomElement(using: &random))
        return "| " + form.replacing("#", with: "\(Int.random(in: 0...5, using: &random))")
      }
      let head = ["from hotels", "from it", "from shopreme"].randomElement(using: &random) ?? ""
      let line = ([head] + stages).joined(separator: " ")
      guard case .words(let words) = preview(line, in: session) else { continue }
      told += 1
      let shown = run(line, in: session)
      let footer = shown.output.split(separator: "\n").last.map(String.init) ?? ""
      #expect(shown.status == .success, "\(line): \(shown.errors)")
      let isSame = footer == words || footer.hasPrefix(words + " · ")
      #expect(isSame, "\(line): \(words), \(shown.output)")
      _ = run("from hotels", in: session)
    }
    #expect(told > 200, "\(told)")
  }
}
