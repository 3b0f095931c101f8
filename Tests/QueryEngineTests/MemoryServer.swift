// SPDX-License-Identifier: MIT

import Catalogue

/// What stands before a table in memory and does a part of a query's work, as a server would.
struct MemoryServer: Sendable {
  var capability = SourceCapability()
  /// The keys that an item names, by the relation and its own key: `related 40611`.
  var related: [String: [String]] = [:]
  /// Whether single items are asked for by themselves.
  var findsItems = false
  /// Whether it gives more than it is asked for.
  var isLoose = false
  /// Whether it does what it is asked to do; else it gives all rows.
  var obeys = true

  /// Whether rows that are equal in an order come the other way round.
  var turnsTies = false

  /// The rows that a request asks for, and some more.
  func rows(_ rows: [[Value]], for request: ScanRequest, _ schema: Schema) -> [[Value]] {
    guard obeys else { return rows }
    var kept = rows.enumerated().filter { index, row in
      request.conditions.allSatisfy { condition in
        holds(condition, row) || (isLoose && index.isMultiple(of: 3))
      } && request.search.allSatisfy { word in finds(word, row, schema) }
        && isChosen(row, request.categories, schema)
    }.map(\.element)
    if turnsTies, !request.order.isEmpty { kept.reverse() }
    for key in request.order.reversed() { kept = sorted(kept, by: key) }
    return kept
  }

  private func holds(_ condition: PushedCondition, _ row: [Value]) -> Bool {
    let cell = row[condition.field]
    if case .text(let text) = cell, case .text(let sought) = condition.value {
      return text == sought
    }
    guard let comparison = condition.comparison else { return true }
    if comparison == .equal { return cell == condition.value }
    return compares(comparison, cell, condition.value)
  }

  private func compares(_ mark: Comparison, _ cell: Value, _ value: Value) -> Bool {
    guard case .number(let first) = cell, case .number(let second) = value else { return false }
    return mark.holds(between: first < second ? -1 : (first == second ? 0 : 1), and: 0)
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
    guard case .text(let title) = row[field] else { return false }
    return categories.contains { matches(title, TextPattern($0, mode: .equals, exact: false)) }
  }

  private func sorted(_ rows: [[Value]], by key: PushedOrder) -> [[Value]] {
    let column = Column(.decimal, rows.map { $0[key.field] })
    let order = RowOrder.permutation(
      of: [SortKey(column, descending: key.descending)], count: rows.count)
    return order.map { rows[$0] }
  }
}
