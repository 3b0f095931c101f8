// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

/// A session at the prompt, as a person sees it.
@Suite struct PromptTests {
  private static let banner = "cq 0.1.0 · `help` explains, Tab completes, Ctrl-D leaves"

  @Test func bannerTableAndEnd() throws {
    let prompt = try Prompt(Workspace())
    #expect(prompt.screen == Self.banner + "\ncq*>")
    try prompt.enter("from hotels | filter stars >= 3 | show name, distance")
    #expect(
      prompt.screen == """
        \(Self.banner)
        cq*> from hotels | filter stars >= 3 | show name, distance
           name                                          distance
           ────────────────────────────────────────────  ────────
        1  Belleclaire Hotel                                100
        2  Best Western President Hotel at Times Square      13.1
        3  Dream                                            554.4
        3 of 7 hotels · N ms · sample
        cq*>
        """)
    #expect(try prompt.leave() == .exited(0))
    #expect(prompt.terminal.isCooked || prompt.terminal.exitStatus != nil)
  }

  /// One session goes on from its results: the current source, the last result, a row of it.
  @Test func resultsAreKept() throws {
    let prompt = try Prompt(Workspace(), environment: ["NO_COLOR": "1"], rows: 40)
    try prompt.enter("use hotels", next: "hotels*>")
    try prompt.enter("sort by rooms desc | limit 3 | show name", at: "hotels*>")
    try prompt.enter("| filter stars > 0", at: "hotels*>")
    try prompt.enter("show @2", at: "hotels*>")
    try prompt.enter("from it | count", at: "hotels*>")
    #expect(
      prompt.screen == """
        \(Self.banner)
        cq*> use hotels
        hotels*> sort by rooms desc | limit 3 | show name
           name
           ──────────────────────────────────
        1  Dream Downtown
        2  Belleclaire Hotel
        3  Days Hotel Broadway at 94th Street
        3 of 7 hotels · N ms · sample
        hotels*> | filter stars > 0
           name
           ──────────────────────────────────
        1  Belleclaire Hotel
        2  Days Hotel Broadway at 94th Street
        2 rows · N ms · sample
        hotels*> show @2
        Days Hotel Broadway at 94th Street
        id        22470
        address   94th Street and Broadway
        stars     1
        distance  999.9
        suites    15 48 115 72 81
        rooms     5
        image     4.jpg
        lat       40.7927
        lon       -73.9721
        picture 4.jpg: 238×148, border cropped
        1 hotel · N ms · sample
        hotels*> from it | count
           count
           ─────
        1      1
        1 row · N ms · sample
        hotels*>
        """)
    #expect(try prompt.leave() == .exited(0))
  }

  /// From the list to one item and back, and on from there.
  @Test func backAndForward() throws {
    let prompt = try Prompt(Workspace(), rows: 40)
    try prompt.enter("from hotels | filter stars > 2 | show name")
    try prompt.enter("show @2 | show name, stars")
    try prompt.enter(".back")
    try prompt.enter("| limit 1")
    try prompt.enter(".forward")
    #expect(
      prompt.screen == """
        \(Self.banner)
        cq*> from hotels | filter stars > 2 | show name
           name
           ────────────────────────────────────────────
        1  Belleclaire Hotel
        2  Best Western President Hotel at Times Square
        3  Dream
        3 of 7 hotels · N ms · sample
        cq*> show @2 | show name, stars
        Best Western President Hotel at Times Square
        stars  3
        no picture
        1 hotel · N ms · sample
        cq*> .back
           name
           ────────────────────────────────────────────
        1  Belleclaire Hotel
        2  Best Western President Hotel at Times Square
        3  Dream
        3 of 7 hotels · sample
        cq*> | limit 1
           name
           ─────────────────
        1  Belleclaire Hotel
        1 row · N ms · sample
        cq*> .forward
        note: there is no result after this one; `.back` goes the other way
        cq*>
        """)
    #expect(try prompt.leave() == .exited(0))
  }

  static let endings = ["quit\r", ".quit\r", "exit\r", "\u{4}"]

  @Test(arguments: endings) func leaving(_ keys: String) throws {
    let prompt = try Prompt(Workspace())
    prompt.send(keys)
    #expect(try prompt.terminal.waitForExit(timeout: 60) == .exited(0))
  }

  @Test func commands() throws {
    let prompt = try Prompt(Workspace())
    try prompt.enter("help limit")
    try prompt.enter(".help skip")
    try prompt.enter(".hlep")
    try prompt.enter(".nonsense")
    #expect(
      prompt.screen == """
        \(Self.banner)
        cq*> help limit
        limit N
          keep the first N rows
          example: limit 10
        cq*> .help skip
        skip N
          leave out the first N rows
          example: skip 10
        cq*> .hlep
        error[CQ0003]: there is no command `.hlep`; did you mean `.help`?
        commands: .help .explain .back .forward .last .wide .card .browse .more .retry
          .undo .history .edit .save .run .sources .open .schema .mode .set .watch
          .errors .theme .timer .plan .steps .say .quit
        cq*> .nonsense
        error[CQ0003]: there is no command `.nonsense`
        commands: .help .explain .back .forward .last .wide .card .browse .more .retry
          .undo .history .edit .save .run .sources .open .schema .mode .set .watch
          .errors .theme .timer .plan .steps .say .quit
        cq*>
        """)
  }

  /// What a statement was corrected to is offered once.
  @Test func fixIsForgotten() throws {
    let prompt = try Prompt(Workspace())
    try prompt.enter("from hotels | sort by distnace", next: "cq*> from hotels | sort by distance")
    prompt.send("\u{3}")
    try prompt.waitForLine("cq*>")
    prompt.send("help limit\r")
    try prompt.wait { $0.contains("  example: limit 10") && $0.line.hasPrefix("cq*>") }
    prompt.send("help skip")
    try prompt.waitForLine("cq*> help skip")
  }

  /// An error never ends the session; after one with a certain fix the prompt holds the new line.
  @Test func fix() throws {
    let prompt = try Prompt(Workspace())
    try prompt.enter(
      "from hotels | sort by distnace", next: "cq*> from hotels | sort by distance")
    prompt.send(" | limit 1 | show name\r")
    try prompt.waitForLine("cq*>")
    #expect(
      prompt.screen == """
        \(Self.banner)
        cq*> from hotels | sort by distnace
        error[CQ0201]: hotels has no field `distnace`
        1 | from hotels | sort by distnace
          |                       ^^^^^^^^ did you mean `distance`?
        fields: id name address stars distance suites rooms image lat lon
        fix: from hotels | sort by distance
        cq*> from hotels | sort by distance | limit 1 | show name
           name
           ────────────────────────────────────────────
        1  Best Western President Hotel at Times Square
        1 of 7 hotels · N ms · cut between rows of equal distance · sample
        cq*>
        """)
  }

  /// All certain fixes of a statement stand together at the next prompt.
  @Test func severalFaultsAreCorrectedTogether() throws {
    let prompt = try Prompt(Workspace())
    try prompt.enter(
      "from hotels | sort by distnace | show nmae",
      next: "cq*> from hotels | sort by distance | show name")
    prompt.send(" | limit 1\r")
    try prompt.waitForLine("cq*>")
    #expect(
      prompt.screen == """
        \(Self.banner)
        cq*> from hotels | sort by distnace | show nmae
        error[CQ0201]: hotels has no field `distnace`
        1 | from hotels | sort by distnace | show nmae
          |                       ^^^^^^^^ did you mean `distance`?
        fields: id name address stars distance suites rooms image lat lon
        fix: from hotels | sort by distance | show nmae

        error[CQ0201]: hotels has no field `nmae`
        1 | from hotels | sort by distnace | show nmae
          |                                       ^^^^ did you mean `name`?
        fields: id name address stars distance suites rooms image lat lon
        fix: from hotels | sort by distnace | show name
        cq*> from hotels | sort by distance | show name | limit 1
           name
           ────────────────────────────────────────────
        1  Best Western President Hotel at Times Square
        1 of 7 hotels · N ms · cut between rows of equal distance · sample
        cq*>
        """)
  }

  /// A pipe to which nobody writes can be given up.
  @Test func interruptedPipe() throws {
    let workspace = try Workspace()
    let pipe = try workspace.pipe("pipe.json")
    let prompt = try Prompt(workspace)
    prompt.send("from \"pipe.json\"\r")
    let writer = unsafe open(pipe, O_WRONLY)
    defer { close(writer) }
    prompt.send("\u{3}")
    try prompt.wait { $0.line == "cq*>" && $0.contains("^Cinterrupted") }
    try prompt.enter("from hotels | count")
    #expect(prompt.screen.contains("1      7\n"))
  }

  /// What a pipe gave is asked on without its writer, who has gone.
  @Test func pipeOfTheLastResult() throws {
    let workspace = try Workspace()
    let pipe = try workspace.pipe("pipe.json")
    let prompt = try Prompt(workspace)
    prompt.send("from \"pipe.json\" | filter id > 1\r")
    let writer = unsafe open(pipe, O_WRONLY)
    let text = #"[{"id":1},{"id":2},{"id":3}]"#
    #expect(unsafe write(writer, text, text.utf8.count) == text.utf8.count)
    close(writer)
    try prompt.wait { $0.line == "cq*>" && $0.contains("2 of 3 rows") }
    // Neither is it opened for a message.
    try prompt.enter("| filter elsewhere > 1")
    #expect(prompt.screen.contains("no field `elsewhere`"))
    try prompt.enter("| count")
    #expect(prompt.screen.contains("1      2\n"))
  }

  @Test func interruptedQuery() throws {
    let list = (0..<200_000).map { "{\"a\":\($0 * 7919 % 100_003),\"b\":\"text \($0)\"}\n" }
    let prompt = try Prompt(Workspace(["big.ndjson": list.joined()]))
    try prompt.enter("from \"big.ndjson\" | count")
    let query = "from \"big.ndjson\" | sort by b desc, a | filter len(b) > 3 | show a"
    prompt.send(query)
    try prompt.waitForLine("cq*> \(query)")
    prompt.send("\r")
    // From then on the terminal itself makes Ctrl-C a signal.
    try prompt.wait { _ in prompt.terminal.isCooked }
    prompt.send("\u{3}")
    try prompt.waitForLine("cq*>")
    try prompt.enter("from hotels | limit 1 | show id")
    #expect(
      prompt.screen == """
        \(Self.banner)
        cq*> from "big.ndjson" | count
            count
           ──────
        1  200000
        1 row · N ms
        cq*> \(query)
        ^Cinterrupted
        cq*> from hotels | limit 1 | show id
           id
           ─────
        1  40611
        1 row · N ms · sample
        cq*>
        """)
    #expect(try prompt.leave() == .exited(0))
  }

  /// Neither the terminal is asked anything, nor its title set.
  @Test func nothingIsAsked() throws {
    let prompt = try Prompt(Workspace())
    prompt.send("fro\t\t")
    try prompt.wait { $0.contains("  shopreme  Groceries") && $0.line == "cq*> from" }
    prompt.send("hotels | limit 1\r")
    try prompt.waitForLine("cq*>")
    prompt.send("\u{12}hot")
    try prompt.waitForLine("(search 'hot') from hotels | limit 1")
    prompt.send("\r")
    try prompt.waitForLine("cq*>")
    #expect(try prompt.leave() == .exited(0))
    let bytes = TerminalBytes(prompt.terminal.output)
    #expect(bytes.unsafeScalars(atPrompt: true).isEmpty)
    for query in ["\u{1B}[6n", "\u{1B}[c", "\u{1B}[>c", "\u{1B}[0c", "\u{1B}]", "\u{1B}P"] {
      #expect(!String(decoding: prompt.terminal.output, as: UTF8.self).contains(query))
    }
  }

  @Test func dumbTerminal() throws {
    let prompt = try Prompt(Workspace(), environment: ["TERM": "dumb"])
    prompt.send("from hotels |\r")
    try prompt.waitForLine("...>")
    prompt.send("limit 1 | show id\r")
    try prompt.waitForLine("cq*>")
    #expect(
      prompt.screen == """
        cq*> from hotels |
        ...> limit 1 | show id
           id
           ─────
        1  40611
        1 row · N ms · sample
        cq*>
        """)
    #expect(try prompt.leave() == .exited(0))
    #expect(!prompt.terminal.output.contains(0x1B))
  }

  /// What would stand at the prompt is offered there, and an empty line takes it; the history knows
  /// what failed.
  @Test func dumbTerminalOffersLines() throws {
    let workspace = try Workspace()
    let prompt = try Prompt(
      workspace, environment: ["TERM": "dumb", "EDITOR": "true"], rows: 40)
    try prompt.enter("from hotels | limit 1 | shwo id")
    prompt.send("\r")
    try prompt.wait { $0.contains("1  40611") && $0.line == "cq*>" }
    try prompt.enter("help skip")
    prompt.send(".edit\r")
    try prompt.wait {
      $0.text.hasSuffix("cq*> .edit\nEnter runs: from hotels | limit 1 | show id\ncq*>")
    }
    // Whatever else is entered drops it.
    try prompt.enter("help skip")
    prompt.send("\r")
    try prompt.wait { $0.text.hasSuffix("example: skip 10\ncq*>\ncq*>") }
    #expect(
      prompt.screen.contains(
        """
        fix: from hotels | limit 1 | show id
        Enter runs: from hotels | limit 1 | show id
        cq*>
           id
           ─────
        1  40611
        1 row · N ms · sample
        cq*> help skip
        """))
    #expect(try prompt.leave() == .exited(0))
    let kept = try workspace.text(of: "state/cq/history").split(separator: "\n")
    #expect(kept.count { $0.hasPrefix("\\=failed") } == 1)
  }

  @Test func asciiTerminal() throws {
    let prompt = try Prompt(Workspace(), environment: ["LC_ALL": "C"])
    try prompt.enter("from shopreme | limit 1 | show name, was_price")
    #expect(
      prompt.screen == """
        cq 0.1.0 - `help` explains, Tab completes, Ctrl-D leaves
        cq*> from shopreme | limit 1 | show name, was_price
           name                         was_price
           ---------------------------  ---------
        1  Apfel Elstar aus ?sterreich          -
        1 row - N ms - sample
        note: letters that are not ASCII are shown as ?; LC_ALL=C.UTF-8 shows them
        cq*>
        """)
    #expect(prompt.terminal.output.allSatisfy { $0 < 0x80 })
  }

  /// Options of the command line hold at the prompt.
  @Test func options() throws {
    let workspace = try Workspace(["list.json": "[{\"id\":1,\"name\":\"A\"},{\"name\":\"B\"}]"])
    let prompt = try Prompt(
      workspace,
      arguments: ["--source", "hotels=list.json", "--to", "jsonl", "--errors", "short"])
    try prompt.enter("from hotels | show id, name")
    #expect(
      prompt.screen == """
        \(Self.banner)
        cq*> from hotels | show id, name
        {"id":"1","name":"A"}
        warning[CQ0406]: hotels, byte 21: record 2 has no `id`: skipped
        note: 1 record skipped
        cq*>
        """)
  }
}
