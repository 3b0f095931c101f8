// SPDX-License-Identifier: MIT

import Diagnostics

// The clauses of a source definition, fields aside.
extension Parser {
  mutating func clause(_ clauses: inout DefinitionClauses) throws(Stop) {
    let start = token.range
    stageStart = start.start
    guard let keyword = Keyword(of: word), DefinitionWords.clauses.contains(keyword) else {
      throw fail(.unknownClause(text(token), start))
    }
    cursor.advance()
    try read(keyword, into: &clauses)
    if !atStatementEnd, token.kind != .closeBrace {
      throw fail(.strayPart(text(token), token.range, of: keyword.rawValue))
    }
  }

  private mutating func read(
    _ keyword: Keyword, into clauses: inout DefinitionClauses
  ) throws(Stop) {
    let word = keyword.rawValue
    switch keyword {
    case .noun: clauses.noun = try noun()
    case .list:
      clauses.list = try literal(after: word)
      clauses.table = try table(.definitionClause)
    case .detail: clauses.detail = try detail()
    case .picture: clauses.picture = try picture()
    case .size: clauses.sizes.append(try size())
    case .shots:
      clauses.shots = try literals(after: word)
      clauses.shotField = take(.else) ? try plainName(after: "else", .part(.field)) : nil
    case .items:
      repeat { clauses.items.append(try itemsPath()) } while take(.or)
    case .pages: clauses.pages = try pages()
    case .category: clauses.categories.append(try category())
    case .status: clauses.statuses.append(try status())
    case .fault: clauses.faults.append(try members(after: word))
    case .warn: clauses.warnings.append(try warning())
    case .key: clauses.key = try key()
    case .header:
      clauses.headers.append(
        HeaderClause(name: try literal(after: word), value: try literal(after: word)))
    case .rate: clauses.rate = try rate()
    case .keep: clauses.keeping = try keeping()
    case .search: clauses.search = try literal(after: word)
    case .filter: clauses.filters.append(try filter())
    case .sort:
      if take(.by) {
        clauses.sortKeys = try literal(after: "by")
      } else {
        clauses.sorts.append(try sort())
      }
    case .relation: clauses.relations.append(try relation())
    default: clauses.fields.append(try field())
    }
  }

  private mutating func noun() throws(Stop) -> NounClause {
    let first = try literal(after: "noun")
    guard token.kind == .comma else { return NounClause(one: nil, many: first) }
    cursor.advance()
    return NounClause(one: first, many: try literal(after: "noun"))
  }

  private mutating func detail() throws(Stop) -> DetailClause {
    let address = try literal(after: "detail")
    return DetailClause(address: address, path: take(.at) ? try valuePath(after: "at") : [])
  }

  private mutating func picture() throws(Stop) -> PictureClause {
    let address = try literal(after: "picture")
    let crop = take(.crop) ? try whole(.pixels, after: "crop") : 0
    let isOnlyFresh = take(.only)
    if isOnlyFresh, !take(.fresh) {
      throw fail(.badClause(missingPlace) { "`only` wants \($0.needed)" })
    }
    return PictureClause(address: address, crop: crop, isOnlyFresh: isOnlyFresh)
  }

  private mutating func size() throws(Stop) -> SizeClause {
    let id = try literal(after: "size")
    let example = "`45 x 60`"
    let width = try whole(.extent, after: "size", example)
    guard take(.x) else {
      throw fail(.badClause(missingPlace) { "`size` needs \($0.needed), as in \(example)" })
    }
    return SizeClause(
      id: id, width: width, height: try whole(.extent, after: "size", example))
  }

  private mutating func pages() throws(Stop) -> PagesClause {
    let start = cursor.previous.range.start
    guard take(.of) else {
      throw fail(
        .badClause(missingPlace) { "`pages` wants \($0.needed) and how many items a page has" })
    }
    let size = try whole(.items, after: "pages of")
    let first = take(.from) ? try whole(.page, after: "from", "`from 0`") : 1
    var total = take(.total) ? try replyPlace(after: "total") : nil
    let next = take(.next) ? try replyPlace(after: "next") : nil
    let cursor = next != nil && take(.as) ? try literal(after: "as") : nil
    if total == nil, next != nil, take(.total) { total = try replyPlace(after: "total") }
    return PagesClause(
      size: size, first: first, total: total, next: next, cursor: cursor,
      range: range(from: start))
  }

  private mutating func replyPlace(after word: String) throws(Stop) -> ReplyPlace {
    // A member of a reply may be called `in` too.
    let isMember = isAt(.in) && (cursor.peek(1).kind != .name || isAt(.next, ahead: 1))
    guard !isMember, take(.in) else { return .members(try members(after: word)) }
    guard take(.header) else {
      throw fail(.badClause(missingPlace) { "`in` wants \($0.needed) and its name" })
    }
    return .header(try literal(after: "header"))
  }

