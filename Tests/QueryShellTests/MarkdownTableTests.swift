// SPDX-License-Identifier: MIT

import Testing

@testable import QueryShell

/// Tables in texts that are pages, as GitHub reads them.
@Suite struct MarkdownTableTests {
  private static let head = """
    <div class="cq-wide" role="region" tabindex="0" aria-label="table">
    <table>
    <thead>

    """

  private static func table(_ head: String, _ rows: String...) -> String {
    let body = rows.map { "<tr>\($0)</tr>\n" }.joined()
    return Self.head + "<tr>\(head)</tr>\n</thead>\n"
      + (rows.isEmpty ? "" : "<tbody>\n\(body)</tbody>\n") + "</table>\n</div>\n"
  }

  private static func heads(_ words: String...) -> String {
    words.map { "<th scope=\"col\">\($0)</th>" }.joined()
  }

  private static func cells(_ words: String...) -> String {
    words.map { "<td>\($0)</td>" }.joined()
  }

  private static let ab = heads("a", "b")

  /// Each text, and what stands in the page.
  private static let pages: [(String, String)] = [
    ("| a | b |\n|---|---|\n| 1 | 2 |\n", table(ab, cells("1", "2"))),
    ("a|b\n-|-\n1|2\n", table(ab, cells("1", "2"))),
    ("| a |\n|---|\n", table(heads("a"))),
    // Alignment.
    (
      "a | b | c | d\n:-- | --: | :-: | -\n1 | 2 | 3 | 4\n",
      table(
        "<th scope=\"col\" style=\"text-align: left\">a</th>"
          + "<th scope=\"col\" style=\"text-align: right\">b</th>"
          + "<th scope=\"col\" style=\"text-align: center\">c</th><th scope=\"col\">d</th>",
        "<td style=\"text-align: left\">1</td><td style=\"text-align: right\">2</td>"
          + "<td style=\"text-align: center\">3</td><td>4</td>")
    ),
    // Cells: what stands in paragraphs, escaped bars also in code, nothing of blocks.
    (
      "| a | b |\n|--|--|\n| *x* \\| `y\\|z` | # no `h` |\n| - l | 1. <b>k</b> &lt; |\n",
      table(
        ab, cells("<em>x</em> | <code>y|z</code>", "# no <code>h</code>"),
        cells("- l", "1. &lt;b&gt;k&lt;/b&gt; &lt;"))
    ),
    ("| a \\\\| | b |\n|--|--|\n", table(heads("a |", "b"))),
    ("| a | b |\n|--|--|\n| `c | d` |\n", table(ab, cells("`c", "d`"))),
    (
      "| a | b |\n|--|--|\n| c# | # # |\n| \\ | x\\ |\n",
      table(ab, cells("c#", "# #"), cells("\\", "x\\"))
    ),
    // Rows that are short or long.
    (
      "| a | b |\n|--|--|\n| 1 |\n| 1 | 2 | 3 |\nx\n",
      table(
        ab, "<td>1</td><td></td>", cells("1", "2"), "<td>x</td><td></td>")
    ),
    ("|a|b|c|\n|-|-|-|\n|1|\n", table(heads("a", "b", "c"), "<td>1</td><td colspan=\"2\"></td>")),
    // Links that the page defines, and those that act.
    (
      "| [a] | ![p](q.png) |\n|--|--|\n| [x](javascript:y) | [d][a] |\n\n[a]: e.md 't'\n",
      table(
        heads("<a href=\"e.md\" title=\"t\">a</a>", "<a href=\"q.png\">p</a>"),
        cells("x", "<a href=\"e.md\" title=\"t\">d</a>"))
    ),
    // What comes before and behind.
    (
      "one *two\nthree*\n| a | b |\n|---|---|\n| 1 | 2 |\n\nfour\n",
      "<p>one <em>two\nthree</em></p>\n" + table(ab, cells("1", "2")) + "<p>four</p>\n"
    ),
    (
      "| a | b |\n|---|---|\n| 1 | 2 |\n---\nx\n", table(ab, cells("1", "2")) + "<hr />\n<p>x</p>\n"
    ),
    ("| a | b |\n|---|---|\n===\n", table(ab, "<td>===</td><td></td>")),
    (
      "| a | b |\n|---|---|\n| 1 | 2 |\n# h\n| a | b |\n|---|---|\n```\nc\n```\n",
      table(ab, cells("1", "2")) + "<h1>h</h1>\n" + table(ab) + "<pre><code>c\n</code></pre>\n"
    ),
    ("| a | b |\n|---|---|\n|\n", table(ab) + "<p>|</p>\n"),
    // What is none.
    ("| a | b |\n|---|\n", "<p>| a | b |\n|---|</p>\n"),
    ("| a | b |\n|---|-x-|\n", "<p>| a | b |\n|---|-x-|</p>\n"),
    ("```\n| a | b |\n|---|---|\n```\n", "<pre><code>| a | b |\n|---|---|\n</code></pre>\n"),
    ("a|b\n    -|-\n", "<p>a|b\n-|-</p>\n"),
    ("a\n---\n", "<h2>a</h2>\n"),
    // In quotations and lists, whose marks are no part of it.
    (
      "> | a | b |\n> |---|---|\n> | 1 | 2 |\n| 3 | 4 |\n",
      "<blockquote>\n\(table(ab, cells("1", "2")))</blockquote>\n<p>| 3 | 4 |</p>\n"
    ),
    (
      "- x\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n| 3 | 4 |\n",
      "<ul>\n<li>x\n\(table(ab, cells("1", "2")))</li>\n</ul>\n<p>| 3 | 4 |</p>\n"
    ),
    (
      "> 1. | a | b |\n>    |---|---|\n>\t | 1 | 2 |\n>    - y\n",
      "<blockquote>\n<ol>\n<li>\n\(table(ab, cells("1", "2")))<ul>\n<li>y</li>\n</ul>\n</li>\n</ol>"
        + "\n</blockquote>\n"
    ),
  ]

