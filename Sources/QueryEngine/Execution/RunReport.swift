// SPDX-License-Identifier: MIT

package import Catalogue

/// What a run has found besides its rows.
package struct RunReport: Sendable {
  package var rows = 0
  /// How the list was read; nil when no list was.
  package var scan: ScanReport?
  /// How the lists of joined sources were read.
  package var joined: [JoinedScan] = []
  /// Whether whoever asked wanted no more to be fetched, so that the rows are those that had come.
  package var isInterrupted = false
  /// Whether the list was read to its end.
  package var isWholeScan = false
  /// In how many rows a divisor was zero.
  package var zeroDivisions = 0
  /// For the fields that decided a filter, in how many of its rows they were null.
  package var nulls: [(label: String, count: Int)] = []
  /// Items whose own record is not there, by their keys.
  package var missingDetails: [String] = []
  /// Items whose own record cannot be read.
  package var failedDetails: [ScanReport.Failure] = []
  /// How items' own records were read; nil when none were.
  package var details: ScanReport?
  /// The relation that was followed; nil where none was.
  package var followed: FollowedRelation?
  /// The key of the one item that was asked for.
  package var shownItem: String?
  /// How many records have that key, as far as was read.
  package var shownCopies = 1

  package init() {}

  /// Where the rows of the list are from, or the details among them that a server's failure has
  /// aged; details that are fresh enough need no word beside a list.
  package var copy: ScanReport.Copy? {
    guard let scan, case .kept(_, .some)? = details?.copy, let details else { return scan?.copy }
    return scan.copy.merged(with: details.copy)
  }
}

/// How the list of a source was read that a plan brings in, or the own records of its items.
package struct JoinedScan: Sendable {
  /// What the source is called; empty where it is the last result.
  package let source: String
  package let scan: ScanReport
  /// Where the rows are from; nil where the list tells it.
  package let copy: ScanReport.Copy?
}

/// What was found where items name others.
package struct FollowedRelation: Sendable {
  package let name: String
  /// How many items were named.
  package var named = 0
  /// Those of them that are not there, by their keys.
  package var missing: [String] = []

  /// Those of them that cannot be read.
  package var failed: [ScanReport.Failure] = []

  /// How many of them were read.
  package var there: Int { named - missing.count - failed.count }

  /// Adds what one item names, by the report of its cursor.
  mutating func add(_ report: ScanReport) {
    named += report.records + report.missing.count + report.failed.count
    missing += report.missing
    failed += report.failed
  }
}

/// What the operators of one run share.
final class RunState {
  var report = RunReport()
  /// Whether the server has found the words that it was asked to find.
  var isSearchAnswered = false
  let isCancelled: () -> Bool
  private let goOn: (() -> Void)?
  let lastResult: KeptResult?
  let locale: TextLocale

  /// For `goOn` see that of `Executor.Environment`.
  init(
    isCancelled: @escaping () -> Bool, goOn: (() -> Void)? = nil, lastResult: KeptResult? = nil,
    locale: TextLocale = .root
  ) {
    self.isCancelled = isCancelled
    self.goOn = goOn
    self.lastResult = lastResult
    self.locale = locale
  }

  func checkCancelled() throws(ExecutionFault) {
    if isCancelled() { throw .cancelled }
  }

  /// Whether nothing more is to be fetched.
  var isStopping: Bool { report.isInterrupted || isCancelled() }

  /// Fetches nothing more and goes on with what has come; ends the run where that is not wanted.
  func stopFetching() throws(ExecutionFault) {
    guard let goOn else { throw .cancelled }
    if isCancelled() { goOn() }
    report.isInterrupted = true
  }

  /// Notes items of which there is no record, or none that can be read; each once.
  func note(missing: [String], failed: [ScanReport.Failure]) {
    let noted = report.missingDetails + report.failedDetails.map(\.key)
    let known = Set(noted.map(SpelledName.init))
    report.missingDetails += missing.filter { !known.contains(SpelledName($0)) }
    report.failedDetails += failed.filter { !known.contains(SpelledName($0.key)) }
  }

  /// Notes what one item names.
  func follow(_ relation: String, _ scan: ScanReport) {
    var followed = report.followed ?? FollowedRelation(name: relation)
    followed.add(scan)
    report.followed = followed
  }

  /// Notes how some items' own records were read.
  func note(records: ScanReport) {
    var all = report.details ?? ScanReport(copy: records.copy)
    all.add(records)
    report.details = all
  }

  /// Takes over what a plan within the run has found besides its rows.
  func merge(_ inner: RunReport, of source: String) {
    report.isInterrupted = report.isInterrupted || inner.isInterrupted
    report.zeroDivisions += inner.zeroDivisions
    report.missingDetails += inner.missingDetails
    report.failedDetails += inner.failedDetails
    if let scan = inner.scan {
      report.joined.append(JoinedScan(source: source, scan: scan, copy: inner.copy))
    }
    if let details = inner.details {
      report.joined.append(JoinedScan(source: source, scan: details, copy: nil))
    }
    report.joined += inner.joined
    for note in inner.nulls { countNulls(note.label, note.count) }
  }

  func countNulls(_ label: String, _ count: Int) {
    guard count > 0 else { return }
    if let index = report.nulls.firstIndex(where: { $0.label == label }) {
      report.nulls[index].count += count
    } else {
      report.nulls.append((label, count))
    }
  }
}
