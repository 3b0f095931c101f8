// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

/// `cq play` on a terminal, key by key.
@Suite struct PlayTerminalTests {
  private static let help = """
    Enter goes on, b back, r repeats, g 3 goes to step 3, l lists the
    steps, t tries something of your own, s shows what each stage of the
    query did, p pauses --auto, q quits


    """

  private static func play(
    _ words: [String] = ["--pace", "0"], page: String = PlayCommandTests.page,
    environment: [String: String] = [:], rows: Int = 40, columns: Int = 80,
    first: String = "[1/5]"
  ) throws -> Prompt {
    let workspace = try Workspace(["talk.md": page])
    return try Prompt(
      workspace, arguments: ["play"] + words + ["talk.md"],
      environment: ["NO_COLOR": "1"].merging(environment) { $1 }, rows: rows, columns: columns,
      first: first)
  }

  private static let first = help + "# Hotels\n\nSeven hotels.\n\n"
  private static let query = "cq> from hotels | filter stars >= 4 | show name, stars"
  private static let answer =
    "\nname   stars\n─────  ─────\nDream      4\n1 of 7 hotels · sample\n\n"

  @Test func comesKeyByKey() throws {
    let prompt = try Self.play()
    try prompt.waitForScreen(Self.first + "[1/5]")
    prompt.send("\r")
    try prompt.waitForScreen(Self.first + Self.query)
    prompt.send(" ")
    try prompt.waitForScreen(Self.first + Self.query + Self.answer + "[2/5]")
    prompt.send("\u{1B}[6~")
    let third = Self.first + Self.query + Self.answer + "How many have 2 stars or fewer?\n\n"
    try prompt.waitForScreen(third + "[3/5]")
    prompt.send("n")
    let count = "cq> from hotels | filter stars <= 2\n      | count"
    try prompt.waitForScreen(third + count)
    prompt.send("\r")
    let fourth = third + count + "\ncount\n─────\n    4\n1 row · sample\n\n"
    try prompt.waitForScreen(fourth + "[4/5]")
    prompt.send("\r")
    try prompt.waitForScreen(fourth + "4, of which one has 0.\n\n[5/5, the end]")
    #expect(try prompt.leave("\r") == .exited(0))
    try prompt.waitForScreen(fourth + "4, of which one has 0.")
  }

  @Test func goesBackRepeatsJumpsAndLists() throws {
    let prompt = try Self.play()
    prompt.send("\r")
    try prompt.waitForLine(Self.query)
    prompt.send("b")
    try prompt.waitForScreen(
      Self.first + Self.query + "\n# Hotels\n\nSeven hotels.\n\n[1/5]")
    prompt.send("g4x\u{7F}\u{7F}4")
    try prompt.waitForLine("go to step: 4")
    prompt.send("\r")
    try prompt.waitForLine("      | count")
    prompt.send("\r")
    try prompt.waitForLine("[4/5]")
    prompt.send("g9\r")
    try prompt.wait { $0.contains("there are steps 1 to 5") && $0.line == "[4/5]" }
    prompt.send("g")
    try prompt.waitForLine("go to step:")
    prompt.send("\u{1B}")
    try prompt.waitForLine("[4/5]")
    prompt.send("l")
    try prompt.wait {
      $0.text.hasSuffix(
        """
          1  Hotels
          2  from hotels | filter stars >= 4 | show name, stars
          3  How many have 2 stars or fewer?
        > 4  from hotels | filter stars <= 2 | count
          5  4, of which one has 0.

        [4/5]
        """)
    }
    prompt.send("r")
    try prompt.waitForLine("      | count")
    #expect(try prompt.leave("q") == .exited(0))
  }

