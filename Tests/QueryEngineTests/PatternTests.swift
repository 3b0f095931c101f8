// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import Testing
import TextPatterns

@testable import QueryEngine

/// Patterns in expressions, which no script is needed for.
@Suite struct PatternTests {
  private static let source = ScriptText(name: "t", "matches /(a+)+$/")
  private static let pattern = ScriptRange(9, 15)

  private static func rows(_ kind: BoundExpression.Kind, _ column: Column) -> String {
    let id = ColumnID(number: 0)
    let evaluator = Evaluator(
      layout: ColumnLayout(columns: [id]), state: RunState(isCancelled: { false }))
    do throws(ExecutionFault) {
      let expression = BoundExpression(kind, .bool, pattern)
      let batch = Batch([column], count: column.count)
      return "\(try evaluator.condition(expression, batch).indices)"
    } catch {
      return Diagnostic(error, in: source, at: pattern).map { QueryRun.text($0, in: source) } ?? ""
    }
  }

  private static let value = BoundExpression(.column(ColumnID(number: 0)), .text, pattern)
  private static let texts = [Value.text("Aab"), .null, .text("aaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")]

  private static let tooLong = """
    ! CQ0408 the pattern takes too long on `aaaaaaaaaaaaaaaaaaaaaaaaaaaaa!`
    ^ (a+)+$ ~ given up
    help: a repeat within a repeat, such as `(a+)+`, can be taken in too many ways
    """

  @Test func matchesTexts() throws {
    let column = Column(.text, Self.texts)
    let wildcard = TextMatcher.wildcard(try WildcardPattern("a?b", exact: false))
    let regular = TextMatcher.regular(try RegularExpression("b|!"))
    let endless = TextMatcher.regular(try RegularExpression("^(a+)+$"))
    #expect(Self.rows(.pattern(wildcard, Self.value), column) == "[0]")
    #expect(Self.rows(.pattern(regular, Self.value), column) == "[0, 2]")
    #expect(Self.rows(.pattern(endless, Self.value), column) == Self.tooLong)
  }

  @Test func matchesElements() throws {
    let list = ValueType.list(.text)
    let column = Column(list, [.list([.text("x"), .text("ab")]), .list(Self.texts), .list([])])
    let value = BoundExpression(.column(ColumnID(number: 0)), list, Self.pattern)
    let wildcard = TextMatcher.wildcard(try WildcardPattern("a*b", exact: false))
    let endless = TextMatcher.regular(try RegularExpression("^(a+)+$"))
    let tests: [(BoundExpression.ElementTest, String)] = [
      (.pattern(wildcard, negated: false), "[0, 1]"),
      (.pattern(wildcard, negated: true), "[0, 1]"),
      (.pattern(endless, negated: false), Self.tooLong),
    ]
    for (test, expected) in tests {
      #expect(Self.rows(.quantified(.any, value, test), column) == expected)
    }
  }

  @Test func pointsIntoThePattern() {
    let texts = [BadPattern("m", at: 0), .init("m", at: 6), .init("m", at: 9), .init("m")].map {
      QueryRun.text(.badPattern($0, in: Self.pattern), in: Self.source)
    }
    let help = "help: `\\` before a character such as `(` or `*` means the character itself"
    #expect(
      texts
        == ["(", "/", "/", "(a+)+$"].map {
          "! CQ0111 the pattern cannot be read: m\n^ \($0)\n\(help)"
        })
  }
}
