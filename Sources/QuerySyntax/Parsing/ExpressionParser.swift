// SPDX-License-Identifier: MIT

import Diagnostics

extension Parser {
  mutating func expression() throws(Stop) -> Expression {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw fail(.tooDeep(token.range)) }
    if isAt(.if), !atForeignCall { return try conditional() }
    let expression = try chain(.or) { parser throws(Stop) in
      try parser.chain(.and) { parser throws(Stop) in try parser.negation() }
    }
    try checkHeight(expression)
    return try foreignChoice(expression) ?? expression
  }

  /// Terms joined by `and` or `or`, in one flat list however many they are.
  private mutating func chain(
    _ connective: Keyword, _ term: (inout Parser) throws(Stop) -> Expression
  ) throws(Stop) -> Expression {
    let first = try term(&self)
    guard isAt(connective) || isForeign(connective) else {
      note(.connective(connective, after: first))
      return first
    }
    return try rest(behind: first, connective, term)
  }

  /// Whether another language's mark for a connective stands at the cursor.
  private func isForeign(_ connective: Keyword) -> Bool {
    token.kind == .foreign
      && OtherLanguageWords.connectives[connective]?.contains(text(token)) ?? false
  }

  private mutating func rest(
    behind first: Expression, _ connective: Keyword,
    _ term: (inout Parser) throws(Stop) -> Expression
  ) throws(Stop) -> Expression {
    var terms = [first]
    var bars: ScriptRange?
    while true {
      let isForeign = isForeign(connective)
      guard isForeign || isAt(connective) else { break }
      let mark = isForeign ? text(token) : ""
      if ["||", "&"].contains(mark), terms.last?.isQuoted == true || Self.isQuoted(cursor.peek(1)) {
        return try joinedTexts(terms[terms.count - 1])
      }
      let reported = diagnostics.count
      if isForeign {
        report(.foreignMark(mark, token.range, spaced(connective.rawValue, at: token.range)))
      }
      let place = cursor.advance().range
      guard terms.count < Self.maximumTerms else {
        throw fail(.tooManyTerms(place, connective.rawValue))
      }
      try expectCondition(behind: connective)
      terms.append(try term(&self))
      let pair = terms.suffix(2)
      if mark == "||", !pair.contains(where: \.isCondition) {
        diagnostics.remove(at: reported)
        bars = bars ?? place
      }
      if mark == "&", let bits = ofBits(place, Array(pair), reported: reported) {
        terms.replaceSubrange((terms.count - 2)..., with: [bits])
      }
    }
    if let bars { return ambiguousBars(bars, between: terms) }
    guard terms.count > 1 else { return terms[0] }
    note(.connective(connective, after: terms[terms.count - 1]))
    let range = terms[0].range.union(terms[terms.count - 1].range)
    return Expression(kind: connective == .and ? .and(terms) : .or(terms), range: range)
  }

  private static func isQuoted(_ token: Token) -> Bool {
    token.kind == .text || token.kind == .template
  }

  private mutating func negation() throws(Stop) -> Expression {
    let start = token.range
    let foreign = token.kind == .foreign && OtherLanguageWords.negations.contains(text(token))
    guard foreign || isAt(.not) else { return try test() }
    let reported = diagnostics.count
    if foreign { report(.foreignMark(text(token), start, "not ")) }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw fail(.tooDeep(start)) }
    cursor.advance()
    try expectCondition(behind: .not)
    let isBracketed = token.kind == .openParenthesis
    let inner = try negation()
    // Elsewhere the mark binds to what stands behind it before the comparison does.
    if foreign, !isBracketed, case .comparison = inner.kind {
      let later = diagnostics[(reported + 1)...]
      diagnostics.removeSubrange(reported...)
      report(.foreignMark(source[start], start, "not ", .suggested))
      diagnostics += later
    }
    if foreign, source[start] == "~", let bits = ofBits(start, [inner], reported: reported) {
      return bits
    }
    return Expression(kind: .not(inner), range: start.union(inner.range))
  }

  private mutating func test() throws(Stop) -> Expression {
    if let subject = missingSubject() { throw subject }
    if let quantifier = Quantifier(rawValue: word), startsList(cursor.peek(1)) {
      return try quantified(quantifier)
    }
    if isAt(.any) || isAt(.all), atOperandEnd(cursor.peek(1)) { throw missingList() }
    let isNegated = isBehindNot
    let left = try coalescing()
    let test = try tested(left, isNegated: isNegated)
    if test.range != left.range { subject = test.subject?.range }
    return test
  }

  private var isBehindNot: Bool {
    let before = text(cursor.previous).lowercased()
    return before == Keyword.not.rawValue || OtherLanguageWords.negations.contains(before)
  }

  /// What is asked of a value, if anything is. By itself, because `test` stands on the stack for
  /// each level of parentheses; so does `rest` below, and what is behind a primary expression.
  private mutating func tested(
    _ left: Expression, isNegated: Bool
  ) throws(Stop) -> Expression {
    if isAsked {
      note(.test(of: left))
      return left
    }
    if atForeignMatch { return try foreignMatch(left) }
    if let test = try foreignTest(left) { return test }
    if let comparison = takeComparison() {
      return try self.comparison(left, comparison, isNegated: isNegated)
    }
    if isAt(.between) { return try between(left) }
    if isAt(.not), isAt(.between, ahead: 1) {
      return try foreignBetween(left) { parser throws(Stop) in try parser.between(left) }
    }
    if isAt(.is) || atContraction { return try nullTest(left) }
    var negated = false
    if isAt(.not), isAskedNext || atOperandEnd(cursor.peek(1)) {
      cursor.advance()
      note(.negatedTest(of: left))
      try stopIfAsked()
      throw fail(.missingTest(after: .not, missingPlace, as: "name not contains \"inn\""))
    }
    if isAt(.not), Keyword.negatable.contains(word(at: 1)) {
      cursor.advance()
      negated = true
    }
    if take(.in) { return try membership(left, negated: negated) }
    if let textOperator = try takeTextOperator() {
      let operand = try operand(after: textOperator.range, from: left)
      return Expression(
        kind: .textTest(
          textOperator.operator, left, operand, negated: negated, at: textOperator.range),
        range: left.range.union(operand.expression.range))
    }
    return left
  }

  /// Whether the list that the quantifier at the cursor asks about can begin so; before a minus, an
  /// order and the text with which a statement ends `none` is a field of that name.
  private func startsList(_ token: Token) -> Bool {
    if isAskedNext { return true }
    guard startsValue(token) else { return false }
    let isField = token.kind == .minus || isOrderNext || mayEndInText && isTextLast
    return !(isAt(.none) && isField)
  }

  /// Whether a text comes next with which the statement ends.
  private var isTextLast: Bool {
    cursor.peek(1).kind == .text && Self.endsStatement(cursor.peek(2))
  }

  /// Whether an order or keys come next, as in `sort by none desc` and `summarize none by name`:
  /// behind a list is what compares it.
  private var isOrderNext: Bool {
    if isAt(.by, ahead: 1) {
      return Self.isName(cursor.peek(2).kind) && !Keyword.tests.contains(word(at: 2))
    }
    guard Keyword.orders.contains(word(at: 1)) else { return false }
    switch cursor.peek(2).kind {
    case .name, .comma, .pipe, .newline, .semicolon, .closeParenthesis, .end: return true
    default: return false
    }
  }

  /// Another language's mark before a pattern.
  private mutating func foreignMatch(_ left: Expression) throws(Stop) -> Expression {
    let negated = text(token) == "!~"
    let mark = takeForeignMatch()
    let operand = try operand(after: mark, from: left)
    return Expression(
      kind: .textTest(.matches, left, operand, negated: negated, at: mark),
      range: left.range.union(operand.expression.range))
  }

  mutating func takeComparison(
    isSecond: Bool = false
  ) -> (operator: ComparisonOperator, range: ScriptRange)? {
    let found: ComparisonOperator
    switch token.kind {
    case .equal, .doubleEqual: found = .equal
    case .notEqual: found = .notEqual
    case .less: found = .less
    case .lessOrEqual: found = .lessOrEqual
    case .greater:
      if atAppending { return nil }
      found = .greater
    case .greaterOrEqual: found = .greaterOrEqual
    case .foreign:
      guard let mark = OtherLanguageWords.comparisons[text(token)] else { return nil }
      // `=>` is an arrow too.
      let next = cursor.peek(1).kind
      let isCertain = text(token) != "=>" || [.number, .money, .date].contains(next)
      report(
        !isCertain && (isSecond || isBehindArgument)
          ? .foreignArrow(token.range)
          : .foreignMark(text(token), token.range, mark.rawValue, isCertain ? .certain : .suggested)
      )
      found = mark
    default: return nil
    }
    return (found, cursor.advance().range)
  }

  private mutating func comparison(
    _ left: Expression, _ comparison: (operator: ComparisonOperator, range: ScriptRange),
    isNegated: Bool
  ) throws(Stop) -> Expression {
    let operand = try operand(after: comparison.range, from: left)
    let range = left.range.union(operand.expression.range)
    if !atRedirection, let second = takeComparison(isSecond: true) {
      // What is wrong with the third value is part of this fault.
      let reported = diagnostics.count
      let third = try? coalescing()
      diagnostics.removeSubrange(reported...)
      throw chained(left, comparison, operand.expression, second, third, isNegated: isNegated)
    }
    return positionTest(left, comparison.operator, operand.expression, range)
      ?? Expression(
        kind: .comparison(comparison.operator, left, operand, at: comparison.range), range: range)
  }

  private mutating func chained(
    _ low: Expression, _ first: (operator: ComparisonOperator, range: ScriptRange),
    _ middle: Expression, _ second: (operator: ComparisonOperator, range: ScriptRange),
    _ high: Expression?, isNegated: Bool
  ) -> Stop {
    var fix: FixIt?
    // What is compared with a truth is a condition.
    let isTruth = if case .bool = high?.kind { true } else { false }
    let isArrow = [first, second].contains { source[$0.range] == "=>" }
    if let high, !isTruth, !isArrow {
      let name = source[middle.range]
      let text =
        "\(name) \(first.operator.mirrored.rawValue) \(source[low.range])"
        + " and \(name) \(second.operator.rawValue) \(source[high.range])"
      fix = .replace(low.range.union(high.range), with: isNegated ? "(\(text))" : text)
    }
    report(.chainedComparison(first.range, second.range, fix: fix))
    return Stop()
  }

  mutating func between(_ left: Expression) throws(Stop) -> Expression {
    let keyword = cursor.advance().range
    noteOperand(keyword, left)
    if atOperandEnd(token) { throw fail(.missingBounds(missingPlace)) }
    if let bounds = boundsOfOthers() {
      report(.foreignBounds(bounds.range, "\(bounds.low) and \(bounds.high)", bounds.certainty))
      return Expression(kind: .missing, range: left.range.union(bounds.range))
    }
    let low = try operand(after: keyword, from: left).expression
    guard take(.and) else {
      throw fail(.missingBetweenAnd(source[keyword.union(low.range)], missingPlace))
    }
    let high = try operand(after: cursor.previous.range, from: left).expression
    return Expression(
      kind: .between(left, low: low, high: high), range: left.range.union(high.range))
  }

  private mutating func nullTest(_ left: Expression) throws(Stop) -> Expression {
    let isContracted = atContraction
    var mark = cursor.advance().range
    if isContracted { mark = mark.union(cursor.advance().range) }
    let negated = take(.not) || isContracted
    if isContracted, OtherLanguageWords.nulls.contains(word) || isAt(.null) || isAt(.empty) {
      report(.foreignMark(source[mark], mark, "is not"))
    }
    if takeNull() || take(.null) {
      return Expression(
        kind: .isNull(left, negated: negated), range: range(from: left.range.start))
    }
    if let test = try foreignIs(left, from: mark, negated: negated) { return test }
    guard take(.empty) else { throw fail(.missingIs(missingPlace)) }
    return Expression(
      kind: .isEmpty(left, negated: negated), range: range(from: left.range.start))
  }

  /// Takes another language's word for no value.
  mutating func takeNull() -> Bool {
    // `na.rm` is a name.
    guard OtherLanguageWords.nulls.contains(word), cursor.peek(1).kind != .dot else { return false }
    report(.foreignNull(text(token), token.range))
    cursor.advance()
    return true
  }

  mutating func membership(
    _ left: Expression, negated: Bool
  ) throws(Stop) -> Expression {
    let keyword = cursor.previous.range
    let set: MemberSet
    if let bounds = boundsOfOthers(ofSet: true) {
      report(.foreignBounds(bounds.range, "\(bounds.low)..\(bounds.high)", bounds.certainty))
      return Expression(kind: .missing, range: left.range.union(bounds.range))
    }
    takeForeignSet(keyword)
    if token.kind == .openParenthesis {
      let opening = token.range
      let values = try bracketed(.closeParenthesis) { parser throws(Stop) in
        try parser.operand(after: opening, from: left)
      }
      if values.count == 1, take(.range) {
        set = .range(
          values[0].expression, try operand(after: cursor.previous.range, from: left).expression)
      } else {
        set = .values(values)
      }
    } else {
      note(.bracketed(.set))
      noteOperand(keyword, left)
      if atOperandEnd(token) { throw fail(.missingSet(missingPlace)) }
      let low = try element(after: keyword, of: left)
      if take(.range) {
        set = .range(
          low.expression, try operand(after: cursor.previous.range, from: left).expression)
      } else {
        guard low.expression.isListLike else {
          return try foreignMembership(left, low.expression, negated: negated)
        }
        set = .list(low)
      }
    }
    return Expression(
      kind: .membership(left, set, negated: negated), range: range(from: left.range.start))
  }

  /// A value of a set, behind which a comma separates it from another one.
  mutating func element(after mark: ScriptRange, of left: Expression) throws(Stop) -> Operand {
    listDepth += 1
    defer { listDepth -= 1 }
    return try operand(after: mark, from: left)
  }

  mutating func takeTextOperator() throws(Stop) -> (
    operator: TextOperator, range: ScriptRange
  )? {
    let start = token.range
    switch word {
    case Keyword.contains.rawValue:
      cursor.advance()
      return (.contains, start)
    case Keyword.like.rawValue:
      cursor.advance()
      return (.like, start)
    case Keyword.matches.rawValue:
      cursor.advance()
      return (.matches, start)
    case Keyword.starts.rawValue, Keyword.ends.rawValue:
      let found: TextOperator = isAt(.starts) ? .startsWith : .endsWith
      let isCut = isAskedNext || atOperandEnd(cursor.peek(1))
      guard isAt(.with, ahead: 1) || isCut else { return nil }
      let word: Keyword = isAt(.starts) ? .starts : .ends
      cursor.advance()
      note(.word(.with))
      try stopIfAsked()
      if isCut {
        throw fail(
          .missingTest(after: word, missingPlace, as: "name \(word.rawValue) with \"inn\""))
      }
      return (found, start.union(cursor.advance().range))
    default: return nil
    }
  }

  private mutating func quantified(_ quantifier: Quantifier) throws(Stop) -> Expression {
    let start = cursor.advance().range
    note(.list)
    let list = try coalescing()
    note(.comparison)
    guard let comparison = takeComparison() else {
      throw fail(.missingQuantifiedComparison(quantifier.rawValue, missingPlace))
    }
    let operand = try operand(after: comparison.range, from: list)
    return Expression(
      kind: .quantified(quantifier, list, comparison.operator, operand),
      range: start.union(operand.expression.range))
  }

  /// The right side of an operator, which must be there.
  mutating func operand(
    after mark: ScriptRange, from left: Expression
  ) throws(Stop) -> Operand {
    if token.kind == .regularExpression, !isUnclosed(token) {
      return Operand(expression: regularExpression(), isExact: false)
    }
    let isExact = isAt(.exact)
    if isExact { cursor.advance() }
    noteOperand(mark, left, isExact: isExact)
    if atOperandEnd(token) {
      let place = isExact ? cursor.previous.range : mark
      throw fail(.missingOperand(words(to: place), mark: place))
    }
    let before = listTest
    noteListTest(mark, of: left)
    learn { $0.otherSide = left }
    let expression = try coalescing()
    listTest = before
    learn { $0.otherSide = nil }
    return Operand(expression: expression, isExact: isExact)
  }

  /// Keeps whether several values are written behind an operator by those who ask for one of them.
  private mutating func noteListTest(_ mark: ScriptRange, of left: Expression) {
    switch source[mark].lowercased() {
    case "=", "==": listTest = .equal
    case "!=", "<>": listTest = .unequal
    case Keyword.contains.rawValue, "has": listTest = .part(source[left.range.union(mark)])
    default: listTest = nil
    }
  }

  func atOperandEnd(_ token: Token) -> Bool {
    switch token.kind {
    case .pipe, .newline, .semicolon, .end, .closeParenthesis, .closeBracket, .comma: true
    case .name: Keyword.connectives.contains(text(token).lowercased())
    default: false
    }
  }

  /// Elements between commas up to a closing bracket; the current token opens it.
  mutating func bracketed<Element>(
    _ closing: Token.Kind, _ element: (inout Parser) throws(Stop) -> Element
  ) throws(Stop) -> [Element] {
    let opening = cursor.advance()
    listDepth += 1
    defer { listDepth -= 1 }
    var elements: [Element] = []
    if take(closing) { return elements }
    repeat { elements.append(try element(&self)) } while take(.comma)
    try close(opening, with: closing)
    return elements
  }

  mutating func close(_ opening: Token, with closing: Token.Kind) throws(Stop) {
    if take(closing) { return }
    if atStageEnd { throw fail(.unclosedBracket(opening.range, closing.rawValue)) }
    throw fail(.unexpectedInBracket(text(token), token.range, opening.range))
  }
}

extension Expression {
  /// Whether it is a text in quotes.
  package var isQuoted: Bool {
    switch kind {
    case .text, .template: true
    default: false
    }
  }

  /// Whether it can only be true or false.
  package var isCondition: Bool {
    switch kind {
    case .bool, .and, .or, .not, .comparison, .between, .membership, .textTest, .isNull, .isEmpty,
      .quantified:
      true
    case .name, .number, .quantity, .date, .text, .null, .missing, .list, .negative, .arithmetic,
      .coalesce, .call, .conditional, .index, .member, .parameter, .row, .template,
      .regularExpression:
      false
    }
  }

  /// Whether it is written as a list, or as a name that may stand for one.
  fileprivate var isListLike: Bool {
    switch kind {
    case .list, .parameter: true
    default: false
    }
  }
}
