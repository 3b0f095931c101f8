// SPDX-License-Identifier: MIT

import Catalogue

/// An expression that is bound, and what follows from it for its pipeline.
struct BoundValue {
  let expression: BoundExpression
  let needs: ExpressionNeeds
  /// The macros as they stand after it.
  let macros: MacroUses
}

/// What has to be done before an expression can be computed, as its binder has found it.
struct ExpressionNeeds {
  /// Fields that are not there yet.
  var fields = FieldNeeds()
  /// Columns that are computed before it, each from those before it.
  var helpers: [HelperColumn] = []
  /// The aggregates in it; a column of each stands for it.
  var aggregates: [AggregateCall] = []
  /// Whether it reads cells of the last result.
  var readsRows = false
}

/// A column that is computed so that an expression can read it.
struct HelperColumn {
  /// How it is made.
  enum Work {
    case projection(Projection)
    case ofRows(RowFunctionCall)
  }

  let work: Work
  /// The fields whose nulls it has; nil where they are not told.
  let notes: [NullNote]?

  var id: ColumnID {
    switch work {
    case .projection(let projection): projection.id
    case .ofRows(let call): call.id
    }
  }

  var step: any PlanStep {
    switch work {
    case .projection(let projection): ExtendStep([projection])
    case .ofRows(let call): RowFunctionStep(calls: [call])
    }
  }
}

/// Fields that have been named and are only in the items' own records, or computed from such.
struct FieldNeeds {
  private var fields: [Scope.Field] = []
  private var known = ColumnSet()

  /// The columns of the fields, in the order in which they were named.
  var columns: [ColumnID] { fields.map(\.id) }

  /// Adds a field that is not there yet.
  mutating func add(_ field: Scope.Field) {
    guard field.isPending, !known.contains(field.id) else { return }
    known.insert(field.id)
    fields.append(field)
  }

  mutating func formUnion(_ other: FieldNeeds) { for field in other.fields { add(field) } }

  /// The fields and all that they are computed from, as far as it is not there: what is fetched,
  /// and what is computed, each after those that it reads.
  ///
  /// The search has a stack of its own: a chain may be as long as a definition.
  func ordered(
    in scope: Scope
  ) -> (details: [Scope.Field], derivations: [Scope.Field]) {
    var details: [Scope.Field] = []
    var derivations: [Scope.Field] = []
    var met = ColumnSet()
    for field in fields {
      var path: [(field: Scope.Field, next: Int)] = [(field, 0)]
      while let (field, next) = path.last {
        if next == 0, met.contains(field.id) || !field.isPending {
          path.removeLast()
          continue
        }
        met.insert(field.id)
        if next == 0, field.pendingDetail != nil { details.append(field) }
        let pending = field.pendingDerivation
        guard let pending, next < pending.needs.count else {
          if pending != nil { derivations.append(field) }
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let need = pending.needs[next]
        if let field = scope.field(need) ?? pending.among.field(need) { path.append((field, 0)) }
      }
    }
    return (details, derivations)
  }
}
