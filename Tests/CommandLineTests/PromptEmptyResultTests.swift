// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// A result without rows at the prompt.
@Suite struct PromptEmptyResultTests {
  /// Tab on the empty line takes the nearest query, once.
  @Test func tabTakesTheNearest() throws {
    let prompt = try Prompt(Workspace(), environment: ["NO_COLOR": "1"], columns: 70)
    try prompt.enter("from hotels | filter stars > 4 | show name")
    prompt.send("\t")
    try prompt.waitForLine("cq*> from hotels | filter stars >= 4 | show name")
    prompt.send("\r")
    try prompt.waitForLine("cq*>")
    #expect(
      prompt.screen == """
        cq 0.1.0 · `help` explains, Tab completes, Ctrl-D leaves
        cq*> from hotels | filter stars > 4 | show name
        no rows of 7 · N ms · sample
        `stars > 4` leaves none of 7 rows: stars is 0–4
        nearest: from hotels | filter stars >= 4 | show name  (1 row, Tab
        takes it)
        cq*> from hotels | filter stars >= 4 | show name
           name
           ─────
        1  Dream
        1 of 7 hotels · N ms · sample
        cq*>
        """)
    #expect(try prompt.leave() == .exited(0))
  }

  /// The nearest to a line that went on from a result begins with what gave that.
  @Test(arguments: ["| filter rooms > 8", "from it | filter rooms > 8"])
  func tabNamesWhatItWentOnFrom(line: String) throws {
    let prompt = try Prompt(Workspace(), environment: ["NO_COLOR": "1"], rows: 30)
    try prompt.enter("from hotels | filter stars >= 2 | show name, rooms")
    try prompt.enter(line)
    prompt.send("\t")
    let nearest = "cq*> from hotels | filter stars >= 2 | show name, rooms | filter rooms >= 6"
    try prompt.waitForLine(nearest)
    prompt.send("\r")
    try prompt.wait {
      $0.line == "cq*>" && $0.contains("1  Belleclaire Hotel      6")
    }
  }

  /// Where nothing but the result itself is nearest, Tab writes what gave it.
  @Test func tabNamesWhatGaveTheResult() throws {
    let prompt = try Prompt(Workspace(), environment: ["NO_COLOR": "1"], rows: 40)
    try prompt.enter("from shopreme | show title")
    try prompt.enter("from it | filter title = \"Quaywal\"")
    prompt.send("\t")
    try prompt.waitForLine("cq*> from shopreme | show title")
    #expect(prompt.screen.contains("nearest: from it  (6 rows, Tab takes it)"))
  }
}
