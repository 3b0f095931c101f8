// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// Checks the condition of a join and finds the keys in it.
struct JoinBinder {
  let environment: BindingEnvironment
  let clause: JoinClause
  /// What the joined rows can name.
  let right: Scope
  /// What stands before the names of their fields.
  let qualifier: String

  init(_ clause: JoinClause, _ right: Scope, _ environment: BindingEnvironment) {
    self.environment = environment
    self.clause = clause
    self.right = right
    let isLast = if case .lastResult = clause.source.kind { true } else { false }
    qualifier = isLast ? "it" : right.qualifier
  }

  var columns: [ColumnID] { right.present.map(\.id) }

  /// Reports what is wrong with a condition; `isJudged` where nothing has been so far.
  func check(_ condition: BoundExpression, isJudged: Bool) {
    let reported = environment.session.reported
    if let type = condition.type, type != .bool { environment.report(noCondition(type)) }
    if let field = condition.comparedWithItself {
      let name = environment.source[field.range]
      environment.report(.comparedWithItself(name, field.range, qualifier))
    }
    let read = condition.columns
    // What a field that is not there would have read is not known.
    if isJudged, environment.session.reported == reported, read != ColumnSet(),
      !columns.contains(where: { read.contains($0) })
    {
      environment.report(.joinsNothing(clause, right.qualifier))
    }
  }

  /// What is said of fields with `and` between them, which both sides have; nil for others.
  var sharedFields: Diagnostic? {
    guard case .and(let terms) = clause.condition.kind else { return nil }
    let names = terms.compactMap { if case .name(let name) = $0.kind { name } else { nil } }
    // One that is true or false may be a condition.
    guard names.count == terms.count,
      names.allSatisfy({ name in right.field(name.text).map { $0.type != .bool } ?? false })
    else { return nil }
    let equal = names.map { name in
      let field = environment.source[name.range]
      return "\(field) = \(qualifier.asName).\(field)"
    }
    return .fieldOfBothSides(clause.condition.range, equal.joined(separator: " and "))
  }

  /// What is said of a condition that is none: a lone field is one that both sides have.
  private func noCondition(_ type: ValueType) -> Diagnostic {
    let range = clause.condition.range
    guard case .name(let name) = clause.condition.kind else {
      return .notACondition(environment.source, range, type)
    }
    let field = environment.source[name.range]
    return .fieldOfBothSides(range, "\(field) = \(qualifier.asName).\(field)")
  }

  /// The step for a condition, with the columns of pairs of rows that it reads.
  func step(
    _ condition: BoundExpression, _ helpers: [Projection], _ other: PipelineBinder
  ) -> JoinStep {
    let parts = JoinParts(condition, right: ColumnSet(columns))
    return JoinStep(
      right: other.relation(columns), keys: parts.keys, helpers: helpers, rest: parts.rest,
      keepsLeft: clause.keepsLeft)
  }
}

extension BoundExpression {
  /// The second of two fields that have to be equal and are the same one.
  fileprivate var comparedWithItself: BoundExpression? {
    switch kind {
    case .and(let terms):
      for term in terms { if let second = term.comparedWithItself { return second } }
      return nil
    case .compare(.equal, let first, let second, _):
      guard case .column(let one) = first.kind, case .column(let other) = second.kind else {
        return nil
      }
      return one == other ? second : nil
    default: return nil
    }
  }
}

extension Diagnostic {
  fileprivate static func comparedWithItself(
    _ name: String, _ range: ScriptRange, _ source: String
  ) -> Diagnostic {
    let field = name.split(separator: ".").last ?? ""
    let joined = "\(source.asName).\(field)"
    return Diagnostic(
      .duplicateColumn, "`\(name)` is compared with itself", at: Label(range),
      remarks: [.help("the field of the joined source is written `\(joined)`")],
      fix: .replace(range, with: joined))
  }
}

/// The parts of a join's condition: pairs that must be equal, by which partners are found, and the
/// rest.
private struct JoinParts {
  var keys: [(left: BoundExpression, right: BoundExpression)] = []
  var rest: BoundExpression?

  init(_ condition: BoundExpression, right: ColumnSet) {
    var terms = [condition]
    if case .and(let all) = condition.kind { terms = all }
    var others: [BoundExpression] = []
    for term in terms {
      if let pair = Self.pair(term, right) {
        keys.append(pair)
      } else {
        others.append(Self.withoutNulls(term))
      }
    }
    if others.count == 1 { rest = others[0] }
    if others.count > 1 { rest = BoundExpression(.and(others), .bool, condition.range) }
  }

  /// Amounts of two sides are no keys, as the currency of one is compared with that of the other,
  /// but as with keys a null is equal to none.
  private static func withoutNulls(_ term: BoundExpression) -> BoundExpression {
    guard case .compare(.equal, let first, _, _) = term.kind,
      case .amounts(let amounts, .same, _, _) = first.kind
    else { return term }
    let isThere = BoundExpression(
      .not(BoundExpression(.isNull(amounts), .bool, term.range)), .bool, term.range)
    return BoundExpression(.and([isThere, term]), .bool, term.range)
  }

  private static func pair(
    _ term: BoundExpression, _ right: ColumnSet
  ) -> (left: BoundExpression, right: BoundExpression)? {
    guard case .compare(.equal, let first, let second, _) = term.kind else { return nil }
    // All that a side reads, also what it reads only for a message.
    let (one, other) = (first.columns, second.columns)
    guard !one.isEmpty, !other.isEmpty else { return nil }
    if one.isDisjoint(with: right), other.isSubset(of: right) { return (first, second) }
    if other.isDisjoint(with: right), one.isSubset(of: right) { return (second, first) }
    return nil
  }
}
