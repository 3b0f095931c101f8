import Catalogue
import Diagnostics
import QueryEngine
import QuerySyntax

/// Why a script could not be read or written, for whoever is told.
struct UnreadableScript: Error {
  let diagnostic: Diagnostic

  init(_ diagnostic: Diagnostic) { self.diagnostic = diagnostic }

  init(_ fault: SourceFault) {
    guard case .limit(let name, _) = fault else {
      diagnostic = Diagnostic(fault, at: nil, in: nil)
      return
    }
    diagnostic = Diagnostic(
      .scriptLimit, "\(name) has more than the \(Lexer.maximumBytes) bytes of a script",
      remarks: [.help("cut it into several scripts")])
  }
}
