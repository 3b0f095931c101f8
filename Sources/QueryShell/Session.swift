import Catalogue
import CatalogueSources
package import Diagnostics
import QueryEngine
import QuerySyntax
import ResultRendering

/// Runs scripts, one after another, and keeps what later ones go on from: the current source and
/// the last result. The prompt and a script file call the same `run`.
package final class Session {
  package private(set) var settings: SessionSettings
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

  /// How many faults of a script are told.
  private static let maximumFaults = 100

  /// Shows what follows in lines of that many cells.
  package func use(width: Int) { settings.options.width = width }

  /// Checks a whole script, then runs it up to its first error.
  package func run(_ source: SourceText) -> ExitStatus {
    reported = []
    results = 0
    let parsed = Parser.parse(source)
    let bound = Binder.bind(parsed.tree, in: context, directory: sources)
    let faults = Self.merged(parsed.diagnostics + bound.diagnostics, in: source)
    for fault in faults.prefix(Self.maximumFaults) { report(fault) }
    if faults.count > Self.maximumFaults {
      let more = faults.count - Self.maximumFaults
      note("\(more) more \(more == 1 ? "fault is" : "faults are") not shown")
    }
    if let fatal = faults.first(where: \.isFatal) { return fatal.code.exitStatus }
    let needed = Self.needed(bound.statements)
    for (statement, isNeeded) in zip(bound.statements, needed) {
      let status = run(statement, of: source, keeping: isNeeded || settings.keepsResults)
      if status != .success { return status }
    }
    return .success
  }

  /// For each statement whether the next query goes on from its result.
  private static func needed(_ statements: [BoundStatement]) -> [Bool] {
    var needed: [Bool] = []
    var isRead = false
    for statement in statements.reversed() {
      needed.append(isRead)
      if case .query(let plan) = statement { isRead = plan.readsLastResult }
    }
    return needed.reversed()
  }

  /// All faults in the order of their places; those that point into data come last.
  private static func merged(
    _ faults: [Diagnostic], in source: SourceText
  ) -> [Diagnostic] {
    faults.enumerated().sorted {
      let left = (place(of: $0.element, in: source), $0.offset)
      let right = (place(of: $1.element, in: source), $1.offset)
      return left < right
    }.map(\.element)
  }

  private static func place(of fault: Diagnostic, in source: SourceText) -> Int {
    guard let primary = fault.primary, fault.source == source else { return .max }
    return primary.range.start
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
    results += plan.isSilent ? 0 : 1
    output.flush()
    // Whether the rows arrived comes before anything about them.
    if output.error != nil { return finishOutput() }
    for warning in notes.warnings { self.report(warning) }
    for note in notes.lines { self.note(note) }
    if keeping {
      last = KeptResult(scope: plan.scope, batches: writer.kept)
      context.last = plan.scope
      context.lastSource = plan.scope.source ?? context.lastSource
    }
    return .success
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
  func note(_ text: String) {
    if settings.isQuiet { return }
    output.flush()
    errors.write(renderer.text(note: text))
    errors.flush()
  }

  /// Begins anew with what is reported, for what is no script.
  func forgetReports() { reported = [] }

  package func report(_ diagnostic: Diagnostic) {
    if settings.isQuiet, !diagnostic.isFatal { return }
    if settings.errorStyle == .full, !reported.isEmpty { errors.write("\n") }
    reported.append(diagnostic)
    // Whoever reads both streams sees them in the order in which they were written.
    output.flush()
    errors.write(renderer.text(diagnostic))
    errors.flush()
  }

  private var renderer: DiagnosticRenderer {
    DiagnosticRenderer(
      settings.errorStyle, width: settings.options.width, colour: settings.errorColour,
      ascii: settings.options.ascii)
  }
}
