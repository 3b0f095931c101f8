// SPDX-License-Identifier: MIT

import Diagnostics

/// A query of SQL, put into the words of this language clause by clause. What has no certain
/// counterpart, such as a query in brackets, gives nothing.
struct OtherLanguageSelect {
  /// A column of the result.
  struct Column {
    var name: String?
    let value: ArraySlice<Token>
  }

  let source: ScriptText
  private var clauses: [String: ArraySlice<Token>] = [:]
  private var joins: [(keepsLeft: Bool, tokens: ArraySlice<Token>)] = []
  /// What the names of sources are that stand before a dot; nothing stands for the first source.
  var prefixes: [String: String] = [:]
  /// How aggregates are called that other clauses name again.
  var aggregateNames: [String: String] = [:]
  var columns: [Column] = []
  private var isDistinct = false
  private var limit: String?
  /// Whether each word of it has one meaning.
  private var isCertain = true

  private init(_ source: ScriptText) { self.source = source }

  /// The pipeline that says the same as the tokens of a query; nil where there is none.
  static func pipeline(
    _ tokens: ArraySlice<Token>, in source: ScriptText
  ) -> (text: String, certainty: FixIt.Certainty)? {
    var select = OtherLanguageSelect(source)
    guard !select.hasUncertainPattern(tokens), select.divide(tokens), let origin = select.origin(),
      select.takeColumns()
    else {
      return nil
    }
    guard let shaped = select.shaped(), let ordered = select.ordered(),
      let cut = select.cut()
    else { return nil }
    let condition = select.clauses["where"].map { ["filter \(select.text($0))"] } ?? []
    let isCertain =
      select.isCertain && !select.hasShadow && !select.readsAlias && !select.lacksNames
      && !select.comparesNull(tokens) && !select.negates(tokens)
    return (
      (origin + condition + shaped + ordered + cut).joined(separator: " | "),
      isCertain ? .certain : .suggested
    )
  }
}

// Clauses and sources.
extension OtherLanguageSelect {
  private static let words: Set<String> = [
    "select", "from", "where", "group", "having", "order", "limit", "offset",
  ]
  private static let joinWords: Set<String> = ["left", "inner", "outer", "join"]
  private static let unknownWords: Set<String> = [
    "right", "full", "cross", "natural", "union", "intersect", "except", "window", "qualify",
    "fetch", "into",
  ]

  /// Whether a word goes on with a query on the next line.
  static func goesOn(_ word: String) -> Bool {
    words.contains(word) || joinWords.contains(word) || unknownWords.contains(word)
  }

  /// Cuts the tokens where a clause begins; false where there is one that has no counterpart.
  private mutating func divide(_ tokens: ArraySlice<Token>) -> Bool {
    var depth = 0
    var start = tokens.startIndex
    var name = ""
    var index = tokens.startIndex
    while index < tokens.endIndex {
      let token = tokens[index]
      switch token.kind {
      case .openParenthesis, .openBracket: depth += 1
      case .closeParenthesis, .closeBracket: depth -= 1
      default: break
      }
      let word = lowered(token)
      if depth > 0, word == "select" { return false }
      let begins = Self.words.contains(word) || Self.joinWords.contains(word)
      if depth == 0, begins || Self.unknownWords.contains(word) {
        guard begins, close(name, tokens[start..<index]) else { return false }
        index += 1
        name = word
        if Self.joinWords.contains(word) {
          name = word == Keyword.left.rawValue ? "left" : "join"
          while index < tokens.endIndex, Self.joinWords.contains(lowered(tokens[index])) {
            index += 1
          }
        } else if ["group", "order"].contains(word) {
          guard index < tokens.endIndex, lowered(tokens[index]) == "by" else { return false }
          index += 1
        }
        start = index
      } else {
        index += 1
      }
    }
    return close(name, tokens[start...])
  }

  private mutating func close(_ name: String, _ tokens: ArraySlice<Token>) -> Bool {
    if name.isEmpty { return tokens.isEmpty }
    guard !tokens.isEmpty else { return false }
    if name == "left" || name == "join" {
      joins.append((name == "left", naming(tokens, in: name)))
      return true
    }
    return clauses.updateValue(naming(tokens, in: name), forKey: name) == nil
  }

