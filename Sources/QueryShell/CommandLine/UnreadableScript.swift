// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import QueryEngine
import QuerySyntax

/// Why a script could not be read or written, for whoever is told.
struct UnreadableScript: Error {
  let diagnostic: Diagnostic

  init(_ diagnostic: Diagnostic) { self.diagnostic = diagnostic }

  init(_ fault: SourceFault) {
    if case .limit(let name, _) = fault {
      self.init(tooLong: name)
    } else {
      self.init(Self.misplacedQuery(fault) ?? Diagnostic(fault, at: nil, in: nil))
    }
  }

  init(tooLong name: String) {
    diagnostic = Diagnostic(
      .scriptLimit, "\(name) has more than the \(Lexer.maximumBytes) bytes of a script",
      remarks: [.help("cut it into several scripts")])
  }

  /// What is said of a path that is no file and looks like a query, a source's name, a statement
  /// or a command of the prompt.
  private static func misplacedQuery(_ fault: SourceFault) -> Diagnostic? {
    guard case .cannotOpen(let path, let reason) = fault,
      let call = MisplacedQuery.call(of: [path])
    else { return nil }
    return Diagnostic(
      .cannotOpen, "`\(path)` is no file (\(reason)); a query stands after -c: \(call)")
  }
}

extension Diagnostic {
  /// What is wrong with a payload that is read as a script or a page; nil for what may be one.
  static func mistaken(
    _ payload: Payload, for wanted: WantedText, at range: ScriptRange? = nil,
    in source: ScriptText? = nil
  ) -> Diagnostic? {
    let kind =
      ContentFormat(payload)?.message(insteadOf: wanted.rawValue) ?? bytesThatAreNoText(payload)
      ?? MistakenFile.message(payload, insteadOf: wanted)
    return kind.map { kind in
      Diagnostic(
        .strayCharacter, "\(payload.name) \(kind)", at: range.map { Label($0) }, in: source)
    }
  }

  /// What is said of bytes of an unknown kind; nil for what may be a text with a slip in it.
  private static func bytesThatAreNoText(_ payload: Payload) -> String? {
    let zeros = payload.bytes.prefix(1_024).count { $0 == 0 }
    return zeros < 8 ? nil : "is no text: \(zeros) of its first bytes are 0"
  }
}
