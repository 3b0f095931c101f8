// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax
import TestSupport
import Testing

@Suite struct LexerTests {
  @Test(arguments: [
    ("", "end"), (" \t\r # c", "end"), ("\u{FEFF}#! x\ny", "newline name:y end"),
    ("a1_ É \u{301}x", "name:a1_ name:É invalid:\u{301} name:x end"),
    (
      "1 1.5 1_0.5 1. .5 1..5",
      "number:1 number:1.5 number:1_0.5 number:1 dot dot number:5 "
        + "number:1 range number:5 end"
    ),
    ("0 0.5 00 1a 1e5", "number:0 number:0.5 invalid:00 invalid:1a invalid:1e5 end"),
    (#""a\"b" 'c"' "" "x"#, #"text:"a\"b" text:'c"' text:"" text:"x end"#),
    ("`a b` ``", "quotedName:`a b` quotedName:`` end"),
    ("$x @12 $ @x", "parameter:$x rowReference:@12 invalid:$ invalid:@ name:x end"),
    (
      "| , ; . .. ( ) [ ] { }",
      "pipe comma semicolon dot range openParenthesis closeParenthesis "
        + "openBracket closeBracket openBrace closeBrace end"
    ),
    ("= == != < <= > >=", "equal doubleEqual notEqual less lessOrEqual greater greaterOrEqual end"),
    ("+ - * / % ??", "plus minus star slash percent coalesce end"),
    (
      "&& || ! <> =~ ~= |>",
      "foreign:&& foreign:|| foreign:! foreign:<> foreign:=~ foreign:~= "
        + "foreign:|> end"
    ),
    (
      "-- x\n// y\n/* z\n*/ w",
      "invalid:-- x newline invalid:// y newline invalid:/* z\n*/ name:w end"
    ),
    ("& ~ ? ^ \\", #"foreign:& foreign:~ invalid:? invalid:^ invalid:\ end"#),
    (
      "£20 €1.50 $3 $x £ 2 $ £x",
      "money:£20 money:€1.50 money:$3 parameter:$x invalid:£ number:2 "
        + "invalid:$ invalid:£ name:x end"
    ),
    ("£1a £01", "invalid:£1a invalid:£01 end"),
    (
      "2024-01-31 2024-01-31T10:00:00 2024-01-31T10:00 2024-99-99",
      "date:2024-01-31 date:2024-01-31T10:00:00 date:2024-01-31T10:00 date:2024-99-99 end"
    ),
    (
      "2024-01-31T10:00:00Z 2024-01-31x 2024-01-31T1 2024-01-311 2024-1-31 12024-01-31",
      "date:2024-01-31T10:00:00Z date:2024-01-31x date:2024-01-31T1 date:2024-01-311 "
        + "number:2024 minus number:1 minus number:31 number:12024 minus invalid:01 minus "
        + "number:31 end"
    ),
    ("“☃", "invalid:“ invalid:☃ end"),
  ])
  func cuts(text: String, tokens: String) {
    let source = ScriptText(name: "t", text)
    let found = Lexer.tokens(of: source).tokens.map { TokenText.token($0, in: source) }
    #expect(found.joined(separator: " ") == tokens)
  }

  /// What is wrong with the tokens of some bytes; nil when they give back every byte in order and
  /// the parser has read them to the end.
  static func fault(in bytes: [UInt8]) -> String? {
    let source = ScriptText(name: "t", bytes: bytes)
    let parsed = Parser.parse(source)
    var end = 0
    for token in parsed.tokens {
      if token.start != end || token.range.start < token.start { return "a gap at \(end)" }
      end = token.range.end
    }
    if end != bytes.count || parsed.tokens.last?.kind != .end { return "the end is \(end)" }
    if parsed.printed(from: source) != bytes { return "other bytes" }
    let starts = parsed.diagnostics.map { $0.primary?.range.start ?? 0 }
    if starts != starts.sorted() { return "faults out of order" }
    if parsed.diagnostics.contains(where: { ($0.primary?.range.end ?? 0) > bytes.count + 1 }) {
      return "a place past the end"
    }
    return nil
  }

  private static func report(_ faults: [(bytes: [UInt8], fault: String)]) -> String {
    faults.first.map { "\($0.fault) in \(String(decoding: $0.bytes, as: UTF8.self))" } ?? ""
  }

  /// Pieces that meet in a script, and bytes that no script has.
  private static let pieces: [[UInt8]] =
    [
      "from", "filter", "sort by", "show", "extend", "a", "`b", "`", "|", "||", "|>", ",", ";", "(",
      ")", "[", "]", "{", "}", "=", "==", "<", "<>", "!", "!=", "\"", "'", "\\", "\\u12", "1", "0",
      ".", "..", "1.5", "e", "$", "@", "@1", "%", "?", "??", "-", "--", "/", "/*", "*/", "#", "\n",
      "\r\n", " ", "\t", "é", "漢", "👍", "“", "\u{301}", "\u{FEFF}", "and", "or", "not", "in",
      "between", "is", "any", "by", "limit", "top", "count", "source", "field", "List<", "^",
    ].map { Array($0.utf8) } + [[0], [0xFF], [0xC3], [0xE6, 0xBC], [0xED, 0xA0, 0x80], [0x80]]

  @Test func givesBackRandomBytes() {
    var random = Seeded(23)
    var faults: [(bytes: [UInt8], fault: String)] = []
    for round in 0..<20_000 {
      let count = Int.random(in: 0..<20, using: &random)
      let bytes =
        round % 4 == 0
        ? (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        : (0..<count).flatMap { _ in Self.pieces.randomElement(using: &random) ?? [] }
      if let fault = Self.fault(in: bytes) { faults.append((bytes, fault)) }
    }
    #expect(faults.count == 0, "\(Self.report(faults))")
  }

  /// Valid scripts with a piece put in, taken out or put elsewhere.
  @Test func givesBackMutations() {
    var random = Seeded(29)
    let scripts = (ParserTests.corpus.scripts + SyntaxMessageTests.faults.scripts).map {
      Array($0.utf8)
    }
    var faults: [(bytes: [UInt8], fault: String)] = []
    for _ in 0..<20_000 {
      var bytes = scripts.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let start = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 0...6, using: &random))
        let piece =
          Bool.random(using: &random) ? [] : Self.pieces.randomElement(using: &random) ?? []
        bytes.replaceSubrange(start..<end, with: piece)
      }
      if let fault = Self.fault(in: bytes) { faults.append((bytes, fault)) }
    }
    #expect(faults.count == 0, "\(Self.report(faults))")
  }

  /// The same for definitions, which have a grammar of their own.
  @Test func readsMutatedDefinitions() {
    var random = Seeded(31)
    let scripts = DefinitionTests.faults.scripts.map { Array($0.utf8) }
    var faults: [[UInt8]] = []
    for _ in 0..<5_000 {
      var bytes = scripts.randomElement(using: &random) ?? []
      let start = Int.random(in: 0...bytes.count, using: &random)
      let piece = Self.pieces.randomElement(using: &random) ?? []
      bytes.replaceSubrange(start..<min(bytes.count, start + piece.count % 3), with: piece)
      let source = ScriptText(name: "t", bytes: bytes)
      if Parser.parseDefinitions(source).printed(from: source) != bytes { faults.append(bytes) }
    }
    #expect(faults == [])
  }
}