  /// The tokens of a clause, in which double quotes stand around a name where no text can be meant:
  /// before a test, and as a column or a key. Some databases have a text there all the same.
  private mutating func naming(
    _ tokens: ArraySlice<Token>, in clause: String
  ) -> ArraySlice<Token> {
    let listsNames = ["select", "group", "order"].contains(clause)
    var depth = 0
    var named: [Token] = []
    for (index, token) in zip(tokens.indices, tokens) {
      if token.kind.opensBracket { depth += 1 }
      if [.closeParenthesis, .closeBracket].contains(token.kind) { depth -= 1 }
      let next = index + 1 < tokens.endIndex ? tokens[index + 1] : nil
      let isColumn =
        listsNames && depth == 0
        && (named.last.map { [.comma, .name, .dot].contains($0.kind) } ?? true)
      if token.kind == .text, source[token.range].first == "\"", isColumn || isTest(next) {
        named.append(Token(kind: .quotedName, range: token.range, start: token.start))
        isCertain = false
      } else {
        named.append(token)
      }
    }
    return named[...]
  }

  /// Whether a token asks something of the value before it.
  private func isTest(_ token: Token?) -> Bool {
    guard let token else { return false }
    return isComparison(token)
      || ["in", "not", "is", "like", "between", "contains"].contains(lowered(token))
  }

  private func isComparison(_ token: Token) -> Bool {
    switch token.kind {
    case .equal, .doubleEqual, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    case .foreign: OtherLanguageWords.comparisons[written(token)] != nil
    default: false
    }
  }

  /// Whether something is compared with null, of which SQL never knows the answer.
  private func comparesNull(_ tokens: ArraySlice<Token>) -> Bool {
    zip(tokens, tokens.dropFirst()).contains { isComparison($0) && lowered($1) == "null" }
  }

  /// Whether a test is turned round: SQL leaves out the rows that have no value to be tested, this
  /// language keeps them.
  private func negates(_ tokens: ArraySlice<Token>) -> Bool {
    tokens.indices.contains { index in
      let token = tokens[index]
      if token.kind == .notEqual { return true }
      if token.kind == .foreign {
        return written(token) == "!" || OtherLanguageWords.comparisons[written(token)] == .notEqual
      }
      let before = index > tokens.startIndex ? lowered(tokens[index - 1]) : ""
      return lowered(token) == "not" && before != "is"
    }
  }

  /// Whether a column gets a name that another one reads, so that other clauses may mean either.
  private var hasShadow: Bool {
    columns.enumerated().contains { place, column in
      guard let name = column.name else { return false }
      return columns.enumerated().contains { other, read in
        other != place
          && read.value.contains {
            Parser.isName($0.kind) && written($0).lowercased() == name.lowercased()
          }
      }
    }
  }

  /// Whether a clause reads a column's new name where SQL means the field of that name, if there
  /// is one: in a group, in a condition on one, and in a key that is more than the name.
  private var readsAlias: Bool {
    let renamed = columns.filter { $0.name != nil && text($0.value) != $0.name }
    let names = Set(renamed.compactMap { $0.name?.lowercased() })
    let values = Set(columns.map { key($0.value) })
    let keys = Self.pieces(clauses["order"] ?? []).map { key in
      let direction = key.reversed().prefix { Self.directions.contains(lowered($0)) }
      return key.dropLast(direction.count)
    }
    let computed = keys.filter { $0.count > 1 && !values.contains(key($0)) }
    let read = [clauses["group"] ?? [], clauses["having"] ?? []] + computed
    return read.joined().contains {
      Parser.isName($0.kind) && names.contains(written($0).lowercased())
    }
  }

  /// `from SOURCE` and what is joined with it.
  private mutating func origin() -> [String]? {
    guard let clause = clauses["from"], let first = takeSource(clause, isFirst: true),
      first.rest.isEmpty
    else { return nil }
    var stages = ["from \(first.name)"]
    var parts: [(keepsLeft: Bool, name: String, rest: ArraySlice<Token>)] = []
    for join in joins {
      guard let joined = takeSource(join.tokens, isFirst: false) else { return nil }
      parts.append((join.keepsLeft, joined.name, joined.rest))
    }
    for part in parts {
      guard part.rest.first.map(lowered) == "on", part.rest.count > 1 else { return nil }
      stages.append(
        "join \(part.keepsLeft ? "left " : "")\(part.name) on \(text(part.rest.dropFirst()))")
    }
    return stages
  }

  /// The name of a source, after which its short name is known, and what follows both.
  private mutating func takeSource(
    _ tokens: ArraySlice<Token>, isFirst: Bool
  ) -> (name: String, rest: ArraySlice<Token>)? {
    guard let first = tokens.first, [.name, .quotedName, .text].contains(first.kind) else {
      return nil
    }
    var name = written(first)
    // SQL has names in double quotes.
    if name.first == "\"", Lexer.isPlainName(String(name.dropFirst().dropLast())) {
      name = String(name.dropFirst().dropLast())
    }
    let prefix = isFirst ? "" : "\(name)."
    prefixes[name.lowercased()] = prefix
    var rest = tokens.dropFirst()
    if lowered(rest.first) == "as" { rest = rest.dropFirst() }
    if let alias = rest.first, alias.kind == .name, lowered(alias) != "on" {
      prefixes[lowered(alias)] = prefix
      rest = rest.dropFirst()
    }
    return (name, rest)
  }
}

