// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax
import ValueDisplay

/// What is said of conditions that no row meets.
struct ConditionWords {
  let filtered: FilteredRows
  let conflict: ConditionConflict
  let source: ScriptText

  /// No more conditions are told with how many rows they leave.
  private static let mostTold = 6

  func sentence(_ came: CameIn) -> String {
    let hints = conflict.unmet.prefix(3).compactMap { hint(of: filtered.terms[$0], came) }
    let ending = hints.isEmpty ? "" : ": " + hints.joined(separator: "; ")
    if filtered.terms.count == 1 {
      return "`\(filtered.terms[0].text)` leaves none of \(came.words)\(ending)"
    }
    return "of \(came.words) \(alone)\(together)\(ending)"
  }

  /// How many rows each condition leaves by itself.
  private var alone: String {
    let named = conflict.named
    let others = filtered.terms.indices.filter { !named.contains($0) }
    let told = Set((named + others).prefix(Self.mostTold))
    var isFirst = true
    let parts = filtered.terms.indices.filter(told.contains).map { index -> String in
      let count = filtered.terms[index].rows.setCount
      defer { isFirst = false }
      let verb = isFirst ? " alone leaves" : ""
      return "`\(filtered.terms[index].text)`\(verb) \(count == 0 ? "none" : "\(count)")"
    }
    return parts.joined(separator: ", ")
  }

  /// Those that leave nothing together.
  private var together: String {
    conflict.conflicts.map { conflict in
      if conflict.count == filtered.terms.count {
        return conflict.count == 2 ? ", both together none" : ", all together none"
      }
      let texts = conflict.map { "`\(filtered.terms[$0].text)`" }
      let first = texts.dropLast().joined(separator: ", ")
      return ", \(first) and \(texts[texts.count - 1]) together none"
    }.joined()
  }

  /// What values there are in the place of those that a condition wants.
  private func hint(of term: ConditionTerm, _ came: CameIn) -> String? {
    guard let written = term.written else { return nil }
    switch written.kind {
    case .comparison(let mark, let left, let operand, _):
      let value = operand.expression.isConstant ? left : operand.expression
      let constant = operand.expression.isConstant ? operand.expression : left
      guard constant.isConstant else { return nil }
      return hint(mark, value, constant, isExact: operand.isExact, term, came)
    case .between(let value, _, _), .membership(let value, .range, _):
      return range(of: value, term, came)
    case .membership(let value, .values(let members), _):
      guard let first = members.first?.expression else { return nil }
      return hint(.equal, value, first, isExact: false, term, came)
    case .textTest(let mark, let value, let operand, _, _):
      return hint(mark, value, operand, term, came)
    case .quantified(_, let list, _, _): return elements(of: list, term)
    default: return nil
    }
  }

  private func hint(
    _ mark: ComparisonOperator, _ value: Expression, _ constant: Expression, isExact: Bool,
    _ term: ConditionTerm, _ came: CameIn
  ) -> String? {
    if case .text(let sought) = constant.kind {
      return mark == .equal ? texts(like: sought, value, isExact, term) : nil
    }
    guard mark == .equal, let bound = term.value(value),
      let numbers = NumberValues(filtered.values(bound)), let all = numbers.ends,
      case .literal(.number(let limit)) = term.value(constant)?.kind,
      all.low < limit, limit < all.high
    else { return range(of: value, term, came) }
    let present = numbers.values.compactMap(\.self)
    let below = NumberValues.ends(present.filter { $0 < limit })?.high
    let above = NumberValues.ends(present.filter { limit < $0 })?.low
    let near = [below, above].compactMap(\.self).map { shown($0, bound.type) }
    return "the nearest \(source[value.range].shortened) are \(near.joined(separator: " and "))"
  }

  /// `was_price is 1.25–2.99 in 3, missing in 3`.
  private func range(
    of value: Expression, _ term: ConditionTerm, _ came: CameIn
  ) -> String? {
    let name = source[value.range].shortened
    guard let bound = term.value(value), let numbers = NumberValues(filtered.values(bound)) else {
      return nil
    }
    let missing = numbers.values.count { $0 == nil }
    guard let ends = numbers.ends else { return "\(name) is missing in all" }
    let low = shown(ends.low, bound.type)
    let range = ends.low == ends.high ? low : "\(low)–\(shown(ends.high, bound.type))"
    let count = numbers.values.count - missing
    return "\(name) is \(range)" + (missing > 0 ? " in \(count), missing in \(missing)" : "")
  }

