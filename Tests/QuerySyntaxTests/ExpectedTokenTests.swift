// SPDX-License-Identifier: MIT

import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import QuerySyntax

/// In scripts that are right each token is one of those that the parser expected before it, so that
/// messages and completion deny nothing that can stand.
@Suite struct ExpectedTokenTests {
  @Test func everyTokenOfTheCorpusWasExpected() throws {
    let folder = "\(TestSupport.repositoryRoot)/Grammar/corpus/valid/"
    var denied: [String] = []
    var count = 0
    for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    where file.hasSuffix(".cq") && !Self.passedOver.contains(where: file.hasPrefix) {
      let data = try Data(contentsOf: URL(fileURLWithPath: folder + file))
      let source = ScriptText(name: file, bytes: Array(data))
      let tokens = Parser.parse(source).tokens
      for (before, token) in zip(tokens, tokens.dropFirst())
      where Self.isAsked(token, after: before) {
        count += 1
        let prefix = ScriptText(name: "t", bytes: Array(source.bytes[..<token.range.start]))
        let word = source[token.range].lowercased()
        let expected = Parser.point(atEndOf: prefix).expected
        if !expected.contains(where: { $0.takes(token.kind, word) }) {
          let line = source[source.line(around: token.range.start).range]
          denied.append("\(file): `\(word)` in `\(line)`: \(expected.compactMap(\.noun))")
        }
      }
    }
    #expect(denied == [])
    #expect(count > 1_000)
  }

  /// Definitions, which nobody completes, what is wrong on purpose, ends of ranges, of which one
  /// alone is none, and names that are words of the
  /// language before a place and no longer with what stands there.
  private static let passedOver = [
    "definition", "expect-error", "show-computed", "percent", "let-value-named",
    "format-charts",
  ]

  /// Nobody asks behind a value without a space for the bracket of a call or a position or for the
  /// dot of a member, nor for a stage on a line of its own, where a statement may begin too.
  private static func isAsked(_ token: Token, after before: Token) -> Bool {
    switch token.kind {
    case .newline, .end, .semicolon, .dot: false
    case .openParenthesis: before.kind != .name || before.range.end < token.range.start
    case .openBracket: before.range.end < token.range.start
    default: before.kind != .newline
    }
  }
}

extension ParsePoint.Expected {
  /// Whether a token may be it, or begin it.
  fileprivate func takes(_ kind: Token.Kind, _ word: String) -> Bool {
    let isName = kind == .name || kind == .quotedName
    switch self {
    case .word(let keyword): return word == keyword.rawValue
    case .connective(let keyword, after: _): return word == keyword.rawValue
    case .mark(let mark): return kind == mark
    case .arithmetic:
      return [.plus, .minus, .star, .slash, .percent, .coalesce].contains(kind)
    case .test, .negatedTest: return Keyword.tests.contains(word) || kind.compares
    case .comparison: return kind.compares
    case .value, .operand, .argument, .aggregate, .condition, .key, .list:
      let marks: [Token.Kind] = [
        .minus, .openParenthesis, .openBracket, .number, .text, .parameter, .rowReference,
        .template,
        .regularExpression, .money, .date, .dot,
      ]
      return isName || marks.contains(kind)
    case .bracketed: return kind == .openParenthesis
    case .pipeline: return isName || kind == .pipe
    case .moment: return [.text, .date, .number, .parameter].contains(kind)
    case .way: return isName || [.dot, .openBracket].contains(kind)
    default: return isName || [.number, .text, .parameter, .dot, .rowReference].contains(kind)
    }
  }
}

extension Token.Kind {
  fileprivate var compares: Bool {
    [.equal, .doubleEqual, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual].contains(self)
  }
}
