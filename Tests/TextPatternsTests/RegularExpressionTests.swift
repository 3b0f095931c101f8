// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing
import TextPatterns

struct RegularExpressionTests {
  private static let values: [String?] = [
    "Dream", "Dream Downtown", "Chloé", "CHLOÉ", nil, "", "Weißkraut", "名前 5", "a.b(c)",
    "line\nend",
  ]

  private static let samples: [(String, Bool, [Int])] = [
    ("Dream", false, [0, 1]), ("dream", false, []), ("dream", true, [0, 1]),
    ("^Dream$", false, [0]), ("town$", false, [1]), ("n|5", false, [1, 7, 9]),
    ("Chlo[eé]", false, [2]), ("chloé$", true, [2, 3]), ("(?i)CHLOÉ", false, [2, 3]),
    (#"^\w+$"#, false, [0, 2, 3, 6]), (#"^\p{Han}{2} \d$"#, false, [7]),
    (#"a\.b\(c\)"#, false, [8]), ("a.b.c", false, [8]), (#"\bDown"#, false, [1]),
    ("^.....$", false, [0, 2, 3]), ("^$", false, [5]),
    ("", false, [0, 1, 2, 3, 5, 6, 7, 8, 9]),
    ("line.end", false, []), ("(?s)line.end", false, [9]), ("(?m)^end$", false, [9]),
    ("(e)(a).*\\1", false, []), ("(o)w.*\\1", false, [1]), ("D(?!own)", false, [0, 1]),
    ("(?<=m )D", false, [1]), ("(*NO_JIT)Dre", false, [0, 1]), ("/|\\/", false, []),
  ]

  @Test func findsWhatIsThere() throws {
    var builder = TextColumnBuilder()
    for value in Self.values { builder.append(value) }
    let column = builder.finish()
    for (text, ignoresCase, expected) in Self.samples {
      let found = try RegularExpression(text, ignoresCase: ignoresCase).matches(column).indices
      #expect(found == expected, "\(text) ignoring case: \(ignoresCase)")
    }
  }

  @Test func passesOverInvalidBytes() throws {
    let column = TextColumn(PackedText(bytes: [[0x66, 0xFF, 0x6F], [0xC3]]))
    #expect(try RegularExpression("o$").matches(column).indices == [0])
    #expect(try RegularExpression("f.*o").matches(column).indices == [])
    #expect(try RegularExpression("^.").matches(column).indices == [0])
  }

  private static let faults: [(String, String, Int?)] = [
    ("(ab", "missing closing parenthesis", 3), ("ab)c", "unmatched closing parenthesis", 2),
    ("*a", "quantifier does not follow a repeatable item", 0),
    ("a[z-b]", "range out of order in character class", 4),
    ("é[a", "missing terminating ] for character class", 4), ("a\\", "\\ at end of pattern", 2),
    ("\\C", "using \\C is disabled by the application", 2),
    ("(a)\\2", "reference to non-existent subpattern", 4),
    ("(?<=a+)b", "lookbehind assertion is not fixed length", 0),
    (String(repeating: "(", count: 300), "parentheses are too deeply nested", 251),
    (String(repeating: "a", count: 1_025), "a pattern has at most 1024 bytes", nil),
  ]

  @Test func saysWhatIsWrong() {
    let found = Self.faults.map { pattern, _, _ in
      do throws(BadPattern) {
        _ = try RegularExpression(pattern)
        return BadPattern("taken")
      } catch {
        return error
      }
    }
    #expect(found == Self.faults.map { BadPattern($0.1, at: $0.2) })
  }

  @Test func takesPatternsUpToTheLimit() throws {
    let column = TextColumn(PackedText([String(repeating: "a", count: 1_024)]))
    for length in [1_023, 1_024] {
      let pattern = String(repeating: "a", count: length)
      #expect(try RegularExpression(pattern).matches(column).indices == [0])
    }
  }

  /// Ways of trying too much: by steps, by depth, by memory, compiled or not. Some take years.
  @Test(arguments: [
    "^(a+)+$", "(*NO_JIT)^(a+)+$", "^(a|aa)+$", "(*NO_JIT)^(a|aa)+$", "^(.*)*(.*)*[bc]$",
    "^(?:a|b)*[cd]", "(*NO_JIT)^(?:(a)|b)*[cd]", "^(a(?1)?)+$", "(*NO_JIT)^(a(?1)?)+$",
  ])
  func givesUpInTime(_ pattern: String) throws {
    let value = String(repeating: "a", count: 100_000) + "!"
    let column = TextColumn(PackedText(["", value]))
    let expression = try RegularExpression(pattern)
    #expect(throws: PatternFault.self) { try expression.matches(column) }
  }

  @Test func namesTheValue() throws {
    let expression = try RegularExpression("^(é+)+$")
    let shown = [39, 40, 41].map { count in
      do throws(PatternFault) {
        let value = String(repeating: "é", count: count - 1) + "!"
        return "\(try expression.matches(TextColumn(PackedText(["", value]))).indices)"
      } catch {
        return error.value
      }
    }
    let letters = { String(repeating: "é", count: $0) }
    #expect(shown == [letters(38) + "!", letters(39) + "!", letters(40) + "…"])
  }

  /// What no row has can stop nothing.
  @Test func looksOnlyAtValuesOfRows() throws {
    let column = TextColumn(
      PackedText(["a", String(repeating: "a", count: 60) + "!", "b"]), codes: [2, 0, 1, 0],
      validity: Bitmap([true, true, false, true]))
    #expect(try RegularExpression("^(a+)+$").matches(column).indices == [1, 3])
  }

  /// Random patterns, many of them wrong: none stops the program, and compiled ones find the same.
  @Test func agreesWithTheInterpreter() {
    var random = Seeded(5)
    let signs: [Character] = [
      "a", "b", "é", "(", ")", "*", "+", "?", "[", "]", "|", "\\", "^", "$", ".", "{", "}", "2",
      ",",
      "-", ":", "<", "=", "!", "w", "P", "Q", "E", "R", "1", "#", "\u{0}", "\n", "漢",
    ]
    let texts = (0..<20).map { _ in random.text(of: ["a", "b", "é", "(", "1", "\n"], upTo: 8) }
    let column = TextColumn(PackedText(texts))
    var (tried, different) = (0, [String]())
    for _ in 0..<4_000 {
      let pattern = random.text(of: signs, upTo: 9)
      guard let compiled = Self.outcome(pattern, on: column) else { continue }
      tried += 1
      if compiled != Self.outcome("(*NO_JIT)" + pattern, on: column) { different.append(pattern) }
    }
    #expect(different == [])
    #expect(tried > 500)
  }

  /// The rows that match; nil when the pattern is refused, at a place that it has, or given up.
  private static func outcome(_ pattern: String, on column: TextColumn) -> [Int]? {
    do {
      return try RegularExpression(pattern).matches(column).indices
    } catch let fault as BadPattern {
      let offset = fault.offset ?? 0
      return (0...pattern.utf8.count).contains(offset) && !fault.message.isEmpty ? nil : [-1]
    } catch {
      return nil
    }
  }
}
