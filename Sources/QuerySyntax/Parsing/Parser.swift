// SPDX-License-Identifier: MIT

public import Diagnostics

/// Reads a script by recursive descent with one token of look-ahead.
///
/// It cannot fail: a stage that cannot be read is reported once, skipped to the next `|` or line
/// end, and the rest is read, so that one run reports every fault.
public struct Parser {
  /// Expressions nested deeper than this are refused.
  package static let maximumDepth = 256
  /// More terms than this in one chain of `and` or `or` are refused.
  package static let maximumTerms = 10_000

  /// Beyond so many faults a script is not read on.
  package static let maximumFaults = 1_000

  /// A pipeline of more stages is refused.
  package static let maximumStages = 1_000

  let source: ScriptText
  private(set) var faultLimit = Self.maximumFaults
  /// The names of the sources that are known to be there.
  private(set) var sources: [String] = []
  var cursor: TokenCursor
  let defined: DefinedWords
  var diagnostics: [Diagnostic]
  var depth = 0
  /// How many lists and arguments of calls the expression that is being read stands in.
  var listDepth = 0
  /// Whether calls by the names that other languages have for them are faults of the words.
  var translatesCalls = false
  /// Whether a text may end the statement behind the expression that is being read.
  var mayEndInText = false
  /// How many groups the stage that is being read stands in.
  var groupDepth = 0
  /// Whether the `|` before the stage is missing, which the fix of its word then adds.
  var isPipeMissing = false
  /// Whether other languages apply that stage before one that stands before it.
  var isOrderDoubtful = false
  /// What is asked of the number that is being read, where a list may be meant.
  var listTest: ListTest?
  /// What the last test of the stage asked about.
  var subject: ScriptRange?
  /// Where the stage that is being read begins, or outside of stages the statement, for messages
  /// that quote it.
  var stageStart = 0
  /// Where the tokens are that have been read as names; other words are those of the language.
  var names: [ScriptRange] = []
  /// The number of the token at which it is asked what may stand there; negative if none is.
  var asked = -1
  /// What has been noted there, alone in a list: a parser is copied to look ahead, on the stack for
  /// each level of brackets.
  var answer: [ParsePoint] = []
  /// The faults that are to be put into words once it is known what could have stood there.
  var openFaults: [OpenFault] = []
  /// Where the statements are that expect a fault of their own words.
  var faulty: [ScriptRange] = []

  /// What has been mended of texts, for all who read one script.
  private(set) var mendedTexts = MendedTexts()

  /// What several values are asked for, where one would do.
  enum ListTest {
    case equal, unequal
    /// `suites contains`, with what stands before the value.
    case part(String)
  }

  /// Where reading a stage has been given up; the fault has been reported.
  struct Stop: Error {}

  init(
    _ source: ScriptText, tokens: [Token], diagnostics: [Diagnostic], continuesLines: Bool = true,
    isPrefix: Bool = false
  ) {
    self.source = source
    self.diagnostics = diagnostics
    cursor = TokenCursor(
      tokens, in: source, continuesLines: continuesLines, isPrefix: isPrefix)
    defined = DefinedWords(cursor.tokens, in: source)
  }

  public static func parse(_ source: ScriptText) -> Parsed<Script> {
    parse(source, maximumFaults: maximumFaults)
  }

  /// Reads on up to so many faults; their fixes have not been tried. What is cancelled is cut
  /// between two statements.
  static func read(
    _ source: ScriptText, maximumFaults: Int, sources: [String] = [],
    translatesCalls: Bool = false, mendedTexts: MendedTexts = MendedTexts(),
    unless isCancelled: () -> Bool = { false }
  ) -> Parsed<Script> {
    let (tokens, lexical) = Lexer.tokens(of: source, unless: isCancelled)
    // What lies beyond a limit has not been read, so the rest would be judged unfairly.
    if let limit = limit(of: source, tokens, lexical) {
      return Parsed(
        tree: Script(source: source, statements: []), tokens: tokens, diagnostics: [limit],
        isIncomplete: false)
    }
    var parser = Parser(source, tokens: tokens, diagnostics: lexical)
    parser.faultLimit = maximumFaults
    parser.sources = sources
    parser.translatesCalls = translatesCalls
    parser.mendedTexts = mendedTexts
    let statements = parser.script(unless: isCancelled)
    return Parsed(
      tree: Script(source: source, statements: statements), tokens: tokens,
      diagnostics: parser.sortedDiagnostics, isIncomplete: parser.cursor.isIncomplete)
  }

