import Catalogue
import CatalogueSources
package import Diagnostics
import QueryEngine
import QuerySyntax
import ResultRendering

/// Runs scripts, one after another, and keeps what later ones go on from: the current source and
/// the last result. The prompt and a script file call the same `run`.
package final class Session {
  package let settings: SessionSettings
  package let output: OutputStream
  package let errors: OutputStream
  let sources: SourceRegistry
  private(set) var context = Binder.Context()
  private var last: KeptResult?
  /// How many results the present script has written, so that an empty line can stand between them.
  private var results = 0
  private let isCancelled: () -> Bool
  /// The time in nanoseconds, from any start.
  private let clock: () -> UInt64
  /// What the last `run` reported, for the prompt's corrections.
  package private(set) var reported: [Diagnostic] = []

  package init(
    _ settings: SessionSettings, output: OutputStream, errors: OutputStream,
    clock: @escaping () -> UInt64 = { 0 }, isCancelled: @escaping () -> Bool = { false }
  ) {
    self.settings = settings
    self.output = output
    self.errors = errors
    self.clock = clock
    self.isCancelled = isCancelled
    sources = SourceRegistry(settings.sources)
  }

  /// What the prompt calls the current source.
  package var currentSource: String? {
    switch context.current {
    case .named(let name): name
    case .address(let address): address.split(separator: "/").last.map(String.init) ?? address
    case nil: nil
    }
  }

  /// Checks a whole script, then runs it up to its first error.
  package func run(_ source: SourceText) -> ExitStatus {
    reported = []
    results = 0
    let parsed = Parser.parse(source)
    let bound = Binder.bind(parsed.tree, in: context, directory: sources)
    let faults = Self.merged(parsed.diagnostics, bound.diagnostics)
    for fault in faults { report(fault) }
    if let fatal = faults.first(where: \.isFatal) { return fatal.code.exitStatus }
    for (index, statement) in bound.statements.enumerated() {
      let isNeeded =
        settings.keepsResults
        || bound.statements[(index + 1)...].contains(where: \.readsLastResult)
      let status = run(statement, of: source, keeping: isNeeded)
      if status != .success { return status }
    }
    return .success
  }

  /// All faults in the order of their places; those of other texts, such as data, at the end.
  private static func merged(_ first: [Diagnostic], _ second: [Diagnostic]) -> [Diagnostic] {
    (first + second).enumerated().sorted {
      let left = ($0.element.primary?.range.start ?? 0, $0.offset)
      let right = ($1.element.primary?.range.start ?? 0, $1.offset)
      return left < right
    }.map(\.element)
  }

  private func run(
    _ statement: BoundStatement, of source: SourceText, keeping: Bool
  ) -> ExitStatus {
    switch statement {
    case .use(let reference, let categories):
      context.current = reference
      context.categories = categories
      return .success
    case .query(let plan): return run(plan, of: source, keeping: keeping)
    }
  }

  private func run(
    _ plan: LogicalPlan, of source: SourceText, keeping: Bool
  ) -> ExitStatus {
    let started = clock()
    let writer = ResultWriter(plan, settings, to: output, isFirst: results == 0)
    let physical = Planner.plan(plan, keepingScope: keeping)
    let environment = Executor.Environment(
      directory: sources, lastResult: last, isCancelled: isCancelled)
    let report: RunReport
    do throws(ExecutionFault) {
      report = try Executor.run(physical, in: environment) { batch in
        writer.add(batch, keeping: keeping)
        return self.output.error == nil ? .more : .enough
      }
    } catch {
      writer.abandon()
      return fail(error, of: source, at: plan.range)
    }
    let notes = RunNotes(plan, report, settings)
    let elapsed = settings.isInteractive ? clock() - started : nil
    writer.finish(footer: notes.footer(elapsed: elapsed))
    results += 1
    for warning in notes.warnings { self.report(warning) }
    for note in notes.lines { self.note(note) }
    if keeping {
      last = KeptResult(scope: plan.scope, batches: writer.kept)
      context.last = plan.scope
      context.lastSource = plan.scope.source ?? context.lastSource
    }
    output.flush()
    return finishOutput()
  }

  private func fail(
    _ fault: ExecutionFault, of source: SourceText, at place: SourceRange
  ) -> ExitStatus {
    output.flush()
    guard let diagnostic = Diagnostic(fault, in: source, at: place) else { return .interrupted }
    report(diagnostic)
    return output.error == nil ? diagnostic.code.exitStatus : finishOutput()
  }

  /// Says once that the output could not be written.
  private func finishOutput() -> ExitStatus {
    guard let reason = output.errorText else { return .success }
    report(Diagnostic(.cannotWrite, "the output cannot be written: \(reason)"))
    return .output
  }

  /// Says something that is no fault.
  private func note(_ text: String) {
    if settings.isQuiet { return }
    output.flush()
    var line = Array("note: \(Sanitiser.visible(text))".utf8)
    if settings.errorStyle == .json {
      line = Array("{\"severity\":\"note\",\"message\":".utf8)
      JSONText.appendQuoted(text.utf8, to: &line)
      line.append(UInt8(ascii: "}"))
    }
    errors.write(line + [UInt8(ascii: "\n")])
    errors.flush()
  }

  package func report(_ diagnostic: Diagnostic) {
    if settings.isQuiet, !diagnostic.isFatal { return }
    if settings.errorStyle == .full, !reported.isEmpty { errors.write("\n") }
    reported.append(diagnostic)
    // Whoever reads both streams sees them in the order in which they were written.
    output.flush()
    let renderer = DiagnosticRenderer(
      settings.errorStyle, width: settings.options.width, colour: settings.errorColour,
      ascii: settings.options.ascii)
    errors.write(renderer.text(diagnostic))
    errors.flush()
  }
}

extension BoundStatement {
  /// Whether it goes on from the result before it.
  var readsLastResult: Bool {
    guard case .query(let plan) = self else { return false }
    return plan.readsLastResult
  }
}
