// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// The menu of candidates below the line.
@Suite struct PromptMenuTests {
  private static let banner = "cq 0.1.0 · `help` explains, Tab completes, Ctrl-D leaves"
  private static let sources = """
      bestbuy   Electronics with reviews
      chloe     Chloé: dresses, skirts, bags, sneakers
      hotels    Manhattan hotels: stars, distance from the centre, free rooms
      products  A mocked list of products
      shopreme  Groceries with was-prices
    """

  @Test func opensAndChooses() throws {
    let prompt = try Prompt(Workspace(), environment: ["TERM": "xterm-256color"])
    let shows = { (line: String, menu: String) in
      let rows = "\(Self.banner)\ncq*>\(line)" + (menu.isEmpty ? "" : "\n\(menu)")
      try prompt.wait { $0.text == rows }
    }
    prompt.send("from \t")
    try shows(" from", Self.sources)
    prompt.send("\t\t")
    try shows(" from chloe", Self.sources)
    #expect(prompt.terminal.looks(ofRow: 3).hasPrefix("..rrrrr.....hhhh"))
    // Back, and around the end.
    prompt.send("\u{1B}[Z\u{1B}[A")
    try shows(" from shopreme", Self.sources)
    prompt.send("\u{1B}[B\u{1B}[B\u{1B}[B")
    try shows(" from hotels", Self.sources)
    // Enter takes what is chosen and runs nothing.
    prompt.send("\r")
    try shows(" from hotels", "")
    prompt.send("| limit 1 | show id\r")
    try prompt.wait { $0.contains("1  40611") && $0.line == "cq*>" }
  }

  @Test func leavesTheLineAsItWas() throws {
    let prompt = try Prompt(Workspace())
    prompt.send("from  | limit 1" + String(repeating: "\u{1B}[D", count: 10) + "\t\t\t")
    try prompt.wait { $0.line == "cq*> from chloe  | limit 1" }
    prompt.send("\u{1B}")
    try prompt.wait { $0.text == "\(Self.banner)\ncq*> from  | limit 1" }
    // What was looked at is no step to be undone.
    prompt.send("\t\t\u{1B}[C")
    try prompt.wait { $0.text == "\(Self.banner)\ncq*> from bestbuy  | limit 1" }
    prompt.send("\u{1F}")
    try prompt.wait { $0.text == "\(Self.banner)\ncq*> from  | limit 1" }
  }

  /// Letters narrow it, Backspace widens it, and Enter with none chosen runs the line.
  @Test func narrows() throws {
    let prompt = try Prompt(Workspace())
    prompt.send("from \tho")
    try prompt.wait {
      $0.text == """
        \(Self.banner)
        cq*> from ho
          hotels  Manhattan hotels: stars, distance from the centre, free rooms
        """
    }
    prompt.send("\u{7F}\u{7F}")
    try prompt.wait { $0.text == "\(Self.banner)\ncq*> from\n\(Self.sources)" }
    prompt.send("hotels | count")
    try prompt.waitForLine("cq*> from hotels | count")
    prompt.send("\r")
    try prompt.wait { $0.contains("1      7") && $0.line == "cq*>" }
  }

  /// A window of 40 columns shows words alone, and no more than a third of its rows.
  @Test func smallWindow() throws {
    let prompt = try Prompt(Workspace(), rows: 12, columns: 40)
    prompt.send("from hotels | \t")
    try prompt.wait {
      $0.text.hasSuffix(
        """
        cq*> from hotels |
          filter
          search
          sort
          show                        1–4 of 27
        """)
    }
    prompt.send("\u{1B}[A")
    try prompt.wait { $0.text.hasSuffix("  to                           27 of 27") }
    prompt.terminal.resize(rows: 12, columns: 80)
    try prompt.wait { $0.contains("  to      write the result in a format") }
  }
}
