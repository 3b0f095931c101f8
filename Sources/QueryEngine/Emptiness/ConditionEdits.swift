// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax
import TextPatterns

/// Forms of one condition that rows meet which meet all others.
struct ConditionEdits {
  let term: ConditionTerm
  let filtered: FilteredRows
  let source: ScriptText
  /// The rows that meet all other conditions; there are some.
  let rows: Bitmap

  /// All forms, the nearest first; none where there is none that says about the same.
  var all: [TermEdit] {
    guard let written = term.written else { return [] }
    return edits(written).sorted(by: TermEdit.isNearer)
  }

  private func edits(_ written: Expression) -> [TermEdit] {
    switch written.kind {
    case .comparison(let mark, let left, let operand, let place):
      return comparison(mark, left, operand, at: place)
    case .between(let value, let low, let high),
      .membership(let value, .range(let low, let high), negated: false):
      return range(value, low, high)
    case .membership(let value, .values(let members), negated: false):
      return membership(value, members, of: written)
    case .textTest(let mark, let value, let operand, negated: false, let place):
      return textTest(mark, value, operand, at: place)
    case .quantified(.any, let list, let mark, let operand):
      return element(mark, list, operand)
    default: return []
    }
  }

  /// The condition with other texts at some places.
  private func text(_ edits: [(ScriptRange, String)]) -> String {
    var bytes = source.bytes[...]
    var end = term.range.end
    for (range, text) in edits.sorted(by: { $0.0.start > $1.0.start }) {
      bytes.replaceSubrange(range.start..<range.end, with: Array(text.utf8))
      end += text.utf8.count - range.count
    }
    return String(decoding: bytes[term.range.start..<end], as: UTF8.self)
  }
}

// Numbers.
extension ConditionEdits {
  private func comparison(
    _ mark: ComparisonOperator, _ left: Expression, _ operand: Operand, at place: ScriptRange
  ) -> [TermEdit] {
    let right = operand.expression
    if right.isConstant, let value = term.value(left) {
      if case .text(let text) = right.kind {
        return mark == .equal ? equality(value, text, operand, at: place) : []
      }
      return bounds(mark, value, right, at: place)
    }
    if left.isConstant, let value = term.value(right) {
      return bounds(mark.mirrored, value, left, at: place, isMirrored: true)
    }
    return []
  }

  /// A bound that is moved to the nearest value.
  private func bounds(
    _ mark: ComparisonOperator, _ value: BoundExpression, _ literal: Expression,
    at place: ScriptRange, isMirrored: Bool = false
  ) -> [TermEdit] {
    guard let numbers = NumberValues(filtered.values(value)), let limit = limit(literal),
      let nearest = numbers.nearest(mark, to: limit, among: rows)
    else { return [] }
    var edits: [(ScriptRange, String)] = []
    if nearest != limit {
      edits.append((literal.range, written(nearest, of: value, like: literal)))
    }
    let wide = mark.orEqual
    if wide != mark { edits.append((place, (isMirrored ? wide.mirrored : wide).rawValue)) }
    guard !edits.isEmpty else { return [] }
    return [
      TermEdit(
        text: text(edits),
        distance: nearest == limit ? .equality : mark == .equal ? .value : .bound,
        share: numbers.share(of: nearest, limit),
        rows: numbers.rows { Comparison(wide).holds(between: $0, and: nearest) })
    ]
  }

  /// A range of which one end is moved.
  private func range(_ value: Expression, _ low: Expression, _ high: Expression) -> [TermEdit] {
    guard let bound = term.value(value), let numbers = NumberValues(filtered.values(bound)),
      let from = limit(low), let to = limit(high)
    else { return [] }
    var edits: [TermEdit] = []
    if let below = numbers.nearest(.greaterOrEqual, to: from, among: rows), below < from {
      edits.append(
        TermEdit(
          text: text([(low.range, written(below, of: bound, like: low))]), distance: .bound,
          share: numbers.share(of: below, from), rows: numbers.rows { $0 >= below && $0 <= to }))
    }
    if let above = numbers.nearest(.lessOrEqual, to: to, among: rows), above > to {
      edits.append(
        TermEdit(
          text: text([(high.range, written(above, of: bound, like: high))]), distance: .bound,
          share: numbers.share(of: above, to), rows: numbers.rows { $0 >= from && $0 <= above }))
    }
    return edits
  }

