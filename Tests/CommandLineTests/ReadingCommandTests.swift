// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Lists as they were read before, through the whole program.
@Suite struct ReadingCommandTests {
  private static let definition = """
    source shop {
      list "ADDRESS"
      field id    Id key
      field name  Text
      field price Decimal
    }

    """

  /// A shop whose list is another each time, in a folder with its definition.
  private struct Shop {
    let workspace: Workspace
    let server: LoopbackServer

    init(_ answer: @escaping LoopbackServer.Script) throws {
      server = try LoopbackServer(answer)
      let text = definition.replacing("ADDRESS", with: server.address("/list"))
      workspace = try Workspace(["shop.cq": text])
    }

    func run(
      _ query: String, _ options: [String] = [], _ environment: [String: String] = [:]
    ) throws -> Outcome {
      let run = try workspace.run(
        ["--define", "shop.cq", "-c", query] + options,
        environment: live.merging(environment) { $1 })
      return masked(Outcome(run))
    }

    func cache(_ words: String...) throws -> Outcome {
      masked(Outcome(try workspace.run(["cache"] + words)))
    }

    /// Without the times, which are those of the test.
    private func masked(_ outcome: Outcome) -> Outcome {
      var outcome = outcome
      for path in [\Outcome.output, \Outcome.errors] {
        outcome[keyPath: path].replace(
          /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/, with: "TTTT-TT-TTTTT:TT:TT")
        outcome[keyPath: path].replace(workspace.path, with: "HERE")
      }
      return outcome
    }
  }

  private static let live = ["CQ_OFFLINE": ""]

  private static func list(_ number: Int) -> String {
    let items = (number...number + 2).map {
      #"{"id":\#($0),"name":"Item \#($0)","price":\#(10 * number + $0)}"#
    }
    return "[\(items.joined(separator: ","))]"
  }

