// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// What an expression is bound in: the fields that it can name, what else is known, and where it
/// stands.
struct ExpressionContext {
  /// What is the same for the whole expression. Every part of the binder holds it at every level of
  /// the expression, so that it is an object.
  private final class Shared {
    let environment: BindingEnvironment
    let scope: Scope
    let catalogue: (any CatalogueSource)?

    init(
      _ environment: BindingEnvironment, _ scope: Scope, _ catalogue: (any CatalogueSource)?
    ) {
      self.environment = environment
      self.scope = scope
      self.catalogue = catalogue
    }
  }

  private let shared: Shared
  /// For columns that the query computes, the fields that they are computed from.
  var provenance: [ColumnID: [NullNote]] = [:]
  /// The macros in whose bodies the expression stands.
  var macros = MacroUses()
  /// Whether aggregates may stand in it, which make one value of the rows of a group.
  var takesAggregates = false
  /// Where it begins, if it is such an aggregate and the script gives it no name.
  var nameless: Int?
  /// Whether columns can be computed before it.
  var hasHelpers = true
  /// Whether functions of the rows may stand in it: it is computed of rows that pass one by one.
  var seesRows = true

  /// The rows are the items of `catalogue`; nil where they are others.
  init(
    _ environment: BindingEnvironment, _ scope: Scope, of catalogue: (any CatalogueSource)? = nil
  ) {
    shared = Shared(environment, scope, catalogue)
  }

  var environment: BindingEnvironment { shared.environment }
  /// The fields that can be named.
  var scope: Scope { shared.scope }
  var source: ScriptText { environment.source }
  var known: Binder.Context { environment.known }

  /// The document that the rows come from, where it is one; a server is not asked for it again.
  var document: (any DocumentFacet)? {
    if let catalogue = shared.catalogue { return catalogue.document }
    guard let reference = scope.source, case .address(let address, _) = reference,
      !address.contains("://"), !environment.session.directory.isGivenOnce(reference)
    else { return nil }
    return (try? environment.session.open(reference))?.document
  }

  func report(_ diagnostic: Diagnostic) { environment.report(diagnostic) }

  /// Reports a fault, after which nothing is known of what stands there.
  func unknown(_ fault: Diagnostic, _ range: ScriptRange) -> BoundExpression {
    report(fault)
    return .unknown(range)
  }

  /// Whether it is a field of the source's data, of which the definition could say more.
  func isField(_ value: BoundExpression) -> Bool {
    guard case .column(let id) = value.kind, provenance[id] == nil,
      let schema = shared.catalogue?.schema,
      let index = scope.field(id)?.names.first.flatMap({ schema.index(of: $0) })
    else { return false }
    if case .derived = schema.fields[index].origin { return false }
    return true
  }
}

// Where nulls come from.
extension ExpressionContext {
  /// The fields whose nulls decide an expression, each once, as the query writes them.
  func nullNotes(of bound: BoundExpression) -> [NullNote] {
    var notes: [NullNote] = []
    for field in bound.comparedFields {
      for note in provenanceNotes(of: field) {
        if let index = notes.firstIndex(where: { $0.place == note.place }) {
          notes[index].add(note)
        } else {
          notes.append(note)
        }
      }
    }
    return notes
  }

  /// The notes of one field, which may be read as a value of some type.
  private func provenanceNotes(of field: BoundExpression) -> [NullNote] {
    switch field.kind {
    case .column(let id):
      return provenance[id] ?? [NullNote(of: field, label(of: field, id))]
    case .convert(let inner):
      return inner.place.map { [NullNote(of: field, label(of: inner, $0.column))] } ?? []
    default: return []
    }
  }

  /// A field as the query writes it, or its name where a macro writes it.
  private func label(of field: BoundExpression, _ id: ColumnID) -> String {
    macros.isExpansion ? scope.field(id)?.names.first ?? "value" : source[field.range]
  }
}

/// One of the parts of the expression binder: it makes bound expressions of bound expressions, and
/// changes nothing.
protocol ExpressionRoom {
  var context: ExpressionContext { get }
}

extension ExpressionRoom {
  var scope: Scope { context.scope }
  var source: ScriptText { context.source }

  func report(_ diagnostic: Diagnostic) { context.report(diagnostic) }

  func unknown(_ fault: Diagnostic, _ range: ScriptRange) -> BoundExpression {
    context.unknown(fault, range)
  }
}