// Columns.
extension OtherLanguageSelect {
  /// The aggregate that a word of SQL is here too; nil for other words.
  static func aggregate(_ word: String) -> FunctionName? {
    FunctionName(of: word).flatMap {
      [.count, .sum, .avg, .min, .max, .median].contains($0) ? $0 : nil
    }
  }

  private mutating func takeColumns() -> Bool {
    guard var tokens = clauses["select"] else { return false }
    if ["distinct", "all"].contains(lowered(tokens.first)) {
      isDistinct = lowered(tokens.first) == "distinct"
      tokens = tokens.dropFirst()
    }
    if lowered(tokens.first) == "top", let count = tokens.dropFirst().first, count.kind == .number {
      limit = written(count)
      tokens = tokens.dropFirst(2)
      if ["percent", "with"].contains(lowered(tokens.first)) { return false }
    }
    let pieces = Self.pieces(tokens)
    columns = pieces.compactMap { $0.isEmpty ? nil : column($0) }
    if columns.count != pieces.count { return false }
    for column in columns {
      guard let call = aggregate(column.value) else { continue }
      if let name = column.name ?? call.name { aggregateNames[key(column.value)] = name }
    }
    return true
  }

  /// Words between two values.
  private static let joining: Set<String> = [
    "and", "or", "not", "in", "is", "like", "between", "div", "mod",
  ]

  /// A column with its name; nil where one value stands behind another.
  private func column(_ tokens: ArraySlice<Token>) -> Column? {
    guard let last = tokens.last, tokens.count > 1, Parser.isName(last.kind) else {
      return Column(name: nil, value: tokens)
    }
    let before = tokens[tokens.endIndex - 2]
    if lowered(before) == "as" {
      return Column(name: written(last), value: tokens.dropLast(2))
    }
    let isAlias = [.name, .quotedName, .closeParenthesis, .number].contains(before.kind)
    let first = tokens[tokens.startIndex]
    if isAlias, tokens.count > 2, Parser.isName(first.kind),
      !["case", "not"].contains(lowered(first)),
      [.name, .quotedName, .number].contains(tokens[tokens.startIndex + 1].kind),
      !Self.joining.contains(lowered(tokens[tokens.startIndex + 1]))
    {
      return nil
    }
    return isAlias
      ? Column(name: written(last), value: tokens.dropLast())
      : Column(name: nil, value: tokens)
  }

  /// An aggregate in the words of this language, with the name that its column gets by itself.
  private func aggregate(_ tokens: ArraySlice<Token>) -> (call: String, name: String?)? {
    guard let first = tokens.first, let function = Self.aggregate(lowered(first)),
      tokens.dropFirst().first?.kind == .openParenthesis, tokens.last?.kind == .closeParenthesis
    else { return nil }
    var inner = tokens.dropFirst(2).dropLast()
    if inner.map(\.kind) == [.star], function == .count { return ("count()", "count") }
    var name = function
    if lowered(inner.first) == "distinct" {
      guard function == .count else { return nil }
      name = .distinctCount
      inner = inner.dropFirst()
    }
    guard !inner.isEmpty, Self.pieces(inner).count == 1 else { return nil }
    let value = text(inner)
    let word = name.rawValue
    return ("\(word)(\(value))", isPath(inner) && inner.count == 1 ? "\(word)_\(value)" : nil)
  }
}

// Stages.
extension OtherLanguageSelect {
  /// The stages that make the columns: a summary, or a choice of them.
  private func shaped() -> [String]? {
    let having = clauses["having"]
    let isSummary = clauses["group"] != nil || columns.contains { aggregate($0.value) != nil }
    guard isSummary else {
      guard having == nil else { return nil }
      if columns.map({ text($0.value) }) == ["*"] { return isDistinct ? ["distinct"] : [] }
      return chosen(columns).map { [$0] }
    }
    guard let summary = summary() else { return nil }
    guard let having else { return summary }
    guard let condition = namingAggregates(having) else { return nil }
    return [summary[0], "filter \(condition)"] + summary.dropFirst()
  }