  private mutating func category() throws(Stop) -> CategoryClause {
    let title = try literal(after: "category")
    let id = take(.as) ? try literal(after: "as") : nil
    let picture = take(.picture) ? try literal(after: "picture") : nil
    return CategoryClause(title: title, id: id, picture: picture)
  }

  private mutating func status() throws(Stop) -> StatusClause {
    let path = try members(after: "status")
    switch token.kind {
    case .text: return StatusClause(path: path, expected: decoded(cursor.advance()).value)
    case .number:
      return StatusClause(path: path, expected: text(cursor.advance()).filter { $0 != "_" })
    case .name where word == Keyword.true.rawValue || word == Keyword.false.rawValue:
      return StatusClause(path: path, expected: text(cursor.advance()).lowercased())
    default:
      note(.part(.success))
      throw fail(.badClause(missingPlace) { "`status` needs \($0.needed)" })
    }
  }

  private mutating func warning() throws(Stop) -> WarnClause {
    let path = try members(after: "warn")
    return WarnClause(
      path: path, words: token.kind == .text ? try literal(after: "warn") : nil)
  }

  private mutating func key() throws(Stop) -> KeyClause {
    let variable = try plainName(after: "key", .part(.variable))
    if take(.as) {
      let name = try plainName(after: "as", .part(.parameter))
      return KeyClause(variable: variable, carrier: .parameter(name.text))
    }
    guard take(.in), take(.header) else {
      throw fail(
        .badClause(missingPlace) {
          "`key` wants \($0.needed), such as `as PARAMETER` or `in header \"NAME\"`"
        })
    }
    let name = try literal(after: "header")
    let form = take(.as) ? try literal(after: "as") : nil
    return KeyClause(variable: variable, carrier: .header(name, form: form))
  }

  private mutating func rate() throws(Stop) -> Int {
    let example = "`5 a second`"
    let rate = try whole(.requests, after: "rate", example)
    guard take(.a), take(.second) else {
      throw fail(.badClause(missingPlace) { "`rate` needs \($0.needed), as in \(example)" })
    }
    return rate
  }

  private mutating func keeping() throws(Stop) -> KeepClause {
    let example = "`15 minutes` or `7 days`"
    let count = try whole(.time, after: "keep", example)
    guard let unit = DefinitionWords.units.first(where: { $0.words.contains(word) }) else {
      note(.part(.timeUnit))
      throw fail(.badClause(missingPlace) { "`keep` needs \($0.needed), as in \(example)" })
    }
    cursor.advance()
    let (seconds, isTooLong) = count.multipliedReportingOverflow(by: unit.seconds)
    if isTooLong {
      throw fail(.badClause("`keep` needs a time, such as \(example)", cursor.previous.range))
    }
    return KeepClause(seconds: seconds, isAlways: take(.always))
  }

  private mutating func filter() throws(Stop) -> FilterClause {
    let field = try plainName(after: "filter", .part(.field))
    var operators: [ComparisonOperator] = []
    while let comparison = takeComparison() { operators.append(comparison.operator) }
    if operators.isEmpty { note(.part(.operators)) }
    let test = operators.isEmpty ? try filterTest() : nil
    if operators.isEmpty, test == nil {
      throw fail(.badClause(missingPlace) { "`filter` needs \($0.needed)" })
    }
    let address = try literal(after: "filter")
    return FilterClause(
      field: field, operators: operators, test: test, address: address, isFolded: take(.folded))
  }

  private mutating func filterTest() throws(Stop) -> FilterClause.Test? {
    if take(.contains) { return .contains }
    if take(.in) { return .isOneOf }
    let (first, second): (Keyword, Keyword)
    if take(.starts) {
      (first, second) = (.starts, .with)
    } else if take(.is) {
      (first, second) = (.is, .null)
    } else {
      return nil
    }
    guard take(second) else {
      throw fail(.badClause(missingPlace) { "`\(first.rawValue)` wants \($0.needed)" })
    }
    return first == .is ? .isNull : .startsWith
  }

  private mutating func sort() throws(Stop) -> SortClause {
    let field = try plainName(after: "sort", .part(.field))
    var ascending: TextLiteral?
    var descending: TextLiteral?
    if take(.asc) { ascending = try literal(after: "asc") }
    if take(.desc) { descending = try literal(after: "desc") }
    if ascending == nil, descending == nil {
      let both = try literal(after: field.text)
      (ascending, descending) = (both, both)
    }
    return SortClause(
      field: field, ascending: ascending, descending: descending, isStable: take(.stable))
  }

