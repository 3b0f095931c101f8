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
        note: replies of servers are not kept: there is no home folder to keep them in
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
}
