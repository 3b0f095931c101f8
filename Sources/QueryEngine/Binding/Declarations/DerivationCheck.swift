// SPDX-License-Identifier: MIT

package import Catalogue
package import Diagnostics
package import QuerySyntax

/// What is wrong with the expressions of a source definition. They are bound where they stand, so
/// that their faults have their places in it.
package enum DerivationCheck {
  /// The faults of the derived fields among the fields of the schema that was made of them; when
  /// cancelled, those of some of them.
  package static func faults(
    in definition: SourceDefinition, _ schema: Schema, in source: ScriptText,
    unless isCancelled: @escaping () -> Bool = { false }
  ) -> [Diagnostic] {
    let session = BindingSession(NoSources(), unless: isCancelled)
    let scope = SourceFields(schema, in: session).scope
    // They are told again with their places.
    _ = session.takeBack(since: 0)
    let environment = BindingEnvironment(
      session: session, source: source, known: Binder.Context(), firstFault: 0)
    for clause in definition.clauses.fields where !isCancelled() {
      guard let derivation = clause.derivation, let name = clause.names.first else { continue }
      let start = session.reported
      let bound = ExpressionBinder.bind(derivation, in: .ofRow(scope, environment)).expression
      guard session.reported == start, let found = bound.type,
        let declared = scope.field(name.text)?.type,
        !found.fits(declared)
      else { continue }
      environment.report(.wrongDerivedType(name, declared, derivation.range, found))
    }
    return session.diagnostics
  }
}

/// No sources: an expression reads none.
private struct NoSources: SourceDirectory {
  var names: [String] { [] }

  func source(
    _ reference: SourceReference, within allowance: ReadingLimits
  ) -> (any CatalogueSource)? { nil }

  func summaries() -> [SourceSummary] { [] }
}

extension ValueType {
  /// Whether a field that is declared to be of a type may be computed as this one.
  fileprivate func fits(_ declared: ValueType) -> Bool {
    switch (self, declared) {
    case (.list(let element), .list(let wanted)): element.fits(wanted)
    case (_, .any), (.int, .decimal): true
    case (_, .text), (_, .id): isTextual
    default: self == declared
    }
  }
}

extension Diagnostic {
  fileprivate static func wrongDerivedType(
    _ name: Name, _ declared: ValueType, _ range: ScriptRange, _ found: ValueType
  ) -> Diagnostic {
    Diagnostic(
      .wrongType, "`\(name.text)` is declared as \(declared) and computed as \(found)",
      at: Label(range, found.description))
  }
}
