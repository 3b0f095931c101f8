// SPDX-License-Identifier: MIT

package import Catalogue
package import Diagnostics
package import QuerySyntax

// What a definition computes is bound where it stands, so that its faults have their places in it.
extension PipelineBinder {
  /// What is wrong with the expressions of a definition's derived fields, among the fields of the
  /// schema that was made of it.
  package static func faults(
    ofDerivedFieldsIn definition: SourceDefinition, _ schema: Schema, in source: ScriptText
  ) -> [Diagnostic] {
    var binder = PipelineBinder(source: source, scope: Scope(noun: schema.source), nextColumn: 0)
    _ = binder.open(schema)
    binder.diagnostics = []
    for clause in definition.clauses.fields {
      guard let derivation = clause.derivation, let name = clause.names.first else { continue }
      let known = binder.diagnostics.count
      let bound = binder.bind(derivation)
      guard binder.diagnostics.count == known, let found = bound.type,
        let declared = schema.index(of: name.text).map({ schema.fields[$0].type }),
        !found.fits(declared)
      else { continue }
      binder.report(.wrongDerivedType(name, declared, derivation.range, found))
    }
    return binder.diagnostics
  }
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
