// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import Foundation
import LineEditing
import QueryEngine
import ResultRendering
import TestSupport
import Testing

@testable import QueryShell

/// What keys write in the browser, what it shows, and that the query left is what was seen.
@Suite struct BrowserTests {
  /// A browser over what a query gives, and its session.
  struct Browsed {
    let session: Session
    var browser: Browser
    var copied: [String] = []

    init(_ query: String, rows: Int = 12, columns: Int = 80, ascii: Bool = false) throws {
      session = Session.collecting { settings in
        settings.isInteractive = true
        settings.keepsResults = true
        settings.options.sanitise = true
        settings.options.ascii = ascii
        settings.pager = .off
      }
      for line in query.split(separator: ";") {
        #expect(session.run(ScriptText(name: "<prompt>", String(line))) == .success, "\(line)")
      }
      _ = session.output.taken()
      browser = try #require(session.browser(rows: rows, columns: columns))
    }

    /// Types keys; gives the line with which they leave.
    @discardableResult mutating func type(_ keys: [Key]) -> String? {
      for key in keys {
        switch browser.take(key) {
        case .stay, .suspend: break
        case .copy(let text): copied.append(text)
        case .work(let work): session.perform(work, in: &browser)
        case .leave(let line): return line
        }
        _ = browser.frame()
      }
      return nil
    }

    @discardableResult mutating func type(_ text: String) -> String? {
      type(text.map(Self.key))
    }

    private static func key(_ character: Character) -> Key {
      switch character {
      case "→": .right
      case "←": .left
      case "↓": .down
      case "↑": .up
      case "⏎": .control(0x0D)
      default: character.unicodeScalars.first.map(Key.character) ?? .unknown
      }
    }

