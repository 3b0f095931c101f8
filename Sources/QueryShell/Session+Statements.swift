// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import QueryEngine
import ResultRendering
import Workers

// Running statements that have been checked.
extension Session {
  func run(_ statement: BoundStatement, keeping: Bool) -> ExitStatus {
    network?.beginStatement(mostItems: settings.fetchItems)
    switch statement.action {
    case .use(let reference, let categories):
      context.current = reference
      context.categories = categories
      return .success
    case .declare(let meaning):
      context.declarations.add(meaning)
      return .success
    case .set(let setting, let value, let range):
      let refusal = pagerFault(setting, value, range, in: statement.source)
      guard let fault = refusal ?? apply(setting, value, range, of: statement.source) else {
        return .success
      }
      report(fault)
      return fault.code.exitStatus
    case .query(let query):
      if showsPlans(of: query) {
        let status = explain(query)
        if status != .success { return status }
      }
      let (known, before) = (context, query.readsLastResult ? last : nil)
      lastReport = nil
      context.isLastLost = !query.readsLastResult
      let status = run(query, of: statement.source, keeping: keeping)
      if status != .success { return status }
      context.isLastLost = false
      lastRun = LastRun(
        query: query, source: statement.source, known: known, last: before, report: lastReport)
      return status
    case .explain(let query): return explain(query)
    case .steps(let query): return showSteps(of: query, in: statement.source)
    case .definition(let source): return showDefinition(of: source)
    case .expectError(let expected): return run(expected, of: statement.source)
    }
  }

  /// Does what a `set` asks for, from here on; gives what is wrong with that, which is then left as
  /// it was.
  func apply(
    _ setting: Setting, _ value: Value, _ range: ScriptRange, of source: ScriptText
  ) -> Diagnostic? {
    var changed = settings
    let usual = usualSettings ?? Boxed(settings)
    usualSettings = usual
    if value == .null {
      changed.restore(setting, from: usual.value)
    } else {
      changed.apply(setting, value)
      changed.origins[setting] = origin(of: range, in: source)
    }
    if changed.isContradictory { return .contradiction(after: setting, range, in: source) }
    adopt(changed)
    if value == .null { settle(setting) }
    return nil
  }

  /// Asks the system again for what is usual where it decides that.
  private func settle(_ setting: Setting) {
    if setting == .workers, settings.workers == nil { sources.workers.set(to: nil) }
    if setting == .width, let window { use(width: window.columns()) }
  }

  /// Reads and shows by other settings from here on.
  func adopt(_ changed: SessionSettings) {
    settings = changed
    network?.use(settings.fetchMode)
    network?.use(readingBytes: settings.readingBytes)
    sources.use(fetchLimit: settings.fetchLimit)
    sources.use(
      unpackRatio: settings.sources.unpackRatio, pipeBytes: settings.sources.pipeBytes)
    sources.watch.columns.use(settings.keepsColumns, memory: settings.memory)
    if let workers = settings.workers { sources.workers.set(to: workers) }
  }

  private func run(
    _ query: BoundQuery, of source: ScriptText, keeping: Bool
  ) -> ExitStatus {
    if let target = query.presentation.target, !isRereading {
      return save(query, to: target, of: source, keeping: keeping)
    }
    let isOfText = settings.options.sanitise || settings.options.isFigure
    if settings.format(of: query).isBinary, isOfText, !isRereading {
      let fault = Diagnostic.binary(settings.format(of: query).name, of: query, source)
      report(fault)
      return fault.code.exitStatus
    }
    let isShown = !isRereading
    let page = ShownPage(self, holding: isShown ? settings.page(of: query) : nil)
    let writer = ResultWriter(
      query, settings, isFirst: results == 0, isProposed: sources.hasProposals
    ) { bytes in
      if isShown { page.write(bytes) }
      return self.output.error == nil
    }
    defer { page.end() }
    let isPictured = isShown && settings.drawsPictures(of: query)
    return run(query, of: source, writer, keeping: keeping || isPictured) {
      result, notes, elapsed in
      let footer = notes.footer(elapsed: elapsed)
      let old = isPictured ? self.finishPictured(writer, result, of: query, footer: footer) : nil
      if !isPictured {
        page.beginFooter()
        writer.finish(footer: footer)
      }
      self.writeDefinition(after: query, to: writer)
      page.end()
      self.results += query.presentation.isSilent ? 0 : 1
      self.settings.options.figureNumber += 1
      return ResultEnd(oldPicture: old)
    }
  }

