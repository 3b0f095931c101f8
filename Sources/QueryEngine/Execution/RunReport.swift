// SPDX-License-Identifier: MIT

package import Catalogue

/// What a run has found besides its rows.
package struct RunReport: Sendable {
  package var rows = 0
  /// How the list was read; nil when no list was.
  package var scan: ScanReport?
  /// How the lists and records were read that plans within the plan bring in.
  package var joined: [ScanReport] = []
  /// Where the rows come from that this run has not read itself: those of the last result and of
  /// plans within the plan.
  var inherited = Provenance()
  /// Whether whoever asked wanted no more to be fetched, so that the rows are those that had come.
  package var isInterrupted = false
  /// Whether the list was read to its end.
  package var isWholeScan = false
  /// In how many rows a divisor was zero.
  package var zeroDivisions = 0
  /// For functions in how many rows they had no result for what they were given.
  package var missingResults: [(function: String, count: Int)] = []
  /// For the fields that decided a filter, in how many of its rows they were null.
  package var nulls: [NullCount] = []
  /// In what rows are equal of which some are kept and others are not, each once.
  package var ties: [String] = []
  /// Items whose own record is not there, by their keys.
  package var missingDetails: [String] = []
  /// How items' own records were read; nil when none were.
  package var details: ScanReport?
  /// The relation that was followed; nil where none was.
  package var followed: FollowedRelation?
  /// How two tables differ that were compared; nil where none were.
  package var changes: ChangeCounts?
  /// Whether a table could not be compared with an older one for what is wrong with it: it is not
  /// whole, or a key names several of its rows.
  package var isNewSideRefused = false
  /// The key of the one item that was asked for.
  package var shownItem: String?
  /// How many records have that key, as far as was read.
  package var shownCopies = 1

  package init() {}

  /// Adds the nulls of rows that were left out, and puts all in the order of the plan: which of
  /// them a run meets first is a matter of how its rows come in batches.
  mutating func completeNulls(by plan: PhysicalPlan) {
    for left in scan?.nullsLeftOut ?? [] { nulls.add(left.label, left.count) }
    guard nulls.count > 1 else { return }
    var ordered: [NullCount] = []
    for label in plan.nullLabels where !ordered.contains(where: { $0.label == label }) {
      ordered += nulls.filter { $0.label == label }
    }
    nulls = ordered
  }

  /// What was shown with the rows and is an old copy, beside the records of items.
  private var oldParts: [(reading: Provenance.Reading, parts: PartOrigins)] = []

  /// Adds what was shown with the rows and is an old copy, such as a picture.
  package mutating func add(part name: String, _ copy: Provenance.Origin, of source: String) {
    var parts = PartOrigins()
    parts.add(.attached(name), copy)
    oldParts.append((Provenance.Reading(.attached(name), copy, of: source), parts))
  }

  /// Where the rows come from.
  package var provenance: Provenance {
    var all = Provenance()
    if let scan { all.add(Provenance.Reading(scan)) }
    all.add(inherited)
    if let details { all.add(records: Provenance.Reading(details), parts: details.parts) }
    for old in oldParts { all.add(records: old.reading, parts: old.parts) }
    if isInterrupted { all.noteInterruption() }
    return all
  }
}

/// What was found where items name others.
package struct FollowedRelation: Sendable {
  package let name: String
  /// How many items were named.
  package var named = 0
  /// Those of them that are not there, by their keys.
  package var missing: [String] = []

  /// How many of them were read.
  package private(set) var there = 0

  /// Items of which nothing tells what they name, by their keys.
  package fileprivate(set) var untold: [String] = []

  /// Adds what one item names, by the report of its cursor.
  mutating func add(_ report: ScanReport) {
    let known = Set(missing.map(SpelledName.init))
    let new = report.gone.filter { !known.contains(SpelledName($0)) }
    let repeated = report.gone.count - new.count
    named += report.records + report.missing.count + report.failed.count - repeated
    there += report.records + report.listed.count
    missing += new
  }
}

/// How far a run is.
package struct RunProgress: Sendable, Equatable {
  package enum Work: Sendable { case reading, sorting, grouping, joining }

  package let work: Work
  /// How many rows have been read, or are worked on.
  package let rows: Int

  package init(work: Work, rows: Int) {
    self.work = work
    self.rows = rows
  }
}

/// What the operators of one run share.
final class RunState {
  var report = RunReport()
  /// Columns that are not seen where nobody has chosen them, as its rows tell nothing by them.
  var hidden = ColumnSet()
  /// Whether the server has found the words that it was asked to find.
  var isSearchAnswered = false
  let lastResult: KeptResult?
  let locale: TextLocale
  let demand: ProvenanceDemand
  let memory: MemoryAccount
  /// A number that chance gives.
  let randomSeed: () -> UInt64
  private let isCancelled: () -> Bool
  private let goOn: (() -> Void)?
  /// The run of the plan that brings this one in; nil for that of the statement.
  private let outer: RunState?
  /// Whether what has come last was given up while it was waited for.
  var hasLostFetch = false
  private let tell: (RunProgress) -> Void
  private var progress = RunProgress(work: .reading, rows: 0)
  private var readRows = 0

