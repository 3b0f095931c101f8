// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax
import Testing

/// Scripts that nobody writes by hand: each gives one clear message, and soon.
@Suite struct LimitTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let messages: [String]
    let script: @Sendable () -> String

    init(_ name: String, _ messages: String..., script: @escaping @Sendable () -> String) {
      self.name = name
      self.messages = messages
      self.script = script
    }

    var testDescription: String { name }
  }

  private static let deep = "this is nested deeper than 256 levels"
  private static let long = "this calculation has more than 256 steps"
  private static let unclosed = "this bracket is never closed"

  private static func filter(_ open: String, _ count: Int, _ close: String = "") -> String {
    "from h | filter " + String(repeating: open, count: count) + "a"
      + String(repeating: close, count: count)
  }

  static let samples = [
    Sample("254 parentheses") { filter("(", 254, ")") },
    Sample("300 parentheses", deep) { filter("(", 300, ")") },
    Sample("10,000 parentheses", deep) { filter("(", 10_000, ")") },
    Sample("200 open parentheses", unclosed) { filter("(", 200) },
    Sample("100,000 open parentheses", deep) { filter("(", 100_000) },
    Sample("100,000 open brackets", deep) { filter("[", 100_000) },
    Sample("100,000 positions", deep) { filter("a[", 100_000) },
    Sample("100,000 calls", deep) { filter("f(", 100_000) },
    Sample("100,000 times not", deep) { filter("not ", 100_000) },
    Sample("100,000 times minus", deep) { filter("- ", 100_000) },
    Sample("100,000 members", long) { filter("a.", 100_000) },
    Sample("100,000 sums", long) { filter("a + ", 100_000) },
    Sample("100,000 times ??", long) { filter("a ?? ", 100_000) },
    Sample("300 groups", "groups stand more than 256 deep in each other") {
      "from h" + String(repeating: " | group by a (limit 1", count: 300)
        + String(repeating: ")", count: 300)
    },
    Sample("10,000 terms") { filter("a or ", 9_999) },
    Sample("20,000 terms", "more than 10000 terms are joined by `or`") { filter("a or ", 20_000) },
    Sample("20,000 terms of and", "more than 10000 terms are joined by `and`") {
      filter("a and ", 20_000)
    },
    Sample("5 MB", "the script has 5242880 bytes; the limit is 4194304") {
      String(repeating: "#", count: 5 << 20)
    },
    Sample("4 MB of one comment") { String(repeating: "#", count: 4 << 20) },
    Sample("300,000 empty lines") { "from h" + String(repeating: "\n", count: 300_000) + "| show" },
    Sample("50,000 stages", "a pipeline has at most 1000 stages") {
      "from h" + String(repeating: " | show", count: 50_000)
    },
    Sample("600,000 marks", "the script has more than 500000 words and marks") {
      "from h | filter a in (" + String(repeating: "1,", count: 300_000) + "1)"
    },
    Sample("one name of a megabyte", "no statement begins with `\(longName)`") { longName },
    Sample("an open text", "this text is never closed") { "from h | filter a = \"b" },
    Sample("everything open", unclosed, "this text is never closed") {
      "from h | filter f([a[(\"b"
    },
  ]

  private static let longName = String(repeating: "x", count: 1 << 20)

  @Test(arguments: samples)
  func answersSoon(sample: Sample) {
    let source = ScriptText(name: "t", sample.script())
    var messages: [String] = []
    let time = ContinuousClock().measure {
      messages = Parser.parse(source).diagnostics.map(\.message)
    }
    let isRight = messages == sample.messages
    #expect(isRight, "\(messages.map { $0.prefix(200) })")
    #expect(time < .seconds(5))
  }

  @Test(arguments: [
    ("List<", "this is nested deeper than 256 levels"),
    ("List<List<", "this is nested deeper than 256 levels"),
  ])
  func limitsTypes(open: String, message: String) {
    let text = "source x {\n field a " + String(repeating: open, count: 100_000) + "Int\n}"
    let parsed = Parser.parseDefinitions(ScriptText(name: "t", text))
    #expect(parsed.diagnostics.map(\.message) == [message])
  }

  @Test func readsManyDefinitionsSoon() {
    let text = String(repeating: "## words\n", count: 20_000) + "source x {\n}\n"
    let parsed = Parser.parseDefinitions(ScriptText(name: "t", text))
    #expect(parsed.tree.first?.summary.count == 20_000 * 6 - 1)
  }
}
