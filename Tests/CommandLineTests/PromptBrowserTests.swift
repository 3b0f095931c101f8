// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

/// `.browse` on a terminal.
@Suite struct PromptBrowserTests {
  private static let plain = ["NO_COLOR": "1", "PAGER": ""]

  private func browsing(
    _ query: String = "from hotels", rows: Int = 11, columns: Int = 80,
    environment: [String: String] = [:]
  ) throws -> Prompt {
    let prompt = try Prompt(
      Workspace(), environment: Self.plain.merging(environment) { $1 }, rows: rows,
      columns: columns)
    prompt.send("set pager = off\r\(query)\r")
    try prompt.wait { $0.line == "cq*>" && $0.contains(" ms") }
    prompt.send(".browse\r")
    try prompt.wait { $0.rows[0].hasSuffix("? keys") }
    return prompt
  }

  /// A session key by key, whole screens.
  @Test func session() throws {
    let prompt = try browsing()
    try prompt.waitForScreen(
      """
      7 of 7 hotels · sample                                                   ? keys
         id      name                       address          stars  distance
      1  40611   Belleclaire Hotel          West 77th Stre…      3    100
      2  80899   Americana Inn              38th Street ne…      2     99.9
      3  13100   Best Western President H…  48th Street, T…      3     13.1
      4  22470   Days Hotel Broadway at 9…  94th Street an…      1    999.9
      5  85862   Dream                      WEST 55 STREET…      4    554.4
      6  313499  Dream Downtown             16th Street, C…      0    716.06
      7  13370   Midtown Lodging            50th Street, T…      2     13.1
      = | filter id = "40611"   s | sort by id   c | count by id
      cq*> from hotels
      """)
    prompt.send("\u{1B}[C\u{1B}[C\u{1B}[CS")
    try prompt.waitForLine("cq*> from hotels | sort by stars desc")
    #expect(prompt.terminal.snapshot.rows[2].hasPrefix("1  85862   Dream  "))
    prompt.send("\u{1B}[B=")
    try prompt.waitForScreen(
      """
      2 rows · sample                                                          ? keys
         id     name                       address          stars  distance
      1  40611  Belleclaire Hotel          West 77th Stre…      3     100
      2  13100  Best Western President H…  48th Street, T…      3      13.1





      = | filter stars = 3   s | sort by stars   c | count by stars
      cq*> from hotels | sort by stars desc | filter stars = 3
      """)
    prompt.send("q")
    try prompt.waitForLine("cq*> from hotels | sort by stars desc | filter stars = 3")
    prompt.send("\r")
    try prompt.wait { $0.line == "cq*>" && $0.contains("2 of 7 hotels") }
    #expect(try prompt.leave() == .exited(0))
  }

  /// At 40 columns, and while the window changes.
  @Test func narrowAndResized() throws {
    let prompt = try browsing(rows: 8, columns: 40)
    try prompt.waitForScreen(
      """
      7 of 7 hotels · sample           ? keys
         id      name          address
      1  40611   Belleclaire…  West 77…
      2  80899   Americana I…  38th St…
      3  13100   Best Wester…  48th St…
      4  22470   Days Hotel …  94th St…
      = | filter id = "40611"   s | sort by …
      cq*> from hotels
      """)
    prompt.send("\u{1B}[B\u{1B}[B\u{1B}[B\u{1B}[B")
    try prompt.wait { $0.rows[5].hasPrefix("5  85862") }
    prompt.terminal.resize(rows: 6, columns: 60)
    try prompt.wait {
      $0.rows.count == 6 && $0.rows[0].hasSuffix("? keys") && $0.rows[3].hasPrefix("5  85862")
    }
    prompt.send("?")
    try prompt.wait { $0.contains("go to another column") }
    prompt.send("xQ")
    try prompt.waitForLine("cq*>")
    #expect(try prompt.leave() == .exited(0))
  }

  /// Marks stand beside the numbers of rows, the query is painted, and what is copied goes to the
  /// terminal alone.
  @Test func marksAndCopies() throws {
    let prompt = try browsing()
    prompt.send("\u{1B}[C\u{1B}[C\u{1B}[C,y")
    try prompt.wait { $0.contains("copied, if the terminal lets it: 3") }
    let rows = prompt.terminal.snapshot.rows
    #expect(rows[2].hasPrefix("1* 40611") && rows[3].hasPrefix("2  80899"))
    #expect(rows[4].hasPrefix("3* 13100"))
    #expect(prompt.terminal.looks(ofRow: 10) == ".....bbbb")
    let output = String(decoding: prompt.terminal.output, as: UTF8.self)
    #expect(output.contains("\u{1B}]52;c;Mw==\u{07}"))
    prompt.send("Kq")
    try prompt.waitForLine("cq*> from hotels | filter id in (\"40611\", \"13100\")")
  }

  /// Where it cannot be shown it says so.
  @Test func withoutTerminalOrResult() throws {
    let prompt = try Prompt(Workspace(), environment: Self.plain)
    prompt.send(".browse\r")
    try prompt.wait { $0.contains("note: there is no result yet; `.browse` looks at the last one") }
    let dumb = try Prompt(Workspace(), environment: ["TERM": "dumb"])
    dumb.send("from hotels\r.browse\r")
    try dumb.wait { $0.contains("note: `.browse` wants a terminal that moves its cursor; `.last`") }
  }

  /// Whatever ends the process gives the terminal back.
  @Test(arguments: [SIGTERM, SIGHUP]) func signalsGiveTheTerminalBack(_ signal: Int32) throws {
    let prompt = try browsing()
    #expect(!prompt.terminal.isCooked)
    kill(prompt.terminal.processIdentifier, signal)
    _ = try prompt.terminal.waitForExit(timeout: 60)
    #expect(
      String(decoding: prompt.terminal.output.suffix(40), as: UTF8.self).contains("\u{1B}[?1049l"))
  }

  /// Ctrl-Z, which stops nothing where no shell would go on with it, comes back to where it was.
  @Test func suspended() throws {
    let prompt = try browsing()
    prompt.send("s")
    try prompt.waitForLine("cq*> from hotels | sort by id")
    prompt.send("\u{1A}")
    prompt.send("S")
    try prompt.waitForLine("cq*> from hotels | sort by id desc")
    #expect(!prompt.terminal.isCooked)
    prompt.send("Q")
    try prompt.waitForLine("cq*>")
    #expect(try prompt.leave() == .exited(0))
  }

  /// Ctrl-C leaves, and the prompt goes on.
  @Test func controlC() throws {
    let prompt = try browsing()
    prompt.send("s")
    try prompt.waitForLine("cq*> from hotels | sort by id")
    prompt.send("\u{3}")
    try prompt.waitForLine("cq*>")
    try prompt.enter("| count", next: "cq*>")
    #expect(try prompt.leave() == .exited(0))
  }
}
