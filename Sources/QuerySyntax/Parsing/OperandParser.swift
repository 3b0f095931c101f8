// SPDX-License-Identifier: MIT

import Diagnostics

// Values and the arithmetic between them, from the loosest operator to the tightest.
extension Parser {
  mutating func conditional() throws(Stop) -> Expression {
    let start = cursor.advance().range.start
    try expectCondition(behind: .if)
    let condition = try expression()
    noteCondition(condition)
    guard take(.then) else { throw fail(.missingBranch(missingPlace)) }
    let yes = try expression()
    guard take(.else) else { throw fail(.missingBranch(missingPlace)) }
    let no = try expression()
    let whole = Expression(
      kind: .conditional(condition, then: yes, else: no), range: range(from: start))
    try checkHeight(whole)
    return whole
  }

  mutating func coalescing() throws(Stop) -> Expression {
    var left = try sum()
    while token.kind == .coalesce {
      noteOperand(cursor.advance().range, left)
      let right = try sum()
      left = Expression(kind: .coalesce(left, right), range: left.range.union(right.range))
      try checkHeight(left)
    }
    note(.arithmetic)
    return left
  }

  private mutating func sum() throws(Stop) -> Expression {
    try arithmetic(\.additive) { parser throws(Stop) in
      try parser.arithmetic(\.multiplicative) { parser throws(Stop) in try parser.unary() }
    }
  }

  /// A chain of operators of one rank, from left to right; its tree leans to the left.
  private mutating func arithmetic(
    _ operator: (Token.Kind) -> ArithmeticOperator?,
    _ term: (inout Parser) throws(Stop) -> Expression
  ) throws(Stop) -> Expression {
    var left = try term(&self)
    while let found = `operator`(foreignArithmetic ?? token.kind) {
      if let other = try otherOperation(left) {
        left = other
        continue
      }
      reportForeignArithmetic(found)
      let place = cursor.advance().range
      noteOperand(place, left)
      if atStageEnd || token.kind == .closeParenthesis {
        throw fail(.missingOperand(words(to: place), mark: place))
      }
      let right = try term(&self)
      left = Expression(
        kind: .arithmetic(found, left, right, at: place), range: left.range.union(right.range))
      try checkHeight(left)
    }
    return left
  }

  /// The mark for a word at the cursor that stands between two values in other languages. In a text
  /// without its quotes it has a capital.
  private var foreignArithmetic: Token.Kind? {
    if token.kind == .invalid, text(token) == "^", startsValue(cursor.peek(1)) { return .star }
    guard token.kind == .name, startsValue(cursor.peek(1)),
      [word, word.uppercased()].contains(text(token))
    else { return nil }
    return OtherLanguageWords.arithmetic[word]
  }

  /// By itself, because `arithmetic` stands on the stack for each level of parentheses.
  private mutating func reportForeignArithmetic(_ found: ArithmeticOperator) {
    guard foreignArithmetic != nil else { return }
    report(.foreignMark(text(token), token.range, found.rawValue, .suggested))
  }

  /// Refuses a tree that is too high, however it grew.
  mutating func checkHeight(_ expression: Expression) throws(Stop) {
    if expression.height > Self.maximumDepth { throw fail(.tooHigh(cursor.previous.range)) }
  }