  @Test(arguments: pages.indices)
  func tablesOfPages(_ index: Int) {
    let (text, html) = Self.pages[index]
    #expect(MarkdownPage.html(of: text) == html, "\(text)")
    // Lines of Windows say the same.
    let breaks = MarkdownPage.html(of: text.replacing("\n", with: "\r\n"))
    #expect(breaks.replacing("\r", with: "") == html, "\(text)")
  }

  /// Where blocks stand is known as without tables.
  @Test func linesOfBlocks() {
    let page = MarkdownPage("# t\n| a |\n|---|\n| 1 |\n\n<p>\n\nx\n| a |\n|---|\n\n```cq\nq\n```\n")
    {
      _ in nil
    }
    #expect(page.title == "t")
    #expect(page.blocks.map(\.line) == [1, 2, 6, 8, 9, 12])
  }

  /// However large a table is, each byte is read a few times, and missing cells are few bytes.
  @Test func largeTables() {
    let long = "| a | b |\n|---|---|\n" + String(repeating: "| 1 | *2* |\n", count: 100_000)
    #expect(
      MarkdownPage.html(of: long).ranges(of: "<td>1</td><td><em>2</em></td>").count == 100_000)
    let wide =
      String(repeating: "|a", count: 20_000) + "\n" + String(repeating: "|-", count: 20_000) + "\n"
      + String(repeating: "b\n", count: 20_000)
    let html = MarkdownPage.html(of: wide)
    #expect(html.ranges(of: "<td>b</td><td colspan=\"19999\"></td>").count == 20_000)
    let deep = String(repeating: "> ", count: 5_000)
    #expect(
      MarkdownPage.html(of: "\(deep)| a |\n\(deep)|---|\n\(deep)| 1 |\n").contains("<td>1</td>"))
  }

  /// Lines at a terminal have their columns below each other; wider ones are as they are written.
  @Test func alignedTables() {
    #expect(
      LessonText.joined([
        "See", "here:", "|a|name|n|", "|-|:-:|-:|", "|1|größe|12345|", "|x \\| y|",
      ])
        == """
        See here:
        | a     | name  |     n |
        | ----- | :---: | ----: |
        | 1     | größe | 12345 |
        | x | y |       |       |
        """)
    #expect(LessonText.joined(["a | b", "--- | ---", "1 | 2"]).split(separator: "\n").count == 3)
    #expect(LessonText.joined(["a", "    | b |", "    |---|"]) == "a\n    | b |\n    |---|")
    let wide = String(repeating: "w", count: 200)
    #expect(
      LessonText.joined(["a|b", "-|-", "\(wide)|2"]) == "| a | b |\n| --- | --- |\n| \(wide) | 2 |")
  }
}
