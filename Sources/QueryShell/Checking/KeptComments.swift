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
      guard edit.range.end <= source.bytes.count else { return false }
      return Lexer.comments(in: source, edit.range).contains { !edit.replacement.contains($0) }
        || Lexer.foreignComments(in: source, edit.range).contains { edit.goesOn(behind: $0) }
    }
  }
}

extension FixIt.Edit {
  /// Whether something stands behind a comment on its line, which would be part of the comment.
  fileprivate func goesOn(behind comment: String) -> Bool {
    guard let place = replacement.firstRange(of: comment) else { return false }
    return replacement[place.upperBound...].prefix { !$0.isNewline }.contains { !$0.isWhitespace }
  }
}
