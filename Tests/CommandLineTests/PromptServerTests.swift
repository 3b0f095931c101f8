// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// The prompt and a server: what is asked, how often, and what is told besides the rows.
@Suite struct PromptServerTests {
  /// Without a home the replies stay for the session, which is told once; `.retry` asks anew.
  @Test func keepsInMemoryAndRetries() throws {
    let server = try LoopbackServer(inTurn: .json(#"[{"id": 1}]"#), .json(#"[{"id": 2}]"#))
    let live = ["CQ_OFFLINE": "", "HOME": ""]
    let prompt = try Prompt(Workspace(), environment: live, first: "cq>")
    let query = "from \"\(server.address("/x.json"))\" | show id"
    for line in [query, query, ".retry"] { try prompt.enter(line, at: "cq>") }
    let screen = prompt.screen.replacing(/copy of (just now|\d+ s ago)/, with: "copy of N s ago")
    #expect(
      screen == """
        cq 0.1.0 · `help` explains, Tab completes, Ctrl-D leaves
        cq> \(query)
           id
           ──
        1   1
        1 of 1 row · N ms
        note: replies of servers are not kept: there is no home folder to keep them
          in; `XDG_CACHE_HOME=FOLDER` keeps them elsewhere
        cq> \(query)
           id
           ──
        1   1
        1 of 1 row · N ms · copy of N s ago
        cq> .retry
           id
           ──
        1   2
        1 of 1 row · N ms
        cq>
        """)
    #expect(server.requests.count == 2)
  }

  /// What goes on from rows is run again with the rows that the server gives now, and shows nothing
  /// of how these came.
  @Test func retriesWhatTheRowsComeFrom() throws {
    let lists = [1, 2, 3, 4].map { count in
      LoopbackAnswer.json("[\((1...count).map { "{\"id\": \($0)}" }.joined(separator: ","))]")
    }
    let server = try LoopbackServer { request in lists[min(request.ordinal, 4) - 1] }
    let live = ["CQ_OFFLINE": "", "HOME": ""]
    let prompt = try Prompt(Workspace(), environment: live, first: "cq>")
    let query = "from \"\(server.address("/x.json"))\" | show id"
    for line in [query, "| count", ".retry", "from it | extend more = count * 2", ".retry"] {
      try prompt.enter(line, at: "cq>")
    }
    let shown = prompt.screen.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
    let start = shown.lastIndex { $0 == "cq> | count" } ?? 0
    let rows = shown[start...].filter { line in
      line.hasPrefix("cq>") || line.allSatisfy { $0.isNumber || $0 == " " }
    }
    #expect(
      rows.map { String($0).replacing(#/ +/#, with: " ") } == [
        "cq> | count", "1 1", "cq> .retry", "1 2", "cq> from it | extend more = count * 2",
        "1 2 4", "cq> .retry", "1 3 6", "cq>",
      ])
    #expect(server.requests.count == 3)
  }

  /// Where rows of an old copy are refused, `.retry` asks the server that they came from, as the
  /// message says, until it answers.
  @Test func retriesWhatWasRefused() throws {
    let good = LoopbackAnswer.reply(
      200, ["Cache-Control": "max-age=0"], text: #"[{"id": 1}, {"id": 2}]"#)
    // Each failure is tried three times.
    let server = try LoopbackServer { request in
      (2...7).contains(request.ordinal) ? .status(500) : good
    }
    let live = ["CQ_OFFLINE": "", "HOME": ""]
    let prompt = try Prompt(Workspace(), environment: live, first: "cq>")
    let query = "from \"\(server.address("/x.json"))\""
    for line in [query, query, "set live = true", "| count", ".retry", ".retry"] {
      try prompt.enter(line, at: "cq>")
    }
    #expect(server.requests.count == 8)
    let lines = prompt.screen.split(separator: "\n").map(String.init)
    let start = lines.lastIndex { $0.hasSuffix("cq> | count") } ?? 0
    let told = lines[start...].filter { !$0.contains("N ms") && !$0.contains("help:") }
    #expect(told.filter { $0.contains("error[CQ0501]") }.count == 2, "\(prompt.screen)")
    #expect(lines.suffix(4).contains { $0.hasSuffix(" 2") }, "\(prompt.screen)")
  }
}