  /// What is tried changes nothing of what comes.
  @Test func letsSomebodyTrySomething() throws {
    let prompt = try Self.play(
      page: "# A\n```cq\nlet n = 3\n```\n```cq\nfrom hotels | limit $n | count\n```\n",
      first: "[1/3]")
    prompt.send("g3\r")
    try prompt.waitForLine("cq> from hotels | limit $n | count")
    prompt.send("t")
    try prompt.waitForLine("cq*>")
    try prompt.enter("set width = 60")
    try prompt.enter("from hotels | limit 4 | count")
    #expect(prompt.screen.contains("1      4\n1 row · N ms · sample\ncq*>"))
    try prompt.enter("let n = 5")
    prompt.send("\r")
    try prompt.waitForLine("cq> from hotels | limit $n | count")
    prompt.send("?")
    try prompt.wait {
      $0.text.hasSuffix("--auto, q quits\n\ncq> from hotels | limit $n | count")
    }
    prompt.send("\r")
    try prompt.wait { $0.text.hasSuffix("count\n─────\n    3\n1 row · sample\n\n[3/3, the end]") }
    prompt.send("s")
    try prompt.wait {
      $0.text.hasSuffix(
        """
        1 row · sample

        from hotels  7
        limit $n     3  left out: Days Hotel Broadway at …, Dream, Dream Downtown and 1
                        more
        count        1  first: count 3

        [3/3, the end]
        """)
    }
    prompt.send("t")
    try prompt.waitForLine("cq*>")
    prompt.send("\u{4}")
    try prompt.waitForLine("[3/3, the end]")
    #expect(try prompt.leave("\u{4}") == .exited(0))
    #expect(prompt.terminal.isCooked)
  }

  /// Somebody types, until a key ends that.
  @Test func typesAtAHumanPace() throws {
    let slow = try Self.play(["--pace", "2"])
    slow.send("\r")
    try slow.waitForLine("cq> fr")
    slow.send("x")
    try slow.waitForLine(Self.query)
    slow.send("\r")
    try slow.waitForLine("[2/5]")
    slow.send("g4\r")
    try slow.waitForLine("cq> f")
    #expect(try slow.leave("\u{3}") == .exited(130))
    let quick = try Self.play(["--pace", "500"])
    quick.send("\r")
    try quick.waitForLine(Self.query)
  }

  @Test func goesOnByItself() throws {
    let prompt = try Self.play(["--auto", "1", "--pace", "0"], first: "")
    #expect(try prompt.terminal.waitForExit(timeout: 60) == .exited(0))
    #expect(prompt.screen.hasSuffix("1 row · sample\n\n4, of which one has 0."))
    let paused = try Self.play(["--auto", "2", "--pace", "0"])
    paused.send("p")
    sleep(3)
    try paused.waitForLine("[1/5]")
    paused.send("p")
    try paused.waitForLine("[2/5]")
  }

  /// Ctrl-C ends it, and other signals give the terminal back.
  @Test func ends() throws {
    let prompt = try Self.play()
    #expect(try prompt.leave("\u{3}") == .exited(130))
    for signal in [SIGTERM, SIGHUP] {
      let prompt = try Self.play()
      #expect(!prompt.terminal.isCooked)
      kill(prompt.terminal.processIdentifier, signal)
      _ = try prompt.terminal.waitForExit(timeout: 60)
      #expect(prompt.terminal.isCooked)
    }
  }

  /// A demonstration with a query that never ends: it reads a pipe into which somebody may write,
  /// and nobody does.
  private static func slow(
    _ page: String, first: String, run: (Prompt, _ path: String, _ writer: Int32) throws -> Void
  ) throws {
    let workspace = try Workspace(["talk.md": page])
    let path = try workspace.pipe("p.jsonl")
    let writer = unsafe open(path, O_RDWR)
    let prompt = try Prompt(
      workspace, arguments: ["play", "--pace", "0", "talk.md"], environment: ["NO_COLOR": "1"],
      rows: 40, first: first)
    try run(prompt, path, writer)
  }

