// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QueryEngine
import QuerySyntax
import ValueDisplay
import Workers

/// Runs scripts as a session does and writes down what comes of them.
struct QueryRun {
  var directory = Samples.directory()
  var optimising = true
  var locale = TextLocale.root
  /// The values of the script's parameters, as the command line gives them.
  var given: [GivenParameter] = []
  /// How many bytes a query may hold.
  var memory = Int.max
  /// Where rows go for which there is no room; nil where they may go nowhere.
  var spill: MemorySpill?
  /// How many threads share the work on long lists.
  var workers = 1

  /// For each query its labels and its rows, and what its run noted; or what is wrong.
  func text(_ script: String) -> String {
    let source = ScriptText(name: "t", script)
    let parsed = Parser.parse(source)
    var context = Binder.Context()
    context.given = given
    let bound = Binder.bind(parsed.tree, in: context, directory: directory)
    let faults = parsed.diagnostics + bound.diagnostics
    if faults.contains(where: \.isFatal) {
      return faults.map { Self.text($0, in: source) }.joined(separator: "\n")
    }
    var last: KeptResult?
    var shown: String?
    var texts: [String] = []
    for case .query(let query) in bound.statements.map(\.action) {
      do throws(ExecutionFault) {
        texts.append(try run(query, &last, &shown))
      } catch {
        let diagnostic = Diagnostic(error, in: source, at: query.range)
        texts.append(diagnostic.map { Self.text($0, in: source) } ?? "cancelled")
      }
    }
    return texts.joined(separator: "\n")
  }

  /// The script with every fix made; nil when there is a fault without one, or none at all.
  func fixes(of script: String) -> String? {
    let source = ScriptText(name: "t", script)
    let parsed = Parser.parse(source)
    let bound = Binder.bind(parsed.tree, in: Binder.Context(), directory: directory)
    let faults = parsed.diagnostics + bound.diagnostics
    let fixes = faults.compactMap(\.automaticFix)
    guard !fixes.isEmpty, fixes.count == faults.count else { return nil }
    return FixIt(fixes.flatMap(\.edits)).applied(to: source)
  }

  private func run(
    _ query: BoundQuery, _ last: inout KeptResult?, _ item: inout String?
  ) throws(ExecutionFault) -> String {
    var lines = ["= " + query.presentation.columns.map(\.label).joined(separator: " | ")]
    var kept: [Batch] = []
    let shown = query.presentation.columns.count
    let count = WorkerCount()
    count.set(to: workers)
    let environment = Executor.Environment(
      directory: directory, lastResult: last, shownItem: item, locale: locale,
      memory: MemoryAccount(limit: memory, spill: spill?.space), workers: count,
      unchanged: { unchanged in
        let labels = query.presentation.columns.filter {
          $0.isOptional && unchanged.contains($0.id)
        }.map(\.label)
        if !labels.isEmpty { lines.append("~ not shown: \(labels.joined(separator: " "))") }
      }, isCancelled: { false })
    let physical = Planner.plan(query, keepingScope: true, optimising: optimising)
    let report = try Executor.run(physical, in: environment) { batch in
      let types = query.presentation.columns.map(\.type)
      lines += Self.rows(Batch(Array(batch.columns.prefix(shown)), count: batch.count), types)
      kept.append(Batch(Array(batch.columns.dropFirst(shown)), count: batch.count))
      return .more
    }
    last = KeptResult(scope: query.scope, batches: kept, report.provenance)
    item = report.shownItem ?? item
    lines += report.nulls.map { "~ \($0.count) have no \($0.label)" }
    if let changes = report.changes { lines.append("~ \(changes.words(between: " · "))") }
    if report.zeroDivisions > 0 { lines.append("~ \(report.zeroDivisions) divide by zero") }
    if !report.missingDetails.isEmpty {
      lines.append("~ no detail of \(report.missingDetails.joined(separator: " "))")
    }
    if let followed = report.followed {
      lines.append(
        "~ \(followed.name): \(followed.there) of \(followed.named)"
          + followed.missing.map { " -\($0)" }.joined())
    }
    return lines.joined(separator: "\n")
  }

  private static func rows(_ batch: Batch, _ types: [ValueType]) -> [String] {
    let cells = zip(batch.columns, types).map { column, type in
      let packed = DisplayText.cells(column, type: type)
      return (0..<batch.count).map { row in
        column.isNull(at: row) ? "–" : String(decoding: packed[row], as: UTF8.self)
      }
    }
    return (0..<batch.count).map { row in
      cells.map { $0[row].isEmpty ? "''" : $0[row] }.joined(separator: " | ")
    }
  }

  /// Code, message, place with its text, second places, and the corrected text.
  static func text(_ diagnostic: Diagnostic, in source: ScriptText) -> String {
    var lines = ["! \(diagnostic.code.rawValue) \(diagnostic.message)"]
    if let label = diagnostic.primary { lines.append("^ \(place(label, source))") }
    lines += diagnostic.secondary.map { "- \(place($0, source))" }
    lines += diagnostic.remarks.map { remark in
      "\(remark.kind): " + (remark.remedy.map { "\($0)" } ?? remark.text)
    }
    if let fix = diagnostic.automaticFix { lines.append("= " + fix.applied(to: source)) }
    return lines.joined(separator: "\n")
  }

  private static func place(_ label: Diagnostic.Label, _ source: ScriptText) -> String {
    label.text.isEmpty ? source[label.range] : "\(source[label.range]) ~ \(label.text)"
  }
}