  private mutating func relation() throws(Stop) -> RelationClause {
    let name = try plainName(after: "relation", .part(.relation))
    let address = token.kind == .text ? decoded(cursor.advance()) : nil
    guard take(.from) else {
      throw fail(
        .badClause(missingPlace) { "`relation` wants \($0.needed) and the way to the ids" })
    }
    return RelationClause(name: name, address: address, path: try valuePath(after: "from"))
  }

  /// The way to the items, in a definition and in a query.
  mutating func itemsPath(
    _ fault: (String, ScriptRange) -> Diagnostic = Diagnostic.badClause
  ) throws(Stop) -> [ItemsStep] {
    var steps: [ItemsStep] = []
    if token.kind == .openBracket { try takeEach(&steps, fault) }
    while steps.isEmpty || take(.dot) {
      steps.append(.member(try newName(after: "items").text))
      try takeEach(&steps, fault)
    }
    return steps
  }

  private mutating func takeEach(
    _ steps: inout [ItemsStep], _ fault: (String, ScriptRange) -> Diagnostic
  ) throws(Stop) {
    while take(.openBracket) {
      guard take(.closeBracket) else {
        throw fail(fault("`[` wants `]` at once: `[]` means every element", missingPlace))
      }
      steps.append(.each)
    }
  }
}

// What several clauses hold.
extension Parser {
  mutating func literal(after word: String) throws(Stop) -> TextLiteral {
    note(.text)
    guard token.kind == .text else {
      throw fail(.badClause(missingPlace) { "`\(word)` needs \($0.needed)" })
    }
    return decoded(cursor.advance())
  }

  private mutating func literals(after word: String) throws(Stop) -> [TextLiteral] {
    var literals = [try literal(after: word)]
    while take(.comma) { literals.append(try literal(after: word)) }
    return literals
  }

  /// A whole number from 1.
  private mutating func whole(
    _ part: ParsePoint.DefinitionPart, after word: String, _ example: String = ""
  ) throws(Stop) -> Int {
    note(.part(part))
    let help = example.isEmpty ? "" : ", such as \(example)"
    let digits = text(token).filter { $0 != "_" }
    guard token.kind == .number, let number = Int(digits) else {
      if token.kind == .number, digits.allSatisfy(\.isWholeNumber) {
        throw fail(
          .badClause(
            "this number is too large for `\(word)`; the largest is \(Int.max)", token.range))
      }
      throw fail(.badClause(missingPlace) { "`\(word)` needs \($0.needed)\(help)" })
    }
    cursor.advance()
    return number
  }

  /// Names of members that lead from one to the next.
  mutating func members(after word: String) throws(Stop) -> [Name] {
    var names = [try plainName(after: word, .part(.member))]
    while take(.dot) { names.append(try plainName(after: ".", .part(.member))) }
    return names
  }

  /// Such as `a.b[].c`, `categoryPath[last].name` or `Descriptions[Key = "Title"].Value`.
  mutating func valuePath(after word: String) throws(Stop) -> [ValueStep] {
    var steps: [ValueStep] = []
    repeat {
      let name = try plainName(after: steps.isEmpty ? word : ".", .part(.member))
      steps.append(.member(name.text))
      while take(.openBracket) { steps.append(try element()) }
    } while take(.dot)
    return steps
  }

  /// Which elements of a list are meant, after `[`.
  private mutating func element() throws(Stop) -> ValueStep {
    let step: ValueStep
    let isAlone = cursor.peek(1).kind == .closeBracket
    if token.kind == .closeBracket {
      step = .each
    } else if isAlone, take(.first) {
      step = .first
    } else if isAlone, take(.last) {
      step = .last
    } else {
      let path = try members(after: "[").map(\.text)
      guard take(.equal) else {
        throw fail(
          .badClause("`[` wants `]`, `first]`, `last]` or `NAME = \"TEXT\"]`", missingPlace))
      }
      step = .matching(path, try literal(after: "=").value)
    }
    guard take(.closeBracket) else {
      throw fail(.badClause(missingPlace) { "a \($0.needed) is missing" })
    }
    return step
  }
}

/// The words of source definitions.
enum DefinitionWords {
  static let clauses: [Keyword] = [
    .noun, .list, .detail, .items, .pages, .category, .status, .fault, .warn, .key, .header, .rate,
    .keep,
    .search, .filter, .sort, .relation, .picture, .size, .shots, .field,
  ]

  static let modifiers: [[Keyword]] = [
    [.key], [.category], [.from], [.in, .detail], [.in, .group], [.in, .request], [.split],
    [.sort, .by], [.trim], [.html], [.empty, .null], [.number, .or, .text],
  ]

  static let units: [(words: [String], seconds: Int)] = [
    (["second", "seconds"], 1), (["minute", "minutes"], 60), (["hour", "hours"], 3_600),
    (["day", "days"], 86_400),
  ]

  /// The units that are words of definitions only.
  static let shortUnits: Set<String> = Set(units.prefix(2).flatMap(\.words))
}
