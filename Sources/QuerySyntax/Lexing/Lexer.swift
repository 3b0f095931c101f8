// SPDX-License-Identifier: MIT

package import Diagnostics

/// Cuts a script into tokens. It cannot fail: what it cannot read becomes an `invalid` token and a
/// diagnostic, and the tokens with their trivia give back every byte.
package struct Lexer {
  /// A script longer than this is refused.
  package static let maximumBytes = 4 << 20
  package static let maximumTokens = 500_000

  let source: ScriptText
  let bytes: [UInt8]
  var position: Int
  /// Where reading ends.
  let end: Int
  var tokens: [Token] = []
  package var diagnostics: [Diagnostic] = []

  private init(_ source: ScriptText, _ range: ScriptRange) {
    self.source = source
    bytes = source.bytes
    position = range.start
    end = range.end
  }

  /// What is cancelled is cut anywhere.
  package static func tokens(
    of source: ScriptText, unless isCancelled: () -> Bool = { false }
  ) -> (tokens: [Token], diagnostics: [Diagnostic]) {
    guard source.bytes.count <= maximumBytes else {
      let end = ScriptRange(source.bytes.count, source.bytes.count)
      let token = Token(kind: .end, range: end, start: 0)
      return ([token], [.scriptTooLong(source)])
    }
    if let place = foreignByte(in: source.bytes) {
      let end = source.bytes.count
      let token = Token(kind: .end, range: ScriptRange(end, end), start: 0)
      return ([token], [.noUTF8(ScriptRange(place, place + 1), source)])
    }
    var lexer = Lexer(source, ScriptRange(0, source.bytes.count))
    lexer.run(unless: isCancelled)
    return (lexer.tokens, lexer.diagnostics)
  }

  /// What is wrong with a text that is no UTF-8; nil for one that is.
  package static func faultOfEncoding(of source: ScriptText) -> Diagnostic? {
    foreignByte(in: source.bytes).map { .noUTF8(ScriptRange($0, $0 + 1), source) }
  }

  /// The place of the first byte that is no UTF-8: a text with one has no certain meaning.
  private static func foreignByte(in bytes: [UInt8]) -> Int? {
    if ScriptText.isUTF16(bytes) { return 0 }
    var position = 0
    while position < bytes.count {
      guard bytes[position] >= 0x80 else {
        position += 1
        continue
      }
      guard let scalar = scalar(of: bytes[position..<min(position + 4, bytes.count)]) else {
        return position
      }
      position += scalar.utf8.count
    }
    return nil
  }

  /// The tokens of a part of a script, such as an expression inside of a text.
  static func tokens(
    of source: ScriptText, in range: ScriptRange
  ) -> (tokens: [Token], diagnostics: [Diagnostic]) {
    var lexer = Lexer(source, range)
    lexer.run { false }
    return (lexer.tokens, lexer.diagnostics)
  }

  private mutating func run(unless isCancelled: () -> Bool) {
    while true {
      if tokens.count & 0xFFF == 0, isCancelled() {
        add(.end, from: position, trivia: position)
        return
      }
      let start = position
      skipTrivia()
      let begin = position
      guard position < end else {
        add(.end, from: begin, trivia: start)
        return
      }
      guard tokens.count < Self.maximumTokens else {
        // Half a script makes no sense, so nothing but this is said of it.
        diagnostics = [.tooManyTokens(ScriptRange(begin, begin + 1), source)]
        tokens = []
        position = end
        add(.end, from: position, trivia: 0)
        return
      }
      let kind = next()
      add(kind, from: begin, trivia: start)
      if diagnostics.count > Parser.maximumFaults { diagnostics.removeLast() }
    }
  }

  private mutating func add(_ kind: Token.Kind, from begin: Int, trivia start: Int) {
    tokens.append(Token(kind: kind, range: ScriptRange(begin, position), start: start))
  }

  func peek(_ distance: Int = 0) -> UInt8? {
    position + distance < end ? bytes[position + distance] : nil
  }

  private mutating func take(_ byte: Character) -> Bool {
    guard let expected = byte.asciiValue, peek() == expected else { return false }
    position += 1
    return true
  }

  private mutating func takeAll(_ mark: String) -> Bool {
    guard bytes[position..<end].starts(with: mark.utf8) else { return false }
    position += mark.utf8.count
    return true
  }

  /// Space, carriage returns, a byte order mark at the start, a shebang line and comments.
  private mutating func skipTrivia() {
    if position == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
      case UInt8(ascii: "#"): skipLine()
      default: return
      }
    }
  }

  private mutating func skipLine() {
    while let byte = peek(), byte != UInt8(ascii: "\n") { position += 1 }
  }

  private mutating func next() -> Token.Kind {
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "\n"):
      position += 1
      return .newline
    case 0x30...0x39: return number()
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return text(quote: byte)
    case UInt8(ascii: "f"), UInt8(ascii: "F"):
      if let quote = peek(1), Self.isQuote(quote) { return template(quote: quote) }
    case UInt8(ascii: "/") where mayBeginPattern: return regularExpression()
    case UInt8(ascii: "`"): return quotedName()
    case UInt8(ascii: "$") where !isDigit(at: 1):
      return prefixed(.parameter) { Self.isNameStart($0) }
    case UInt8(ascii: "@"): return prefixed(.rowReference) { ("0"..."9").contains($0) }
    default: break
    }
    guard let scalar = scalar() else { return mark(byte) }
    if Self.isNameStart(scalar) {
      skipName()
      return .name
    }
    if Self.currencySigns.contains(scalar), isDigit(at: scalar.utf8.count) {
      position += scalar.utf8.count
      return number(orDate: false) == .number ? .money : .invalid
    }
    return mark(byte)
  }

  private mutating func mark(_ byte: UInt8) -> Token.Kind {
    let begin = position
    position += 1
    switch byte {
    case UInt8(ascii: "|"): return take("|") || take(">") ? .foreign : .pipe
    case UInt8(ascii: ","): return .comma
    case UInt8(ascii: ";"): return .semicolon
    case UInt8(ascii: ":"): return take("=") ? .foreign : .colon
    case UInt8(ascii: "."): return take(".") ? .range : .dot
    case UInt8(ascii: "("): return .openParenthesis
    case UInt8(ascii: ")"): return .closeParenthesis
    case UInt8(ascii: "["): return .openBracket
    case UInt8(ascii: "]"): return .closeBracket
    case UInt8(ascii: "{"): return .openBrace
    case UInt8(ascii: "}"): return .closeBrace
    case UInt8(ascii: "="):
      if take("=") { return take("=") ? .foreign : .doubleEqual }
      return take("~") || take(">") || take("<") ? .foreign : .equal
    case UInt8(ascii: "!"):
      if take("=") { return take("=") ? .foreign : .notEqual }
      _ = take("~")
      return .foreign
    case UInt8(ascii: "<"): return take("=") ? .lessOrEqual : (take(">") ? .foreign : .less)
    case UInt8(ascii: ">"): return take("=") ? .greaterOrEqual : .greater
    case UInt8(ascii: "+"): return .plus
    case UInt8(ascii: "*"): return .star
    case UInt8(ascii: "%"): return takeAll(">%") || takeAll("in%") ? .foreign : .percent
    case UInt8(ascii: "-"): return peek() == UInt8(ascii: "-") ? foreignComment(begin) : .minus
    case UInt8(ascii: "/"):
      let next = peek()
      let isComment = next == UInt8(ascii: "/") || next == UInt8(ascii: "*")
      return isComment ? foreignComment(begin) : .slash
    case UInt8(ascii: "&"):
      _ = take("&")
      return .foreign
    case UInt8(ascii: "~"):
      _ = take("=")
      return .foreign
    case UInt8(ascii: "?") where take("?"): return .coalesce
    default:
      position = begin
      return stray()
    }
  }

  /// A comment as other languages write it: reported, and read to its end.
  private mutating func foreignComment(_ begin: Int) -> Token.Kind {
    let isBlock = peek() == UInt8(ascii: "*")
    if isBlock {
      position += 1
      while position < end, !bytes[position..<end].starts(with: Array("*/".utf8)) {
        position += 1
      }
      position = min(position + 2, end)
    } else {
      skipLine()
    }
    diagnostics.append(.foreignComment(ScriptRange(begin, begin + 2), block: isBlock, source))
    return .invalid
  }

  private mutating func stray() -> Token.Kind {
    let begin = position
    let found = scalar() ?? "\u{FFFD}"
    position = min(position + found.utf8.count, end)
    if TypographicQuotes.closings(found).contains(where: {
      takeTypographicText(to: $0, from: begin)
    }) {
      return .text
    }
    diagnostics.append(.strayCharacter(found, ScriptRange(begin, position), source))
    return .invalid
  }
}

