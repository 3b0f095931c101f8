package import Catalogue
package import Diagnostics

/// What can stop a query while it runs.
package enum ExecutionFault: Error, Sendable {
  case source(SourceFault)
  /// A result has more than 38 digits.
  case overflow(SourceRange)
  case noSuchItem(source: String, id: String, SourceRange)
  /// Several items' ids begin with the given text; the first few of them.
  case ambiguousItem(source: String, prefix: String, ids: [String], SourceRange)
  case noSuchRow(Int, rows: Int, SourceRange)
  /// A row does not meet an `assert`; the ids of the first such rows.
  case assertionFailed(message: String?, rows: [String], SourceRange)
  case unexpectedRows(Comparison, Int, got: Int, SourceRange)
  case unexpectedColumns(expected: [String], found: [String], SourceRange)
  case cancelled
}

extension Diagnostic {
  /// What a fault of a run is to a person; nil for a run that was cancelled.
  package init?(_ fault: ExecutionFault, in source: SourceText, at place: SourceRange) {
    switch fault {
    case .source(let fault): self.init(fault, at: place, in: source)
    case .overflow(let range):
      self.init(
        .overflow, "a result has more than \(Decimal.maximumDigits) digits",
        at: Label(range, "calculated here"),
        remarks: [
          .help("round a quotient before calculating on: `round(rooms / 3, 6) + 1`")
        ],
        in: source)
    case .noSuchItem(let name, let id, let range):
      self.init(
        .noSuchItem, "\(name) has no item `\(id)`", at: Label(range),
        remarks: [.help("`from \(name)` lists the items; a unique beginning of an id will do")],
        in: source)
    case .ambiguousItem(let name, let prefix, let ids, let range):
      self.init(
        .noSuchItem, "several items of \(name) begin with `\(prefix)`", at: Label(range),
        remarks: [Remark("ids", ids.joined(separator: ", "))], in: source)
    case .noSuchRow(let row, let rows, let range):
      self.init(
        .noSuchItem, "the last result has no row \(row): it has \(rows)", at: Label(range),
        in: source)
    case .assertionFailed(let message, let rows, let range):
      self.init(
        .failedAssertion, message ?? "a row does not meet the condition",
        at: Label(range, "false"),
        remarks: rows.isEmpty ? [] : [Remark("rows", rows.joined(separator: ", "))],
        severity: .failed, in: source)
    case .unexpectedRows(let comparison, let count, let got, let range):
      let mark = comparison == .equal ? "" : "\(comparison.rawValue) "
      self.init(
        .failedExpectation, "expected \(mark)\(count) \(count == 1 ? "row" : "rows"), got \(got)",
        at: Label(range), severity: .failed, in: source)
    case .unexpectedColumns(let expected, let found, let range):
      self.init(
        .failedExpectation, "expected the columns \(expected.joined(separator: ", "))",
        at: Label(range, "got \(found.joined(separator: ", "))"), severity: .failed, in: source)
    case .cancelled: return nil
    }
  }
}
