// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax
import ResultRendering

/// Tells faults and notes on the stream of errors, in the form that the settings ask for.
final class Reporter {
  private let output: OutputStream
  private let errors: OutputStream
  /// What has been told of since it began anew.
  private(set) var reported: [Diagnostic] = []
  /// The last fault that stopped anything.
  private(set) var lastFault: Diagnostic?

  /// The command by which statements run, as it was typed.
  var command: TypedCommand?
  /// Whether it has been told that the locale has not all letters of a text.
  private var hasToldOfLostLetters = false

  /// How many faults of a script are told.
  static let maximumFaults = 100

  init(output: OutputStream, errors: OutputStream) {
    self.output = output
    self.errors = errors
  }

  /// Begins anew, as with another script.
  func forget() { reported = [] }

  /// Tells a fault; notes and warnings only where they are wanted.
  func report(_ diagnostic: Diagnostic, _ settings: SessionSettings) {
    if settings.quietness != .nothing, !diagnostic.isFatal { return }
    let diagnostic = diagnostic.worded(atPrompt: settings.isInteractive)
    let gap = settings.errorStyle == .full && !reported.isEmpty ? "\n" : ""
    reported.append(diagnostic)
    if diagnostic.isFatal { lastFault = diagnostic }
    write(gap + Self.renderer(settings).text(command?.told(diagnostic) ?? diagnostic))
  }

  /// Tells what is wrong with a script; gives the fault that decides how that ends.
  func report(_ faults: [Diagnostic], _ settings: SessionSettings) -> Diagnostic? {
    for fault in faults.prefix(Self.maximumFaults) { report(fault, settings) }
    if let rest = Self.unshown(of: faults.count) { note(rest, settings) }
    return faults.first(where: \.isFatal)
  }

  /// Tells something that is no fault.
  func note(_ text: String, _ settings: SessionSettings) {
    tell(ResultNote(text), settings)
  }

  /// Tells something of a result.
  func tell(_ note: ResultNote, _ settings: SessionSettings) {
    switch settings.quietness {
    case .all: return
    case .remarks where !note.isShortfall: return
    case .nothing, .remarks: write(Self.renderer(settings).text(note: note.text))
    }
  }

  /// Says once why text has `?` in the place of letters.
  func tellOfLostLetters(_ settings: SessionSettings) {
    guard !hasToldOfLostLetters, settings.options.lostLetters?.taken() ?? false else { return }
    hasToldOfLostLetters = true
    note("letters that are not ASCII are shown as ?; LC_ALL=C.UTF-8 shows them", settings)
  }

  private func write(_ text: String) {
    // Whoever reads both streams sees them in the order in which they were written.
    output.flush()
    errors.write(text)
    errors.flush()
  }

  private static func renderer(_ settings: SessionSettings) -> DiagnosticRenderer {
    DiagnosticRenderer(
      settings.errorStyle, width: settings.options.width, wraps: settings.isInteractive,
      colour: settings.errorColour, ascii: settings.errorsAreASCII,
      lostLetters: settings.options.lostLetters)
  }

  /// What is said of the faults that are not told; nil where all are.
  private static func unshown(of count: Int) -> String? {
    guard count > maximumFaults else { return nil }
    let more = count - maximumFaults
    // The script has not been read to its end.
    let least = count >= Parser.maximumFaults ? "at least " : ""
    return "\(least)\(more) more \(more == 1 ? "fault is" : "faults are") not shown"
  }
}
