// SPDX-License-Identifier: MIT

import Diagnostics

/// What is wrong with a command line.
struct UsageError: Error {
  let message: String
  let help: String
  var code = DiagnosticCode.badOptionValue

  /// The short form is one line that is complete by itself, so there the help joins the message,
  /// behind the mark of a question if it ends in one.
  func diagnostic(isShort: Bool) -> Diagnostic {
    isShort
      ? Diagnostic(code, message + (message.hasSuffix("?") ? " " : "; ") + help)
      : Diagnostic(code, message, remarks: [.help(help)])
  }
}
