// SPDX-License-Identifier: MIT

import Catalogue
import ResultRendering
import TestSupport
import Testing

struct MarkupTests {
  private static let columns: [(String, ValueType, [Value])] = [
    ("was_price", .decimal, [number("1.50"), .null, number("0.1234567890123456789")]),
    (
      "a|b</th><script>", .text,
      [
        text("x | y\r\n\n<img src=x onerror='alert(1)'>&amp;"), .null,
        text("_a_ *b* `c|d` \\| [e](f) ~g~ $h$ \"名前\""),
      ]
    ),
    ("list", .list(.int), [.list(["1", "2"].map(number)), .list([]), .null]),
    ("c", .text, [text("a\tb\u{1B}[31m\u{0}\u{85}"), text("Chloe\u{301}"), text("\u{202E}👩‍👩‍👧")]),
  ]

  private static let markdown = #"""
    | was_price | a\|b&lt;/th&gt;&lt;script&gt; | list | c |
    | ---: | --- | --- | --- |
    | 1.5 | x \| y<br><br>&lt;img src=x onerror='alert(1)'&gt;&amp;amp; | 1 2 | \#
    a&#9;b\\u{1B}\[31m\\u{0}\\u{85} |
    | | | | Chloé |
    | 0.1234567890123456789 | \_a\_ \*b\* \`c\|d\` \\\| \[e\](f) \~g\~ \$h\$ "名前" | | {}👩‍👩‍👧 |

    """#

  private static let html = #"""
    <table>
    <thead>
    <tr><th scope="col" class="number" style="text-align: right">was_price</th>\#
    <th scope="col">a|b&lt;/th&gt;&lt;script&gt;</th>\#
    <th scope="col">list</th><th scope="col">c</th></tr>
    </thead>
    <tbody>
    <tr><th scope="row" class="number" style="text-align: right">1.5</th>\#
    <td>x | y<br><br>&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;amp;</td>\#
    <td>1 2</td><td>a&#9;b\u{1B}[31m\u{0}\u{85}</td></tr>
    <tr><th scope="row" class="number null" style="text-align: right">\#
    <span role="img" aria-label="no value">–</span></th>\#
    <td class="null"><span role="img" aria-label="no value">–</span></td><td></td><td>Chloé</td></tr>
    <tr><th scope="row" class="number" style="text-align: right">0.1234567890123456789</th>\#
    <td>_a_ *b* `c|d` \| [e](f) ~g~ $h$ &quot;名前&quot;</td>\#
    <td class="null"><span role="img" aria-label="no value">–</span></td><td>{}👩‍👩‍👧</td></tr>
    </tbody>
    </table>

    """#

  /// What a document holds in the place of a right-to-left override: itself, unless a terminal
  /// shows the document.
  private static func document(_ document: String, override: String) -> String {
    document.replacing("{}", with: override)
  }

  @Test func markdownIsWrittenAsExpected() {
    let file = rendered(.markdown, Self.columns, footer: "not for documents")
    #expect(file == Self.document(Self.markdown, override: "\u{202E}"))
    let terminal = rendered(
      .markdown, Self.columns, RenderOptions(width: 20, colour: true, sanitise: true))
    #expect(terminal == Self.document(Self.markdown, override: #"\\u{202E}"#))
  }

  @Test func htmlIsWrittenAsExpected() {
    let file = rendered(.html, Self.columns, footer: "not for documents")
    #expect(file == Self.document(Self.html, override: "\u{202E}"))
    let terminal = rendered(
      .html, Self.columns, RenderOptions(width: 20, colour: true, sanitise: true))
    #expect(terminal == Self.document(Self.html, override: #"\u{202E}"#))
  }

  /// On a page what turns the direction of text is seen and turns nothing.
  @Test func aPageKeepsItsDirection() {
    var options = RenderOptions()
    options.isFigure = true
    let output = rendered(.html, [("t\u{2067}", .text, [text("a\u{202E}b\u{200F}")])], options)
    #expect(output.contains(#"a\u{202E}b\u{200F}"#))
    #expect(output.contains(#"t\u{2067}"#))
    #expect(!output.unicodeScalars.contains { $0.properties.isBidiControl })
    #expect(DocumentText.html("\u{202E}x") == #"\u{202E}x"#)
  }

  /// The table as a reader of HTML sees it: elements within each other as the standard has them, a
  /// caption first, no attribute that is obsolete, and no element that the data has made.
  @Test func htmlIsWellFormed() {
    var options = RenderOptions()
    options.caption = "a<b & \"c\"\n</caption><script>alert(1)</script>"
    let output = rendered(.html, Self.columns, options)
    #expect(
      output.hasPrefix(
        "<table>\n<caption>a&lt;b &amp; &quot;c&quot;<br>&lt;/caption&gt;&lt;script&gt;alert(1)"
          + "&lt;/script&gt;</caption>\n<thead>"))
    let parents: [String: String] = [
      "caption": "table", "thead": "table", "tbody": "table", "tr": "thead tbody", "th": "tr",
      "td": "tr", "br": "caption th td", "span": "th td", "table": "",
    ]
    let attributes = [
      "scope=\"col\"", "scope=\"row\"", "aria-label=\"no value\"",
      "class=\"number\"", "class=\"null\"", "style=\"text-align:",
    ]
    var open: [String] = []
    var first: [String] = []
    for match in output.matches(of: #/<(/?)([a-z]*)([^>]*)>/#) {
      let (name, rest) = (String(match.2), match.3)
      guard match.1.isEmpty else {
        #expect(open.popLast() == name)
        continue
      }
      let allowed = (parents[name] ?? "nowhere").split(separator: " ").map(String.init)
      #expect(open.isEmpty ? allowed.isEmpty : allowed.contains(open[open.count - 1]), "\(name)")
      #expect(rest.isEmpty || attributes.contains { rest.contains($0) }, "\(rest)")
      #expect(!rest.contains("align="))
      if open.count == 1 { first.append(name) }
      if name != "br" { open.append(name) }
    }
    #expect(open.isEmpty)
    #expect(first == ["caption", "thead", "tbody"])
  }

  @Test func whatIsNotASCIIBecomesReferences() {
    let columns: [(String, ValueType, [Value])] = [("é", .text, [.text("名👩\u{200D}👧")])]
    let options = RenderOptions(sanitise: true, ascii: true)
    #expect(
      rendered(.markdown, columns, options)
        == "| &#xE9; |\n| --- |\n| &#x540D;&#x1F469;&#x200D;&#x1F467; |\n")
    #expect(
      rendered(.html, columns, options).contains(
        "<th scope=\"row\">&#x540D;&#x1F469;&#x200D;&#x1F467;</th>"))
  }

  @Test func batchesMakeOneDocumentAsTheyCome() {
    var outputs: [String] = []
    for format in [OutputFormat.markdown, .html] {
      var renderer = format.makeRenderer(
        columns: [ResultColumn("n", .text)], options: RenderOptions(maximumRows: 1))
      var output: [UInt8] = []
      for value in ["1", "2"] {
        renderer.add(Batch([Column(.text, [.text(value)])], count: 1), to: &output)
      }
      outputs.append(String(decoding: output, as: UTF8.self))
    }
    #expect(
      outputs == [
        "| n |\n| --- |\n| 1 |\n| 2 |\n",
        "<table>\n<thead>\n<tr><th scope=\"col\">n</th></tr>\n</thead>\n<tbody>\n"
          + "<tr><th scope=\"row\">1</th></tr>\n<tr><th scope=\"row\">2</th></tr>\n",
      ])
  }

  @Test func invalidBytesBecomeVisible() {
    let values = PackedText(bytes: [[0x61, 0xFF, 0x7C]])
    var outputs: [String] = []
    for format in [OutputFormat.markdown, .html] {
      var renderer = format.makeRenderer(
        columns: [ResultColumn("t", .text)], options: RenderOptions())
      var output: [UInt8] = []
      renderer.add(Batch([.text(TextColumn(values))], count: 1), to: &output)
      outputs.append(
        String(decoding: output, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? "")
    }
    #expect(outputs == [#"| a\\x{FF}\| |"#, #"<tr><th scope="row">a\x{FF}|</th></tr>"#])
  }
}

/// What readers of the documents, written for the test alone, get back from random texts.
struct MarkupReadingTests {
  private static let signs = Array("ab _*`|\\<>&;\"'[]()~$!#-\n\r\u{1B}é名\u{202E}".unicodeScalars)

  private static let texts: [String] = {
    var random = Seeded(23)
    return (0..<3_000).map { _ in
      var text = "x"
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        text.unicodeScalars.append(signs[Int.random(in: 0..<signs.count, using: &random)])
      }
      return text + "x"
    }
  }()

  /// The texts as a document can hold them: with one kind of line break and visible controls.
  private static let expected = texts.map {
    $0.replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing(
      "\u{1B}", with: "\\u{1B}")
  }

  @Test func htmlComesBack() {
    let output = rendered(.html, [("t", .text, Self.texts.map { .text($0) })])
    let rows = output.split(separator: "\n").dropFirst(5).dropLast(2)
    let cells = rows.map { row in
      let text = row.dropFirst("<tr><th scope=\"row\">".count).dropLast("</th></tr>".count)
      return Self.withoutReferences(text.replacing("<br>", with: "\n"))
    }
    #expect(zip(cells, Self.expected).first { $0 != $1 }.map { "\($0)" } == nil)
    #expect(cells.count == Self.texts.count)
    #expect(rows.allSatisfy { $0.replacing("<br>", with: "").count { $0 == "<" } == 4 })
  }

  @Test func markdownComesBack() {
    let values = Self.texts.map { Value.text($0) }
    let output = rendered(.markdown, [("t", .text, values), ("u", .text, values)])
    let rows = output.split(separator: "\n").dropFirst(2).map(Self.cells)
    #expect(zip(rows, Self.expected).first { $0 != [$1, $1] }.map { "\($0)" } == nil)
    #expect(rows.count == Self.texts.count)
  }

  /// The cells of a row: what stands between bars without a backslash, as it is shown.
  private static func cells(_ row: Substring) -> [String] {
    var cells: [String] = []
    var cell = ""
    var isEscaped = false
    for character in row.dropFirst(2) {
      if isEscaped {
        cell.append(
          character.isASCII && (character.isPunctuation || character.isSymbol) ? "" : "\\")
        cell.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "|" {
        cells.append(String(cell.dropLast()))
        cell = ""
      } else {
        if cell.isEmpty, character == " " { continue }
        // Signs that would mean something must have had a backslash.
        cell.append("*`[]~$".contains(character) ? "?" : character)
      }
    }
    return cells.map { withoutReferences($0.replacing("<br>", with: "\n")) }
  }

  private static func withoutReferences(_ text: some StringProtocol) -> String {
    String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&amp;", with: "&")
  }
}