  private func chosen(_ columns: [Column]) -> String? {
    let written = columns.map { column -> String? in
      let value = text(column.value)
      if let name = column.name { return "\(name) = \(value)" }
      return isPath(column.value) ? value : madeUpName(column.value).map { "\($0) = \(value)" }
    }
    let names = written.compactMap(\.self)
    guard names.count == columns.count else { return nil }
    if isDistinct {
      guard columns.allSatisfy({ $0.name == nil }) else { return nil }
      return "distinct \(names.joined(separator: ", "))"
    }
    return "show \(names.joined(separator: ", "))"
  }

  /// A name for a computed column that has none; nil where an aggregate may be meant.
  private func madeUpName(_ value: ArraySlice<Token>) -> String? {
    guard OtherLanguageWords.aggregates[lowered(value.first)] == nil else { return nil }
    let words = value.filter { Parser.isName($0.kind) || $0.kind == .number }
    let name = words.map { written($0).lowercased() }.joined(separator: "_")
    return Lexer.isPlainName(name) && words.count > 1 ? name : nil
  }

  /// Whether a computed column has no name.
  private var lacksNames: Bool {
    columns.contains {
      $0.name == nil && !isPath($0.value) && aggregate($0.value) == nil && text($0.value) != "*"
    }
  }

  private func summary() -> [String]? {
    guard !isDistinct else { return nil }
    let keys = Self.pieces(clauses["group"] ?? []).filter { !$0.isEmpty }
    let plain = columns.filter { aggregate($0.value) == nil }
    var order: [String] = []
    var written: [String] = []
    for key in keys {
      guard let value = positioned(key), isPath(value) else { return nil }
      let column = plain.first { text($0.value) == text(value) || $0.name == text(value) }
      let name = column?.name ?? text(value)
      order.append(name)
      let source = column.map { text($0.value) } ?? text(value)
      written.append(name == source ? source : "\(name) = \(source)")
    }
    // A column that is neither a key nor an aggregate has no value of its own.
    guard plain.allSatisfy({ order.contains($0.name ?? text($0.value)) }) else { return nil }
    let calls = columns.compactMap { column -> String? in
      guard let found = aggregate(column.value) else { return nil }
      return column.name.map { "\($0) = \(found.call)" } ?? found.call
    }
    if calls.isEmpty { return ["distinct \(written.joined(separator: ", "))"] }
    let by = written.isEmpty ? "" : " by \(written.joined(separator: ", "))"
    let names = columns.map { column in
      column.name ?? aggregate(column.value)?.name ?? text(column.value)
    }
    let made =
      order
      + columns.filter { aggregate($0.value) != nil }.map {
        $0.name ?? aggregate($0.value)?.name ?? ""
      }
    let shown = names == made ? [] : ["show \(names.joined(separator: ", "))"]
    if !shown.isEmpty, made.contains("") { return nil }
    return ["summarize \(calls.joined(separator: ", "))\(by)"] + shown
  }

  /// Words behind a key.
  private static let directions: Set<String> = ["asc", "desc", "nulls", "first", "last"]

  private func ordered() -> [String]? {
    guard let clause = clauses["order"] else { return [] }
    var keys: [String] = []
    for piece in Self.pieces(clause) {
      var value = piece
      while Self.directions.contains(lowered(value.last)) {
        value = value.dropLast()
      }
      guard !value.isEmpty, let key = positioned(value), let named = namingAggregates(key) else {
        return nil
      }
      let direction = piece[value.endIndex...]
      let rest = direction.isEmpty ? "" : " \(text(direction).lowercased())"
      // A name that a column gets hides the field of that name.
      let isNew = value == key && columns.contains { $0.name == text(key) }
      let alias =
        isNew ? nil : columns.first { $0.name != nil && text($0.value) == text(key) }?.name
      keys.append((alias ?? named) + rest)
    }
    return ["sort by \(keys.joined(separator: ", "))"]
  }

  /// How many rows are left out and kept.
  private func cut() -> [String]? {
    var numbers = [limit, nil]
    if let clause = clauses["limit"] {
      let parts = Self.pieces(clause).map { $0.count == 1 && $0.first?.kind == .number ? $0 : [] }
      switch parts.count {
      case 1: numbers = [text(parts[0]), nil]
      case 2: numbers = [text(parts[1]), text(parts[0])]
      default: return nil
      }
      if parts.contains(where: \.isEmpty) { return nil }
    }
    if let clause = clauses["offset"] {
      let count = ["row", "rows"].contains(lowered(clause.last)) ? clause.dropLast() : clause
      guard count.count == 1, count.first?.kind == .number else { return nil }
      numbers[1] = text(count)
    }
    return (numbers[1].map { ["skip \($0)"] } ?? []) + (numbers[0].map { ["limit \($0)"] } ?? [])
  }
}
