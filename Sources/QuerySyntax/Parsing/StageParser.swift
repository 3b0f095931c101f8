// SPDX-License-Identifier: MIT

import Diagnostics

extension Parser {
  mutating func stage() throws(Stop) -> Stage {
    let start = token.range
    learn { $0.listStart = start.start }
    note(.stage)
    if let path = foreignPath() { throw path }
    if token.kind == .openParenthesis, let bar = barBeforeCondition() { throw bar }
    guard token.kind == .name else {
      let mark = cursor.previous.kind == .openParenthesis ? "(" : "|"
      throw fail(
        .missingStage(missingPlace, found: atStageEnd ? nil : text(token), after: mark))
    }
    stageStart = start.start
    listTest = nil
    subject = nil
    if let join = joinOfOthers() { throw join }
    if atForeignJoin {
      let keepsLeft = try foreignJoin()
      return Stage(
        kind: .join(try join(keepsLeft: keepsLeft)), keyword: start, range: range(from: start.start)
      )
    }
    if let tool = foreignTool() ?? stageInBrackets() ?? listInBrackets() { throw tool }
    let written = word
    // jq's `select(...)` keeps rows.
    let name = written == "select" && opensAtOnce(token) ? "filter" : canonicalStage(written)
    guard let name else {
      let isCalled = opensAtOnce(token)
      throw barBeforeCondition() ?? fail(.unknownStage(text(token), start, isCalled: isCalled))
    }
    if name != written { reportForeignStage(written, as: name) }
    cursor.advance()
    if written == Keyword.limit.rawValue, isTwoCounts { throw foreignLimit(start) }
    let kind = try kind(of: name, written: written)
    let keywordEnd =
      name == Keyword.sort.rawValue ? min(start.end + 3, source.bytes.count) : start.end
    return Stage(
      kind: kind, keyword: ScriptRange(start.start, keywordEnd), range: range(from: start.start))
  }

  func canonicalStage(_ word: String) -> String? {
    Vocabulary.isStage(word) ? word : OtherLanguageWords.stages[word]?.stage
  }

  private mutating func reportForeignStage(_ written: String, as name: String) {
    guard let foreign = OtherLanguageWords.stages[written] else { return }
    // `order by` becomes `sort by`, while `order name` wants the `by` as well.
    var replacement = name
    let lacksBy =
      OtherLanguageWords.stagesWithBy.contains(name)
      || OtherLanguageWords.stagesCountingBy.contains(written) && Self.isName(cursor.peek(1).kind)
    if lacksBy, !isAt(.by, ahead: 1) { replacement = "\(name) by" }
    var range = token.range
    if written == "select", opensAtOnce(token) { replacement = "filter" }
    if name == Keyword.show.rawValue, cursor.peek(1).kind == .star {
      range = range.union(cursor.peek(1).range)
      replacement = "show all"
    }
    report(
      .foreignStage(
        text(token), range, replacement,
        users: replacement == Keyword.filter.rawValue && written == "select"
          ? "jq says select" : foreign.users,
        pipe: takeMissingPipe(), isOrderDoubtful: takeOrderDoubt(),
        isOfValue: written == "length" && isBehindValue))
  }

  /// Whether the `|` before the stage is missing, which is to be said once.
  mutating func takeMissingPipe() -> Bool {
    defer { isPipeMissing = false }
    return isPipeMissing
  }

  private mutating func takeOrderDoubt() -> Bool {
    defer { isOrderDoubtful = false }
    return isOrderDoubtful
  }

