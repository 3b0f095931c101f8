// SPDX-License-Identifier: MIT

import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import QuerySyntax

/// Messages and completion have one source: what the parser would have taken.
@Suite struct ExpectedNounTests {
  private static func point(_ text: String) -> ParsePoint {
    Parser.point(atEndOf: ScriptText(name: "t", text))
  }

  @Test func toldOfEachKind() {
    let differences = Self.cutOff.differences { script in
      let kinds = ["?"] + Self.point(script).expected.map(\.kind)
      return "\(kinds.joined(separator: " "))\n\(Self.told(of: script))"
    }
    #expect(differences == [])
  }

  @Test func everyKindIsTold() {
    let told = Set(Self.cutOff.scripts.flatMap { Self.point($0).expected.map(\.kind) })
    #expect(Set(ParsePoint.Expected.kinds).symmetricDifference(told).sorted() == [])
  }

  private static func told(of script: String) -> String {
    if let fault = fault(of: script) { return "! \(fault)" }
    return fault(of: script + " ]").map { "] \($0)" } ?? ""
  }

  private static func fault(of script: String) -> String? {
    let source = ScriptText(name: "t", script)
    return Parser.read(source, maximumFaults: 10).diagnostics.first.map { fault in
      let isStray = fault.message.contains("not expected after")
      return ([fault.message] + (isStray ? fault.remarks.map(\.text) : [])).joined(separator: "; ")
    }
  }

  /// The parts of definitions, of which there is no completion.
  @Test func definitionsNameTheirParts() {
    let clauses = [
      ("field a Int key else", "a field's name is missing after `else`"),
      ("list", "`list` needs a text in quotes"),
      ("list \"a\" with", "`with` needs `separator`, `header` or `decimal`"),
      ("list \"a\" with separator", "`separator` needs a text in quotes"),
      ("detail \"a\" at", "the name of a member is missing after `at`"),
      ("key", "the name of a variable is missing after `key`"),
      ("key A as", "the name of a parameter is missing after `as`"),
      ("key A", "`key` wants `as` or `in`, such as `as PARAMETER` or `in header \"NAME\"`"),
      ("relation", "the name of a relation is missing after `relation`"),
      ("field a Length in", "a unit is missing after `in`"),
      ("picture \"a\" crop", "`crop` needs a whole number of pixels"),
      ("size \"8\"", "`size` needs the pixels of a picture, such as `45 x 60`"),
      ("size \"8\" 45", "`size` needs `x`, as in `45 x 60`"),
      ("pages", "`pages` wants `of` and how many items a page has"),
      ("pages of", "`pages of` needs a number of items"),
      ("pages of 5 from", "`from` needs the number of the first page, such as `from 0`"),
      (
        "pages of 99999999999999999999",
        "this number is too large for `pages of`; the largest is 9223372036854775807"
      ),
      ("rate", "`rate` needs a number of requests, such as `5 a second`"),
      ("rate 5 a", "`rate` needs `second`, as in `5 a second`"),
      ("keep", "`keep` needs a time, such as `15 minutes` or `7 days`"),
      ("keep 5", "`keep` needs a unit of time, as in `15 minutes` or `7 days`"),
      ("status a", "`status` needs the value that means success"),
      (
        "filter a",
        "`filter` needs the operators that the server knows, `contains`, `in`, `starts with` or "
          + "`is`"
      ),
      ("field a", "a type such as `Int` or `List<Text>` is missing"),
    ]
    let told = clauses.map { clause, _ in
      let source = ScriptText(name: "t", "source x {\n \(clause)\n}")
      return Parser.parseDefinitions(source).diagnostics.map(\.message).joined(separator: "\n")
    }
    #expect(told == clauses.map(\.1))
    let silent = ParsePoint.DefinitionPart.allCases.map(\.rawValue).filter { noun in
      !told.contains { $0.contains(noun) }
    }
    #expect(silent == [])
  }

  /// Of any text that is cut off, a message says that those things are missing which the parser
  /// would have taken there, and no others.
  @Test func namesWhatTheParserWouldTake() throws {
    var wrong: [String] = []
    var count = 0
    for text in try Self.prefixes() {
      guard let (fault, needed) = Self.missing(in: text) else { continue }
      count += 1
      let parts = fault.replacing(" of the list's elements", with: "")
      let isRight =
        Self.named(parts, by: needed)
        && Self.named(second: parts, behind: needed, in: text)
      if !isRight { wrong.append("\(text)\n\(fault)\n\(needed)") }
    }
    #expect(wrong == [])
    #expect(count > 1_000)
  }

