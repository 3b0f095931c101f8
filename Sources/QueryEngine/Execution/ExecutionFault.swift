// SPDX-License-Identifier: MIT

package import Catalogue
package import Diagnostics
package import TextPatterns

/// What can stop a query while it runs.
package enum ExecutionFault: Error, Sendable {
  case source(SourceFault)
  /// A result has more than 38 digits.
  case overflow(ScriptRange)
  /// An amount is in another currency than what it is compared with or added to.
  case twoCurrencies(CurrencyMeeting, ScriptRange)
  /// Amounts that are aggregated are in several currencies.
  case mixedCurrencies(CurrencyConflict, ScriptRange)
  /// A function makes a text of more bytes than a text may have.
  case textLimit(ScriptRange)
  /// The rows that are held take more than so many bytes.
  case memoryLimit(Int)
  /// Rows that there is no room for cannot be put aside.
  case spill(SpillFault)
  /// A pattern was given up on a value.
  case patternLimit(PatternFault, ScriptRange)
  /// A date lies outside of the years 1 to 9999.
  case dateOverflow(ScriptRange)
  /// With the ids that are nearest to the one asked for.
  case noSuchItem(source: String, id: String, near: [String], ScriptRange)
  /// Nothing tells which items one leads to that is there.
  case nothingRelated(source: String, String, to: String, ScriptRange)
  /// Several items' ids begin with the given text; the first few of them.
  case ambiguousItem(source: String, prefix: String, ids: [String], ScriptRange)
  case noSuchRow(Int, rows: Int, ScriptRange)
  /// A row does not meet an `assert`; the ids of the first such rows.
  case assertionFailed(message: String?, rows: [String], ScriptRange)
  /// The number of rows is another; `rows` names the first of them.
  case unexpectedRows(ExpectedRows, got: Int, rows: [String])
  /// Several rows of a table that is compared have the same key.
  case repeatedKeys(RepeatedKeys, of: String, ScriptRange)
  case unexpectedColumns(expected: [String], found: [String], ScriptRange)
  /// A cell is not that of the file; rows count from 1.
  case unexpectedCell(row: Int, column: String, expected: String, found: String, ScriptRange)
  /// Rows are of a sample or of an old copy, where those are refused.
  case notCurrent(Provenance.Reading)
  /// A part of a list is missing, where that is refused.
  case partial(Provenance.Reading)
  /// Rows are not live, as `expect live` wants them.
  case unexpectedOrigin(Provenance.Reading, ScriptRange)
  /// Rows that `expect live` is to judge come from no source.
  case noOrigin(ScriptRange)
  case cancelled
}

/// What a source answers; a fault of it ends the run.
func asking<Answer>(
  _ question: () throws(SourceFault) -> Answer
) throws(ExecutionFault) -> Answer {
  do throws(SourceFault) { return try question() } catch {
    throw error == .cancelled ? .cancelled : .source(error)
  }
}

extension ExecutionFault {
  /// How many of the rows that a fault is about are named.
  static let namedRows = 3

  /// Whether a source did not give all that it should.
  package var isOfSource: Bool { if case .source = self { true } else { false } }

  /// Whether it ends a reading of which something may have to be told that came before.
  package var isOfData: Bool {
    switch self {
    case .source(.malformed), .source(.damaged): true
    default: false
    }
  }

  /// Whether it ends a run before it is known where all rows come from, or refuses them for that.
  package var endsJudging: Bool {
    switch self {
    case .notCurrent, .partial, .cancelled: true
    case .source, .overflow, .twoCurrencies, .mixedCurrencies, .textLimit, .memoryLimit, .spill,
      .patternLimit, .dateOverflow, .noSuchItem, .nothingRelated, .ambiguousItem, .noSuchRow,
      .assertionFailed, .unexpectedRows, .unexpectedColumns, .unexpectedCell, .unexpectedOrigin,
      .repeatedKeys, .noOrigin:
      false
    }
  }

  /// Whether it says how many rows or which items there are, so that it is true of these alone.
  package var isOfRows: Bool {
    switch self {
    case .noSuchItem, .nothingRelated, .ambiguousItem, .assertionFailed, .unexpectedRows,
      .repeatedKeys, .unexpectedCell:
      true
    case .source, .overflow, .twoCurrencies, .mixedCurrencies, .textLimit, .memoryLimit, .spill,
      .patternLimit, .dateOverflow, .noSuchRow, .notCurrent, .partial, .unexpectedColumns,
      .unexpectedOrigin, .noOrigin, .cancelled:
      false
    }
  }