  mutating func kind(of name: String, written: String) throws(Stop) -> Stage.Kind {
    switch Keyword(of: name) {
    case .filter: return .filter(try filter())
    case .search: return try search()
    case .sort: return try sort(isForeign: written != Keyword.sort.rawValue)
    case .show: return try show(isForeign: written != Keyword.show.rawValue)
    case .extend: return .extend(try list { parser throws(Stop) in try parser.assignment() })
    case .rename: return .rename(try list { parser throws(Stop) in try parser.renaming() })
    case .drop: return .drop(try names(after: "drop"))
    case .distinct:
      if let fault = countBehindDistinct(cursor.previous.range) { throw fault }
      takeByOfDistinct(cursor.previous.range)
      note(.field(.any))
      return .distinct(atStageEnd ? [] : try names(after: "distinct"))
    case .count: return try count(isForeign: written != Keyword.count.rawValue)
    case .summarize: return try summarize()
    case .group: return try group(isForeign: written != Keyword.group.rawValue)
    case .expand: return .expand(try fieldName(after: "expand", .list))
    case .top: return try top()
    case .limit:
      let place = cursor.previous.range
      let count = try count(after: "limit")
      try foreignOffset(place, count)
      return .limit(count)
    case .skip: return .skip(try count(after: "skip"))
    case .page:
      note(.count(.page))
      if atStageEnd { throw fail(.missingPage(missingPlace)) }
      let page = try count(after: "page", .page, before: .size)
      return .page(page, size: take(.size) ? try count(after: "size") : nil)
    case .sample:
      let count = try count(after: "sample", before: .seed)
      return .sample(count, seed: take(.seed) ? try self.count(after: "seed", .plain) : nil)
    case .assert: return try assertion()
    case .expect: return .expect(try expectation())
    case .join: return .join(try join())
    case .union:
      takeUnionAll()
      return .union(try sourceName(after: "union"))
    case .related, .accessories, .follow: return .relation(try relation(cursor.previous))
    case .apply: return try apply()
    case .save: return .save(try save())
    case .to:
      let format = try format(after: "to")
      if let fault = redirection(format.name) { throw fault }
      return .to(format)
    default: preconditionFailure("the vocabulary has a stage `\(name)` that is not parsed")
    }
  }

  private mutating func top() throws(Stop) -> Stage.Kind {
    let count = try count(after: "top", before: .by)
    if !take(.by) {
      guard startsValue(token) else {
        throw fail(.missingTopKey("top \(source[count.range])", missingPlace))
      }
      let words = ScriptRange(stageStart, count.range.end)
      report(.missingBy(after: source[words], words, .certain))
    }
    return .top(count, by: try sortKeys(after: "top \(source[count.range]) by", ofTop: true))
  }

  /// Takes the `all` of SQL's `union all`, which is what `union` does.
  private mutating func takeUnionAll() {
    guard isAt(.all), Self.isName(cursor.peek(1).kind) || cursor.peek(1).kind == .text else {
      return
    }
    report(.foreignMark("union all", cursor.previous.range.union(token.range), "union"))
    cursor.advance()
  }

  private mutating func sort(isForeign: Bool) throws(Stop) -> Stage.Kind {
    let place = cursor.previous.range
    let hasBy = take(.by) || takeHyphenatedBy(place)
    if token.kind == .openBrace { throw fail(.foreignBraces(token.range)) }
    if !hasBy { try stopIfAsked() }
    if !hasBy, let fault = try directionBeforeBy(place) { throw fault }
    if !hasBy, !isForeign {
      report(.missingBy(after: "sort", place, atKeysOfOthers ? .suggested : .certain))
    }
    return .sort(try sortKeys(after: "sort by"))
  }

  private mutating func count(isForeign: Bool) throws(Stop) -> Stage.Kind {
    let place = cursor.previous.range
    if !take(.by) {
      if let fault = countOfDistinct(place) { throw fault }
      if let fault = try countOfCondition(place) { throw fault }
      takeEmptyBrackets(place)
      guard Self.isName(token.kind), !atStageWord, !isAt(.from) else { return .count(by: []) }
      if !isForeign { report(.missingBy(after: "count", place, .suggested)) }
    }
    return .count(by: try list { parser throws(Stop) in try parser.column(after: "count by") })
  }

  private mutating func assertion() throws(Stop) -> Stage.Kind {
    let condition = try condition(of: "assert")
    guard take(.comma) else { return .assert(condition, message: nil) }
    note(.text)
    guard token.kind == .text else { throw fail(.missingMessage(missingPlace)) }
    return .assert(condition, message: decoded(cursor.advance()))
  }

