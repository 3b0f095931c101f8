import Catalogue
import CatalogueSources
import Diagnostics
import Glibc
import QueryEngine
import QuerySyntax
import ResultRendering

/// Runs what the command line asks for.
package enum Shell {
  /// Runs an invocation with the process's own streams; gives the exit status.
  package static func run(_ invocation: Invocation) -> Int32 {
    let surroundings = Surroundings.read()
    var settings = SessionSettings(invocation, surroundings)
    let isPrompt = invocation.input == .prompt && surroundings.inputIsTerminal
    settings.isInteractive = isPrompt
    settings.keepsResults = isPrompt
    settings.options.rowNumbers = isPrompt
    CrashReport.install()
    if isPrompt { Interruption.watch() }
    let session = Session(
      settings, output: OutputStream(descriptor: STDOUT_FILENO),
      errors: OutputStream(descriptor: STDERR_FILENO), clock: now,
      isCancelled: { Interruption.isRequested })
    if isPrompt {
      return InteractiveLoop(session, historyPath: surroundings.historyPath).run().rawValue
    }
    do throws(SourceFault) {
      return session.run(try script(invocation.input, session)).rawValue
    } catch {
      let diagnostic = unreadable(error)
      session.report(diagnostic)
      return diagnostic.code.exitStatus.rawValue
    }
  }

  /// The script that the command line names; one byte more than is allowed tells that it is longer.
  private static func script(
    _ input: Invocation.Input, _ session: Session
  ) throws(SourceFault) -> SourceText {
    let limit = Lexer.maximumBytes + 1
    switch input {
    case .query(let text): return SourceText(name: "<query>", text)
    case .file(let path):
      let payload = try Payload.read(path: path, limit: limit)
      return SourceText(name: path, bytes: Array(payload.bytes))
    case .prompt, .standardInput:
      if isatty(STDIN_FILENO) == 1 { session.note("reading a script; Ctrl-D ends it") }
      let payload = try Payload.read(descriptor: STDIN_FILENO, name: "<stdin>", limit: limit)
      return SourceText(name: payload.name, bytes: Array(payload.bytes))
    }
  }

  private static func unreadable(_ fault: SourceFault) -> Diagnostic {
    guard case .limit(let name, _) = fault else { return Diagnostic(fault, at: nil, in: nil) }
    return Diagnostic(
      .scriptLimit, "\(name) has more than the \(Lexer.maximumBytes) bytes of a script",
      remarks: [.help("cut it into several scripts")])
  }

  private static func now() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// The names of the output formats, for messages and help.
  package static var formats: [String] { OutputFormat.allCases.map(\.rawValue) }
  package static var errorStyles: [String] { DiagnosticStyle.allCases.map(\.rawValue) }
  package static var sourceNames: [String] { BundledDefinitions.names }

  /// Reports a fault of the command line; gives its exit status.
  package static func refuse(_ message: String, help: String, unknownOption: Bool) -> Int32 {
    let code: DiagnosticCode = unknownOption ? .unknownOption : .badOptionValue
    let isTerminal = Surroundings.read().errorsAreTerminal
    // The short form is one line that is complete by itself, so the help joins the message.
    let diagnostic =
      isTerminal
      ? Diagnostic(code, message, remarks: [.help(help)])
      : Diagnostic(code, "\(message); \(help)")
    let errors = OutputStream(descriptor: STDERR_FILENO)
    errors.write(DiagnosticRenderer(isTerminal ? .full : .short).text(diagnostic))
    errors.flush()
    return ExitStatus.usage.rawValue
  }

  /// Writes a text such as the help; gives the exit status.
  package static func show(_ text: String) -> Int32 {
    let output = OutputStream(descriptor: STDOUT_FILENO)
    output.write(text)
    output.flush()
    guard let reason = output.errorText else { return ExitStatus.success.rawValue }
    let errors = OutputStream(descriptor: STDERR_FILENO)
    let diagnostic = Diagnostic(.cannotWrite, "the output cannot be written: \(reason)")
    errors.write(DiagnosticRenderer(.short).text(diagnostic))
    errors.flush()
    return ExitStatus.output.rawValue
  }

  /// Whether there is a file of that name, which then is no mistyped command.
  package static func hasFile(at path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// The candidates that a mistyped word was meant to be, as a question.
  package static func question(for word: String, among words: [String]) -> String? {
    Suggestion.question(for: word, among: words)
  }
}
