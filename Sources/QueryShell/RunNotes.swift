// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import QueryEngine
import ResultRendering

/// What is said about a run besides its rows: in the footer of a format made for people, else as
/// notes on the stream of errors.
struct RunNotes {
  private let query: BoundQuery
  private let report: RunReport
  private let provenance: Provenance
  private let settings: SessionSettings
  private let format: OutputFormat
  /// Why there is no row, where that is known.
  private let emptiness: EmptyResult?
  /// Whether it is told which parts of lists were empty.
  var tellsDropped = false

  init(
    _ query: BoundQuery, _ report: RunReport, _ settings: SessionSettings,
    emptiness: EmptyResult? = nil
  ) {
    self.query = query
    self.report = report
    self.emptiness = emptiness
    provenance = report.provenance
    self.settings = settings
    format = settings.format(of: query)
  }

  /// `3 of 7 hotels · 2 have no strikePrice · sample`; nil for formats without a footer.
  func footer(elapsed: UInt64?) -> String? {
    guard format.showsFooter else { return nil }
    var parts = [count]
    if let elapsed { parts.append("\(elapsed / 1_000_000) ms") }
    parts += remarks.map(\.text) + seen
    if let server { parts.append(server) }
    if let copies { parts.append(copies) }
    let footer = parts.joined(separator: mark)
    return settings.isInteractive ? ([footer] + reasons).joined(separator: "\n") : footer
  }

  /// What only somebody needs to know who looks at the rows.
  private var seen: [String] {
    let ties = report.ties.map { "cut between rows of equal \($0)" }
    let dropped = tellsDropped ? scans.reduce(0) { $0 + $1.dropped } : 0
    return dropped == 0
      ? ties : ties + ["\(dropped) empty \(dropped == 1 ? "part" : "parts") dropped"]
  }

  /// Why there is no row, and how there would be some, for a person at the prompt.
  private var reasons: [String] {
    guard let emptiness else { return [] }
    let nearest = emptiness.nearest.map { "nearest: \($0.text)  (\($0.count), Tab takes it)" }
    return [emptiness.reason] + [nearest].compactMap(\.self)
  }

  /// The same in one line, for a script.
  private var doubt: [String] {
    guard let emptiness else { return [] }
    let nearest = emptiness.nearest.map { "; nearest: \($0.change) (\($0.count))" }
    return [emptiness.reason + (nearest ?? "")]
  }

  /// What stands between two parts of a footer.
  private var mark: String { settings.options.ascii ? " - " : " · " }

  /// Where the rows come from; of several sources that differ, each with its name.
  private var copies: String? {
    let readings = toldReadings
    let words = readings.map { $0.inFooter(place($0.source)) }
    guard Set(words).count > 1 else {
      return words.first.flatMap { $0.isEmpty ? nil : $0.joined(separator: ", ") }
    }
    var told: [String] = []
    for reading in readings {
      for copy in reading.inFooter(place(reading.source)) {
        let isNamed = place(reading.source).isEmpty || !reading.oldParts.isEmpty
        let words = isNamed ? copy : "\(reading.source): \(copy)"
        if !told.contains(words) { told.append(words) }
      }
    }
    return told.joined(separator: ", ")
  }

  private var readings: [Provenance.Reading] { provenance.readings }

  /// Those that are told: of fresh copies of one source, such as its list and an item's record, the
  /// oldest.
  private var toldReadings: [Provenance.Reading] {
    readings.filter { reading in
      guard let age = reading.freshAge else { return true }
      return !readings.contains { $0.source == reading.source && $0.freshAge ?? age > age }
    }
  }

  /// How many rows of how many, such as `3 of 7 hotels`.
  var count: String {
    let (relation, nouns) = (query.relation, query.presentation.nouns)
    if relation.isCard, report.rows == 1 { return oneThing }
    if let noun = nouns.items(report.rows), report.rows > 0 {
      if report.isWholeScan, let name = relation.followedRelation, let followed = report.followed {
        return "\(CountText.of(report.rows)) of \(CountText.of(followed.there)) "
          + Self.items(of: name, count: followed.there)
      }
      if relation.givesItems, report.isWholeScan, let scan = report.scan {
        let rows = CountText.of(report.rows)
        guard let all = scan.knownItems else { return "\(rows) \(noun)" }
        let counted = scan.hasSeveralRows ? countedRows : rows
        return "\(counted) of \(CountText.of(all)) \(nouns.items(all) ?? noun)"
      }
    }
    if report.rows == 0, relation.givesItems, report.isWholeScan, let all = report.scan?.knownItems,
      all > 0
    {
      return "no rows of \(CountText.of(all))"
    }
    return report.rows == 0 ? "no rows" : countedRows
  }