  private static let slowPage =
    "# Slow\n\n```cq\nlet n = 2\n```\n\n```cq\nfrom \"p.jsonl\" | count\n```\n\n"
    + "```cq\nfrom hotels | limit $n | count\n```\n"
  private static let slowQuery = "cq> from \"p.jsonl\" | count"
  private static let lastQuery = "cq> from hotels | limit $n | count"
  private static let lastAnswer = "count\n─────\n    2\n1 row · sample\n\n[4/4, the end]"

  /// Ctrl-C ends a query, which then counts as passed: each way on begins what comes, until it is
  /// repeated.
  @Test func aQueryIsEnded() throws {
    try Self.slow(Self.slowPage, first: "[1/4]") { prompt, path, writer in
      prompt.send("g3\r")
      try prompt.waitForLine(Self.slowQuery)
      for key in ["\r", "\u{1B}[C", "\u{1B}[6~", "g4\r"] {
        prompt.send("\r")
        usleep(500_000)
        prompt.send("\u{3}")
        try prompt.wait { $0.text.hasSuffix("interrupted\n[3/4]") }
        prompt.send(key)
        try prompt.waitForLine(Self.lastQuery)
        prompt.send("\r")
        try prompt.wait { $0.text.hasSuffix(Self.lastAnswer) }
        prompt.send("g3\r")
        try prompt.waitForLine(Self.slowQuery)
      }
      close(writer)
      try FileManager.default.removeItem(atPath: path)
      try Data("{\"id\":1}\n".utf8).write(to: URL(fileURLWithPath: path))
      prompt.send("b")
      try prompt.waitForLine("cq> let n = 2")
      prompt.send("g3\r")
      try prompt.waitForLine(Self.slowQuery)
      prompt.send("\r")
      try prompt.wait { $0.text.hasSuffix("count\n─────\n    1\n1 row\n\n[3/4]") }
      let end = try prompt.leave("q")
      #expect(end == .exited(0))
    }
  }

  /// Ctrl-C while queries are passed over ends that at once; what ran then is passed over the next
  /// time, and what comes is not ended.
  @Test func passingOverIsEnded() throws {
    try Self.slow(Self.slowPage, first: "[1/4]") { prompt, _, writer in
      defer { close(writer) }
      prompt.send("g4\r")
      usleep(500_000)
      prompt.send("\u{3}")
      try prompt.wait { $0.text.hasSuffix("interrupted\n[1/4]") }
      prompt.send("\r")
      try prompt.waitForLine("cq> let n = 2")
      prompt.send("\r")
      try prompt.waitForLine("[2/4]")
      prompt.send("g4\r")
      try prompt.waitForLine(Self.lastQuery)
      prompt.send("\r")
      try prompt.wait { $0.text.hasSuffix(Self.lastAnswer) }
      let end = try prompt.leave("q")
      #expect(end == .exited(0))
    }
  }

  /// `q` ends it at once, whatever runs and whatever has been typed meanwhile.
  @Test(arguments: ["g4\r", "g3\r\r"]) func leavesWhileSomethingRuns(keys: String) throws {
    try Self.slow(Self.slowPage, first: "[1/4]") { prompt, _, writer in
      defer { close(writer) }
      prompt.send(keys)
      usleep(500_000)
      prompt.send("\u{1B}[C\r")
      usleep(100_000)
      let end = try prompt.leave("q")
      #expect(end == .exited(0))
      #expect(prompt.terminal.isCooked)
    }
  }

  /// Lines that are read already are not waited for.
  @Test func autoTakesLinesThatAreThere() throws {
    let prompt = try Self.play(
      ["--auto", "3000", "--pace", "0"], environment: ["TERM": "dumb"])
    prompt.send("p\rl\rp\rq\r")
    #expect(try prompt.terminal.waitForExit(timeout: 20) == .exited(0))
  }

