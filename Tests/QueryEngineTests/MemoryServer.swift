import Catalogue

/// What stands before a table in memory and does a part of a query's work, as a server would.
struct MemoryServer: Sendable {
  var capability = SourceCapability()
  /// The keys that an item names, by the relation and its own key: `related 40611`.
  var related: [String: [String]] = [:]
  /// Whether single items are asked for by themselves.
  var findsItems = false
  /// Whether it does what it is asked to do; else it gives all rows.
  var obeys = true

  /// The rows that a request asks for, and some more where the server is not exact.
  func rows(_ rows: [[Value]], for request: ScanRequest, _ schema: Schema) -> [[Value]] {
    guard obeys else { return rows }
    var kept = rows.enumerated().filter { index, row in
      request.conditions.allSatisfy { condition in
        let known = capability.fields[condition.field]
        let holds = holds(condition, row, known?.equality ?? .codePoints)
        return holds || (known?.agreement == .superset && index.isMultiple(of: 3))
      } && request.search.allSatisfy { word in finds(word, row, schema) }
        && isChosen(row, request.categories, schema)
    }.map(\.element)
    for key in request.order.reversed() { kept = sorted(kept, by: key) }
    return Array(kept.prefix(request.limit ?? .max))
  }

  private func holds(
    _ condition: PushedCondition, _ row: [Value], _ equality: PushedCondition.TextEquality
  ) -> Bool {
    let cell = row[condition.field]
    let equals = { (value: Value) in same(cell, value, equality) }
    return switch condition.test {
    case .isNull: cell == .null
    case .isNotNull: cell != .null
    case .oneOf: condition.values.contains(where: equals)
    case .compare(.equal): condition.values.allSatisfy(equals)
    case .compare(.notEqual): !condition.values.contains(where: equals)
    case .compare(let mark): compares(mark, cell, condition.values[0])
    }
  }

  private func compares(_ mark: Comparison, _ cell: Value, _ value: Value) -> Bool {
    guard case .number(let first) = cell, case .number(let second) = value else { return false }
    return mark.holds(between: first < second ? -1 : (first == second ? 0 : 1), and: 0)
  }

  private func same(
    _ cell: Value, _ value: Value, _ equality: PushedCondition.TextEquality
  ) -> Bool {
    guard case .text(let text) = cell, case .text(let sought) = value else { return cell == value }
    return matches(text, TextPattern(sought, mode: .equals, exact: equality == .codePoints))
  }

  private func matches(_ text: String, _ pattern: TextPattern) -> Bool {
    pattern.matches(TextColumn(PackedText([text])))[0]
  }

  private func finds(_ word: String, _ row: [Value], _ schema: Schema) -> Bool {
    row.contains { cell in
      guard case .text(let text) = cell else { return false }
      return matches(text, TextPattern(word, mode: .contains, exact: false))
    }
  }

  private func isChosen(_ row: [Value], _ categories: [String], _ schema: Schema) -> Bool {
    guard let field = schema.category, !categories.isEmpty else { return true }
    return categories.contains { same(row[field], .text($0), .folded) }
  }

  private func sorted(_ rows: [[Value]], by key: PushedOrder) -> [[Value]] {
    let column = Column(.decimal, rows.map { $0[key.field] })
    let order = RowOrder.permutation(
      of: [SortKey(column, descending: key.descending)], count: rows.count)
    return order.map { rows[$0] }
  }
}