extension Lexer {
  private mutating func prefixed(
    _ kind: Token.Kind, _ isFirst: (Unicode.Scalar) -> Bool
  ) -> Token.Kind {
    let begin = position
    position += 1
    guard let first = scalar(), isFirst(first) else {
      position = begin
      return stray()
    }
    skipName()
    return kind
  }

  mutating func skipName() {
    while let scalar = scalar(), Self.isNamePart(scalar) { position += scalar.utf8.count }
  }

  static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_"
    }
    return scalar.properties.isAlphabetic
  }

  private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    if isNameStart(scalar) || ("0"..."9").contains(scalar) { return true }
    return !scalar.isASCII && scalar.properties.generalCategory == .nonspacingMark
  }

  private mutating func quotedName() -> Token.Kind {
    let begin = position
    position += 1
    while let byte = peek(), byte != UInt8(ascii: "\n") {
      position += 1
      // Two of them are one that is part of the name.
      if byte == UInt8(ascii: "`"), !take("`") { return .quotedName }
    }
    diagnostics.append(.unclosedText(ScriptRange(begin, begin + 1), quote: "`", source))
    return .quotedName
  }

  static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  /// Whether a `/` begins a regular expression here: after the word `matches` or another language's
  /// mark for it, and as an argument behind the first, but for a comment of another language.
  private var mayBeginPattern: Bool {
    guard let last = tokens.last else { return false }
    switch last.kind {
    case .comma: return peek(1).map { !Array("/*\n".utf8).contains($0) } ?? false
    case .name: return source[last.range].lowercased() == Keyword.matches.rawValue
    case .foreign:
      let mark = source[last.range]
      // `~/` is the home folder in a path.
      return OtherLanguageWords.matches.contains(mark) && (mark != "~" || last.range.end < position)
    default: return false
    }
  }

  /// A text up to its closing quote; a backslash takes the next byte with it.
  private mutating func text(quote: UInt8) -> Token.Kind {
    if takeContraction() { return .foreign }
    if takeApostrophe() { return .invalid }
    let begin = position
    position += 1
    while let byte = peek(), byte != UInt8(ascii: "\n") {
      position += 1
      if byte == quote { return .text }
      if byte == UInt8(ascii: "\\"), let next = peek(), next != UInt8(ascii: "\n") { position += 1 }
    }
    let lineEnd = position
    position = begin + 1
    if TypographicQuotes.closings(Unicode.Scalar(quote)).contains(where: {
      takeTypographicText(to: $0, from: begin)
    }) {
      return .text
    }
    position = lineEnd
    let mark = String(Unicode.Scalar(quote))
    diagnostics.append(.unclosedText(ScriptRange(begin, begin + 1), quote: mark, source))
    return .text
  }

  /// Takes a text up to one of some quotes on its line, and reports those that it stands in. One
  /// between two letters is an apostrophe where another one follows.
  private mutating func takeTypographicText(
    to closing: Set<Unicode.Scalar>, from begin: Int
  ) -> Bool {
    let first = position
    var closed: (inner: ScriptRange, end: Int)?
    var last: Unicode.Scalar = " "
    while let scalar = scalar(), scalar != "\n" {
      let place = position
      position += scalar.utf8.count
      let isInWord =
        TypographicQuotes.isApostrophe(scalar) && Self.isNameStart(last)
        && self.scalar().map(Self.isNameStart) ?? false
      last = scalar
      guard closing.contains(scalar), closed == nil || !isInWord else { continue }
      closed = (ScriptRange(first, place), position)
      if !isInWord { break }
    }
    position = closed?.end ?? first
    guard let closed else { return false }
    diagnostics.append(
      .typographicQuotes(ScriptRange(begin, closed.end), closed.inner, source))
    return true
  }

  private mutating func number(orDate: Bool = true) -> Token.Kind {
    let begin = position
    if orDate, takeDate() { return takeZone(after: begin) ? .invalid : .date }
    skipDigits()
    if peek() == UInt8(ascii: "."), let digit = peek(1), (0x30...0x39).contains(digit) {
      position += 1
      skipDigits()
    }
    let digits = bytes[begin..<position]
    let leadingZero = digits.count > 1 && digits.first == 0x30 && bytes[begin + 1] != 0x2E
    guard let next = scalar(), Self.isNamePart(next) || leadingZero else {
      if leadingZero { return malformedNumber(from: begin) }
      return .number
    }
    return malformedNumber(from: begin)
  }

  static let currencySigns: [Unicode.Scalar] = ["$", "£", "€"]

  private func isDigit(at distance: Int) -> Bool {
    peek(distance).map { (0x30...0x39).contains($0) } ?? false
  }

  /// Takes `2024-01-31` and a time behind it, with whatever is written on to it at once.
  private mutating func takeDate() -> Bool {
    guard matches("dddd-dd-dd") else { return false }
    position += 10
    for form in ["Tdd:dd:dd", "Tdd:dd"] where matches(form) {
      position += form.utf8.count
      break
    }
    skipName()
    return true
  }

  /// Takes `+01:00` behind a time, which is reported; `Z` has been taken with it.
  private mutating func takeZone(after begin: Int) -> Bool {
    guard bytes[begin..<position].contains(UInt8(ascii: "T")),
      let form = ["+dd:dd", "-dd:dd"].first(where: { matches($0) })
    else { return false }
    position += form.utf8.count
    diagnostics.append(.zonedDate(ScriptRange(begin, position), source))
    return true
  }

  /// Whether the bytes have a form in which `d` is a digit.
  private func matches(_ form: String) -> Bool {
    form.utf8.enumerated().allSatisfy { offset, byte in
      byte == UInt8(ascii: "d") ? isDigit(at: offset) : peek(offset) == byte
    }
  }

  private mutating func malformedNumber(from begin: Int) -> Token.Kind {
    skipName()
    diagnostics.append(.malformedNumber(ScriptRange(begin, position), source))
    return .invalid
  }

  private mutating func skipDigits() {
    while let byte = peek(), (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_") {
      position += 1
    }
  }

  /// The scalar at the position; nil at the end.
  func scalar() -> Unicode.Scalar? {
    guard let first = peek() else { return nil }
    if first < 0x80 { return Unicode.Scalar(first) }
    return Self.scalar(of: bytes[position..<min(position + 4, end)])
  }

  /// The scalar that bytes begin with; nil where they are no UTF-8.
  private static func scalar(of bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    var iterator = bytes.makeIterator()
    var decoder = UTF8()
    if case .scalarValue(let scalar) = decoder.decode(&iterator) { return scalar }
    return nil
  }
}