  private func membership(
    _ value: Expression, _ members: [Operand], of whole: Expression
  ) -> [TermEdit] {
    guard let bound = term.value(value) else { return [] }
    let name = source[value.range]
    if let numbers = NumberValues(filtered.values(bound)) {
      return members.compactMap { member in
        guard let limit = limit(member.expression),
          let nearest = numbers.nearest(.equal, to: limit, among: rows)
        else { return nil }
        return TermEdit(
          text: "\(name) = \(written(nearest, of: bound, like: member.expression))",
          distance: .value, share: numbers.share(of: nearest, limit),
          rows: numbers.rows { $0 == nearest })
      }
    }
    guard let texts = filtered.texts(bound) else { return [] }
    return members.flatMap { member -> [TermEdit] in
      guard case .text(let sought) = member.expression.kind else { return [] }
      return texts.near(sought, among: rows).map { near in
        TermEdit(
          text: "\(name) = \(near.inQuotes)", distance: .spelling,
          rows: texts.rows(TextPattern(near, mode: .equals, exact: false)))
      }
    }
  }

  /// `any list > 5`, where the bound is moved to the nearest element.
  private func element(
    _ mark: ComparisonOperator, _ list: Expression, _ operand: Operand
  ) -> [TermEdit] {
    let literal = operand.expression
    guard literal.isConstant, let bound = term.value(list), let limit = limit(literal),
      case .list(let type) = bound.type, let lists = ElementValues(filtered.values(bound)),
      let nearest = lists.nearest(mark, to: limit, among: rows)
    else { return [] }
    var edits = [(literal.range, written(nearest, type, like: literal))]
    if mark.orEqual != mark {
      guard let place = self.mark(mark, before: literal.range) else { return [] }
      edits.append((place, mark.orEqual.rawValue))
    }
    return [
      TermEdit(
        text: text(edits), distance: .bound,
        rows: lists.rows { Comparison(mark.orEqual).holds(between: $0, and: nearest) })
    ]
  }

  /// Where an operator stands that is written right before a value.
  private func mark(_ mark: ComparisonOperator, before place: ScriptRange) -> ScriptRange? {
    let before = source[ScriptRange(term.range.start, place.start)]
    guard let found = before.range(ofLast: mark.rawValue) else { return nil }
    let start = term.range.start + found
    return ScriptRange(start, start + mark.rawValue.utf8.count)
  }

  /// The number that a literal stands for; nil where it is none.
  private func limit(_ literal: Expression) -> Decimal? {
    guard case .literal(.number(let number)) = term.value(literal)?.kind else { return nil }
    return number
  }

  private func written(
    _ number: Decimal, of value: BoundExpression, like literal: Expression
  ) -> String {
    written(number, value.type, like: literal)
  }

  /// A number as the query writes the one whose place it takes.
  private func written(_ number: Decimal, _ type: ValueType?, like literal: Expression) -> String {
    switch literal.kind {
    case .number(_, percent: false): number.description
    default: ExpressionText.literal(.number(number), type)
    }
  }
}

// Texts.
extension ConditionEdits {
  /// A text that is spelled otherwise, or of which a part is given.
  private func equality(
    _ value: BoundExpression, _ sought: String, _ operand: Operand, at place: ScriptRange
  ) -> [TermEdit] {
    guard let texts = filtered.texts(value) else { return [] }
    if operand.isExact, let edit = inexact(texts, .equals, sought, operand) { return [edit] }
    if let edit = pattern(texts, sought, operand, at: place) { return [edit] }
    return texts.near(sought, among: rows).map { near in
      TermEdit(
        text: text([(operand.expression.range, near.inQuotes)]), distance: .spelling,
        rows: texts.rows(TextPattern(near, mode: .equals, exact: operand.isExact)))
    }
  }

