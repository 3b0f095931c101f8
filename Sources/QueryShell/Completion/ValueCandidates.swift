// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import LineEditing
import QueryEngine
import QuerySyntax

// Values, categories and ids, from what is loaded: nothing is asked of a server.
extension CompletionPlace {
  /// A value and what is told of it.
  typealias Found = (text: String, note: String)

  /// How many values are offered where nothing of them is written yet.
  private static let maximumOffered = 10

  /// Candidates for a text whose quote is open.
  func texts(quote: String, isClosed: Bool) -> CompletionMatch {
    let end = isClosed ? "" : quote
    let found = point.expected.lazy.map { texts(for: $0, quote, end) }
    return found.first { !$0.items.isEmpty } ?? .none
  }

  private func texts(
    for expected: ParsePoint.Expected, _ quote: String, _ end: String
  ) -> CompletionMatch {
    switch expected {
    case .source, .file(.read): paths(endings: FormatPromise.endings, quote, end)
    case .file(.include): paths(endings: [".cq"], quote, end)
    case .file(.write): paths(endings: [], quote, end)
    case .category(let source): closed(categories(of: source), quote, end)
    case .moment(let source): closed(times(of: source), quote, end)
    case .item(let relation) where !items(with: relation).isEmpty:
      closed(currentSource.map(ids) ?? [], quote, end, notes: true)
    case .operand(let left, let mark, _) where Self.comparing.contains(mark):
      closed(Self.isText(side(of: left, by: mark)) ? found(of: left, .text) : [], quote, end)
    default: .none
    }
  }

  private func paths(endings: [String], _ quote: String, _ end: String) -> CompletionMatch {
    PathCandidates.match(word.text, endings: endings, quote: quote.first ?? "\"").map {
      var path = $0
      if !path.replacement.hasSuffix("/") { path.replacement += end }
      return path
    }
  }

  private func closed(
    _ values: [Found], _ mark: String, _ end: String, notes: Bool = false
  ) -> CompletionMatch {
    let all = values.compactMap { value -> Completion? in
      // What a text could only hold with escapes is not offered.
      guard PlainText.cleanLine(value.text) == value.text, !value.text.contains("\\"),
        !value.text.contains(mark)
      else { return nil }
      return Completion(replacement: value.text + end, label: value.text, note: value.note)
    }
    return CompletionMatch(all, for: word.text, notes: notes)
  }

  /// The texts in quotes of their own.
  func quoted(_ values: [Found]) -> [Completion] {
    values.compactMap { value -> Completion? in
      guard PlainText.cleanLine(value.text) == value.text, !value.text.contains("\\"),
        let mark: Character = ["\"", "'"].first(where: { !value.text.contains($0) })
      else { return nil }
      let text = "\(mark)\(value.text)\(mark)"
      return Completion(replacement: text, label: text, note: value.note)
    }
  }

  func categories(of name: SourceName) -> [Found] {
    guard let reference = name.reference, let source = try? session.sources.source(reference),
      source.isLocal, let categories = try? source.categoryList?.categories().categories
    else { return [] }
    return categories.map { ($0.name, $0.items.map { $0 == 1 ? "1 item" : "\($0) items" } ?? "") }
  }

  /// When the readings of a source were taken that are kept, and what stands for times.
  func times(of name: SourceName) -> [Found] {
    guard let reference = name.reference else { return [] }
    let times = session.sources.readingTimes(of: reference)
    if times.isEmpty { return [] }
    return times.prefix(Self.maximumOffered).map { ($0, "a reading") }
      + [("yesterday", "the last reading until then"), ("7 days ago", "the last until then")]
  }

  /// The ids of the items of a source, each with the item's name.
  func ids(of reference: SourceReference) -> [Found] {
    ids(of: reference, "from \(reference.written)")
  }

  /// Those of the last result, which has items of a source.
  func idsOfLast(_ reference: SourceReference) -> [Found] {
    context.last == nil ? [] : ids(of: reference, "from it")
  }

  private func ids(of reference: SourceReference, _ head: String) -> [Found] {
    guard let schema = try? session.sources.source(reference)?.schema, let key = schema.key else {
      return []
    }
    let name = schema.fields.indices.first { index in
      index != key && schema.fields[index].type == .text && schema.fields[index].origin == .list
    }
    let columns = [key, name ?? key].map { schema.fields[$0].name.asName }
    let shown = "| show __i = \(columns[0]), __n = \(columns[1])"
    return cells(head, shown, columns: 2).rows.map { ($0[0], $0[1]) }
  }