  @Test func showsAndForgets() throws {
    let shop = try Shop { .reply(200, ["Cache-Control": "max-age=0"], text: Self.list($0.number)) }
    let none = try shop.run("from shop at \"today\"")
    #expect(
      none
        == Outcome(
          errors: "<query>:1:6: error[CQ0509]: no reading of shop is kept; `from shop | count` "
            + "keeps one\n", status: 5))
    let first = try shop.run("from shop | show id, price", ["--to", "csv"]).output
    #expect(first == "id,price\n1,11\n2,12\n3,13\n")
    let changes = try shop.run("changes of shop since \"today\"", ["--to", "table"])
    #expect(
      changes
        == Outcome(
          output: """
            id  change   price
            ──  ───────  ───────────────────
            1   gone     {"old":11}
            2   changed  {"old":12,"new":22}
            3   changed  {"old":13,"new":23}
            4   new      {"new":24}
            4 rows · 1 new · 1 gone · 2 changed: price 2 · reading of TTTT-TT-TTTTT:TT:TT

            """))
    let kept = try shop.cache("readings", "--to", "table")
    #expect(
      kept
        == Outcome(
          output: """
            source  taken                rows  size   stored
            ──────  ───────────────────  ────  ─────  ──────
            shop    TTTT-TT-TTTTT:TT:TT     3  109 B  76 B
            shop    TTTT-TT-TTTTT:TT:TT     3  109 B  76 B
            2 readings · 152 B · HERE/.cache/cq/replies.sqlite

            """))
    #expect(
      try shop.cache("clear")
        == Outcome(
          output: "forgot 1 reply\n",
          errors: "note: 2 readings stay; `cq cache prune` forgets readings\n"))
    #expect(
      try shop.cache("prune", "1", "hour", "ago", "SHOP")
        == Outcome(output: "forgot 0 readings of SHOP\n"))
    #expect(try shop.cache("prune", "1GB") == Outcome(output: "forgot 0 readings\n"))
    #expect(try shop.cache("prune", "80", "B") == Outcome(output: "forgot 1 reading\n"))
    #expect(try shop.cache("prune", "today") == Outcome(output: "forgot 1 reading\n"))
    #expect(
      try shop.cache("readings") == Outcome(output: "source\ttaken\trows\tsize\tstored\n"))
  }

  /// Where nothing can be kept, no reading is said to be.
  @Test func theFirstComparisonIsHeld() throws {
    let shop = try Shop { .reply(200, text: Self.list($0.number)) }
    let run = try shop.run(
      "changes of shop since \"today\"", ["-q"],
      ["XDG_CACHE_HOME": shop.workspace.path + "/shop.cq"])
    #expect(
      run
        == Outcome(
          errors: "<query>:1:1: error[CQ0509]: no reading of shop has been kept; now that of "
            + "TTTT-TT-TTTTT:TT:TT is held until cq ends, which can keep nothing\n", status: 5))
  }

  /// What is known to be kept is not told once more as new.
  @Test func aReadingIsNamedOnce() throws {
    let shop = try Shop {
      .reply(200, ["Cache-Control": "max-age=900"], text: Self.list($0.number))
    }
    _ = try shop.run("from shop | count", ["-q"])
    let run = try shop.run("changes of shop since \"2020-01-01\"", ["-q"])
    #expect(
      run
        == Outcome(
          errors: "<query>:1:1: error[CQ0509]: no reading of shop is as old as `2020-01-01`; kept "
            + "are those of TTTT-TT-TTTTT:TT:TT\n", status: 5))
    #expect(shop.server.requests.count == 1)
  }

  /// What is asked for as it was, and never was read, is read then: the next time has something to
  /// compare with.
  @Test func theFirstComparisonBegins() throws {
    let shop = try Shop { .reply(200, ["Cache-Control": "max-age=0"], text: Self.list($0.number)) }
    let begun = "; now that of TTTT-TT-TTTTT:TT:TT is kept, to compare with next time\n"
    let first = try shop.run("changes of shop since \"today\"", ["--to", "csv"])
    #expect(
      first
        == Outcome(
          errors: "<query>:1:1: error[CQ0509]: no reading of shop has been kept" + begun,
          status: 5))
    #expect(shop.server.requests.count == 1)
    let second = try shop.run(
      "changes of shop since \"today\" | show id, change", ["--to", "csv", "-q"])
    #expect(second == Outcome(output: "id,change\n1,gone\n2,changed\n3,changed\n4,new\n"))
    let old = try shop.run("changes from shop at \"2020-01-01\" to shop by id", ["-q"])
    #expect(
      old
        == Outcome(
          errors: "<query>:1:1: error[CQ0509]: no reading of shop is as old as `2020-01-01`; kept "
            + "are those of TTTT-TT-TTTTT:TT:TT, TTTT-TT-TTTTT:TT:TT" + begun, status: 5))
    #expect(shop.server.requests.count == 3)
    // What only shows how a query would be run reads nothing.
    #expect(try shop.run("explain changes of shop since 9 weeks ago").status == .exited(0))
    #expect(shop.server.requests.count == 3)
  }

  /// What cannot be read, or is no reading, says so.
  @Test func aComparisonThatCannotBeginSaysWhy() throws {
    let broken = try Shop { _ in .status(404) }
    #expect(
      try broken.run("changes of shop since \"today\"").errors
        == "<query>:1:1: error[CQ0509]: no reading of shop has been kept; now it is not read: shop "
        + "answered with an error (404 Not Found); no cached copy\n")
    let failing = try Shop {
      $0.number == 1
        ? .reply(200, ["Cache-Control": "max-age=0"], text: Self.list(1)) : .status(501)
    }
    _ = try failing.run("from shop | count")
    _ = try failing.cache("prune", "all")
    let old = try failing.run("changes of shop since \"today\"").errors
    let reason = " (it answered 501 Not Implemented after 3 tries), which is no reading\n"
    #expect(
      old.hasPrefix(
        "<query>:1:1: error[CQ0509]: no reading of shop has been kept; now there is only the copy")
        && old.hasSuffix(reason), "\(old)")
    let secret = try Shop {
      .reply(200, ["Cache-Control": "no-store"], text: Self.list($0.number))
    }
    #expect(
      try secret.run("changes of shop since \"today\"").errors
        == "<query>:1:1: error[CQ0509]: no reading of shop has been kept; the list was read "
        + "now, and is no reading to be kept\n")
  }

  /// A list of which records are skipped is kept as it is, and neither promised to be compared nor
  /// compared: it is said which one it was.
  @Test func aReadingWithSkippedRecordsIsNotCompared() throws {
    let shop = try Shop {
      let last = $0.number == 1 ? #"{"name":"no id"}"# : #"{"id":9}"#
      return .reply(
        200, ["Cache-Control": "max-age=0"], text: #"[{"id":1,"price":2},\#(last)]"#)
    }
    let changes = "changes of shop since \"today\""
    #expect(
      try shop.run(changes, ["-q"])
        == Outcome(
          errors: "<query>:1:1: error[CQ0509]: no reading of shop has been kept; now that of "
            + "TTTT-TT-TTTTT:TT:TT is kept, but cannot be compared: 1 record of it is skipped\n",
          status: 5))
    let refused = try shop.run(changes, ["-q", "--errors", "full"])
    #expect(
      refused
        == Outcome(
          errors: """
            error[CQ0507]: the reading of shop of TTTT-TT-TTTTT:TT:TT is not whole: 1 record skipped
            1 | changes of shop since "today"
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            help: `from shop at "TTTT-TT-TTTTT:TT:TT" | save "readable.json"` takes the others, and \
            tells of each that is skipped

            """, status: 5))
    #expect(
      try shop.run("history 1 of shop | show price", ["--to", "csv", "-q"]).output
        == "price\n2\n2\n")
  }

  /// What cannot be compared is nothing to compare with: the next run compares with what this one
  /// was to be compared with.
  @Test func aRefusedComparisonKeepsNoReading() throws {
    let lists = [
      #"[{"id":1,"price":10}]"#, #"[{"id":1,"price":11},{"id":1,"price":12}]"#,
      #"[{"id":1,"price":12},{"name":"no id"}]"#, #"[{"id":1,"price":13}]"#,
    ]
    let shop = try Shop {
      .reply(200, ["Cache-Control": "max-age=0"], text: lists[min($0.number, lists.count) - 1])
    }
    let changes = "changes of shop since \"today\""
    #expect(try shop.run("from shop | count", ["-q", "--to", "csv"]).output == "count\n1\n")
    #expect(
      try shop.run(changes).errors
        == "<query>:1:12: error[CQ0409]: 1 key of shop names several rows: 1 (2 rows)\n")
    #expect(
      try shop.run(changes, ["-q"]).errors
        == "<query>:1:1: error[CQ0507]: the list of shop is not whole: 1 record skipped\n")
    #expect(
      try shop.run("\(changes) | show price.old, price.new", ["-q", "--to", "csv"]).output
        == "price.old,price.new\n10,13\n")
    #expect(
      try shop.run("history 1 of shop | show price", ["-q", "--to", "csv"]).output
        == "price\n10\n13\n")
  }

  /// Where it is the reading that cannot be compared, the list of now is the next one.
  @Test func aRefusedReadingGivesWayToTheNext() throws {
    let lists = [
      #"[{"id":1,"price":11},{"id":1,"price":12}]"#, #"[{"id":1,"price":12}]"#,
      #"[{"id":1,"price":13}]"#,
    ]
    let shop = try Shop {
      .reply(200, ["Cache-Control": "max-age=0"], text: lists[min($0.number, lists.count) - 1])
    }
    let changes = "changes of shop since \"today\""
    _ = try shop.run("from shop | count", ["-q"])
    #expect(
      try shop.run(changes).errors
        == "<query>:1:12: error[CQ0409]: 1 key of the reading of shop names several rows: "
        + "1 (2 rows)\n")
    #expect(
      try shop.run("\(changes) | show price.old, price.new", ["-q", "--to", "csv"]).output
        == "price.old,price.new\n12,13\n")
  }

  /// Two readings of one source are called as they are written.
  @Test func theSidesOfTwoReadingsHaveNames() throws {
    let shop = try Shop { _ in
      .reply(200, text: #"[{"id":1,"price":11},{"id":1,"price":12}]"#)
    }
    _ = try shop.run("from shop | count", ["-q"])
    #expect(
      try shop.run("changes from shop at  \"today\" to shop at 0 days ago by id").errors
        == "<query>:1:56: error[CQ0409]: 1 key of shop at \"today\" names several rows: 1 "
        + "(2 rows)\n")
  }

  /// What rows of readings come from, for other programs.
  @Test func accountsNameReadingsAndTheirTimes() throws {
    let shop = try Shop { .reply(200, ["Cache-Control": "max-age=0"], text: Self.list($0.number)) }
    _ = try shop.run("from shop | count", ["-q"])
    Thread.sleep(forTimeInterval: 1)
    _ = try shop.run("from shop | count", ["-q"])
    func origins(_ query: String) throws -> [String] {
      _ = try shop.run(query, ["-q", "--meta", "m.json"])
      let text = try shop.workspace.text(of: "m.json")
      return text.matches(of: /"origin":.*?"reason"/).map {
        String($0.output)
          .replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/, with: "TIME")
      }
    }
    let reading = #""origin":"reading","age":null,"since":null,"taken":"TIME","reason""#
    #expect(try origins("from shop at \"today\" | count") == [reading])
    #expect(
      try origins("history 2 of shop | count")
        == [#""origin":"reading","age":null,"since":"TIME","taken":"TIME","reason""#])
    #expect(
      try origins("changes of shop since \"today\" | count")
        == [reading, #""origin":"live","age":null,"since":null,"taken":null,"reason""#])
  }

  /// An item that stands several times in a list has as many rows of one reading.
  @Test func aRepeatedItemIsOfOneReading() throws {
    let shop = try Shop { _ in
      .reply(
        200, ["Cache-Control": "max-age=0"],
        text: #"[{"id":1,"price":2},{"id":1,"price":3},{"id":2,"price":4}]"#)
    }
    _ = try shop.run("from shop | count", ["-q"])
    Thread.sleep(forTimeInterval: 1)
    _ = try shop.run("from shop | count", ["-q"])
    let ends = " · reading of TTTT-TT-TTTTT:TT:TT to TTTT-TT-TTTTT:TT:TT\n"
    let several = try shop.run("history 1 of shop | show price", ["--to", "table"]).output
    #expect(
      several == "price\n─────\n    2\n    3\n    2\n    3\n4 rows of 2 readings\(ends)")
    let single = try shop.run("history 2 of shop | show price", ["--to", "table"]).output
    #expect(single == "price\n─────\n    4\n    4\n2 of 2 readings\(ends)")
  }

  /// Nothing is promised where readings are not wanted.
  @Test func noReadingIsWanted() throws {
    let shop = try Shop { _ in .reply(200, text: Self.list(1)) }
    try shop.workspace.write("set readings.limit = 0\n", to: ".config/cq/config")
    #expect(
      try shop.run("history 1 of shop").errors
        == "<query>:1:1: error[CQ0509]: no reading of shop is kept, and none can be: "
        + "`readings.limit` is 0\n")
    #expect(
      try shop.run("set readings.limit = 1 MB; history 1 of shop").errors
        == "<query>:1:28: error[CQ0509]: no reading of shop is kept; `from shop | count` keeps one"
        + "\n")
  }

  /// A reading that takes too much by itself is not kept, and takes none of the others along.
  @Test func aReadingMayBeTooLarge() throws {
    var random = Seeded(1)
    let items = (1...200).map {
      #"{"id":\#($0),"name":"\#(random.next())\#(random.next())","price":1}"#
    }
    let long = "[\(items.joined(separator: ","))]"
    let shop = try Shop {
      .reply(200, ["Cache-Control": "max-age=0"], text: $0.number == 1 ? Self.list(1) : long)
    }
    _ = try shop.run("from shop | count")
    let kept = try shop.cache("readings").output
    let told = try shop.run("set readings.limit = 1 kB; from shop | count").errors
    #expect(
      told.replacing(/takes \d{4} bytes/, with: "takes N bytes")
        == "note: the reading of shop is not kept: it takes N bytes of the 1000 that "
        + "`readings.limit` allows\n")
    #expect(try shop.cache("readings").output == kept)
    #expect(kept.contains("shop"))
  }

  /// The same where the script says it that asks, and nothing is read for a reading that is not
  /// kept.
  @Test func aScriptMayWantNoReading() throws {
    let shop = try Shop { _ in .reply(200, text: Self.list(1)) }
    let queries = [
      ("2:1", "history 1 of shop"), ("2:6", "from shop at \"today\""),
      ("2:1", "changes of shop since \"today\""),
    ]
    for (place, query) in queries {
      #expect(
        try shop.run("set readings.limit = 0\n\(query)").errors
          == "<query>:\(place): error[CQ0509]: no reading of shop is kept, and none can be: "
          + "`readings.limit` is 0\n", "\(query)")
    }
    #expect(shop.server.requests.isEmpty)
  }

  /// A comparison of a reading with a list of now of which records are skipped: it is that of now
  /// which is not whole.
  @Test func aListOfNowWithSkippedRecordsIsNotCompared() throws {
    let shop = try Shop {
      let last = $0.number == 1 ? #"{"id":9}"# : #"{"name":"no id"}"#
      return .reply(
        200, ["Cache-Control": "max-age=0"], text: #"[{"id":1,"price":2},\#(last)]"#)
    }
    #expect(try shop.run("from shop | count", ["--to", "csv", "-q"]).output == "count\n2\n")
    let refused = try shop.run("changes of shop since \"today\"", ["-q", "--errors", "full"])
    #expect(
      refused
        == Outcome(
          errors: """
            error[CQ0507]: the list of shop is not whole: 1 record skipped
            1 | changes of shop since "today"
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            help: `from shop | save "readable.json"` takes the others, and tells of each that is \
            skipped

            """, status: 5))
  }

  static let refusals: [(words: [String], message: String)] = [
    (
      ["readings", "shp"],
      "nothing is kept of `shp`, and no source is called so; sources: bestbuy chloe hotels "
        + "products shopreme"
    ),
    (
      ["prune", "sometime"],
      "`cq cache prune` knows no `sometime`; a time and a size are such as 2026-11-20, 7 days ago, "
        + "100 MB or all"
    ),
    (
      ["prune", "today", "a", "b"],
      "`cq cache prune` knows no `today a b`; a time and a size are such as 2026-11-20, 7 days "
        + "ago, 100 MB or all"
    ),
    (
      ["prune"],
      "`cq cache prune` needs a time, a size or `all`; for example cq cache prune 7 days ago, cq "
        + "cache prune 100 MB"
    ),
  ]

  @Test(arguments: refusals.indices) func refuses(_ index: Int) throws {
    let (words, message) = Self.refusals[index]
    let run = try Workspace().run(["cache"] + words)
    #expect(Outcome(run) == Outcome(errors: "error[CQ0002]: \(message)\n", status: 2))
  }

  /// What is only judged is not asked for what is kept.
  @Test func checkingAsksNobody() throws {
    let shop = try Shop { _ in .status(404) }
    try shop.workspace.write(
      "from shop at \"yesterday\" | show id\nhistory 3 of shop | show at, price\n", to: "a.cq")
    #expect(Outcome(try shop.workspace.run(["check", "--define", "shop.cq", "a.cq"])) == Outcome())
    try shop.workspace.write("from shop at \"yesterday\" | show nam", to: "a.cq")
    #expect(
      Outcome(try shop.workspace.run(["check", "--define", "shop.cq", "a.cq"]))
        == Outcome(
          errors: "a.cq:1:33: error[CQ0201]: shop has no field `nam`; did you mean `name`?\n",
          status: 3))
    #expect(shop.server.requests.isEmpty)
  }

  /// Programs at once lose nothing.
  @Test(.timeLimit(.minutes(5))) func programsAtOnceLoseNothing() throws {
    let shop = try Shop { .reply(200, ["Cache-Control": "max-age=0"], text: Self.list($0.number)) }
    let loop =
      "for n in 1 2 3 4 5 6; do \(Workspace.program) --define shop.cq -c 'from shop | count' "
      + "--quiet=all & done; wait"
    let run = try shop.workspace.shell(loop, environment: Self.live)
    #expect(Outcome(run) == Outcome(output: String(repeating: "count\n3\n", count: 6)))
    #expect(shop.server.requests.count == 6)
    let kept = try shop.cache("readings", "--to", "csv").output
    #expect(kept.split(separator: "\n").count == 7, "\(kept)")
  }

  /// A full disk is a note: the rows come all the same.
  @Test func aFullDiskIsANote() throws {
    var random = Seeded(3)
    let names = (0..<20_000).map { _ in "\(random.next())" }
    let items = names.enumerated().map { #"{"id":\#($0),"name":"\#($1)"}"# }
    let list = "[\(items.joined(separator: ","))]"
    let shop = try Shop { _ in .reply(200, ["Cache-Control": "max-age=0"], text: list) }
    let line = "ulimit -f 200; exec \(Workspace.program) --define shop.cq -c 'from shop | count'"
    let run = try shop.workspace.shell(line, environment: Self.live)
    #expect(
      Outcome(run)
        == Outcome(
          output: "count\n20000\n",
          errors: "note: the reading of shop is not kept: the disk reports an error\n"))
  }
}
