// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax
import Testing

/// Scripts before and after, one kind of change each.
@Suite struct FormatterTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let before: String
    let after: String

    init(_ name: String, _ before: String, _ after: String) {
      self.name = name
      self.before = before
      self.after = after
    }

    var testDescription: String { name }
  }

  @Test(arguments: wordSamples + lineSamples + commentSamples + definitionSamples)
  func formats(_ sample: Sample) {
    let formatted = Formatted(sample.before)
    #expect(formatted.string == sample.after)
    #expect(formatted.harm == [])
  }

  /// One text, however its lines were broken.
  @Test func formDependsOnWordsOnly() {
    let forms = [
      "from h | filter a = 1 and b = 2 | show a, b",
      "from h\n| filter a=1 and\n b=2|\n\nshow a,\n  b;",
      "\n\n  from h |filter a == 1 and b == 2\n\n\n\t| show a , b\r\n",
    ].map { Formatted($0).string }
    #expect(forms == Array(repeating: "from h | filter a = 1 and b = 2 | show a, b\n", count: 3))
  }

  @Test func refusesFaults() {
    guard case .faults(let faults) = Formatter.format(ScriptText(name: "x", "from h | where a"))
    else {
      Issue.record("a script with a fault is formatted")
      return
    }
    #expect(faults.map(\.code) == [.foreignWord])
    #expect(Formatted("source a {\n  nuon \"x\"\n}").text == nil)
    #expect(Formatted(String(repeating: "#", count: 5 << 20)).text == nil)
  }

  /// One space more before its comment would make the script longer than any may be.
  @Test func refusesToOutgrowTheLimits() {
    let start = "use h #"
    let comment = String(repeating: "#", count: Lexer.maximumBytes - start.utf8.count)
    guard case .faults(let faults) = Formatter.format(ScriptText(name: "x", start + comment))
    else {
      Issue.record("a script is formatted that could not be read again")
      return
    }
    #expect(faults.map(\.message) == ["broken into lines, the script would be over the limit"])
  }

  /// A script with bytes that are no UTF-8, also in comments and texts, is left as it is.
  @Test(arguments: ["use  h # ", "use '"]) func refusesBytes(start: String) {
    #expect(Formatted(Array(start.utf8) + [0xFF] + Array("'\n".utf8)).text == nil)
  }

  /// A long script takes no more than the time to read it a few times.
  @Test func formatsLongScripts() {
    let terms = "from h | filter " + String(repeating: "a = (1) or ", count: 2_000) + "b"
    let values = "from h | filter a in (" + String(repeating: "1,", count: 10_000) + "1)"
    let nested = String(repeating: "(", count: 120) + "a" + String(repeating: " + b)", count: 120)
    for script in [terms, values, "from h | filter \(nested) > 1"] {
      let formatted = Formatted(script)
      #expect(formatted.harm == [])
      #expect(
        formatted.string.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.first == " " })
    }
  }
}