  private var countedRows: String {
    "\(CountText.of(report.rows)) \(report.rows == 1 ? "row" : "rows")"
  }

  /// `1 hotel`, or `1 item of toys` where no word for one is known.
  private var oneThing: String {
    guard let schema = query.relation.source?.schema else { return "1 category" }
    // A file has no word of its own for its rows.
    let name = schema.noun == "rows" ? schema.source : schema.noun
    return schema.one.map { "1 \($0)" } ?? "1 item of \(name)"
  }

  /// All that is told besides the number of rows, what the server did, and where rows come from.
  private var remarks: [ResultNote] {
    let changes = report.changes.map { [ResultNote($0.words(between: mark))] } ?? []
    return changes + found.map { ResultNote($0) } + losses.map { ResultNote(shortfall: $0) }
      + ofScans.map { ResultNote($0) } + ofRecords + (report.followed.map(Self.remarks) ?? [])
  }

  /// What the stages have met in the rows.
  private var found: [String] {
    // Of a result without rows it is told which condition left none, and why.
    let counted = emptiness == nil ? report.nulls : []
    let nulls = counted.map { "\($0.count) \($0.count == 1 ? "has" : "have") no \($0.label)" }
    let missing = report.missingResults.map {
      "`\($0.function)` has no result for \($0.count) \($0.count == 1 ? "value" : "values")"
    }
    guard report.zeroDivisions > 0 else { return nulls + missing }
    let verb = report.zeroDivisions == 1 ? "row divides" : "rows divide"
    return nulls + missing + ["\(report.zeroDivisions) \(verb) by zero"]
  }

  private var ofScans: [String] {
    var parts: [String] = []
    for scan in scans {
      parts += scan.remarks.map { "\($0)\(place(scan.source))" }
      if let list = scan.takenList {
        parts.append("rows\(place(scan.source)) are \(list.written)[]; the rest is in `items .`")
      }
      if let lists = scan.otherLists {
        parts.append("the whole object\(place(scan.source)) is one row; \(lists)")
      }
      if scan.rejected > 0 {
        let noun = scan.rejected == 1 ? "value" : "values"
        parts.append("\(scan.rejected) \(noun)\(place(scan.source)) left empty")
      }
      if let shared = scan.sharedKeys, !query.relation.isItem { parts.append(shared.sentence) }
    }
    if readings.contains(where: \.hidesPictures) {
      parts.append("a copy is shown without pictures")
    }
    if report.shownCopies > 1 { parts.append("the first of \(report.shownCopies) with this id") }
    return parts
  }

  private var ofRecords: [ResultNote] {
    let missing = report.missingDetails
    return missing.isEmpty
      ? [] : [ResultNote("no detail record for \(ScanReport.named(missing))")]
  }

  /// What of the lists and records is missing.
  private var losses: [String] {
    var told: [String] = []
    for reading in readings {
      let words = reading.shortfalls.flatMap { self.words($0, of: reading) }
      told += words.filter { !told.contains($0) }
    }
    return told
  }

  /// What is said of something that is missing.
  private func words(
    _ shortfall: Provenance.Shortfall, of reading: Provenance.Reading
  ) -> [String] {
    let words = shortfall.words(place(reading.source))
    switch shortfall {
    case .parts, .round, .broken, .skipped, .records, .unlisted, .warned, .interrupted:
      return words
    case .limit(let read, _):
      let isAtLimit =
        reading.copy.isOfServer && read >= settings.fetchLimit
        && settings.fetchLimit < ListCursor.maximumRecords
      return words.map { isAtLimit ? "\($0) (set fetch.limit)" : $0 }
    case .changed:
      let remedy = settings.isInteractive ? ".retry" : "--refresh"
      return words.map { "\($0) (\(remedy) reads it anew)" }
    }
  }

  /// ` of a.json` where several sources were read.
  private func place(_ source: String?) -> String {
    guard let source, !source.isEmpty, Set(readings.map(\.source)).count > 1 else { return "" }
    return " of \(source)"
  }

