// SPDX-License-Identifier: MIT

package import Catalogue
package import Diagnostics
package import QuerySyntax

/// A statement that can run, and the script it stands in.
package struct BoundStatement: Sendable {
  package enum Action: Sendable {
    case query(BoundQuery)
    case use(SourceReference, in: [TextLiteral])
    /// What is named from here on.
    case declare(Declarations.Meaning)
    /// Null stands for what is usual.
    case set(Setting, Value, ScriptRange)
    case explain(BoundQuery)
    /// What each stage does; of the query before it where there is none.
    case steps(BoundQuery?)
    /// The text that defines a source is shown.
    case definition(of: any CatalogueSource)
    case expectError(ExpectedError)
  }

  /// `expect error`: what has to go wrong, and what has, before anything runs.
  package struct ExpectedError: Sendable {
    package let code: String
    /// What is run to see it fail; nil when it was refused or could not be read.
    package let query: BoundQuery?
    /// The codes of the faults for which it was refused.
    package let found: [DiagnosticCode]
    package let range: ScriptRange
  }

  package let action: Action
  package let source: ScriptText
}
