// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

// Stages that make one row of many.
extension PipelineBinder {
  /// A column that a stage makes, and what it is called.
  private typealias Result = (name: String, value: BoundExpression)

  /// `count by`: groups with their numbers of rows, largest first.
  mutating func count(by clauses: [ColumnClause], _ stage: Stage) {
    let keys = clauses.compactMap { column($0) }
    let total = ColumnName("count", stage.keyword, .stage)
    reportRepeated(keys.map(\.name) + [total], in: [clauses.map(\.range)])
    let call = AggregateCall(
      id: newColumn(), function: .count, type: .int, input: nil, order: .natural, range: stage.range
    )
    let result = BoundExpression(.column(call.id), .int, stage.range)
    aggregate([call], by: keys, [("count", result)], stage)
    if !keys.isEmpty {
      append(
        SortStep(orderings: [
          SortColumn(
            column: call.id, order: .natural, descending: true, nullsFirst: false, label: "count")
        ]))
    }
  }

  mutating func summarize(
    _ clauses: [AggregateClause], by columns: [ColumnClause], _ stage: Stage
  ) {
    let keys = columns.compactMap { column($0) }
    var calls: [AggregateCall] = []
    var results: [Result] = []
    var names = keys.map(\.name)
    for clause in clauses {
      let reported = environment.session.reported
      let (bound, found) = bind(clause)
      calls += found
      if found.isEmpty, bound.type != nil {
        report(.notAnAggregate(clause.value.range))
      } else if let name = clause.name?.text ?? clause.usualName {
        results.append((name, bound))
        names.append(
          clause.name.map { ColumnName($0) } ?? ColumnName(name, clause.value.range, .aggregate))
      } else if bound.type != nil, environment.session.reported == reported {
        report(.unnamedAggregate(source[clause.value.range], clause.value.range))
      }
    }
    reportRepeated(names, in: [columns.map(\.range), clauses.map(\.range)])
    checkKeys(results.map(\.value), keys, calls)
    aggregate(calls, by: keys, results, stage)
  }

  /// Outside of its aggregates a result may only read the keys.
  private mutating func checkKeys(
    _ results: [BoundExpression], _ keys: [ShownColumn], _ calls: [AggregateCall]
  ) {
    let known = ColumnSet(keys.map(\.id) + calls.map(\.id))
    for field in results.flatMap(\.fields) {
      guard case .column(let id) = field.kind, !known.contains(id) else { continue }
      report(.neitherKeyNorAggregate(source[field.range], field.range))
    }
  }

  private mutating func aggregate(
    _ calls: [AggregateCall], by keys: [ShownColumn], _ results: [Result], _ stage: Stage
  ) {
    append(AggregateStep(aggregateCalls: calls, keys: keys.map(\.id)))
    var kept = keys.map { key in
      Scope.Field(id: key.id, names: [key.name.text], type: scope.field(key.id)?.type)
    }
    for (name, value) in results {
      kept.append(Scope.Field(id: column(of: value), names: [name], type: value.type))
    }
    scope.nameRows(by: nil)
    scope.keep(kept, because: stage.keyword, in: source)
  }
}

extension SortKey.Order {
  /// How values of a type are ordered.
  init(_ type: ValueType?) {
    switch type {
    case .id: self = .ids
    case .any: self = .mixed
    default: self = .natural
    }
  }
}

extension Diagnostic {
  fileprivate static func notAnAggregate(_ range: ScriptRange) -> Diagnostic {
    let functions = AggregateFunction.all.map(\.name).joined(separator: " ")
    return Diagnostic(
      .wrongArguments, "`summarize` makes one row of many, and this is no aggregate",
      at: Label(range), remarks: [Remark("aggregates", functions)])
  }

  fileprivate static func unnamedAggregate(_ text: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "this aggregate needs a name, such as `total = …`", at: Label(range),
      remarks: [.help("for example `total = \(text)`")])
  }

  fileprivate static func neitherKeyNorAggregate(
    _ text: String, _ range: ScriptRange
  ) -> Diagnostic {
    Diagnostic(
      .goneField, "`\(text)` has many values in a group", at: Label(range),
      remarks: [.help("aggregate it, for example `max(\(text))`, or group by it")])
  }
}