  /// Runs a query into a writer; `finish` ends what is written, and says what is wrong with that.
  private func run(
    _ query: BoundQuery, of source: ScriptText, _ writer: ResultWriter, keeping: Bool,
    finish: (KeptResult, RunNotes, UInt64?) -> ResultEnd
  ) -> ExitStatus {
    let started = clock()
    defer { progress?.end() }
    let physical = physicalPlan(of: query, keepingScope: keeping)
    // What is fetched until Ctrl-C is shown, but neither saved nor checked.
    let goesOn = query.presentation.isShown
    var report = RunReport()
    let environment = environment(for: query, writer, goingOn: goesOn)
    var held = HeldMemory(environment.memory)
    do throws(ExecutionFault) {
      try Executor.run(physical, in: environment, into: &report) { batch throws(ExecutionFault) in
        writer.add(batch, keeping: keeping)
        try self.settle(writer, query, hasRoom: try self.hold(writer, in: &held))
        try held.set(to: writer.heldBytes)
        return writer.isBroken ? .enough : .more
      }
    } catch {
      if isRevised || isRevised(by: error) { return .success }
      writer.breakOff(isDataShort: error.isOfSource, isUnjudged: error.endsJudging)
      return fail(error, of: source, query, report)
    }
    if endsPaging(report) { return .success }
    writer.release()
    // What is ended here is not written to its end either.
    do throws(ExecutionFault) { try writeWaiting(writer) } catch {
      return fail(error, of: source, query, report)
    }
    remember(query, report)
    let notes = notes(on: query, in: source, report)
    let result = keptResult(of: query, writer, report)
    let end = finish(result, notes, settings.isInteractive ? clock() - started : nil)
    if !isRereading {
      accounts.append(query, report, settings, end.fault, picture: end.oldPicture)
    }
    output.flush()
    // Whether the rows arrived comes before anything about them.
    if output.error != nil { return finishOutput() }
    if let fault = end.fault {
      self.report(fault)
      return fault.code.exitStatus
    }
    tell(notes)
    if !isRereading { for loss in writer.losses { note(loss) } }
    if keeping { keep(result, of: query, report) }
    // Whoever ends the question why there are no rows ends the statement.
    return report.isInterrupted || isCancelled() ? .interrupted : .success
  }

  /// What a writer has kept of its rows.
  private func keptResult(
    of query: BoundQuery, _ writer: ResultWriter, _ report: RunReport
  ) -> KeptResult {
    var scope = query.scope
    scope.hide(writer.hidden)
    return KeptResult(
      scope: scope, batches: writer.kept, report.provenance, hiding: writer.hidden)
  }

  /// Says how much a writer holds, which puts rows aside where there is no room for them; whether
  /// there is room for what is left.
  private func hold(
    _ writer: ResultWriter, in held: inout HeldMemory
  ) throws(ExecutionFault) -> Bool {
    if held.offer(writer.heldBytes) { return true }
    guard let space = held.spill else { return false }
    // First the rows, then what is known of them.
    for _ in 0..<2 {
      do throws(SpillFault) { try writer.putAside(in: space) } catch { throw .spill(error) }
      if held.offer(writer.heldBytes) { return true }
    }
    return false
  }

  /// Lets go of rows that wait until the fields of a long file are known, once they are many: then
  /// the rest of it is read first. Once all is known they go too.
  private func settle(
    _ writer: ResultWriter, _ query: BoundQuery, hasRoom: Bool
  ) throws(ExecutionFault) {
    let isLong = writer.waitingBytes > sources.watch.windows.waiting || !hasRoom
    guard writer.isProposed, isLong || !sources.hasProposals else { return }
    if sources.settle() {
      isRevised = true
      throw .cancelled
    }
    writer.isProposed = false
    if !settings.judges(query) { writer.release() }
  }

  /// Whether a query that has ended with a fault was asked of fields that are others in truth, and
  /// nothing was written of it.
  private func isRevised(by fault: ExecutionFault) -> Bool {
    if case .cancelled = fault { return false }
    guard sources.hasProposals else { return false }
    let differs = sources.settle()
    if case .source(.revised) = fault { isRevised = true }
    isRevised = isRevised || differs
    return isRevised
  }

  /// Goes on from a result, which at the prompt `.back` leads to.
  private func keep(_ result: KeptResult, of query: BoundQuery, _ report: RunReport) {
    goOn(from: result, of: query, report)
    guard settings.isInteractive, query.presentation.isShown, !isRereading else { return }
    history.add(
      ResultHistory.Entry(query: query, report: report, result: result, attempt: lastAttempt))
  }

