import Diagnostics

/// What is wrong with a command line.
struct UsageError: Error {
  let message: String
  let help: String
  var isUnknownOption = false

  /// The short form is one line that is complete by itself, so there the help joins the message.
  func diagnostic(isShort: Bool) -> Diagnostic {
    let code: DiagnosticCode = isUnknownOption ? .unknownOption : .badOptionValue
    return isShort
      ? Diagnostic(code, "\(message); \(help)")
      : Diagnostic(code, message, remarks: [.help(help)])
  }
}
