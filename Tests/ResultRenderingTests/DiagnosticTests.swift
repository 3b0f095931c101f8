// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import ResultRendering
import TestSupport
import Testing

struct DiagnosticTests {
  @Test(arguments: samples.indices) func fullForm(index: Int) {
    let (diagnostic, expected) = Self.samples[index]
    #expect(DiagnosticRenderer(.full).text(diagnostic) == expected)
  }

  /// What comes from data stays on the line of what is said about it.
  @Test func remarksAreOneLineEach() {
    let source = MarkedSource("«a»")
    let diagnostic = Diagnostic(
      .unknownField, "no `a\nb`", at: .init(source.primary, "c\nd"),
      remarks: [.init("fields", "e\nerror[CQ0101]: f\r\u{1B}g"), .help("h\ni")], in: source.text)
    #expect(
      DiagnosticRenderer(.full).text(diagnostic) == #"""
        error[CQ0201]: no `a\nb`
        1 | a
          | ^ c\nd
        fields: e\nerror[CQ0101]: f\r\u{1B}g
        help: h\ni

        """#)
  }

  /// The excerpt of a fault in a marked line: the line and what stands below it.
  private static func excerpt(
    _ marked: String, label: String = "here", width: Int = 80, ascii: Bool = false
  ) -> String {
    let source = MarkedSource(marked)
    let diagnostic = Diagnostic(
      .strayCharacter, "x", at: .init(source.primary, label),
      secondary: source.secondary.map { .init($0, "there") }, in: source.text)
    return DiagnosticRenderer(.full, width: width, ascii: ascii).text(diagnostic)
  }

  private static let excerpts: [(String, String)] = [
    ("a\tb\t«cd»", "1 | a   b   cd\n  |         ^^ here\n"),
    ("名前 «é👩‍👩‍👧»x", "1 | 名前 é👩‍👩‍👧x\n  |      ^^^ here\n"),
    ("\u{1B}\u{202E}«\u{7}»", "1 | \\u{1B}\\u{202E}\\u{7}\n  |               ^^^^^ here\n"),
    ("a«»\r\nb", "1 | a\n  |  ^ here\n"), ("«»", "1 |\n  | ^ here\n"),
    ("a «b\nc»", "1 | a b\n  |   ^ here\n"), ("a\nb«»", "2 | b\n  |  ^ here\n"),
    ("«a» ‹b› ‹c›", "1 | a b c\n  | ^ - - there\n  |   there\n  | here\n"),
    ("‹a «b c»›", "1 | a b c\n  | --^^^ here\n  | there\n"),
  ]

  @Test(arguments: excerpts.indices) func caretsStandBelowTheirText(index: Int) {
    let (marked, expected) = Self.excerpts[index]
    #expect(Self.excerpt(marked) == "error[CQ0108]: x\n" + expected)
  }

  @Test func textStandsBesideTheLastMarkOrBelow() {
    let source = MarkedSource("«a» ‹b›")
    let diagnostic = Diagnostic(
      .strayCharacter, "x", at: .init(source.primary, "here"),
      secondary: source.secondary.map { .init($0) }, in: source.text)
    #expect(
      DiagnosticRenderer(.full).text(diagnostic) == """
        error[CQ0108]: x
        1 | a b
          | ^ -
          | here

        """)
  }

  @Test func longLinesAreCutAroundTheFault() {
    let start = String(repeating: "abcdefghi ", count: 12)
    let end = String(repeating: "名前", count: 2000)
    let outputs = [
      Self.excerpt("«ab»" + start, width: 40), Self.excerpt(start + "«XY»" + end, width: 40),
      Self.excerpt(end + "«Z»", width: 40, ascii: true), Self.excerpt(start + "«Z»", width: 40),
    ]
    let expected = [
      """
      error[CQ0108]: x
      1 | ababcdefghi abcdefghi abcdefghi abc…
        | ^^ here

      """,
      """
      error[CQ0108]: x
      1 | … abcdefghi XY名前名前名前名前名前…
        |             ^^ here

      """,
      """
      error[CQ0108]: x
      1 | ...?????????Z
        |             ^ here

      """,
      """
      error[CQ0108]: x
      1 | … abcdefghi Z
        |             ^ here

      """,
    ]
    for (output, expected) in zip(outputs, expected) { #expect(output == expected) }
  }

  /// A megabyte on one line costs no more than what is shown of it.
  @Test(.timeLimit(.minutes(10))) func hugeLinesAreNotLookedAtWhole() {
    let line = [UInt8](repeating: 0xC3, count: 1 << 20)
    let source = ScriptText(name: "x.json", bytes: line)
    let diagnostic = Diagnostic(
      .malformedData, "no UTF-8", at: .init(ScriptRange(1 << 19, 1 << 20)), in: source)
    let lines = DiagnosticRenderer(.full, width: 60).text(diagnostic).split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.allSatisfy { $0.utf8.count <= 64 })
  }

  private static let suggestion = Diagnostic(
    .unknownField, "products has no field `prise`",
    at: .init(ScriptRange(8, 13), question: "did you mean `price`?"), remarks: [.help("a\u{1B}b")],
    fix: .replace(ScriptRange(8, 13), with: "price"),
    in: ScriptText(name: "shop.cq", "a\n\nsort prise\n"))

  @Test func shortFormIsOneLine() {
    let short = DiagnosticRenderer(.short)
    let outputs = [
      Self.suggestion, Self.samples[0].0, Self.samples[6].0,
      Diagnostic(
        .rejectedValue, "price \"\(String(repeating: "\u{7}9", count: 50))\" is `x`",
        severity: .warning),
      Diagnostic(.overflow, String(repeating: "ab ", count: 90) + "\n", severity: .failed),
    ].map { short.text($0) }
    let quote = String(repeating: "\\u{7}9", count: 9) + "\\u{7}…"
    #expect(
      outputs == [
        "shop.cq:3:6: error[CQ0201]: products has no field `prise`; did you mean `price`?\n",
        "top.cq:2:16: error[CQ0101]: a condition is missing after `filter stars >=`\n",
        "error[CQ0402]: products.json is empty\n",
        "warning[CQ0406]: price \"\(quote)\" is `x`\n",
        "FAILED[CQ0405]: " + String(String(repeating: "ab ", count: 90).prefix(183)) + "…\n",
      ])
  }

  @Test func jsonFormIsOneObject() {
    let json = DiagnosticRenderer(.json)
    let place = #""file":"shop.cq","line":3,"column":6,"endLine":3,"endColumn":11"#
    #expect(
      json.text(Self.suggestion) == """
        {"code":"CQ0201","severity":"error","message":"products has no field `prise`",\(place),\
        "label":"did you mean `price`?","fix":"sort price","help":"a\\u001bb"}

        """)
    #expect(
      json.text(Diagnostic(.emptyData, "\u{202E}", severity: .warning)) == """
        {"code":"CQ0402","severity":"warning","message":"\\u202e","file":null,"line":null,\
        "column":null,"endLine":null,"endColumn":null,"label":null,"help":null}

        """)
  }

  /// No form shows a key of an address; a fix that would have it is left out for programs.
  @Test func keysAreNotQuoted() {
    let source = ScriptText(name: "a.cq", "from \"https://h?apiKey=S3cr\" | limt 3")
    let start = source.bytes.count - 6
    let diagnostic = Diagnostic(
      .unexpectedToken, "there is no stage called `limt`",
      at: Diagnostic.Label(ScriptRange(start, start + 4)),
      fix: .replace(ScriptRange(start, start + 4), with: "limit"), in: source)
    #expect(
      DiagnosticRenderer(.full).text(diagnostic) == """
        error[CQ0105]: there is no stage called `limt`
         --> a.cq:1:32
        1 | from "https://h?apiKey=****" | limt 3
          |                                ^^^^
        fix: from "https://h?apiKey=****" | limit 3

        """)
    #expect(!DiagnosticRenderer(.json).text(diagnostic).contains(#""fix""#))
  }

  /// What is said of a place stands within the terminal, below it where there is no room beside it.
  @Test(arguments: [
    (
      60,
      """
      1 | from hotels | filter star >= 3
        |                      ^^^^ did you mean `stars`?
      """
    ),
    (
      40,
      """
      1 | from hotels | filter star >= 3
        |                      ^^^^
        |                did you mean `stars`?
      """
    ),
    (
      22,
      """
      1 | …lter star >= 3
        |       ^^^^
        |       did you mean
        |       `stars`?
      """
    ),
  ]) func placesFitTheTerminal(width: Int, excerpt: String) {
    let source = ScriptText(name: "<prompt>", "from hotels | filter star >= 3")
    let diagnostic = Diagnostic(
      .unknownField, "no", at: Diagnostic.Label(ScriptRange(21, 25), "did you mean `stars`?"),
      in: source)
    let text = DiagnosticRenderer(.full, width: width, wraps: true).text(diagnostic)
    #expect(text == "error[CQ0201]: no\n\(excerpt)\n")
  }

  /// What a person has to decide on is no certain fix.
  @Test func suggestionsAreNoCertainFixes() {
    let source = ScriptText(name: "a.cq", "from hotels | count stars")
    let range = ScriptRange(14, 19)
    let diagnostic = Diagnostic(
      .foreignWord, "no", at: Diagnostic.Label(range),
      fix: .replace(range, with: "count by", .suggested), in: source)
    #expect(
      DiagnosticRenderer(.full).text(diagnostic) == """
        error[CQ0102]: no
         --> a.cq:1:15
        1 | from hotels | count stars
          |               ^^^^^
        maybe: from hotels | count by stars

        """)
    let json = DiagnosticRenderer(.json).text(diagnostic)
    #expect(json.contains(#""suggestion":"from hotels | count by stars""#))
    #expect(!json.contains(#""fix""#))
    #expect(diagnostic.automaticFix == nil)
  }

  @Test func colourSetsOffTheFault() {
    let escape = "\u{1B}["
    #expect(
      DiagnosticRenderer(.full, colour: true).text(Self.suggestion) == """
        \(escape)1;31merror[CQ0201]\(escape)0m: \(escape)1mproducts has no field `prise`\(escape)0m
        \(escape)2m --> shop.cq:3:6\(escape)0m
        \(escape)2m3 |\(escape)0m sort prise
        \(escape)2m  |\(escape)0m      \(escape)1;31m^^^^^\(escape)0m did you mean `price`?
        \(escape)1;36mhelp:\(escape)0m a\\u{1B}b
        \(escape)32mfix:\(escape)0m sort price

        """)
  }

  /// Wherever the labels point, within the source or not, there is a caret and no line is too wide.
  @Test func anyPlaceCanBeShown() {
    var random = Seeded(5)
    var wrong: [String] = []
    for _ in 0..<1500 {
      let source = ScriptText(name: "<data>", bytes: random.bytes(upTo: 90) + [0xE2, 0x80])
      let ranges = (0..<3).map { _ in
        let start = Int.random(in: -5...100, using: &random)
        return ScriptRange(start, start + Int.random(in: -3...50, using: &random))
      }
      let diagnostic = Diagnostic(
        .malformedData, "x", at: .init(ranges[0]), secondary: [.init(ranges[1]), .init(ranges[2])],
        fix: .replace(ranges[1], with: "y"), in: source)
      let text = DiagnosticRenderer(.full, width: 30).text(diagnostic)
      let lines = text.split(separator: "\n").filter { !$0.hasPrefix("fix") }
      if !text.contains("^") || lines.contains(where: { DisplayWidth.of($0) > 30 }) {
        wrong.append(text)
      }
    }
    #expect(wrong.prefix(3) == [])
  }

  @Test func nothingUnsafeComesThrough() {
    let hostile = "\u{1B}]0;x\u{7}\u{9B}\u{202E}\u{200B}\r\t\u{E0041}\u{2028}"
    let source = ScriptText(
      name: hostile, bytes: Array("\(hostile) a\(hostile)".utf8) + [0xFF, 0xC3])
    let range = ScriptRange(3, source.bytes.count)
    let diagnostic = Diagnostic(
      .malformedData, hostile, at: .init(range, hostile), secondary: [.init(range, hostile)],
      remarks: [.init(hostile, hostile + "\n" + hostile)], fix: .replace(range, with: hostile),
      in: source)
    for form in DiagnosticStyle.allCases {
      let output = DiagnosticRenderer(form).text(diagnostic)
      #expect(!UnsafeBytes.holds(Array(output.utf8)), "\(form)")
    }
  }
}