  /// Tells what is to be known of a result besides its rows.
  private func tell(_ notes: RunNotes) {
    if isRereading { return }
    for warning in notes.warnings { report(warning) }
    for line in notes.lines { tell(line) }
    for remark in notes.doubts + (network?.newRemarks() ?? []) { note(remark) }
    tellOfLostLetters()
  }

  /// Writes the rows that wait for others.
  private func writeWaiting(_ writer: ResultWriter) throws(ExecutionFault) {
    var isDone = false
    do throws(SpillFault) {
      isDone = try writer.writesWaiting {
        progress?.show(writer.wordsOnWriting)
        return isCancelled()
      }
    } catch {
      throw .spill(error)
    }
    if !isDone { throw .cancelled }
  }

  /// What a query needs to know of the session, and of whatever writes its rows.
  func environment(
    for query: BoundQuery, _ writer: ResultWriter? = nil, goingOn: Bool = false
  ) -> Executor.Environment {
    let source = query.relation.source?.schema.source
    let memory = settings.memory
    return Executor.Environment(
      directory: sources, lastResult: last, shownItem: shownItem, locale: settings.locale,
      demand: settings.demand,
      memory: MemoryAccount(
        limit: memory ?? MachineMemory.usualLimit,
        atLeast: memory ?? MachineMemory.leastLimit, held: last?.heldBytes ?? 0,
        spare: spareMemory, spill: SpillFile(limit: settings.spillBytes).space),
      workers: sources.workers,
      progress: { [progress] run in
        progress?.show(writer?.words(on: run, of: source) ?? run.words(of: source))
      }, unchanged: { writer?.hide($0) }, isCancelled: isCancelled,
      goOn: goingOn ? stopFetching : nil)
  }

  /// What columns take that were kept of files.
  private var spareMemory: SpareMemory {
    SpareMemory(held: { [columns = sources.watch.columns] in columns.heldBytes }) {
      [columns = sources.watch.columns] in columns.release($0)
    }
  }

  /// Forgets that it was cancelled and asks for nothing more; nil where that cannot be.
  private var stopFetching: (() -> Void)? {
    forgetCancelling.map { forget in
      { [network] in
        network?.stop()
        forget()
      }
    }
  }

  /// Writes a result into a file, which is there whole when the statement is done, or not at all.
  private func save(
    _ query: BoundQuery, to target: SaveTarget, of source: ScriptText, keeping: Bool
  ) -> ExitStatus {
    let file: SavedFile
    do throws(AtomicFile.Fault) {
      if settings.isPacked { throw .packed(path: target.path) }
      file = try SavedFile(at: target.path, target.compression)
      if file.targetExists, !target.replaces { throw .exists(path: target.path) }
    } catch {
      let diagnostic = Diagnostic(error, at: target.range, in: source)
      accounts.append(query, RunReport(), settings, diagnostic)
      report(diagnostic)
      return diagnostic.code.exitStatus
    }
    if target.contents == .picture {
      return savePicture(of: query, to: target, in: file.file, source)
    }
    var fault: AtomicFile.Fault?
    let writer = ResultWriter(
      query, settings.forFiles, isFirst: true, file: target.path
    ) { bytes in
      do throws(AtomicFile.Fault) { try file.write(bytes) } catch { fault = error }
      return fault == nil
    }
    return run(query, of: source, writer, keeping: keeping) { _, notes, _ in
      writer.finish(footer: nil)
      do throws(AtomicFile.Fault) {
        if let fault { throw fault }
        try file.commit(replacing: target.replaces)
      } catch {
        return ResultEnd(fault: Diagnostic(error, at: target.range, in: source))
      }
      self.note("\(target.path): \(notes.count)")
      return ResultEnd()
    }
  }

  /// Saves the picture of the item that a query gives.
  private func savePicture(
    of query: BoundQuery, to target: SaveTarget, in file: AtomicFile, _ source: ScriptText
  ) -> ExitStatus {
    let writer = ResultWriter(query, settings.forFiles, isFirst: true) { _ in true }
    return run(query, of: source, writer, keeping: true) { result, _, _ in
      self.savePicture(of: result, to: target, in: file, source)
    }
  }

  func physicalPlan(of query: BoundQuery, keepingScope: Bool = false) -> PhysicalPlan {
    Planner.plan(query, keepingScope: keepingScope, optimising: settings.rewritesPlans)
  }

  /// Says what would be done for a pipeline.
  func explain(_ query: BoundQuery) -> ExitStatus {
    tell(lines: settings.options.readPage(PlanText.text(physicalPlan(of: query), of: query)))
  }

