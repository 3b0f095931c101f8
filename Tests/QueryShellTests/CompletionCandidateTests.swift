// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import Foundation
import LineEditing
import TestSupport
import Testing

@testable import QueryShell

/// What Tab offers inside quotes, after names and in statements; `^` is the cursor.
@Suite struct CompletionCandidateTests {
  /// Lines, and the labels offered there in their order, with `|` between them.
  static let lines: [(line: String, labels: String)] = [
    // Values, the most frequent first.
    (
      #"from hotels | filter name = "d^"#, "Days Hotel Broadway at 94th Street|Dream|Dream Downtown"
    ),
    (#"from hotels | filter name != "dRE^"#, "Dream|Dream Downtown"),
    (#"from hotels | filter not (name contains exact 'town^"#, "Dream Downtown|Midtown Lodging"),
    (#"from hotels | filter name starts with "midt^"#, "Midtown Lodging"),
    (#"from "x.csv" wi^"#, "with"), (#"from "x.csv" with ^"#, "separator|header|decimal"),
    (#"from "x.csv" with header ^"#, "yes|no"),
    (#"from "x.csv" with header no decimal ^"#, "comma|point"),
    ("from hotels | filter name = exa^", "exact"), ("from hotels | filter name = exact exa^", ""),
    ("from hotels | filter stars > 3 and an^", "any"),
    (#"from hotels | filter stars > 3 or name in ("x", "inn^"#, "Americana Inn"),
    (#"from hotels | filter stars = 4 | filter name = "^"#, "Dream"),
    (#"from hotels | extend n = upper(name) | filter n = "ameri^"#, "AMERICANA INN"),
    (#"use hotels; filter name = "ame^"#, "Americana Inn"),
    (#"from shopreme | filter name = "erdn^"#, "Erdnüsse"),
    (#"from shopreme | filter category = "^"#, "Frische Früchte|Frisches Gemüse"),
    (#"from hotels | filter nothing = "^"#, ""), (#"from hotels | filter stars > "^"#, ""),
    (#"from hotels | search "^"#, ""), (#"from hotels | filter image = "^"#, ""),
    // Categories.
    (#"from shopreme in "^"#, "Frische Früchte|Frisches Gemüse"),
    (#"from shopreme in "x", "gemuse^"#, "Frisches Gemüse"), (#"from hotels in "^"#, ""),
    // Ids, by themselves and by names.
    ("use hotels\nshow 8^", "80899|85862"),
    (
      "use shopreme\nshow \"5E0C7A9A-3B7E-4C0B-9D5D-0A4B6C1D2E12^",
      "5E0C7A9A-3B7E-4C0B-9D5D-0A4B6C1D2E12"
    ),
    // Names that the session has given.
    ("let near = from hotels\nfrom ^", "bestbuy|chloe|hotels|products|shopreme|near"),
    (
      "let near = from hotels\nfrom hotels | union ^", "bestbuy|chloe|hotels|products|shopreme|near"
    ),
    ("let `$x` = from hotels\nfrom ^", "bestbuy|chloe|hotels|products|shopreme|$x"),
    ("let v = from ho^", "hotels"),
    ("let n = 3\nlet text = \"a\"\nfrom hotels | filter stars > $^", "$n|$text"),
    ("let n = 3\nlet text = \"a\"\nfrom hotels | limit $t^", "$text"),
    ("from hotels | limit $^", ""),
    // A view may have a name that begins as those of values do.
    ("let `$x` = from hotels\nlet n = 3\nfrom hotels | filter stars > $^", "$n"),
    ("def best(n) = | top $n by rooms\ndef f(x) = $x\nfrom hotels | apply ^", "best"),
    ("def best(n) = | top $n by rooms\ndef good(x) = $x > 2\nfrom hotels | filter go^", "good"),
    // Statements.
    (
      "set ^",
      "locale|offline|live|errors|format|width|rows|pictures|picture.size|keys|overlay|hints"
        + "|preview|why|history.skip|theme|timer|plan|steps|pager|fetch.limit|fetch.items|memory"
        + "|workers|unpack.ratio|cache.columns"
        + "|pipe.limit|spill.limit|readings.limit"
    ), ("set off^", "offline"),
    ("set errors = ^", "full|short|json|default"), ("set offline = t^", "true"),
    ("set width = ^", "100|default"),
    ("set pager = ^", "auto|off|default"),
    ("set live = f^", "false"), ("expect ^", "error|no rows|live|columns|same as|rows"),
    ("expect error CQ060^", "CQ0601|CQ0602"),
    ("from hotels | expect ^", "no rows|live|columns|same as|rows"),
    ("param min: ^", "Text|Int|Decimal|Bool|Money|Length|Date|Id|List"),
    ("param min: de^", "Decimal"),
    ("from hotels | save \"x\" ^", "as|replace"), ("from hotels | save \"x\" as mark^", "markdown"),
    // Joins.
    ("from hotels | join ^", "left|bestbuy|chloe|hotels|products|shopreme"),
    ("from hotels | join left sh^", "shopreme"),
    ("from hotels | join shopreme ^", "on"),
    (
      "from hotels | join shopreme on na^",
      "name = shopreme.name|name"
    ), ("from hotels | join left shopreme on shopreme.pri^", "price"),
    // Accents and typing errors.
    ("from hotels | extend größe = 1 | show gros^", "größe"), ("set ofline^", "offline"),
    // Paths.
    (#"include "Sources/Catalogue^"#, "Catalogue/|CatalogueSources/"),
    (#"from "README^"#, ""), (#"from hotels | save "Pack^"#, "Package.swift"),
    (#"from hotels | expect same as "Packa^"#, ""), (#"include "no/such/^"#, ""),
  ]

  private static func completions(_ marked: String, _ session: Session) -> CompletionList {
    let parts = marked.split(separator: "^", maxSplits: 1, omittingEmptySubsequences: false)
    return Completer(session).completions(in: parts.joined(), at: parts[0].utf8.count)
  }

  @Test(arguments: lines) func offers(line: String, labels: String) {
    // Paths are those of the repository.
    _ = FileManager.default.changeCurrentDirectoryPath(TestSupport.repositoryRoot)
    let found = Self.completions(line, .collecting())
    #expect(found.items.map(\.label).joined(separator: "|") == labels)
  }

  /// Every candidate says what it is.
  @Test func everyCandidateIsDescribed() {
    let undescribed = Self.lines.filter { line, _ in
      Self.completions(line, .collecting()).items.contains { $0.note.isEmpty }
    }
    #expect(
      undescribed.map(\.line) == [
        "set errors = ^", "set offline = t^", "set pager = ^", "set live = f^",
      ])
    let types = Self.completions("param min: de^", .collecting()).items
    #expect(types.map(\.note) == ["exact numbers of at most 38 digits"])
  }

  @Test func closesQuotes() {
    let session = Session.collecting()
    let value = Self.completions(#"from hotels | filter name = "ameri^"#, session)
    #expect(
      value
        == CompletionList(
          replaceFrom: 29,
          items: [
            Completion(
              replacement: "Americana Inn\"", label: "Americana Inn", note: "1 row of the sample")
          ]))
    let closed = Self.completions(#"from hotels | filter name = "ameri^" | limit 1"#, session)
    #expect(closed.items.map(\.replacement) == ["Americana Inn"])
    let single = Self.completions("from hotels | filter name = 'ameri^", session)
    #expect(single.items.map(\.replacement) == ["Americana Inn'"])
    let join = Self.completions("from hotels | join shopreme on shopreme.pri^", session)
    #expect(join.items.map(\.replacement) == ["price"])
  }

  /// Folders go on, hidden files and names that would drive a terminal are left out.
  @Test func paths() throws {
    let folder = try TestSupport.temporaryDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(
      atPath: folder + "/more", withIntermediateDirectories: true)
    for name in [
      "a.json", "b.cq", ".hidden.json", "e\u{1B}[31m.json", "q\"q.json", "ü.NDJSON", "c.csv",
      "d.tsv.zst",
      "t.tsv", "apo's.json",
    ] {
      try Data().write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    let session = Session.collecting()
    let data = Self.completions("from \"\(folder)/^", session)
    #expect(
      data.items.map(\.replacement)
        == ["a.json\"", "apo's.json\"", "c.csv\"", "d.tsv.zst\"", "more/", "t.tsv\"", "ü.NDJSON\""]
        .map {
          "\(folder)/\($0)"
        })
    let expected = Self.completions("from hotels | expect same as \"\(folder)/^", session)
    #expect(expected.items == data.items)
    #expect(
      data.items.map(\.note)
        == ["a file", "a file", "a file", "a file", "a folder", "a file", "a file"])
    let single = Self.completions("from '\(folder)/^", session)
    #expect(
      single.items.map(\.label) == [
        "a.json", "c.csv", "d.tsv.zst", "more/", "q\"q.json", "t.tsv", "ü.NDJSON",
      ])
    let scripts = Self.completions("include \"\(folder)/^", session)
    #expect(scripts.items.map(\.label) == ["b.cq", "more/"])
  }

  /// Values of the last result are those of its rows.
  @Test func valuesOfTheLastResult() {
    let session = Session.collecting { $0.keepsResults = true }
    _ = session.run(ScriptText(name: "<test>", "from hotels | filter stars = 2"))
    let found = Self.completions(#"| filter name = "^"#, session)
    #expect(found.items.map(\.label) == ["Americana Inn", "Midtown Lodging"])
  }

  /// A server is never asked.
  @Test func asksNoServer() {
    let session = Session.collecting { $0.sources.places = ["hotels": "http://127.0.0.1:9/x"] }
    #expect(Self.completions(#"from hotels | filter name = "^"#, session).items.isEmpty)
    #expect(Self.completions("use hotels\nshow 4^", session).items.isEmpty)
  }

  /// Rows of the last result by their numbers, which are all that can stand behind `@`.
  @Test func rowsOfTheLastResult() {
    let session = Session.collecting { $0.keepsResults = true }
    #expect(session.completions(in: "show @", at: 6).items.isEmpty)
    _ = session.run(ScriptText(name: "<test>", "from hotels | limit 2"))
    let found = session.completions(in: "show @", at: 6)
    #expect(found.replaceFrom == 5)
    #expect(found.items.map(\.label) == ["@1", "@2"])
    #expect(found.items.map(\.note) == ["Belleclaire Hotel", "Americana Inn"])
  }
}