  /// The values of an expression, the most frequent first, or those of the elements of lists;
  /// before those of numbers and dates the lowest and the highest.
  private func found(of value: Expression, _ type: ValueType?) -> [Found] {
    guard let rows else { return [] }
    let expand = if case .list = self.type(of: value) { " | expand __v" } else { "" }
    let held = RowsAtHand(atMost: CellsAtHand.mostRows)
    let values = "\(rows) | extend __v = (\(text(value.range)))\(expand)"
    let counted = cells(values, "| count by __v | show __n = count, __v", columns: 2, reading: held)
    var found = counted.rows.filter { !$0[1].isEmpty }.map { row in
      (text: row[1], note: (row[0] == "1" ? "1 row" : "\(row[0]) rows") + counted.origin)
    }
    guard Self.hasRange(type), found.count > 2 else { return found }
    let ends =
      cells(
        values, "| summarize __a = min(__v), __b = max(__v)", columns: 2, reading: held
      ).rows.first ?? []
    for (end, word) in zip(ends, ["lowest", "highest"]).reversed() {
      guard let index = found.firstIndex(where: { $0.text == end }) else { continue }
      let value = found.remove(at: index)
      found.insert((value.text, "\(word), \(value.note)"), at: 0)
    }
    return found
  }

  private static func hasRange(_ type: ValueType?) -> Bool {
    switch type {
    case .int, .decimal, .money, .length, .date: true
    default: false
    }
  }
}

// The other side of an operator.
extension CompletionPlace {
  /// The operators, and the brackets and words behind them, whose sides are compared.
  private static let comparing: Set<String> = Set(ComparisonOperator.allCases.map(\.rawValue))
    .union([TextOperator.contains, .startsWith, .endsWith, .like].map(\.rawValue))
    .union([Keyword.between, .and].map(\.rawValue))
    .union([Token.Kind.doubleEqual, .openParenthesis].map(\.rawValue))

  func operands(of left: Expression, by mark: String, isExact: Bool) -> [Completion] {
    switch mark {
    case Keyword.matches.rawValue: return []
    case Keyword.in.rawValue: return constants
    default: break
    }
    let side = side(of: left, by: mark)
    let isText = Self.isText(side)
    let known = Self.comparing.contains(mark) && Self.isWritten(side) ? found(of: left, side) : []
    let offered = word.text.isEmpty ? Array(known.prefix(offers(of: side))) : known
    let exact = isText && !isExact ? [Self.word(.exact)] : []
    return (isText ? quoted(offered) : Self.plain(offered, side))
      + values { Self.isComparable($0, with: side) } + exact
      + [Self.word(.null)]
  }

  /// What is compared, where a value of that is begun.
  var comparedValues: [Completion] {
    point.expected.flatMap { expected -> [Completion] in
      guard case .operand(let left, let mark, let isExact) = expected else { return [] }
      return operands(of: left, by: mark, isExact: isExact)
    }
  }

  private static func plain(_ values: [Found], _ type: ValueType?) -> [Completion] {
    let both: [Keyword] = type == .bool ? [.true, .false] : []
    let others = both.filter { word in !values.contains { $0.text == word.rawValue } }
    return values.map { Completion(replacement: $0.text, label: $0.text, note: $0.note) }
      + others.map { Self.word($0, note: "no row") }
  }

  /// The type of what can stand on the other side.
  private func side(of left: Expression, by mark: String) -> ValueType? {
    let type = type(of: left)
    if case .list(let element) = type { return element }
    return type
  }

  /// How many values are offered of a type; the ends of a range besides.
  private func offers(of type: ValueType?) -> Int {
    Self.maximumOffered + (Self.hasRange(type) ? 2 : 0)
  }

  private static func isText(_ type: ValueType?) -> Bool { type?.isTextual ?? false }

  /// Kinds of values that can be compared with each other.
  enum Order { case number, text, money, length, date, duration, bool, other }

  static func order(of type: ValueType) -> Order {
    switch type {
    case .int, .decimal: .number
    case .text, .id: .text
    case .money: .money
    case .length: .length
    case .date: .date
    case .duration: .duration
    case .bool: .bool
    case .list, .record, .any: .other
    }
  }

  private static func isComparable(_ one: ValueType?, with other: ValueType?) -> Bool {
    guard let one, let other, one != .any, other != .any else { return true }
    return order(of: one) == order(of: other)
  }
}