  private mutating func filter() throws(Stop) -> Expression {
    let condition = try condition(of: "filter")
    if let fault = redirection(of: condition, isCertain: false) { throw fault }
    return condition
  }

  private mutating func condition(of stage: String) throws(Stop) -> Expression {
    note(.condition)
    if atStageEnd { throw fail(.missingCondition(missingPlace, of: stage)) }
    let condition = try expression()
    noteCondition(condition)
    return condition
  }

  private mutating func group(isForeign: Bool) throws(Stop) -> Stage.Kind {
    let place = cursor.previous.range
    if !take(.by), !takeHyphenatedBy(place), !isForeign {
      try stopIfAsked()
      report(.missingBy(after: "group", place, .certain))
    }
    let keys = try names(after: "group by")
    if let fault = missingCommas() ?? summaryBehindGroup(keys) { throw fault }
    note(.bracketed(.stages))
    guard token.kind == .openParenthesis else {
      let written = keys.map(\.text.asName).joined(separator: ", ")
      throw fail(.missingGroupStages(of: written, missingPlace))
    }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw fail(.tooDeepGroup(token.range)) }
    let end = cursor.partner()
    let opening = cursor.advance()
    learn { $0.groupDepth += 1 }
    note(.stage)
    if atStatementEnd { throw fail(.unclosedBracket(opening.range, ")")) }
    let reported = diagnostics.count
    groupDepth += 1
    let stages = stages()
    groupDepth -= 1
    learn { $0.groupDepth -= 1 }
    // A fault in inner brackets has ended the stages at the first of them that closes.
    if diagnostics.count > reported {
      guard let end else { throw Stop() }
      cursor.move(to: end)
    }
    for stage in stages {
      if let word = stage.kind.lastWord { report(.wholeInGroup(word, stage.range)) }
    }
    try close(opening, with: .closeParenthesis)
    learn { $0.stages.removeLast(min(stages.count, $0.stages.count)) }
    return .group(keys, stages)
  }

  private mutating func summarize() throws(Stop) -> Stage.Kind {
    note(.aggregate)
    if atStageEnd { throw fail(.missingAggregate(missingPlace)) }
    learn { $0.readsAggregates = true }
    let aggregates = try list { parser throws(Stop) in try parser.aggregate() }
    learn { $0.readsAggregates = false }
    if isAt(.group), isAt(.by, ahead: 1) {
      report(.foreignMark("group by", token.range.union(cursor.peek(1).range), "by"))
      cursor.advance()
    }
    guard take(.by) else { return .summarize(aggregates, by: []) }
    return .summarize(
      aggregates, by: try list { parser throws(Stop) in try parser.column(after: "by") })
  }

  private mutating func aggregate() throws(Stop) -> AggregateClause {
    if atAssignment {
      let assignment = try assignment()
      return AggregateClause(
        name: assignment.name, value: bareAggregate(assignment.value) ?? assignment.value)
    }
    let value = try expression()
    forgetTests()
    if case .name = value.kind { note(.mark(.equal)) }
    if let call = bareAggregate(value) { return AggregateClause(name: nil, value: call) }
    let named = try foreignAlias(of: value)
    return AggregateClause(name: named?.name, value: value)
  }

  private mutating func search() throws(Stop) -> Stage.Kind {
    note(.text)
    let words: Expression
    switch token.kind {
    case .text:
      let literal = decoded(cursor.advance())
      words = Expression(kind: .text(literal.value), range: literal.range)
    case .parameter:
      let name = parameterName()
      words = Expression(kind: .parameter(name), range: name.range)
    default:
      if let fault = unquotedWords(ofSearch: true) { throw fault }
      throw fail(.missingSearchText(missingPlace))
    }
    let fields = take(.in) ? try names(after: "search \(source[words.range]) in", .text) : []
    return .search(words, in: fields)
  }

  private mutating func show(isForeign: Bool) throws(Stop) -> Stage.Kind {
    if token.kind == .star {
      // With another language's word for it, that word's fault has said so.
      if !isForeign { report(.foreignMark("*", token.range, "all")) }
      cursor.advance()
      return .show(.all)
    }
    noteShown()
    if Self.isItem(token.kind) { throw fail(.detailInPipeline(text(token), token.range)) }
    if atStageEnd { return .show(.all) }
    let ends: [Token.Kind] = [.pipe, .newline, .semicolon, .end, .closeParenthesis]
    if isAt(.all), ends.contains(cursor.peek(1).kind) {
      cursor.advance()
      return .show(.all)
    }
    return .show(
      .columns(try list { parser throws(Stop) in try parser.column(after: "show") }))
  }

  /// What stands behind `show`, which as the first word of a statement names items too.
  private mutating func noteShown() {
    if isAsked, currentHead != nil { note(.item(relation: nil)) }
    note(.field(.any))
    note(.word(.all))
  }

  mutating func sortKeys(
    after words: String, ofTop isOfTop: Bool = false
  ) throws(Stop) -> [SortKeyClause] {
    note(.key)
    if atStageEnd { throw fail(.missingSortKey(after: words, missingPlace)) }
    return try list { parser throws(Stop) in try parser.sortKey(ofTop: isOfTop) }
  }

  private mutating func sortKey(ofTop isOfTop: Bool) throws(Stop) -> SortKeyClause {
    if let key = try directionFirst() { return key }
    note(.key)
    let expression = try expression()
    if let fault = redirection(of: expression) { throw fault }
    let direction = direction()
    let isBracketed = source.bytes[expression.range.start] == UInt8(ascii: "(")
    if direction == nil, !isBracketed, case .negative(let inner) = expression.kind,
      case .name = inner.kind
    {
      reportMinus(expression.range, source[inner.range], ofTop: isOfTop)
    }
    var nullsFirst = false
    if take(.nulls) {
      nullsFirst = take(.first)
      if !nullsFirst, !take(.last) { throw fail(.missingNullsPlace(missingPlace)) }
    }
    return SortKeyClause(expression: expression, direction: direction, nullsFirst: nullsFirst)
  }

  private mutating func direction() -> SortKeyClause.Direction? {
    if take(.desc) { return .descending }
    if take(.asc) { return .ascending }
    guard let right = OtherLanguageWords.direction(word) else { return nil }
    report(.foreignMark(text(token), token.range, right))
    cursor.advance()
    return right == Keyword.desc.rawValue ? .descending : .ascending
  }

  /// Whether a name and `=` come next.
  private var atAssignment: Bool {
    let mark = cursor.peek(1)
    return Self.isName(token.kind)
      && (mark.kind == .equal || mark.kind == .doubleEqual || isForeignEqual(mark))
  }

  private mutating func assignment() throws(Stop) -> Assignment {
    let name = try newName(after: "extend")
    guard takeEqual() || take(.doubleEqual) else {
      throw fail(.missingAssignment(name.text, missingPlace))
    }
    return Assignment(name: name, value: try expression())
  }

  private mutating func renaming() throws(Stop) -> Renaming {
    let from = try fieldName(after: "rename")
    if let fault = renamingOfOthers(from) { throw fault }
    if isAt(.to), Self.isName(cursor.peek(1).kind) {
      report(.foreignMark(text(token), token.range, "as"))
      cursor.advance()
    } else if [.equal, .doubleEqual].contains(token.kind), Self.isName(cursor.peek(1).kind) {
      cursor.advance()
      let old = try fieldName(after: "rename")
      report(.newNameFirst(from, old, source))
      return Renaming(from: old, to: from)
    } else {
      guard take(.as) else {
        let isNamed = Self.isName(token.kind) && !Vocabulary.reserved.contains(word)
        let gap = isNamed ? ScriptRange(from.range.end, from.range.end) : nil
        throw fail(.missingRename(from.text, missingPlace, gap))
      }
    }
    return Renaming(from: from, to: try newName(after: "as"))
  }

  private mutating func column(after words: String) throws(Stop) -> ColumnClause {
    if atAssignment {
      return .computed(try assignment())
    }
    note(.field(.any))
    guard Self.isName(token.kind) || token.kind == .dot else {
      if let name = quotedName() {
        return .field(Expression(kind: .name(name), range: name.range))
      }
      throw fail(
        .missingName(
          after: words, .field(.any), missingPlace, found: atStageEnd ? nil : text(token)))
    }
    // A column compares no list, so nobody is told to write one.
    if isAt(.any) || isAt(.all), atOperandEnd(cursor.peek(1)) {
      throw fail(.reservedWord(text(token), token.range))
    }
    let expression = isAt(.none) && isAskedNext ? none() : try expression()
    forgetTests(andArithmetic: true)
    if case .name = expression.kind { note(.mark(.equal)) }
    if let named = try foreignAlias(of: expression) { return .computed(named) }
    if let fault = redirection(of: expression, orBare: true) { throw fault }
    guard Self.isPath(expression) else {
      throw fail(.unnamedColumn(source[expression.range], expression.range, words))
    }
    return .field(expression)
  }

  /// A field or a member of one, without anything computed on the way.
  private static func isPath(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .name, .missing: true
    case .member(let inner, _): isPath(inner)
    default: false
    }
  }

  mutating func names(
    after words: String, _ use: ParsePoint.FieldUse = .any
  ) throws(Stop) -> [Name] {
    beginList()
    var names = [try fieldName(after: words, use)]
    while take(.comma) || takeAnd() { names.append(try fieldName(after: words, use)) }
    return names
  }

  /// Takes an `and` between two names, which is reported.
  private mutating func takeAnd() -> Bool {
    guard isAt(.and), Self.isName(cursor.peek(1).kind) else { return false }
    report(
      .andBetweenNames(token.range, ScriptRange(cursor.previous.range.end, token.range.end)))
    cursor.advance()
    return true
  }

  /// The name of a field where no path to one can stand.
  mutating func fieldName(
    after words: String, _ use: ParsePoint.FieldUse = .any
  ) throws(Stop) -> Name {
    let name = try plainName(after: words, .field(use))
    var path = [name]
    while token.kind == .dot, Self.isName(cursor.peek(1).kind) {
      cursor.advance()
      path.append(try self.name())
    }
    if path.count == 1 { return name }
    report(.pathForName(words, path))
    throw Stop()
  }

  mutating func newName(
    after words: String, _ use: ParsePoint.NameUse = .field
  ) throws(Stop) -> Name {
    try plainName(after: words, .newName(use))
  }

  mutating func plainName(
    after words: String, _ wanted: ParsePoint.Expected
  ) throws(Stop) -> Name {
    note(wanted)
    guard Self.isName(token.kind) else {
      if wanted.isField, let name = quotedName() { return name }
      throw fail(
        .missingName(after: words, wanted, missingPlace, found: atStageEnd ? nil : text(token)))
    }
    return try name()
  }

  static func isName(_ kind: Token.Kind) -> Bool { kind == .name || kind == .quotedName }

  /// The name at the cursor; a quoted one that is never closed has been reported.
  mutating func name() throws(Stop) -> Name {
    let token = cursor.advance()
    names.append(token.range)
    guard token.kind == .quotedName else { return Name(text: text(token), range: token.range) }
    // A mark may follow a backtick, of which a character would be both.
    let inner = text(token).unicodeScalars.dropFirst()
    guard inner.last == "`" else { throw Stop() }
    guard inner.count > 1 else {
      report(.emptyName(token.range))
      throw Stop()
    }
    return Name(text: Lexer.name(inBackticks: inner.dropLast()), range: token.range)
  }

  /// Elements between commas, at least one.
  private mutating func list<Element>(
    _ element: (inout Parser) throws(Stop) -> Element
  ) throws(Stop) -> [Element] {
    beginList()
    var elements = [try element(&self)]
    while take(.comma) { elements.append(try element(&self)) }
    return elements
  }
}
