package import Catalogue

/// What a run has found besides its rows.
package struct RunReport: Sendable {
  package var rows = 0
  /// How the list was read; nil when no list was.
  package var scan: ScanReport?
  /// How the lists of joined sources were read.
  package var joined: [ScanReport] = []
  /// Whether the list was read to its end.
  package var isWholeScan = false
  /// In how many rows a divisor was zero.
  package var zeroDivisions = 0
  /// For the fields that decided a filter, in how many of its rows they were null.
  package var nulls: [(label: String, count: Int)] = []
  /// Items whose own record is not there, by their keys.
  package var missingDetails: [String] = []

  package init() {}
}

/// What the operators of one run share.
final class RunState {
  var report = RunReport()
  let isCancelled: () -> Bool
  let lastResult: KeptResult?
  let locale: TextLocale

  init(
    isCancelled: @escaping () -> Bool, lastResult: KeptResult? = nil, locale: TextLocale = .root
  ) {
    self.isCancelled = isCancelled
    self.lastResult = lastResult
    self.locale = locale
  }

  /// Takes over what a plan within the run has found besides its rows.
  func merge(_ inner: RunReport) {
    report.zeroDivisions += inner.zeroDivisions
    report.missingDetails += inner.missingDetails
    report.joined += inner.joined
    if let scan = inner.scan { report.joined.append(scan) }
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