  /// Writes lines that are no rows, in every format alike.
  func tell(lines: String) -> ExitStatus {
    if isRereading { return .success }
    beginLines()
    output.write(lines)
    output.flush()
    return output.error == nil ? .success : finishOutput()
  }

  /// Parts lines that are no rows from what stands before them; in a page figures stand apart.
  func beginLines() {
    if results > 0, !settings.isInteractive, !settings.options.isFigure { output.write("\n") }
    results += 1
  }

  private func run(
    _ expected: BoundStatement.ExpectedError, of source: ScriptText
  ) -> ExitStatus {
    var found = expected.found.map(\.rawValue)
    var shortfalls: [ResultNote] = []
    if let query = expected.query {
      var report = RunReport()
      do throws(ExecutionFault) {
        try Executor.run(
          physicalPlan(of: query), in: environment(for: query), into: &report
        ) { _ in .more }
      } catch {
        guard let fault = Diagnostic(error, in: source, at: query.range) else {
          return .interrupted
        }
        found = [fault.code.rawValue]
        shortfalls = self.shortfalls(of: error, query, report)
      }
    }
    if found.contains(expected.code) {
      for note in shortfalls { tell(note) }
      return .success
    }
    let diagnostic = Diagnostic(
      .failedExpectation, "expected the error \(expected.code)",
      at: .init(expected.range, found.first.map { "got \($0)" } ?? "there was none"),
      severity: .failed, in: source)
    report(diagnostic)
    return diagnostic.code.exitStatus
  }

  /// Tells what a query ended with, and of what rows that is true.
  private func fail(
    _ fault: ExecutionFault, of source: ScriptText, _ query: BoundQuery, _ found: RunReport
  ) -> ExitStatus {
    shownPage?.end()
    output.flush()
    let diagnostic = Diagnostic(fault, in: source, at: query.range)
    var found = found
    if diagnostic == nil { found.isInterrupted = true }
    // What could not be compared now is nothing to compare with.
    if found.isNewSideRefused { network?.forgetReadings() }
    accounts.append(query, found, settings, diagnostic)
    guard let diagnostic else { return .interrupted }
    if fault.isOfData {
      for warning in RunNotes(query, found, settings).warnings { report(warning) }
    }
    report(diagnostic)
    for note in shortfalls(of: fault, query, found) { tell(note) }
    return output.error == nil ? diagnostic.code.exitStatus : finishOutput()
  }

  /// What is told of the rows of which a fault is true.
  private func shortfalls(
    of fault: ExecutionFault, _ query: BoundQuery, _ found: RunReport
  ) -> [ResultNote] {
    fault.isOfRows ? RunNotes(query, found, settings).all.filter(\.isShortfall) : []
  }

  /// Says once that the output could not be written.
  func finishOutput() -> ExitStatus {
    guard let reason = output.errorText else { return .success }
    report(Diagnostic(.cannotWrite, "the output cannot be written: \(reason)"))
    return .output
  }
}

extension Diagnostic {
  /// What is said where servers may not be asked and only they are wanted.
  fileprivate static func contradiction(
    after setting: Setting, _ range: ScriptRange, in source: ScriptText
  ) -> Diagnostic {
    let (message, help) =
      setting == .offline
      ? ("nothing can be live offline, and only live data is wanted", "`set live = false` first")
      : ("nothing can be live offline, and servers are not asked", "`set offline = false` first")
    return Diagnostic(
      .badOptionValue, message, at: Label(range), remarks: [.help(help)], in: source)
  }

  /// A file that a script saves and that cannot be written.
  init(_ fault: AtomicFile.Fault, at range: ScriptRange, in source: ScriptText) {
    let exists = if case .exists = fault { true } else { false }
    self.init(
      exists ? .wontReplace : .cannotWrite, "\(fault.path) cannot be written: \(fault.reason)",
      at: Label(range), in: source)
  }
}

/// What came of showing or saving a result.
struct ResultEnd {
  /// What is wrong with what was written; nil where nothing is.
  var fault: Diagnostic?
  /// An old copy that stands for the picture which was shown or saved.
  var oldPicture: OldPicture?
}

/// A picture that its server does not give any more, by the copy that stands for it.
struct OldPicture {
  let name: String
  let copy: Provenance.Origin
  let source: String
}

extension Diagnostic {
  /// What is said of a result that is no text and would go to a terminal.
  fileprivate static func binary(
    _ format: String, of query: BoundQuery, _ source: ScriptText
  ) -> Diagnostic {
    Diagnostic(
      .cannotWrite,
      "`to \(format)` is no text for a terminal; `save \"FILE.\(format)\"` writes a file",
      remarks: [.help("a pipe takes it as it is")], in: source)
  }
}