  private mutating func unary() throws(Stop) -> Expression {
    guard token.kind == .minus else { return try postfix() }
    let start = cursor.advance().range
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw fail(.tooDeep(start)) }
    let inner = try unary()
    return Expression(kind: .negative(inner), range: start.union(inner.range))
  }

  mutating func postfix() throws(Stop) -> Expression {
    if isAt(.none) { return none() }
    // At once, because the frame of `primary` is the largest of those that a parenthesis takes.
    let value = token.kind == .openParenthesis ? try parenthesised() : try primary()
    switch token.kind {
    case .dot, .openBracket: return try suffixed(value)
    case .colon: return foreignCast(of: value) ?? value
    default: return value
    }
  }

  /// A value with the members and positions that are asked of it.
  private mutating func suffixed(_ first: Expression) throws(Stop) -> Expression {
    var value = first
    while token.kind == .dot || token.kind == .openBracket {
      if take(.dot) {
        let member = try plainName(after: "\(source[value.range]).", .member(of: value))
        if token.kind == .openParenthesis, token.range.start == member.range.end {
          value = try foreignMethod(value, member)
          continue
        }
        value = Expression(
          kind: .member(value, member), range: value.range.union(member.range))
      } else {
        let opening = cursor.advance()
        let index = try expression()
        try close(opening, with: .closeBracket)
        value = Expression(kind: .index(value, index), range: range(from: value.range.start))
      }
      try checkHeight(value)
    }
    return value
  }

  /// `none` without a list behind it: a field of that name, or what others write for no value.
  mutating func none() -> Expression {
    let name = cursor.advance().range
    return Expression(kind: .name(Name(text: source[name], range: name)), range: name)
  }

  private mutating func primary() throws(Stop) -> Expression {
    let start = token.range
    switch token.kind {
    case .number: return number()
    case .money: return money()
    case .date:
      cursor.advance()
      return Expression(kind: .date(source[start]), range: start)
    case .text, .template, .regularExpression:
      guard !isUnclosed(token) else {
        cursor.advance()
        return Expression(kind: .missing, range: start)
      }
      return try quoted()
    case .name, .quotedName: return try named()
    case .parameter:
      let name = parameterName()
      return Expression(kind: .parameter(name), range: name.range)
    case .rowReference:
      let row = try rowNumber(cursor.advance())
      return Expression(kind: .row(row), range: start)
    case .openBracket:
      let elements = try bracketed(.closeBracket) { parser throws(Stop) in
        try parser.expression()
      }
      return Expression(kind: .list(elements), range: range(from: start.start))
    case .dot where cursor.peek(1).kind == .name && cursor.peek(1).start == start.end:
      cursor.advance()
      report(.foreignDot(ScriptRange(start.start, token.range.end), text(token)))
      return try named()
    default:
      noteValue()
      throw fail(.missingValue(missingPlace, found: atStageEnd ? nil : text(token)))
    }
  }

  private mutating func quoted() throws(Stop) -> Expression {
    switch token.kind {
    case .text:
      let literal = decoded(cursor.advance())
      return Expression(kind: .text(literal.value), range: literal.range)
    case .template: return try template(cursor.advance())
    default: throw fail(.missingValue(missingPlace, found: text(token)))
    }
  }

  private mutating func number() -> Expression {
    let token = cursor.advance()
    let written = text(token)
    if let whole = pointGroups(after: token) ?? decimalComma(after: token)
      ?? spaceGroups(after: token)
    {
      return whole
    }
    let isPercent = self.token.kind == .percent && !startsOperand(cursor.peek(1))
    if isPercent { cursor.advance() }
    if !isPercent, let unit = takeUnit() {
      let digits = written.filter { $0 != "_" }
      return Expression(kind: .quantity(digits, unit: unit), range: range(from: token.range.start))
    }
    return Expression(
      kind: .number(written, percent: isPercent), range: range(from: token.range.start))
  }

  /// Whether the right side of an operator can begin so; the words after an expression cannot.
  private func startsOperand(_ token: Token) -> Bool {
    startsValue(token)
      && !(token.kind == .name
        && Keyword.behindKeys.contains(text(token).lowercased()))
  }

  func startsValue(_ token: Token) -> Bool {
    switch token.kind {
    case .number, .money, .date, .quotedName, .text, .template, .parameter, .rowReference,
      .openParenthesis, .openBracket, .minus:
      return true
    case .name:
      let word = text(token).lowercased()
      return Keyword.constants.contains(word) || !Vocabulary.reserved.contains(word)
    default: return false
    }
  }

  private mutating func named() throws(Stop) -> Expression {
    let token = token
    if token.kind == .name {
      switch word {
      case Keyword.true.rawValue, Keyword.false.rawValue:
        cursor.advance()
        return Expression(
          kind: .bool(text(token).lowercased() == Keyword.true.rawValue), range: token.range)
      case Keyword.null.rawValue:
        cursor.advance()
        return Expression(kind: .null, range: token.range)
      case _ where Vocabulary.reserved.contains(word) && atForeignCall: return try foreignCall()
      case _ where atForeignCase: return try foreignCase()
      case _ where dottedCall != nil: break
      case let reserved where Vocabulary.reserved.contains(reserved):
        throw fail(.reservedWord(text(token), token.range))
      default: break
      }
    }
    if let cast = foreignCast() { return cast }
    if let call = try foreignDottedCall() { return call }
    let name = try name()
    guard token.kind == .name, self.token.kind == .openParenthesis else {
      return Expression(kind: .name(name), range: name.range)
    }
    let opening = self.token
    if try takeDistinct(name, opening) {
      return Expression(kind: .missing, range: range(from: name.range.start))
    }
    beginCall(name)
    let arguments = try bracketed(.closeParenthesis) { parser throws(Stop) in
      parser.beginArgument()
      if parser.token.kind == .star, parser.cursor.peek(1).kind == .closeParenthesis {
        let star = parser.cursor.advance().range
        let brackets = opening.range.union(parser.token.range)
        parser.report(.foreignStar(brackets, inSummarize: parser.word(ofStage: "summarize")))
        return Expression(kind: .missing, range: star)
      }
      if parser.token.kind == .regularExpression, !parser.isUnclosed(parser.token) {
        return parser.regularExpression()
      }
      return try parser.expression()
    }
    endCall()
    let call = Expression(kind: .call(name, arguments), range: range(from: name.range.start))
    return translatesCalls ? translated(call, name, arguments) : call
  }

  private mutating func parenthesised() throws(Stop) -> Expression {
    let opening = cursor.advance()
    if token.kind == .closeParenthesis {
      noteValue()
      throw fail(.missingValue(token.range, found: nil))
    }
    let inner = try expression()
    if token.kind == .pipe { takeBars(behind: inner) }
    try close(opening, with: .closeParenthesis)
    return Expression(kind: inner.kind, range: range(from: opening.range.start))
  }

  /// What a quoted text says. Escapes are JSON's, and `\'`; an unknown one is reported.
  mutating func decoded(_ token: Token) -> TextLiteral {
    let (value, faults) = TextEscapes.decode(source, token.range)
    for fault in faults { report(.badEscape(source[fault], fault)) }
    return TextLiteral(value: value, range: token.range)
  }
}

extension Token.Kind {
  fileprivate var additive: ArithmeticOperator? {
    switch self {
    case .plus: .add
    case .minus: .subtract
    default: nil
    }
  }

  fileprivate var multiplicative: ArithmeticOperator? {
    switch self {
    case .star: .multiply
    case .slash: .divide
    case .percent: .remainder
    default: nil
    }
  }
}