  private func shown(_ number: Decimal, _ type: ValueType?) -> String {
    let type = type ?? .decimal
    let cells = DisplayText.cells(Column(type, [.number(number)]), type: type)
    return String(decoding: cells[0], as: UTF8.self)
  }

  /// `"Quaywall" has 2`.
  private func texts(
    like sought: String, _ value: Expression, _ isExact: Bool, _ term: ConditionTerm
  ) -> String? {
    guard let bound = term.value(value), let texts = filtered.texts(bound) else {
      return nil
    }
    let all = Bitmap(repeating: true, count: filtered.batch.count)
    let counted = texts.counted(among: all)
    let near = TextValues.near(sought, counted.texts)
    if !near.isEmpty { return found(near, texts.count) + (isExact ? " without `exact`" : "") }
    return others(source[value.range].shortened, counted, missing: texts.missing)
  }

  /// `"TVs" has 1, "TV Mounts" 1`.
  private func found(_ texts: [String], _ count: (String) -> Int) -> String {
    texts.enumerated().map { place, text in
      "\(text.shortened.inQuotes) \(place == 0 ? "has " : "")\(count(text))"
    }.joined(separator: ", ")
  }

  /// What a text is where none is near to what is sought.
  private func others(_ name: String, _ counted: CountedTexts, missing: Int) -> String? {
    let ending = missing > 0 ? ", missing in \(missing)" : ""
    let values = counted.all
    guard let first = values.first else { return "\(name) is missing in all" }
    if counted.isCut { return "\(name) has more than \(values.count) other values\(ending)" }
    if values.count == 1 { return "\(name) is \(first.text.shortened.inQuotes)\(ending)" }
    if values.count <= 3 {
      let texts = values.map { "\($0.text.shortened.inQuotes) (\($0.rows))" }
      return "\(name) is \(texts.joined(separator: ", "))\(ending)"
    }
    let most = first.rows > 1 ? ", most often \(first.text.shortened.inQuotes) (\(first.rows))" : ""
    return "\(name) has \(values.count) other values\(most)\(ending)"
  }

  private func hint(
    _ mark: TextOperator, _ value: Expression, _ operand: Operand, _ term: ConditionTerm,
    _ came: CameIn
  ) -> String? {
    guard let bound = term.value(value) else { return nil }
    let all = Bitmap(repeating: true, count: filtered.batch.count)
    guard case .text(let sought) = operand.expression.kind else {
      return mark == .contains ? elements(of: value, term) : nil
    }
    if let lists = filtered.elementTexts(bound) {
      let counted = lists.counted(among: all)
      let near = TextValues.near(sought, counted.texts)
      return near.isEmpty ? nil : found(near, lists.count)
    }
    guard let texts = filtered.texts(bound) else { return nil }
    let pattern = TextPattern(sought, mode: .contains, exact: false)
    if mark == .startsWith || mark == .endsWith || operand.isExact,
      case let count = texts.rows(pattern).setCount, count > 0
    {
      return "\(count) \(count == 1 ? "contains" : "contain") it"
    }
    let near = texts.nearParts(sought, .contains, among: all)
    guard let first = near.first else { return nil }
    let count = texts.rows(TextPattern(first, mode: .contains, exact: false)).setCount
    return "\(first.shortened.inQuotes) is in \(count)"
  }

  /// `suites hold 1–202`.
  private func elements(of list: Expression, _ term: ConditionTerm) -> String? {
    guard let bound = term.value(list), case .list(let type) = bound.type,
      let ends = ElementValues(filtered.values(bound))?.ends
    else { return nil }
    let range =
      ends.low == ends.high
      ? shown(ends.low, type) : "\(shown(ends.low, type))–\(shown(ends.high, type))"
    return "\(source[list.range].shortened) holds \(range)"
  }
}
