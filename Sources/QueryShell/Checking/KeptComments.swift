// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

extension Diagnostic {
  /// The fault, of which a fix that would take a comment away is no more than a suggestion: only
  /// its writer knows where the comment belongs then.
  var keepingComments: Diagnostic {
    guard let source, let fix = automaticFix, fix.takesComments(of: source) else { return self }
    return with(fix.suggested)
  }
}

extension FixIt {
  fileprivate func takesComments(of source: ScriptText) -> Bool {
    edits.contains { edit in
      edit.range.end <= source.bytes.count
        && Lexer.comments(in: source, edit.range).contains { !edit.replacement.contains($0) }
    }
  }
}