  /// What stands against reading a text at all, such as a limit; nil for nearly all.
  static func limit(
    of source: ScriptText, _ tokens: [Token], _ lexical: [Diagnostic]
  ) -> Diagnostic? {
    // No words have been made of it.
    if tokens.count == 1, let unread = lexical.first { return unread }
    guard let place = tooDeepBracket(tokens) else { return nil }
    var limit = Diagnostic.tooDeep(place)
    limit.source = source
    return limit
  }

  /// The bracket that goes beyond the limit where brackets stand far deeper in each other. Nothing
  /// else is said of such a text, and nothing walks over it: each level would be one more fault.
  private static func tooDeepBracket(_ tokens: [Token]) -> ScriptRange? {
    var open: [ScriptRange] = []
    for token in tokens {
      switch token.kind {
      case .openParenthesis, .openBracket:
        open.append(token.range)
        if open.count > 2 * maximumDepth { return open[maximumDepth] }
      case .closeParenthesis, .closeBracket: _ = open.popLast()
      default: break
      }
    }
    return nil
  }

  var sortedDiagnostics: [Diagnostic] {
    diagnostics.enumerated().sorted {
      let first = ($0.element.primary?.range.start ?? 0, $0.offset)
      let second = ($1.element.primary?.range.start ?? 0, $1.offset)
      return first < second
    }.map(\.element)
  }
}

// Looking at tokens.
extension Parser {
  var token: Token { cursor.current }

  func text(_ token: Token) -> String { source[token.range] }

  /// The current token's letters in lower case when it is a plain name, else an empty text.
  var word: String { word(at: 0) }

  func word(at distance: Int) -> String {
    let token = cursor.peek(distance)
    return token.kind == .name ? text(token).lowercased() : ""
  }

  /// Whether a word stands at the cursor, or so many tokens behind it.
  func isAt(_ keyword: Keyword, ahead distance: Int = 0) -> Bool {
    word(at: distance) == keyword.rawValue
  }

  /// Takes the token if it is the given word.
  mutating func take(_ keyword: Keyword) -> Bool {
    guard isAt(keyword) else {
      note(.word(keyword))
      return false
    }
    cursor.advance()
    return true
  }

  /// The same of a word that means something else here than elsewhere.
  mutating func take(
    _ keyword: Keyword, meaning: @autoclosure () -> String
  ) -> Bool {
    guard isAt(keyword) else {
      note(.ownWord(keyword, meaning: meaning()))
      return false
    }
    cursor.advance()
    return true
  }

  mutating func take(_ kind: Token.Kind) -> Bool {
    guard token.kind == kind else {
      note(.mark(kind))
      return false
    }
    cursor.advance()
    return true
  }

  /// Takes the `=` behind a name, for which others write `:=`.
  mutating func takeEqual() -> Bool {
    guard isForeignEqual(token) else { return take(.equal) }
    report(.foreignMark(":=", token.range, "="))
    cursor.advance()
    return true
  }

  func isForeignEqual(_ token: Token) -> Bool { token.kind == .foreign && text(token) == ":=" }

  var atStatementEnd: Bool { Self.endsStatement(token) }

  static func endsStatement(_ token: Token) -> Bool {
    switch token.kind {
    case .newline, .semicolon, .end: true
    default: false
    }
  }

  var atStageEnd: Bool {
    atStatementEnd || token.kind == .pipe || atGroupEnd
  }

