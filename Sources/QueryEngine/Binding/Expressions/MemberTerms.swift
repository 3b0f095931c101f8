// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import TextPatterns

/// The comparisons that `in (...)` stands for: of many those with one value become a look-up.
struct MemberTerms {
  /// Fewer values than this are compared one by one.
  private static let leastLookedUp = 17

  /// Comparisons of one value with literals of one kind.
  private struct Group {
    let value: BoundExpression
    let key: Key
    var texts: [[UInt8]] = []
    var numbers: [Decimal] = []

    var set: ValueSet {
      switch key.kind {
      case .folded: ValueSet(texts, exact: false)
      case .exact: ValueSet(texts, exact: true)
      case .number: ValueSet(numbers)
      }
    }
  }

  private struct Key: Hashable {
    enum Kind: Hashable { case folded, exact, number }
    let column: ColumnID
    /// As what its values are read; nil where they are what they are.
    let converted: ValueType?
    let kind: Kind
  }

  private var groups: [Group] = []
  private var places: [Key: Int] = [:]
  private var others: [BoundExpression] = []

  /// Whether any of the terms holds.
  static func joined(_ terms: [BoundExpression], _ range: ScriptRange) -> BoundExpression {
    guard terms.count >= leastLookedUp else { return BoundExpression(.or(terms), .bool, range) }
    var members = MemberTerms()
    for term in terms { members.add(term) }
    let found = members.groups.map { BoundExpression(.oneOf($0.value, $0.set), .bool, range) }
    let all = found + members.others
    return all.count == 1 ? all[0] : BoundExpression(.or(all), .bool, range)
  }

  private mutating func add(_ term: BoundExpression) {
    switch term.kind {
    case .pattern(.literal(let pattern), let value) where pattern.mode == .equals:
      if let place = place(of: value, pattern.exact ? .exact : .folded) {
        groups[place].texts.append(pattern.literal)
        return
      }
    case .compare(.equal, let value, let literal, _):
      if case .literal(.number(let number)) = literal.kind, let place = place(of: value, .number) {
        groups[place].numbers.append(number)
        return
      }
      if case .literal(.text(let text)) = literal.kind, let place = place(of: value, .exact) {
        groups[place].texts.append(Array(text.utf8))
        return
      }
    default: break
    }
    others.append(term)
  }

  /// The group of a value, a new one if need be; nil for what is no column.
  private mutating func place(of value: BoundExpression, _ kind: Key.Kind) -> Int? {
    let key: Key
    switch value.kind {
    case .column(let id): key = Key(column: id, converted: nil, kind: kind)
    case .convert(let inner):
      guard case .column(let id) = inner.kind else { return nil }
      key = Key(column: id, converted: value.type, kind: kind)
    default: return nil
    }
    if let place = places[key] { return place }
    places[key] = groups.count
    groups.append(Group(value: value, key: key))
    return groups.count - 1
  }
}