    /// The cells of the rows that are seen, as JSON.
    var rows: String? {
      guard let table = browser.view.table else { return nil }
      let columns = table.columns.map { ResultColumn($0.label, $0.type) }
      let format = OutputFormat.named("jsonl")
      var renderer = format?.makeRenderer(columns: columns, options: RenderOptions())
      var bytes: [UInt8] = []
      for part in table.rows(0..<table.count) { renderer?.add(part, to: &bytes) }
      renderer?.finish(footer: nil, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Keys, and the line that they leave at the prompt.
  @Test(arguments: [
    ("→→→s", "from hotels | sort by stars"), ("→→→S", "from hotels | sort by stars desc"),
    ("→→→sS", "from hotels | sort by stars desc"), ("→→→ss→→←←=", "from hotels | filter stars = 3"),
    ("→→→!", "from hotels | filter stars != 3"), ("→→→<", "from hotels | filter stars <= 3"),
    ("→→→↓>", "from hotels | filter stars >= 2"), ("→→-", "from hotels | drop address"),
    ("→=", "from hotels | filter name = \"Belleclaire Hotel\""),
    ("→→-→-", "from hotels | drop address, distance"), ("→→→c", "from hotels | count by stars"),
    ("→→→g", "from hotels | summarize count(), avg(distance) by stars"),
    ("→→→p", "from hotels | to hist stars"),
    ("-→→→g", "from hotels | drop id | summarize count(), avg(stars) by distance"),
    ("→→→cp", "from hotels | count by stars | to bars count by stars"),
    ("→p", "from hotels | count by name | to bars count by name"),
    ("→→→c↓⏎", "from hotels | filter stars = 2"), ("t3⏎", "from hotels | limit 3"),
    ("→&dream⏎", "from hotels | filter name contains \"dream\""),
    ("→→→→→&87⏎", "from hotels | filter suites contains 87"), ("⏎", "show 40611"),
    ("↓⏎", "show 80899"), ("→→→su", "from hotels"), ("→→→suU", "from hotels | sort by stars"),
    ("→→→s=u", "from hotels | sort by stars"), ("⏎u→→→=", "from hotels | filter stars = 3"),
    ("q", "from hotels"), ("?q", "from hotels"), ("v", "from hotels"),
    ("/dream⏎=", "from hotels | filter id = \"85862\""),
    ("/dream⏎n=", "from hotels | filter id = \"313499\""),
    (":3⏎=", "from hotels | filter id = \"13100\""),
    ("mK", "from hotels | filter id = \"40611\""), ("mmK", "from hotels"), ("K", "from hotels"),
    ("↓↓m↑↑mK", "from hotels | filter id in (\"40611\", \"13100\")"),
    ("→→→,K", "from hotels | filter id in (\"40611\", \"13100\")"), ("→→→,↓↓,K", "from hotels"),
    ("→→→mKu↓mK", "from hotels | filter id in (\"40611\", \"80899\")"),
    ("→→→cm↓mK", "from hotels | count by stars | filter stars in (3, 2)"),
    ("-→→m↓↓mK", "from hotels | drop id | filter stars = 3"),
    ("'St⏎=", "from hotels | filter stars = 3"), ("'a⏎'a⏎-", "from hotels | drop address"),
    ("'s⏎'S⏎-", "from hotels | drop suites"), ("'am⏎-", "from hotels | drop name"),
    ("'xyz⏎=", "from hotels | filter id = \"40611\""),
    ("→→→swa b.csv⏎", "from hotels | sort by stars | save \"a b.csv\""),
    ("/dream⏎nN=", "from hotels | filter id = \"85862\""), (":x⏎t0⏎", "from hotels"),
  ]) func writes(keys: String, line: String) throws {
    var browsed = try Browsed("use hotels;from hotels")
    let left = browsed.type(keys) ?? browsed.type([.control(0x1B), .control(0x1B)])
    #expect(left ?? "" == line)
  }

  /// A key runs what was not run yet, over the rows that are there; what takes the place of a stage
  /// is run over those before it.
  @Test(arguments: [
    ("", ".limit", "from it | limit 3", 7), ("→→→>", ".limit", "from it | limit 3", 3),
    ("→→→>→S", ".limit", "from it | limit 3", 3), ("→→→>→S", "sort", "from it | sort by rooms", 3),
    ("→→→>→Su", ".limit", "from it | limit 3", 3), ("→→→>c", ".limit", "from it | limit 3", 2),
    ("→→→>-", "drop", "from it | drop stars, rooms", 3),
  ]) func goesOn(keys: String, stage: String, text: String, rows: Int) throws {
    var browsed = try Browsed("from hotels")
    browsed.type(keys)
    let stages: [String: BrowserQuery.Stage] = [
      ".limit": .limit(3), "sort": .sort("rooms", isDown: false), "drop": .drop(["rooms"]),
    ]
    let query = browsed.browser.view.query.adding(try #require(stages[stage]))
    let base = browsed.browser.base(of: query)
    #expect(base.text == text)
    #expect(base.rows.rows == rows)
  }

  /// What is left goes on from what gave the result, where that is one pipeline.
  @Test(arguments: [
    (
      "from hotels | filter stars > 1;| sort by rooms",
      "from hotels | filter stars > 1 | sort by rooms | count by id"
    ),
    ("from hotels | to table", "from hotels | count by id"),
    ("from hotels # all of them", "| count by id"),
    ("let h = from hotels\nfrom h", "| count by id"),
    (
      "from hotels\n  | filter name != \"a  b\"",
      "from hotels | filter name != \"a  b\" | count by id"
    ),
    ("from hotels;from it | limit 3", "| count by id"),
    ("use hotels;filter stars > 1", "filter stars > 1 | count by id"),
  ]) func heads(query: String, line: String) throws {
    var browsed = try Browsed(query)
    #expect(browsed.type("cq") == line)
  }

  /// `Q` leaves nothing, and after it nothing has changed.
  @Test func leavesNothing() throws {
    var browsed = try Browsed("from hotels | limit 2")
    #expect(browsed.type("scQ") == nil)
    #expect(browsed.session.last?.rows == 2)
    #expect(browsed.session.run(ScriptText(name: "<prompt>", "| count")) == .success)
  }

  private static let keys = Array("sS=!<>&-cgpt⏎raruUUuu/nN:v?→→→←↓↓↓↑12x⏎⏎ bmm,K'zyYw")
  private static let starts = [
    "from hotels", "from shopreme", "from chloe | show id, name, price, category", "from products",
    "from hotels | count by stars", "from bestbuy | limit 4", "from hotels | filter stars > 9",
    "from hotels | expand suites | show name, suites", "sources", "categories of chloe",
    "from hotels | extend d = date(\"2024-01-31\"), l = distance * 1 km, e = null",
  ]

  /// Whatever is typed, the rows that are seen are those of the line that would be left, and each
  /// frame fits its window.
  @Test func anyKeys() throws {
    var random = Seeded(87)
    let rounds = ProcessInfo.processInfo.environment["CQ_BROWSER_ROUNDS"].flatMap(Int.init) ?? 60
    var compared = 0
    for round in 0..<rounds {
      let start = Self.starts[round % Self.starts.count]
      var browsed = try Browsed(start, rows: 10, columns: 60, ascii: round % 5 == 0)
      for _ in 0..<25 {
        let key = try #require(Self.keys.randomElement(using: &random))
        browsed.type(String(key))
        if Int.random(in: 0..<12, using: &random) == 0 {
          browsed.browser.resize(
            rows: .random(in: 1...14, using: &random), columns: .random(in: 1...90, using: &random))
        }
        let frame = browsed.browser.frame()
        #expect(frame.count == browsed.browser.rows, "\(start)")
        let room = max(2, browsed.browser.columns)
        #expect(frame.allSatisfy { StyledLine.width($0) < room }, "\(frame)")
        #expect(!frame.contains { $0.contains("\n") })
      }
      let line = browsed.browser.line
      guard let rows = browsed.rows, !line.isEmpty else { continue }
      let again = ShellRun(running: line.hasPrefix("|") ? "\(start) \(line)" : line) { settings in
        settings.format = .jsonl
      }
      #expect(again.status == .success, "\(line): \(again.errors)")
      #expect(again.output == rows, "\(start) → \(line)")
      compared += 1
    }
    #expect(compared > rounds / 2, "\(compared)")
  }

  /// Text from outside drives no terminal, nor does it stand in the query raw.
  @Test func hostileText() throws {
    let folder = try TestSupport.temporaryDirectory()
    let path = folder + "/a.json"
    let evil = #"[{"id": 1, "na\u001bme": "x\u001b[2J\u202ey", "名前": "漢字漢字漢字", "t": "a\nb"}]"#
    try evil.write(toFile: path, atomically: true, encoding: .utf8)
    for columns in [80, 40, 12, 3] {
      var browsed = try Browsed("from \"\(path)\"", rows: 9, columns: columns)
      for keys in ["", "→", "s", "=", "v", "x", "c", "⏎", "u", "→=", "-", "?", "q"] {
        browsed.type(keys)
        let frame = browsed.browser.frame()
        for line in frame {
          let plain = StyledLine.plain(line)
          let isHarmless = plain.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && $0.value != 0x202E
          }
          #expect(isHarmless, "\(plain)")
          #expect(DisplayWidth.of(plain) < columns)
        }
      }
      let left = browsed.type("q")
      #expect(left?.unicodeScalars.allSatisfy { $0.value >= 0x20 } ?? true)
    }
  }

  /// Columns stay in sight, also where the rows are others, until they are let go.
  @Test func columnsStayInSight() throws {
    var browsed = try Browsed("from hotels", rows: 8, columns: 50)
    let heads = { (browsed: inout Browsed) in
      StyledLine.plain(browsed.browser.frame()[1]).split(separator: " ").map(String.init)
    }
    browsed.type("→→→→→→")
    #expect(heads(&browsed) == ["name", "suites", "rooms"])
    browsed.type("←←←←←←z→→→→→→")
    #expect(heads(&browsed) == ["id", "stars", "distance", "suites", "rooms"])
    browsed.type("s")
    #expect(heads(&browsed) == ["id", "stars", "distance", "suites", "rooms"])
    browsed.type("←←←←←←z→→→→→→")
    #expect(heads(&browsed) == ["name", "suites", "rooms"])
  }

  /// What is copied stands on one line, so that who pastes it runs nothing.
  @Test func copies() throws {
    let folder = try TestSupport.temporaryDirectory()
    let path = folder + "/a.json"
    let long = String(repeating: "x", count: 7_000)
    try #"[{"id": 1, "t": "a\nb\u001b[2J", "n": null, "long": "\#(long)"}]"#
      .write(toFile: path, atomically: true, encoding: .utf8)
    var browsed = try Browsed("from \"\(path)\" | show id, t, n")
    browsed.type("y→y→yY")
    #expect(browsed.copied == ["1", "a b[2J", "", "1\ta b[2J\t"])
    browsed = try Browsed("from \"\(path)\" | show long")
    browsed.type("y")
    #expect(browsed.copied.isEmpty && browsed.browser.message.hasPrefix("that is over 6 kB"))
  }

  /// The query is painted as the prompt paints it, also where only its end is seen.
  @Test func theQueryIsPainted() throws {
    var browsed = try Browsed("from hotels | filter stars >= 3", columns: 40)
    let queryRow = { (browsed: inout Browsed) in browsed.browser.frame().last ?? "" }
    #expect(
      queryRow(&browsed) == "cq*> \u{1B}[0;1mfrom\u{1B}[m hotels | \u{1B}[0;1mfilter\u{1B}[m"
        + " stars >= 3\u{1B}[0m")
    browsed.type("→→→s")
    #expect(StyledLine.plain(queryRow(&browsed)) == "cq*> …filter stars >= 3 | sort by stars")
    #expect(queryRow(&browsed).hasPrefix("cq*> …\u{1B}[0;1mfilter\u{1B}[m stars >= 3 | "))
  }

  /// The keys that are listed are those that do something.
  @Test func keysArePrinted() {
    let page = BrowserKey.page(ascii: true)
    #expect(page.split(separator: "\n").count == BrowserKey.allCases.count + 3)
    #expect(page.split(separator: "\n").allSatisfy { $0.count < 60 && $0.allSatisfy(\.isASCII) })
    for key in BrowserKey.allCases where key.name.count == 1 {
      #expect(key.name.unicodeScalars.first.flatMap { BrowserKey(.character($0)) } == key)
    }
  }
}