  /// The words of the repository's scripts and of what people of other tools write, line by line.
  private static func prefixes() throws -> [String] {
    let cases = try String(
      contentsOfFile: "\(TestSupport.repositoryRoot)/Tests/Diagnostics/certain-fixes.txt",
      encoding: .utf8)
    let written = cases.split(separator: "\n").filter { $0.first == ">" }.map { $0.dropFirst(2) }
    let scripts = RepositoryScripts.all.flatMap {
      String(decoding: $0, as: UTF8.self).split(separator: "\n")
    }
    let lines = (written + scripts).filter { $0.utf8.count < 100 }
    var prefixes: Set<String> = []
    for line in Set(lines) {
      let source = ScriptText(name: "t", String(line))
      for token in Lexer.tokens(of: source).tokens where token.kind != .template {
        prefixes.insert(source[ScriptRange(0, token.range.end)])
      }
    }
    return prefixes.sorted()
  }

  /// What a mark is told of behind which a value is missing.
  private static let operandLabel = "needs a value on the right"

  /// What is said to be missing at the end of a text, beside other languages' words, and what the
  /// parser needs there.
  private static func missing(in text: String) -> (fault: String, needed: String)? {
    let source = ScriptText(name: "t", text)
    let parsed = Parser.read(source, maximumFaults: 10)
    let last = parsed.tokens.last { $0.kind != .end && $0.kind != .newline }
    guard let fault = parsed.diagnostics.last, fault.code == .missingOperand,
      let label = fault.primary, let last,
      label.range.start >= last.range.end
        || label.text == operandLabel && label.range == last.range,
      !fault.message.hasPrefix("`case` needs"), !text.hasPrefix("expect error")
    else { return nil }
    return (fault.message, Alternatives(expected: point(text).expected).needed)
  }

  /// Whether a message names what is needed first of what is missing.
  private static func named(_ message: String, by needed: String) -> Bool {
    let ends = [" is missing here", " is missing after `", " are missing"]
    if ends.contains(where: { message.hasPrefix(needed + $0) }) { return true }
    guard let verb = message.firstRange(of: #/` (?:needs|asks for) /#) else { return false }
    let rest = message[verb.upperBound...]
    return rest == needed || rest.hasPrefix("\(needed) and ")
  }

  /// Whether what a message names behind that is needed behind it.
  private static func named(
    second message: String, behind needed: String, in text: String
  ) -> Bool {
    guard let range = message.range(of: "\(needed) and "), needed.first == "`" else { return true }
    let second = String(message[range.upperBound...])
    let word = needed.filter { $0 != "`" }
    let behind = Alternatives(expected: point("\(text) \(word) ").expected).needed
    return second.hasPrefix("the ") || second == "what it stands for" || second == behind
  }
}

extension ParsePoint.Expected {
  /// Every name of `kind`.
  static let kinds = [
    "word", "ownWord", "mark", "statement", "pipeline", "stage", "source", "narrowing",
    "category", "moment", "item",
    "relation", "field", "member", "value", "condition", "key", "operand", "list", "aggregate",
    "argument", "test", "negatedTest", "arithmetic", "comparison", "connective", "unit", "count",
    "format", "chart",
    "type", "code", "bracketed", "text", "newName", "macro", "setting", "settingValue", "file",
    "way", "part",
  ]

  /// Its name without what is known of it.
  var kind: String {
    switch self {
    case .word: "word"
    case .ownWord: "ownWord"
    case .mark: "mark"
    case .statement: "statement"
    case .pipeline: "pipeline"
    case .stage: "stage"
    case .source: "source"
    case .narrowing: "narrowing"
    case .category: "category"
    case .moment: "moment"
    case .item: "item"
    case .relation: "relation"
    case .field: "field"
    case .member: "member"
    case .value: "value"
    case .condition: "condition"
    case .key: "key"
    case .operand: "operand"
    case .list: "list"
    case .aggregate: "aggregate"
    case .argument: "argument"
    case .test: "test"
    case .negatedTest: "negatedTest"
    case .arithmetic: "arithmetic"
    case .comparison: "comparison"
    case .connective: "connective"
    case .unit: "unit"
    case .count: "count"
    case .format: "format"
    case .chart: "chart"
    case .type: "type"
    case .code: "code"
    case .bracketed: "bracketed"
    case .text: "text"
    case .newName: "newName"
    case .macro: "macro"
    case .setting: "setting"
    case .settingValue: "settingValue"
    case .file: "file"
    case .way: "way"
    case .part: "part"
    }
  }
}