  /// For `goOn` see that of `Executor.Environment`.
  init(
    within outer: RunState? = nil, isCancelled: @escaping () -> Bool, goOn: (() -> Void)? = nil,
    lastResult: KeptResult? = nil, locale: TextLocale = .root,
    demand: ProvenanceDemand = ProvenanceDemand(),
    memory: MemoryAccount = MemoryAccount(limit: .max),
    randomSeed: @escaping () -> UInt64 = { 0 },
    progress: @escaping (RunProgress) -> Void = { _ in }
  ) {
    self.outer = outer
    self.isCancelled = isCancelled
    self.goOn = goOn
    self.lastResult = lastResult
    self.locale = locale
    self.demand = demand
    self.memory = memory
    self.randomSeed = randomSeed
    tell = progress
  }

  /// Asked by all that takes long, at least once for each batch of rows: ends a run that nobody
  /// wants any more, and tells how far it is.
  func check() throws(ExecutionFault) {
    if isCancelled() { throw .cancelled }
    tell(progress)
  }

  /// Says what is done from now on, and with how many rows.
  func begin(_ work: RunProgress.Work, rows: Int) {
    progress = RunProgress(work: work, rows: rows)
  }

  /// Notes that so many further rows were read.
  func read(_ rows: Int) {
    readRows += rows
    progress = RunProgress(work: .reading, rows: readRows)
  }

  /// Whether nothing more is to be fetched.
  var isStopping: Bool { report.isInterrupted || isCancelled() }

  /// Fetches nothing more and goes on with what has come; ends the run where that is not wanted,
  /// and where the run is told to end a second time.
  func stopFetching() throws(ExecutionFault) {
    guard let goOn else { throw .cancelled }
    if isCancelled() {
      if hasStopped { throw .cancelled }
      goOn()
    }
    report.isInterrupted = true
  }

  /// Whether this run, or one that brings it in, was told to fetch nothing more.
  private var hasStopped: Bool { report.isInterrupted || outer?.hasStopped ?? false }

  /// Goes on without what a plan within the run waited for, where that is wanted: the rows that
  /// the run has read already are not lost with it. Notes that it is missing.
  func goOnWithout(_ source: (any CatalogueSource)?) throws(ExecutionFault) {
    // What is at hand is not fetched: whoever stops its reading stops the statement.
    guard hasLostFetch, outer != nil, !demand.isWhole, source?.isLocal != true else {
      throw .cancelled
    }
    try stopFetching()
    var scan = report.scan ?? ScanReport(copy: .nothing)
    scan.source = scan.source ?? source?.schema.source
    scan.isInterrupted = true
    report.scan = scan
  }

  /// Whether a portion more is to be fetched; ends the run where what has come is not wanted.
  func fetchesOn() throws(ExecutionFault) -> Bool {
    if isStopping { try stopFetching() }
    return !report.isInterrupted
  }

  /// What is fetched; nil also where the run is told to end meanwhile and what has come is wanted.
  func untilStopped<Found>(
    _ fetch: () throws(ExecutionFault) -> Found?
  ) throws(ExecutionFault) -> Found? {
    do throws(ExecutionFault) { return try fetch() } catch {
      guard case .cancelled = error else { throw error }
      try stopFetching()
      return nil
    }
  }

  /// Notes items of which there is no record, each once.
  func note(missing: [String]) {
    let known = Set(report.missingDetails.map(SpelledName.init))
    report.missingDetails += missing.filter { !known.contains(SpelledName($0)) }
  }

  /// Notes what one item names.
  func follow(_ relation: String, _ scan: ScanReport) {
    var followed = report.followed ?? FollowedRelation(name: relation)
    followed.add(scan)
    report.followed = followed
    note(missing: scan.unrecorded)
  }

  /// Notes an item of which nothing tells what it names.
  func follow(_ relation: String, untold key: String) {
    var followed = report.followed ?? FollowedRelation(name: relation)
    if !followed.untold.contains(where: { $0.isSpelled(as: key) }) { followed.untold.append(key) }
    report.followed = followed
  }

  /// Notes how some items' own records were read.
  func note(records: ScanReport, of source: any CatalogueSource) throws(ExecutionFault) {
    var all = report.details ?? ScanReport(copy: records.copy)
    all.source = source.schema.source
    all.isOfRecords = true
    all.add(records)
    report.details = all
    try judgeOrigin()
  }

  /// Takes over what a plan within the run has found besides its rows.
  func merge(_ inner: RunReport) {
    report.isInterrupted = report.isInterrupted || inner.isInterrupted
    report.isNewSideRefused = report.isNewSideRefused || inner.isNewSideRefused
    report.zeroDivisions += inner.zeroDivisions
    report.missingDetails += inner.missingDetails
    report.joined += [inner.scan, inner.details].compactMap(\.self) + inner.joined
    report.inherited.add(inner.provenance)
    for note in inner.nulls { countNulls(note.label, note.count) }
    for note in inner.missingResults { countMissing(note.function, note.count) }
  }

  /// Notes that rows were parted that are equal in something.
  func note(ties: String) {
    if !report.ties.contains(ties) { report.ties.append(ties) }
  }

  func countNulls(_ label: String, _ count: Int) { report.nulls.add(label, count) }

  func countMissing(_ function: String, _ count: Int) {
    guard count > 0 else { return }
    if let index = report.missingResults.firstIndex(where: { $0.function == function }) {
      report.missingResults[index].count += count
    } else {
      report.missingResults.append((function, count))
    }
  }
}