  init(_ fault: FunctionFault, at range: ScriptRange) {
    self =
      switch fault {
      case .overflow: .overflow(range)
      case .textLimit: .textLimit(range)
      case .pattern(let fault): .patternLimit(fault, range)
      }
  }
}

extension Diagnostic {
  /// What a fault of a run is to a person; nil for a run that was cancelled.
  package init?(_ fault: ExecutionFault, in source: ScriptText, at place: ScriptRange) {
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
    case .twoCurrencies(let meeting, let range):
      self = .twoCurrencies(meeting, range, in: source)
    case .mixedCurrencies(let conflict, let range):
      self = .mixedCurrencies(conflict, range, in: source)
    case .textLimit(let range):
      self.init(
        .dataLimit, "a text has more than \(TextLimit.standard.value >> 20) MiB",
        at: Label(range, "made here"), in: source)
    case .memoryLimit(let limit): self = .memoryLimit(limit, at: place, in: source)
    case .spill(let fault): self = .spill(fault, at: place, in: source)
    case .patternLimit(let fault, let range):
      self.init(
        .patternLimit, "the pattern takes too long on `\(fault.value)`",
        at: Label(range, "given up"),
        remarks: [
          .help("a repeat within a repeat, such as `(a+)+`, can be taken in too many ways")
        ],
        in: source)
    case .dateOverflow(let range): self = .dateOverflow(range, in: source)
    case .noSuchItem(let name, let id, let near, let range):
      self = .noSuchItem(id, of: name, near: near, range, in: source)
    case .nothingRelated(let name, let relation, let key, let range):
      self = .nothingRelated(name, relation, key, range, in: source)
    case .ambiguousItem(let name, let prefix, let ids, let range):
      self = .ambiguousItem(prefix, of: name, ids, range, in: source)
    case .noSuchRow(let row, let rows, let range):
      self = .noSuchRow(row, of: rows, range, in: source)
    case .notCurrent(let reading): self = .notCurrent(reading, place, in: source)
    case .partial(let reading): self = .partial(reading, place, in: source)
    case .unexpectedOrigin(let reading, let range):
      self = .unexpectedOrigin(reading, range, in: source)
    case .repeatedKeys(let keys, let name, let range):
      self = .repeatedKeys(keys, of: name, range, in: source)
    case .noOrigin(let range): self = .noOrigin(range, in: source)
    case .assertionFailed, .unexpectedRows, .unexpectedColumns, .unexpectedCell:
      self.init(ofCheck: fault, in: source)
    case .cancelled: return nil
    }
  }

  private static func dateOverflow(_ range: ScriptRange, in text: ScriptText) -> Diagnostic {
    Diagnostic(
      .overflow, "a date lies outside of the years 1 to 9999", at: Label(range, "calculated here"),
      in: text)
  }

  private static func noSuchRow(
    _ row: Int, of rows: Int, _ range: ScriptRange, in text: ScriptText
  ) -> Diagnostic {
    Diagnostic(
      .noSuchItem, "the last result has no row \(row): it has \(rows)", at: Label(range), in: text)
  }

  private static func repeatedKeys(
    _ keys: RepeatedKeys, of name: String, _ range: ScriptRange, in text: ScriptText
  ) -> Diagnostic {
    let (noun, verb) = keys.count == 1 ? ("key", "names") : ("keys", "name")
    return Diagnostic(
      .repeatedKey, "\(keys.count) \(noun) of \(name) \(verb) several rows: \(keys.words)",
      at: Label(range),
      remarks: [
        .help(
          "name rows by more fields, such as `by brand, model`; or keep one of each through a "
            + "`let`: `let once = from … | distinct \(text[range])`")
      ], in: text)
  }

  private static func nothingRelated(
    _ name: String, _ relation: String, _ key: String, _ range: ScriptRange, in text: ScriptText
  ) -> Diagnostic {
    Diagnostic(
      .noSuchItem, "\(name) does not tell what \(key) leads to as `\(relation)`",
      at: Label(range), in: text)
  }

  private static func ambiguousItem(
    _ prefix: String, of source: String, _ ids: [String], _ range: ScriptRange, in text: ScriptText
  ) -> Diagnostic {
    Diagnostic(
      .noSuchItem, "several items of \(source) begin with `\(prefix)`", at: Label(range),
      remarks: [Remark("ids", ids.joined(separator: ", "))], in: text)
  }

  /// What is said of an `assert` or an `expect` that was false; nil for other faults.
  private init?(ofCheck fault: ExecutionFault, in source: ScriptText) {
    switch fault {
    case .assertionFailed(let message, let rows, let range):
      self.init(
        .failedAssertion, message ?? "a row does not meet the condition",
        at: Label(range, "false"),
        remarks: rows.isEmpty ? [] : [Remark("rows", rows.joined(separator: ", "))],
        severity: .failed, in: source)
    case .unexpectedRows(let expected, let got, let rows):
      let mark = expected.comparison == .equal ? "" : "\(expected.comparison.rawValue) "
      let noun = expected.count == 1 ? "row" : "rows"
      let groups = expected.groups.joined(separator: " and ")
      let place = groups.isEmpty ? "" : " where \(groups)"
      self.init(
        .failedExpectation, "expected \(mark)\(expected.count) \(noun), got \(got)\(place)",
        at: Label(expected.range, expected.context),
        remarks: rows.isEmpty ? [] : [Remark("rows", rows.joined(separator: "; "))],
        severity: .failed, in: source)
    case .unexpectedColumns(let expected, let found, let range):
      self.init(
        .failedExpectation, "expected the columns \(expected.joined(separator: ", "))",
        at: Label(range, "got \(found.joined(separator: ", "))"), severity: .failed, in: source)
    case .unexpectedCell(let row, let column, let expected, let found, let range):
      self.init(
        .failedExpectation, "row \(row) differs in `\(column)`",
        at: Label(range, "expected \(expected.asText), got \(found.asText)"), severity: .failed,
        in: source)
    case .source, .overflow, .twoCurrencies, .mixedCurrencies, .textLimit, .memoryLimit, .spill,
      .patternLimit, .dateOverflow, .noSuchItem, .nothingRelated, .ambiguousItem, .noSuchRow,
      .notCurrent, .partial, .repeatedKeys, .unexpectedOrigin, .noOrigin, .cancelled:
      return nil
    }
  }

  private static func memoryLimit(
    _ bytes: Int, at place: ScriptRange, in source: ScriptText
  ) -> Diagnostic {
    Diagnostic(
      .dataLimit, "the rows that are held take more than \(ByteCount.words(bytes))",
      at: Label(place),
      remarks: [
        .help(
          "take fewer rows with `filter`, or fewer columns with `show` or `drop`, "
            + "before the stage that needs all of them; or allow more: "
            + "`set memory = \(ByteCount.words(twice(bytes)))`")
      ], in: source)
  }

  private static func spill(
    _ fault: SpillFault, at place: ScriptRange, in source: ScriptText
  ) -> Diagnostic {
    let (message, way) =
      switch fault {
      case .limit(let bytes):
        (
          "the rows that are put aside take more than \(ByteCount.words(bytes))",
          "`set spill.limit = \(ByteCount.words(twice(bytes)))` allows more"
        )
      case .file(let folder, let reason):
        (
          "rows that memory has no room for cannot be put aside in a file in \(folder): \(reason)",
          "`TMPDIR=FOLDER cq …` takes another folder"
        )
      }
    return Diagnostic(
      .dataLimit, message, at: Label(place),
      remarks: [
        .help("\(way); or take fewer rows or columns, or `set memory` to more than they take")
      ], in: source)
  }

  private static func twice(_ bytes: Int) -> Int { bytes > Int.max / 2 ? bytes : bytes * 2 }
}

extension Diagnostic {
  fileprivate static func noSuchItem(
    _ id: String, of name: String, near: [String], _ range: ScriptRange, in source: ScriptText
  ) -> Diagnostic {
    Diagnostic(
      .noSuchItem, "\(name) has no item `\(id)`",
      at: Label(range, question: Suggestion.question(near)),
      remarks: [.help("`from \(name)` lists the items; a unique beginning of an id will do")],
      in: source)
  }
}