  /// What the server has done of the work.
  private var server: String? {
    guard let scan = report.scan, let answered = scan.answered, let source = query.relation.source
    else {
      return nil
    }
    let parts = RequestText.parts(answered, of: source)
    return parts.isEmpty ? nil : "server: \(parts.joined(separator: ", "))"
  }

  /// `2 of 5 related items are not there (8880001, 8880002)`, and of what items nothing is told.
  private static func remarks(_ followed: FollowedRelation) -> [ResultNote] {
    var parts: [ResultNote] = []
    let count = followed.missing.count
    if count > 0 {
      let all = "of \(followed.named) \(items(of: followed.name, count: followed.named))"
      let keys = ScanReport.named(followed.missing)
      parts.append(ResultNote("\(count) \(all) \(count == 1 ? "is" : "are") not there (\(keys))"))
    }
    if !followed.untold.isEmpty {
      let keys = ScanReport.named(followed.untold)
      parts.append(ResultNote("nothing tells the \(items(of: followed.name, count: 2)) of \(keys)"))
    }
    return parts
  }

  private static func items(of relation: String, count: Int) -> String {
    if relation == "accessories" { return count == 1 ? "accessory" : relation }
    return "\(relation) \(count == 1 ? "item" : "items")"
  }

  /// What the footer would have said, where there is none, as in a file or of rows that were only
  /// checked.
  var lines: [ResultNote] {
    let presentation = query.presentation
    let hasFooter =
      format.showsFooter && presentation.target == nil && !presentation.isSilent
    return hasFooter ? [] : all
  }

  /// What may have been meant otherwise where no row is left.
  var doubts: [String] {
    guard report.rows == 0 else { return [] }
    let isTold = settings.isInteractive && format.showsFooter
    return query.doubts + (isTold ? [] : doubt)
  }

  /// All that is told of the result, whatever its form.
  var all: [ResultNote] {
    var lines = remarks
    for reading in readings where !reading.source.isEmpty {
      for words in reading.inNote {
        let line = reading.copy.isCurrent ? ResultNote(words) : ResultNote(shortfall: words)
        if !lines.contains(line) { lines.append(line) }
      }
    }
    return lines
  }

  /// Warnings about single records and values.
  var warnings: [Diagnostic] { scans.flatMap(warnings) }

  /// How lists and items were read; what was read twice with the same finding is told once.
  private var scans: [ScanReport] {
    let all = [report.scan, report.details].compactMap(\.self) + report.joined
    return all.indices.filter { index in
      !all[..<index].contains { $0.tells(asMuchAs: all[index]) }
    }.map { all[$0] }
  }

  private func warnings(_ scan: ScanReport) -> [Diagnostic] {
    let told = scan.findings.filter { $0.kind != .dropped || settings.isVerbose }
    var remedies: Set<ScanReport.Finding.KeepingField> = []
    var warnings = told.map { finding in
      let remedy = finding.remedy.flatMap { remedies.insert($0).inserted ? $0 : nil }
      // Where items' own records are read, each finding names its record's payload.
      let source = scan.isOfRecords ? nil : scan.source
      let place = source.map { "\($0), byte \(finding.offset): " } ?? ""
      return Diagnostic(
        .rejectedValue, place + finding.message, remarks: remedy.map { [.help(Remedy($0))] } ?? [],
        severity: finding.kind == .dropped ? .note : .warning)
    }
    let more =
      scan.skipped + scan.rejected + scan.lost - scan.findings.count { $0.kind != .dropped }
    if more > 0 {
      warnings.append(
        Diagnostic(
          .rejectedValue, "\(scan.source.map { "\($0): " } ?? "")\(more) more of the same kind",
          severity: .warning))
    }
    return warnings
  }
}

extension ScanReport {
  /// How many items the list has, as far as that is known; where a page is missing, as many as its
  /// server says.
  fileprivate var knownItems: Int? {
    if isNarrowed { return nil }
    let read = records - skipped
    if missingParts == 0 { return isInterrupted ? nil : read }
    // Nobody has told how many items are in a category that did not come at all.
    guard missingParts == gaps.count, gaps.allSatisfy({ $0.page != nil }), let total,
      total >= records
    else { return nil }
    return total - skipped
  }
}

extension Provenance.Reading {
  /// How old a fresh copy is; nil for what is none, or of unknown age.
  fileprivate var freshAge: Int? {
    if case .kept(let age, reason: nil) = copy { age } else { nil }
  }
}
