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
  let projection: Projection
  /// The fields whose nulls it has; nil where they are not told.
  let notes: [NullNote]?
}

/// Fields that have been named and are only in the items' own records, or computed from such.
struct FieldNeeds {
  private(set) var details: [Scope.Field] = []
  /// Each after those that it reads.
  private(set) var derivations: [Scope.Field] = []

  /// The fields themselves, in the order in which they are brought in.
  var all: [Scope.Field] { details + derivations }

  /// Adds a field where it is not there yet, with all that it is computed from.
  mutating func add(_ field: Scope.Field, in scope: Scope) {
    if field.pendingDetail != nil, !details.contains(where: { $0.id == field.id }) {
      details.append(field)
    }
    guard let pending = field.pendingDerivation,
      !derivations.contains(where: { $0.id == field.id })
    else { return }
    for need in pending.needs { add(scope.field(need.id) ?? need, in: scope) }
    derivations.append(field)
  }

  mutating func formUnion(_ other: FieldNeeds) {
    details += other.details.filter { field in !details.contains { $0.id == field.id } }
    derivations += other.derivations.filter { field in !derivations.contains { $0.id == field.id } }
  }
}
