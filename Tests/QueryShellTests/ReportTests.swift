// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import QueryShell

/// Pages that `cq report` makes.
@Suite struct ReportTests {
  private static let folder = "\(TestSupport.repositoryRoot)/Tests/Fixtures/Reports"

  private static func made(
    _ text: String, name: String = "page.md", _ options: ReportOptions = ReportOptions()
  ) -> (html: String?, status: Diagnostics.ExitStatus, told: String) {
    let settings = Session.collecting().settings
    let report = Report(
      ScriptText(name: name, text), options, settings, calendar: { ScriptTest.day })
    return report.page()
  }

  /// The whole page of a small text; `CQ_UPDATE=1` writes it anew.
  @Test func wholePage() throws {
    let text = try TestSupport.text(ofFile: "\(Self.folder)/small.md")
    let made = Self.made(text)
    let html = try #require(made.html, "\(made.told)")
    let path = "\(Self.folder)/small.html"
    if ProcessInfo.processInfo.environment["CQ_UPDATE"] == "1" {
      try html.write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(html == (try TestSupport.text(ofFile: path)))
    #expect(PageJudge(html).faults == [])
  }

  private static let lesson = """
    # Conditions
    > note: ask for numbers
    > before Enter

    A condition keeps **rows**.
    ```cq
    let n = 4
    from hotels | filter stars >= $n | show name
    ```
    > predict: How many have 2 stars, or `fewer`?
    ```cq reveal
    from hotels | filter stars <= 2 | count
    ```
    > reveal: Four <b>.

    ## At least 3 stars
    Show the hotels with at least 3 stars.
    ```cq exercise=2.1 kind=gap
    let n = 3
    from hotels | filter stars [[>=]] $n | show name
    ```
    > hint: The number itself: `in` or out?
    > hint: Look at the edge.
    > misconception ED: from hotels | filter stars > 3 -- look at: the edge

    ## Nearest
    Nearest first.
    ```cq exercise=2.2 kind=arrange order=exact
    from hotels | sort by distance | limit $n | show name
    ```
    > hint: What runs first?
    > piece: distinct

    > predict: Why?
    > reveal: So *that* is why.

    """

  /// A lesson is shown as whoever reads it needs it: nothing of what is for the teacher.
  @Test func lessonsAreShownToReaders() throws {
    let html = try #require(Self.made(Self.lesson).html)
    #expect(PageJudge(html).faults == [])
    let body = String(html[try #require(html.firstRange(of: "<main>")).upperBound...])
    let text = body.replacing(#/<[^>]*>/#, with: "").replacing("&gt;", with: ">")
      .replacing("&lt;", with: "<").split(separator: "\n").map(String.init)
    #expect(
      text == [
        "Conditions", "A condition keeps rows.", "let n = 4",
        "from hotels | filter stars >= $n | show name", "hotels", "name", "Dream",
        "1 of 7 hotels · sample", "What do you expect?", "How many have 2 stars, or fewer?",
        "from hotels | filter stars <= 2 | count", "hotels", "count", "4", "1 row · sample",
        "Four <b>.", "At least 3 stars", "Show the hotels with at least 3 stars.", "Exercise 2.1",
        "let n = 3", "from hotels | filter stars ____ $n | show name", "Hint 1",
        "The number itself: in or out?", "Hint 2", "Look at the edge.", "Solution", "let n = 3",
        "from hotels | filter stars >= $n | show name", "hotels", "name", "Belleclaire Hotel",
        "Best Western President Hotel at Times Square", "Dream", "3 of 7 hotels · sample",
        "Nearest",
        "Nearest first.", "Exercise 2.2", "Put in order, behind from hotels:", "distinct",
        "show name", "limit $n", "sort by distance", "Hint", "What runs first?", "Solution",
        "from hotels | sort by distance | limit $n | show name", "hotels", "name",
        "Best Western President Hotel at Times Square", "Midtown Lodging", "Americana Inn",
        "Belleclaire Hotel", "4 of 7 hotels · sample", "What do you think?", "Why?",
        "So that is why.", "cq 0.1.0, 2026-01-31",
      ])
    for hidden in ["ask for numbers", "misconception", "look at:"] {
      #expect(!body.contains(hidden), "\(hidden)")
    }
  }

  /// What an exercise does is its own, and its words are those of the language.
  @Test func lessonsAreShownInGerman() throws {
    let html = try #require(Self.made(Self.lesson, name: "lesson.de.md").html)
    #expect(html.contains("<html lang=\"de\">"))
    let words = [
      "Was erwartest du?", "Was meinst du?", "Aufgabe 2.1", "<summary>Tipp 1</summary>",
      "<summary>Lösung</summary>", "aria-label=\"Abfrage 1\"", "Bring in Ordnung, hinter",
    ]
    for word in words { #expect(html.contains(word), "\(word)") }
    // `limit $n` is that of the example, not of the exercise before.
    #expect(html.contains("4 of 7 hotels"))
  }

  /// Notes of a page that is no lesson are for whoever presents; other quotations stay.
  @Test func notesAreNotShown() throws {
    let html = try #require(
      Self.made("# A\n> note: greet them\n> twice\n\n> A quotation: yes.\n\nText.\n").html)
    #expect(!html.contains("greet") && !html.contains("twice"))
    #expect(html.contains("<blockquote>\n<p>A quotation: yes.</p>\n</blockquote>"))
  }

  /// A solution that does not run ends the report at its place.
  @Test func faultsOfLessonsEndIt() {
    let made = Self.made(
      "# A\n\n## B\nC.\n```cq exercise=1\nfrom hotels | sort by x\n```\n> hint: d\n")
    #expect(made.html == nil)
    #expect(made.told.hasPrefix("page.md:6:23: error[CQ0201]: hotels has no field `x`"))
  }

  /// Whatever data holds stays text, in each form of a result.
  @Test func dataStayText() throws {
    let hostile = #"</td></table><script>alert(1)</script><!-- & ]]> </style></svg> javascript:"#
    let text = "\u{22}" + hostile + "\u{22}"
    let query = "from hotels | limit 3 | extend t = \(text), `</th>x` = rooms"
    let forms = [
      "", " | limit 1", " | to card", " | to json", " | to list", " | to bars rooms by t",
      " | to line rooms by distance, t", " | to bars `</th>x` by name, t", " | to html",
      " | to csv",
      " | to markdown", " | to hist `</th>x`",
    ]
    let blocks = forms.map { "```cq\n\(query)\($0)\n```\n" }.joined(separator: "\n")
    let made = Self.made("# \(hostile)\n\n\(hostile)\n\n\(blocks)")
    let html = try #require(made.html, "\(made.told)")
    #expect(PageJudge(html).faults == [])
    #expect(!html.contains("<script"))
    #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
  }

  /// Links of the page lead to its headings, files are called by their names, and what acts is
  /// shown; charts of a question and of an example have names of their own.
  @Test func textOfPages() throws {
    let chart = "from hotels | to bars rooms by name"
    let text =
      "# Ä b_c\u{1B}[31m\u{202E}!\n\n## Two\n\n## Two\n\n[to](#two-1)\n\n"
      + "```csv file=shop.csv\na\n```\n\n```cq\n\(chart)\n```\n\n"
      + "> predict: What?\n```cq reveal\n\(chart)\n```\n\n```cq\n\(chart)\n```\n"
    let html = try #require(Self.made(text).html)
    #expect(PageJudge(html).faults == [])
    let heads = html.matches(of: #/<h\d[^\n]*/#).map { String($0.output) }
    #expect(
      heads == [
        #"<h1 id="ä-b_cu1b31mu202e">Ä b_c\u{1B}[31m\u{202E}!</h1>"#, #"<h2 id="two">Two</h2>"#,
        #"<h2 id="two-1">Two</h2>"#,
      ])
    #expect(html.contains("<p class=\"cq-note\">shop.csv</p>\n<pre><code class=\"language-csv\">"))
    #expect(html.ranges(of: "<svg ").count == 3)
  }

  /// A link that would run something is its words.
  @Test func linksRunNothing() throws {
    let text = "[a *b*](javascript:alert(1)) [c](DATA:text/html,x) [d](file:///e) [f](g.md)\n"
    let html = try #require(Self.made(text).html)
    #expect(html.contains("<p>a b c d <a href=\"g.md\">f</a></p>"))
  }

  /// Queries, and what stands over the tables of their rows.
  static let captions: [(query: String, caption: String)] = [
    ("from hotels | limit 1", "hotels"),
    ("describe hotels", "fields of hotels"),
    ("let near = from hotels | limit 1; describe near", "fields of near"),
    ("categories of chloe", "categories of chloe"),
    ("sources", "sources"),
    ("changes from \"a.csv\" to \"b.csv\" by id", "changes from a.csv to b.csv"),
    ("changes from \"a.csv\" to \"a.csv\" by id | count by change", "changes of a.csv"),
    ("let diff = changes from \"a.csv\" to \"b.csv\" by id; from diff", "diff"),
    ("from hotels | skip 1 | limit 1 | to card", "row 1 of hotels"),
    ("from hotels | count by stars | to bars count by stars", "count by stars"),
  ]

  @Test(arguments: captions) func tablesHaveCaptions(query: String, caption: String) throws {
    let files = "```csv file=a.csv\nid,n\n1,2\n```\n\n```csv file=b.csv\nid,n\n1,3\n```\n\n"
    let html = try #require(Self.made(files + "```cq\n\(query)\n```\n").html)
    #expect(html.contains("<caption>\(caption)</caption>"), "\(html)")
    #expect(html.ranges(of: "<table").count == html.ranges(of: "<caption>").count)
  }

  /// A query with a fault ends the report, at its place in the text.
  @Test func faultsEndIt() {
    let cases: [(String, Diagnostics.ExitStatus, String)] = [
      (
        "a\n\n```cq\nfrom hotels\n| sort by distnace\n```\n", .script,
        "page.md:5:11: error[CQ0201]: hotels has no field `distnace`; did you mean `distance`?\n"
      ),
      (
        "```cq\nfrom hotels | expect 3 rows\n```\n", .failedExpectation,
        "page.md:2:15: FAILED[CQ0601]: expected 3 rows, got 7\n"
      ),
      (
        "```cq\nfrom hotels | to arrow\n```\n", .output,
        "page.md: error[CQ0701]: `to arrow` is no text for a terminal; "
          + "`save \"FILE.arrow\"` writes a file\n"
      ),
      (
        "```CQ\nfrom hotels\n```\n", .script,
        "page.md:1:1: error[CQ0105]: `cq` blocks begin with ```cq, not with ```CQ\n"
      ),
    ]
    for (text, status, told) in cases {
      let made = Self.made(text)
      #expect(made.html == nil)
      #expect(made.status == status)
      #expect(made.told.hasPrefix(told))
    }
  }

  /// The page without a title is called as its file; the language is that of the option.
  @Test func titleAndLanguage() throws {
    var options = ReportOptions()
    options.language = "de"
    let html = try #require(Self.made("Nur Text.\n", name: "a/b.md", options).html)
    #expect(html.contains("<html lang=\"de\">"))
    #expect(html.contains("<title>a/b.md</title>"))
    #expect(html.contains("<main>\n<p>Nur Text.</p>\n</main>"))
  }

  /// A picture is put into the page where that is asked for and it is one.
  @Test func picturesAreEmbedded() throws {
    var options = ReportOptions()
    options.embedsPictures = true
    let text = "![a \"b\"](dot.png) ![c](page.md) ![d](https://example.org/e.png)\n"
    let folder = NSTemporaryDirectory() + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let bytes: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0xFB, 0xFF, 0xFE,
    ]
    try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/dot.png"))
    let html = try #require(Self.made(text, name: "\(folder)/page.md", options).html)
    let picture = "data:image/png;base64,iVBORw0KGgr7//4="
    #expect(html.contains("<img src=\"\(picture)\" alt=\"a &quot;b&quot;\">"))
    #expect(html.contains("<a href=\"page.md\">c</a>"))
    #expect(html.contains("<a href=\"https://example.org/e.png\">d</a>"))
  }

  @Test func base64() {
    let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"]
    #expect(
      texts.map { Base64.encoded(Array($0.utf8)) }
        == ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"])
  }

  /// Each colour of text can be read on what is behind it, in the light and in the dark.
  @Test func coloursHaveContrast() throws {
    let html = try #require(Self.made("").html)
    let style = html.prefix { $0 != "@" } + html.drop { $0 != "@" }.prefix(400)
    var schemes: [[String: Double]] = [[:], [:]]
    for match in style.matches(of: #/--([a-z]+):#([0-9a-f]{3,6})/#) {
      let name = String(match.1)
      let scheme = schemes[0][name] == nil ? 0 : 1
      schemes[scheme][name] = Self.luminance(String(match.2))
    }
    for scheme in schemes {
      for ground in ["page", "code"] {
        for colour in ["text", "soft", "word", "number", "string", "bad"] {
          let light = try #require(scheme[colour])
          let dark = try #require(scheme[ground])
          let contrast = (max(light, dark) + 0.05) / (min(light, dark) + 0.05)
          #expect(contrast >= 4.5, "\(colour) on \(ground)")
        }
      }
    }
  }

  private static func luminance(_ colour: String) -> Double {
    let digits = colour.count == 3 ? colour.map { "\($0)\($0)" }.joined() : colour
    let parts = stride(from: 0, to: 6, by: 2).map { start -> Double in
      let value = Double(Int(digits.dropFirst(start).prefix(2), radix: 16) ?? 0) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}

/// Judges a page as a strict reader does: each element is closed in its order, each is one that a
/// report has, ids are unique, and nothing is fetched or run.
struct PageJudge {
  private static let void: Set<String> = ["meta", "br", "img", "hr"]
  private static let known: Set<String> = [
    "html", "head", "meta", "title", "style", "body", "main", "footer", "section", "time", "h1",
    "h2", "h3", "p", "a", "em", "strong", "pre", "code", "span", "ul", "ol", "li", "figure",
    "figcaption", "div", "table", "caption", "thead", "tbody", "tr", "th", "td", "br", "img", "hr",
    "details", "summary", "svg", "desc", "g", "text", "rect", "circle", "polyline", "line",
    "blockquote",
  ]

  private(set) var faults: [String] = []

  init(_ html: String) {
    var open: [String] = []
    var ids: Set<String> = []
    let body = html.replacing(#/<style>[^<]*<\/style>/#, with: "").dropFirst(
      "<!doctype html>".count)
    for match in body.matches(of: #/<(\/?)([a-z0-9]*)((?: [a-zA-Z0-9-]+="[^"<>]*")*)(\/?)>|</#) {
      guard let name = match.2.map(String.init) else {
        faults.append("a loose <: \(body[match.range.lowerBound...].prefix(40))")
        continue
      }
      if !Self.known.contains(name) { faults.append("unknown \(name)") }
      if match.1 == "/" {
        if open.popLast() != name { faults.append("\(name) is closed where it is not open") }
        continue
      }
      for attribute in (match.3 ?? "").matches(of: #/ ([a-zA-Z0-9-]+)="([^"]*)"/#) {
        judge(String(attribute.1), String(attribute.2), &ids)
      }
      if match.4 != "/", !Self.void.contains(name) { open.append(name) }
    }
    if !open.isEmpty { faults.append("left open: \(open)") }
  }

  private mutating func judge(_ name: String, _ value: String, _ ids: inout Set<String>) {
    if name.hasPrefix("on") { faults.append("runs \(name)") }
    if name == "src", !value.hasPrefix("data:") { faults.append("fetches \(value)") }
    if name == "id", !ids.insert(value).inserted { faults.append("\(value) is there twice") }
    if name == "href", value.lowercased().hasPrefix("javascript:") {
      faults.append("runs \(value)")
    }
  }
}