  /// The bracket that ends the stages of a group.
  private var atGroupEnd: Bool { groupDepth > 0 && token.kind == .closeParenthesis }

  /// From a place to the end of the last token taken.
  func range(from start: Int) -> ScriptRange { ScriptRange(start, cursor.previous.range.end) }

  /// Whether the stage that is being read has that name.
  func word(ofStage name: String) -> Bool {
    source[ScriptRange(stageStart, stageStart + name.utf8.count)].lowercased() == name
  }

  /// What the stage says up to a mark.
  func words(to mark: ScriptRange) -> String { source[ScriptRange(stageStart, mark.end)] }

  mutating func report(_ diagnostic: Diagnostic) {
    var diagnostic = diagnostic
    diagnostic.source = source
    diagnostics.append(diagnostic)
  }

  /// Reports a fault and gives up the stage, unless the lexer has reported the token already, or
  /// what stands directly before it has been reported: the fault is a consequence of that one.
  mutating func fail(_ diagnostic: Diagnostic) -> Stop {
    if isAsked { asked = -1 }
    guard token.kind != .invalid, !isUnclosed(token) else { return Stop() }
    if let last = diagnostics.last, last.primary?.range.end == cursor.previous.range.end,
      cursor.previous.range.end > stageStart
    {
      diagnostics[diagnostics.count - 1] = last.helped(by: diagnostic)
    } else {
      report(diagnostic)
    }
    return Stop()
  }

  /// Whether a text or a pattern never ends, which the lexer has reported.
  func isUnclosed(_ token: Token) -> Bool {
    var bytes = source.bytes[token.range.start..<token.range.end]
    let opening: Int
    switch token.kind {
    case .text:
      if TypographicQuotes.inner(of: token.range, in: source) != nil { return false }
      opening = 1
    case .template: opening = 2
    case .regularExpression:
      opening = 1
      if bytes.suffix(2) == [UInt8(ascii: "/"), UInt8(ascii: "i")] { bytes = bytes.dropLast() }
    default: return false
    }
    guard let mark = bytes.prefix(opening).last else { return false }
    let rest = bytes.dropFirst(opening)
    guard rest.last == mark else { return true }
    let escapes = rest.dropLast().reversed().prefix { $0 == UInt8(ascii: "\\") }
    return !escapes.count.isMultiple(of: 2)
  }

  mutating func skipToStageEnd() {
    var open = 0
    while token.kind != .end {
      switch token.kind {
      case .openParenthesis, .openBracket: open += 1
      case .closeParenthesis where open == 0 && groupDepth > 0: return
      case .closeParenthesis, .closeBracket: open -= 1
      case .newline: return
      default: if open <= 0, atStageEnd || atForeignPipe { return }
      }
      cursor.advance()
    }
  }

  /// A `|>`, which other languages write for `|`, or a `||` before a stage.
  var atForeignPipe: Bool {
    guard token.kind == .foreign else { return false }
    return OtherLanguageWords.pipes.contains(text(token))
      || (text(token) == "||" && Vocabulary.isStage(word(at: 1)))
  }
}

extension Parser {
  /// Reads one expression that is the whole text, as a source definition holds it.
  public static func parseExpression(_ source: ScriptText) -> Parsed<Expression> {
    let (tokens, lexical) = Lexer.tokens(of: source)
    var parser = Parser(source, tokens: tokens, diagnostics: lexical)
    let missing = Expression(kind: .missing, range: ScriptRange(0, source.bytes.count))
    let tree = (try? parser.expression()) ?? missing
    if parser.token.kind != .end, parser.diagnostics.isEmpty {
      parser.report(
        .unexpected(parser.text(parser.token), parser.token.range, after: "the expression"))
    }
    parser.closeFaults(from: 0) { parser throws(Stop) in _ = try parser.expression() }
    return Parsed(
      tree: tree, tokens: tokens, diagnostics: parser.sortedDiagnostics,
      isIncomplete: parser.cursor.isIncomplete)
  }
}