  /// `like` in the place of `=`, where a text has a star that rows have not.
  private func pattern(
    _ texts: TextValues, _ sought: String, _ operand: Operand, at place: ScriptRange
  ) -> TermEdit? {
    let star = sought.replacing("%", with: "*")
    guard sought.count > 1, star.first == "*" || star.last == "*", !operand.isExact,
      let pattern = try? WildcardPattern(star, exact: false)
    else { return nil }
    let found = texts.rows(pattern)
    guard (found & rows).setCount > 0 else { return nil }
    return TermEdit(
      text: text([(place, "like"), (operand.expression.range, star.inQuotes)]),
      distance: .spelling, rows: found)
  }

  private func textTest(
    _ mark: TextOperator, _ value: Expression, _ operand: Operand, at place: ScriptRange
  ) -> [TermEdit] {
    guard case .text(let sought) = operand.expression.kind, let bound = term.value(value) else {
      return mark == .contains ? element(.equal, value, operand) : []
    }
    if mark == .contains, let lists = filtered.elementTexts(bound) {
      return lists.near(sought, among: rows).map { near in
        TermEdit(
          text: text([(operand.expression.range, near.inQuotes)]), distance: .spelling,
          rows: lists.rows { $0 == near })
      }
    }
    guard let texts = filtered.texts(bound) else { return [] }
    let mode: TextPattern.Mode
    switch mark {
    case .contains: mode = .contains
    case .startsWith: mode = .startsWith
    case .endsWith: mode = .endsWith
    case .like, .matches: return []
    }
    if operand.isExact, let edit = inexact(texts, mode, sought, operand) { return [edit] }
    var edits: [TermEdit] = []
    let anywhere = texts.rows(TextPattern(sought, mode: .contains, exact: operand.isExact))
    if mode != .contains, (anywhere & rows).setCount > 0 {
      edits.append(
        TermEdit(
          text: text([(place, TextOperator.contains.rawValue)]), distance: .equality,
          rows: anywhere))
    }
    return edits
      + texts.nearParts(sought, mode, among: rows).map { near in
        TermEdit(
          text: text([(operand.expression.range, near.inQuotes)]), distance: .spelling,
          rows: texts.rows(TextPattern(near, mode: mode, exact: operand.isExact)))
      }
  }

  /// The same without `exact`, where that leaves rows.
  private func inexact(
    _ texts: TextValues, _ mode: TextPattern.Mode, _ sought: String, _ operand: Operand
  ) -> TermEdit? {
    let found = texts.rows(TextPattern(sought, mode: mode, exact: false))
    guard (found & rows).setCount > 0 else { return nil }
    // `exact` stands right before the text.
    let before = source[ScriptRange(term.range.start, operand.expression.range.start)]
    guard let start = before.range(ofLast: "exact") else { return nil }
    let place = ScriptRange(term.range.start + start, operand.expression.range.start)
    return TermEdit(text: text([(place, "")]), distance: .spelling, rows: found)
  }
}

extension String {
  /// At which byte another text begins for the last time.
  fileprivate func range(ofLast text: String) -> Int? {
    let (all, sought) = (Array(utf8), Array(text.utf8))
    guard all.count >= sought.count else { return nil }
    return (0...all.count - sought.count).last { all[$0..<$0 + sought.count].elementsEqual(sought) }
  }
}

extension ComparisonOperator {
  /// The operator that also holds for the limit itself.
  var orEqual: ComparisonOperator {
    switch self {
    case .greater: .greaterOrEqual
    case .less: .lessOrEqual
    case .equal, .notEqual, .greaterOrEqual, .lessOrEqual: self
    }
  }
}
