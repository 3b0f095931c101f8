// SPDX-License-Identifier: MIT

package import Catalogue
import CatalogueSources
package import Diagnostics
import LineEditing
import QueryEngine
import QuerySyntax
import ResultRendering

/// Runs scripts, one after another, and keeps what later ones go on from: the current source and
/// the last result. The prompt and a script file call the same `run`.
package final class Session {
  package internal(set) var settings: SessionSettings
  package let output: OutputStream
  package let errors: OutputStream
  let sources: SourceRegistry
  /// The settings as they were before the first `set`; nil before it.
  var usualSettings: Boxed<SessionSettings>?
  /// Nil where no server is ever asked.
  let network: NetworkAccess?
  var context = Binder.Context()
  var last: KeptResult?
  /// The key of the item that was shown last.
  var shownItem: String?
  /// What `.retry` runs again.
  var attempt: Attempt?
  /// What the last result came of.
  var lastAttempt: Attempt?
  /// The query that ran last, with what was known before it.
  var lastRun: LastRun?
  /// How the query went that ran last; nil for one that shows or saves no rows, and where nobody
  /// asks servers.
  var lastReport: Boxed<RunReport>?
  /// What runs now.
  var running: Attempt?
  /// Whether rows are read anew for a script that goes on from them, and not shown.
  var isRereading = false
  /// Why the last result has no rows, where it has none and that is known.
  var emptyResult: EmptyResult?
  /// Whether the page that `more` reads has turned out to have no rows; nil where none is read.
  var isPageEmpty: Bool?
  /// The window of the terminal; nil where none shows pages.
  var window: PagingWindow?
  /// What is written of the present result.
  var shownPage: ShownPage?
  /// What the keys of the prompt do; nil where there are none.
  var keyHelp: (() -> KeyHelp)?
  /// The program in which statements are written; nil where none is chosen.
  var editor: ExternalEditor?
  /// What the next line of the prompt begins with.
  var nextLine: String?
  /// The results that were shown at the prompt.
  var history = ResultHistory()
  /// What was typed there.
  var log = SessionLog()
  /// What is to be told of each result to other programs.
  var accounts = ResultAccounts()
  /// Files that the program keeps for itself, and what each is.
  var ownFiles: [(path: String, what: String)] = []
  /// Whether a long file has turned out to have other fields than some of its records, before
  /// anything was written of it.
  var isRevised = false
  /// The sources of which it was told that parts of lists are empty.
  var toldDropped: Set<String> = []
  /// Whether a result so far lacks what a server did not give.
  var lacksAnswers = false
  /// How many results the present script has written, so that an empty line can stand between them.
  var results = 0
  let isCancelled: () -> Bool
  /// Forgets that it was cancelled; nil where that cannot be.
  let forgetCancelling: (() -> Void)?
  /// Where it is told how something long goes on; nil where nobody looks.
  let progress: ProgressLine?
  /// The time in nanoseconds, from any start.
  let clock: () -> UInt64
  /// Asked once for each script.
  let calendar: () -> CalendarDate?
  private let reporter: Reporter

  package init(
    _ settings: SessionSettings, network: NetworkAccess? = nil, output: OutputStream,
    errors: OutputStream, progress: ProgressLine? = nil,
    calendar: @escaping () -> CalendarDate?, clock: @escaping () -> UInt64 = { 0 },
    isCancelled: @escaping () -> Bool = { false }, forgetCancelling: (() -> Void)? = nil
  ) {
    self.progress = progress
    self.settings = settings
    self.network = network
    self.output = output
    self.errors = errors
    self.clock = clock
    self.calendar = calendar
    self.isCancelled = isCancelled
    self.forgetCancelling = forgetCancelling
    reporter = Reporter(output: output, errors: errors)
    sources = SourceRegistry(settings.sources, watch: settings.watch)
    context.given = settings.arguments
  }

  /// What the prompt calls the current source.
  package var currentSource: String? {
    switch context.current {
    case .named(let name): name
    case .address(let address, _):
      AddressSecrets.masked(address).split(separator: "/").last.map(String.init) ?? address
    case nil: nil
    }
  }

  /// What the last `run` reported, for the prompt's fixes.
  package var reported: [Diagnostic] { reporter.reported }
  /// The last fault that stopped anything, for `.explain`.
  var lastFault: Diagnostic? { reporter.lastFault }
  /// The command of the prompt that is under way, or has just been.
  var command: TypedCommand? {
    get { reporter.command }
    set { reporter.command = newValue }
  }

  /// Shows what follows in lines of that many cells, where no `set width` has chosen another.
  package func use(width: Int) { if !settings.hasOwnWidth { settings.options.width = width } }

  /// Numbers the figures that follow from there.
  func use(figureNumber: Int) { settings.options.figureNumber = figureNumber }

  /// Keeps pictures within that many lines.
  package func use(rows: Int) { settings.pictures.screen?.rows = rows }

  /// Checks a whole script, with those that it includes, then runs it up to its first error.
  package func run(_ source: ScriptText) -> ExitStatus {
    let status = run(source, proposing: true)
    // Nothing has been written, and what is asked now is known for certain.
    return isRevised ? run(source, proposing: false) : status
  }

  private func run(_ source: ScriptText, proposing: Bool) -> ExitStatus {
    reporter.forget()
    defer { tellOfLostLetters() }
    results = 0
    let attempt = Attempt(of: source, in: self)
    context.today = calendar()
    for fault in sources.definitionFaults { report(fault) }
    if let fault = sources.definitionFaults.first { return fault.code.exitStatus }
    defer { tellOfDefinitions() }
    network?.forgetPart()
    let network = network
    // What is checked may read a list by its address, of which part has come.
    let isUnwanted = { [isCancelled] in isCancelled() && !(network?.hasPart ?? false) }
    let check = checked(source, proposing: proposing, unless: isUnwanted)
    let hasPart = network?.hasPart ?? false
    tellOfChanges(to: check)
    if isCancelled(), !hasPart || !check.faults.isEmpty {
      // What was cut does not tell whether it had rows. A script that ends asks for no result.
      if settings.isInteractive || context.last != nil { noteLoss(ScriptCheck(reading: source)) }
      return .interrupted
    }
    let faults = settled(check.faults, of: source)
    if isCancelled(), !faults.isEmpty {
      noteLoss(check)
      return .interrupted
    }
    running = check.readsEarlierResult ? attempt.following(lastAttempt) : attempt
    if check.isWorthRetrying { self.attempt = running }
    accounts.append(unread: check.faults, settings)
    if let fatal = reporter.report(faults, settings) {
      for remark in network?.newRemarks() ?? [] { note(remark) }
      noteLoss(check)
      return fatal.code.exitStatus
    }
    if let fault = accountsFault(before: check.statements) {
      accounts.areRefused = !settings.isInteractive
      report(fault)
      return fault.code.exitStatus
    }
    if let fault = unknownArgument(check.statements) {
      report(fault)
      return fault.code.exitStatus
    }
    return run(check.statements)
  }

  /// A script that has been checked. Of long files it asks only some records what their fields are
  /// where nothing is wrong and one query reads them, which then sees whether that is true of all.
  private func checked(
    _ source: ScriptText, proposing: Bool, unless isUnwanted: @escaping () -> Bool
  ) -> ScriptCheck {
    isRevised = false
    sources.watch.columns.keepsReadings = settings.keepsResults
    let check = { ScriptCheck(source, in: self.context, sources: self.sources, unless: isUnwanted) }
    guard proposing else { return check() }
    let found = sources.proposing(check)
    let isEnough = found.faults.isEmpty && found.isOneQuery
    if isEnough || isUnwanted() { return found }
    expectColumns(of: found)
    return sources.hasProposals && sources.settle() ? check() : found
  }

  /// Says which columns of files several statements are going to read, so that each is read once.
  private func expectColumns(of check: ScriptCheck) {
    guard settings.keepsResults || check.asksSeveralTimes,
      !check.faults.contains(where: \.isFatal)
    else { return }
    var keeps = settings.keepsColumns
    for statement in check.statements {
      switch statement.action {
      case .set(.cacheColumns, let value, _): keeps = value != .text("off")
      case .query(let query) where keeps:
        sources.watch.columns.keepsReadings = true
        for (source, fields) in physicalPlan(of: query).readings {
          (source as? FileSource)?.expect(fields)
        }
      default: break
      }
    }
  }

  /// Runs what has been checked, up to its first error.
  private func run(_ statements: [BoundStatement]) -> ExitStatus {
    for (statement, isNeeded) in zip(statements, Self.needed(statements)) {
      let status = run(statement, keeping: isNeeded || settings.keepsResults)
      if status != .success { return status }
    }
    return .success
  }

  /// Notes that what was checked does not run, so that nothing goes on from before it.
  private func noteLoss(_ check: ScriptCheck) {
    if check.hasRowsOfItsOwn { context.isLastLost = true }
  }

  /// Tells of files that have changed since they were read, where a script reads them anew: what
  /// goes on from a result has the rows of before.
  private func tellOfChanges(to check: ScriptCheck) {
    guard sources.hasChanges else { return }
    let isAnew = check.hasRowsOfItsOwn
    let read = check.statements.flatMap { statement -> [String] in
      guard case .query(let query) = statement.action else { return [] }
      return physicalPlan(of: query).readings.map(\.source.schema.source)
    }
    for path in sources.newChanges(where: { isAnew || read.contains($0) }) {
      note("\(path) has changed since it was read, and is read again")
    }
  }

  /// Warns of files of definitions that cannot be used.
  private func tellOfDefinitions() {
    for var fault in sources.newDefinitionFaults() {
      fault.severity = .warning
      report(fault)
    }
  }

  /// An argument for which the script has no parameter.
  private func unknownArgument(_ statements: [BoundStatement]) -> Diagnostic? {
    if context.given.isEmpty { return nil }
    var declarations = context.declarations
    for case .declare(let meaning) in statements.map(\.action) { declarations.add(meaning) }
    let declared = declarations.parameterNames
    guard let extra = context.given.first(where: { !declared.contains($0.name) }) else {
      return nil
    }
    let options = declared.map { "--\($0)" }
    let question = Suggestion.question(for: "--\(extra.name)", among: options)
    return Diagnostic(
      .unknownOption,
      "the script has no parameter `\(extra.name)`" + (question.map { "; \($0)" } ?? ""),
      remarks: [.help("`cq run FILE.cq --help` lists the parameters of a script")])
  }

  /// For each statement whether the next query goes on from its result.
  private static func needed(_ statements: [BoundStatement]) -> [Bool] {
    var needed: [Bool] = []
    var isRead = false
    for statement in statements.reversed() {
      needed.append(isRead)
      switch statement.action {
      case .query(let query): isRead = query.readsLastResult
      case .expectError(let expected): isRead = isRead || expected.query?.readsLastResult ?? false
      case .steps(let query): isRead = isRead || query?.readsLastResult ?? false
      case .use, .declare, .set, .explain, .definition: break
      }
    }
    return needed.reversed()
  }

  /// Faults of a script, where only a fix that `cq check --fix` makes needs no asking.
  private func settled(_ faults: [Diagnostic], of source: ScriptText) -> [Diagnostic] {
    guard faults.contains(where: { $0.fix != nil }) else { return faults }
    let settled = offline {
      Mending.settled(source.bytes, judge: self.judge(named: source.name))
    }
    guard settled.map(\.code) == faults.map(\.code) else { return faults }
    return zip(faults, settled).map { $0.with($1.fix) }
  }

  /// What is wrong with a text where the session stands; means nothing once it is cancelled.
  /// Standard input is left to what is run.
  private func judge(
    named name: String
  ) -> ([UInt8]) -> (pieces: [Mending.Piece], faults: [Diagnostic]) {
    { bytes in
      let text = ScriptText(name: name, bytes: bytes)
      let found = self.sources.leavingInput {
        ScriptCheck(text, in: self.context, sources: self.sources, unless: self.isCancelled).faults
      }
      return ([Mending.Piece(source: text, start: 0)], found)
    }
  }

  /// The script in which something was wrong with every certain fix made, and those that are
  /// guessed after others, which a person sees before the line is run; nil where none can be made,
  /// where no less would be wrong, or where nobody waits for it.
  func mended(_ faults: [Diagnostic]) -> String? {
    guard let source = faults.first?.source, faults.allSatisfy({ $0.source == source }) else {
      return nil
    }
    var mending = Mending(source.bytes, guesses: .chained, judge: judge(named: source.name))
    let mended = mending.run()
    guard !isCancelled() else { return nil }
    guard mended > 0 else { return nil }
    let left = mending.faults.filter(\.isFatal)
    if left.contains(where: { $0.code == .noLastResult }) { return nil }
    let isBetter = left.count < faults.count || !left.contains { $0.code.isOfSyntax }
    return isBetter ? String(decoding: mending.bytes, as: UTF8.self) : nil
  }

  /// Gives what the next line of the prompt begins with, once.
  func takeNextLine() -> String? {
    defer { nextLine = nil }
    return nextLine
  }

  /// Says something that is no fault.
  func note(_ text: String) { reporter.note(text, settings) }

  /// Says something of a result.
  func tell(_ note: ResultNote) { reporter.tell(note, settings) }

  /// Writes a page of the help, as the terminal can show it.
  func show(page text: String) {
    show(HeldPage(bytes: Array(settings.options.readPage(text).utf8)))
    tellOfLostLetters()
  }

  /// The same of statements, whose lines stay as they are for whoever copies them.
  func show(source text: String) {
    show(HeldPage(bytes: Array(settings.options.page(text).utf8)))
    tellOfLostLetters()
  }

  /// The same of a page in Markdown.
  func show(markdown text: String) {
    show(HeldPage(bytes: Array(settings.options.readMarkdown(text).utf8)))
    tellOfLostLetters()
  }

  /// Says once in a session why text has `?` in the place of letters.
  func tellOfLostLetters() { reporter.tellOfLostLetters(settings) }

  /// Begins anew with what is reported, for what is no script.
  func forgetReports() {
    reporter.forget()
    command = nil
  }

  package func report(_ diagnostic: Diagnostic) { reporter.report(diagnostic, settings) }
}
