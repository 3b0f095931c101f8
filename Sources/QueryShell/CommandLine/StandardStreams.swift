import Diagnostics
import Glibc
import ResultRendering

/// The streams of the process as a command writes to them: results, and what is told besides.
final class StandardStreams {
  let surroundings: Surroundings
  let settings: SessionSettings
  let output = OutputStream(descriptor: STDOUT_FILENO)
  let errors = OutputStream(descriptor: STDERR_FILENO)
  private var hasReported = false

  init(_ invocation: Invocation) {
    surroundings = Surroundings.read()
    settings = SessionSettings(invocation, surroundings)
  }

  /// Tells a fault; notes and warnings only where they are wanted.
  func report(_ diagnostic: Diagnostic) {
    if settings.isQuiet, !diagnostic.isFatal { return }
    if settings.errorStyle == .full, hasReported { errors.write("\n") }
    hasReported = true
    output.flush()
    errors.write(renderer.text(diagnostic))
    errors.flush()
  }

  /// Tells what is wrong with a script; gives the exit status of that.
  func report(_ faults: [Diagnostic]) -> ExitStatus {
    for fault in faults.prefix(Session.maximumFaults) { report(fault) }
    if let rest = Session.unshown(of: faults.count) { note(rest) }
    return faults.first(where: \.isFatal)?.code.exitStatus ?? .success
  }

  /// Tells why a command stops; gives the exit status of that.
  func fail(_ diagnostic: Diagnostic) -> ExitStatus { report([diagnostic]) }

  /// Tells something that is no fault.
  func note(_ text: String) {
    if settings.isQuiet { return }
    output.flush()
    errors.write(renderer.text(note: text))
    errors.flush()
  }

  /// The status of a command that has written all it has to; that of the output when it was lost.
  func finish(_ status: ExitStatus) -> ExitStatus {
    output.flush()
    guard let reason = output.errorText else { return status }
    report(Diagnostic(.cannotWrite, "the output cannot be written: \(reason)"))
    return .output
  }

  private var renderer: DiagnosticRenderer {
    DiagnosticRenderer(
      settings.errorStyle, width: settings.options.width, colour: settings.errorColour,
      ascii: settings.options.ascii)
  }
}