  /// A terminal that moves no cursor gets lines, and gives them.
  @Test func readsLinesOnADumbTerminal() throws {
    let prompt = try Self.play(environment: ["TERM": "dumb"])
    prompt.send("\r")
    try prompt.waitForLine("[2/5]")
    prompt.send("\r")
    try prompt.waitForScreen(
      Self.first + "[1/5]\n" + Self.query + "\n[2/5]" + Self.answer + "[2/5]")
    prompt.send("t\r")
    try prompt.waitForLine("cq*>")
    prompt.send("from hotels | count\r")
    try prompt.wait { $0.contains("1      7") && $0.line == "cq*>" }
    prompt.send("\r")
    try prompt.waitForLine("[2/5]")
    prompt.send("g 5\r")
    try prompt.wait { $0.text.hasSuffix("[2/5] g 5\n4, of which one has 0.\n\n[5/5, the end]") }
    prompt.send("what?\r")
    try prompt.wait { $0.text.hasSuffix("query did, p pauses --auto, q quits\n\n[5/5, the end]") }
    #expect(try prompt.leave("quit\r") == .exited(0))
    #expect(!prompt.terminal.output.contains(0x1B))
  }

  @Test func fitsANarrowTerminal() throws {
    let prompt = try Self.play(
      page: "# Hotels\n\nSeven hotels with the numbers of their rooms.\n\n"
        + "```cq\nfrom hotels | sort by rooms desc | limit 2 | show name, rooms\n```\n",
      columns: 40, first: "[1/2]")
    prompt.send("\r")
    try prompt.waitForLine("    | limit 2 | show name, rooms")
    prompt.send("\r")
    try prompt.waitForScreen(
      """
      Enter goes on, b back, r repeats, g 3
      goes to step 3, l lists the steps, t
      tries something of your own, s shows
      what each stage of the query did, p
      pauses --auto, q quits

      # Hotels

      Seven hotels with the numbers of their
      rooms.

      cq> from hotels | sort by rooms desc
          | limit 2 | show name, rooms
      name               rooms
      ─────────────────  ─────
      Dream Downtown         8
      Belleclaire Hotel      6
      2 of 7 hotels · sample

      [2/2, the end]
      """)
  }

  /// Words have the colours that they have at the prompt.
  @Test func coloursWhatIsTyped() throws {
    let prompt = try Self.play(environment: ["NO_COLOR": ""])
    prompt.send("\r")
    try prompt.waitForLine(Self.query)
    let output = String(decoding: prompt.terminal.output, as: UTF8.self)
    #expect(output.contains("\u{1B}[1m# Hotels\u{1B}[0m"))
    #expect(output.contains("cq> \u{1B}[0;1;38;5;27mfrom\u{1B}[m hotels"))
  }

  /// Another terminal shows notes, and what comes.
  @Test func showsNotesOnAnotherTerminal() throws {
    let workspace = try Workspace(["talk.md": PlayCommandTests.page])
    let other = try TerminalDriver.start(
      program: "/bin/sh", arguments: ["-c", "tty > name; sleep 60"],
      environment: workspace.environment(), directory: workspace.path)
    var name = ""
    for _ in 0..<600 where name.isEmpty {
      name = ((try? workspace.text(of: "name")) ?? "").filter { !$0.isNewline }
      usleep(100_000)
    }
    let prompt = try Prompt(
      workspace, arguments: ["play", "--pace", "0", "--presenter", name, "talk.md"], first: "[1/5]")
    prompt.send("\r")
    try prompt.waitForLine(Self.query)
    try other.wait(
      until: {
        $0.text == """
          2 of 5  from hotels | filter stars >= 4 | show name, stars
          note: who is Dream?
          next: How many have 2 stars or fewer?
          """
      }, timeout: 60)
    #expect(try prompt.leave("q") == .exited(0))
    let own = try workspace.showOnTerminal(["play", "--presenter", "/dev/tty", "talk.md"])
    #expect(own.status == .exited(6))
    let told = String(decoding: own.output, as: UTF8.self)
    #expect(told.contains("the audience would read the notes"))
  }
}
