// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import LineEditing
import QueryEngine

// Why a result has no rows.
extension Session {
  /// What is said of a run, with why it has no rows where it has none.
  func notes(on query: BoundQuery, in source: ScriptText, _ report: RunReport) -> RunNotes {
    emptyResult = emptiness(of: query, in: source, report)
    var notes = RunNotes(query, report, settings, emptiness: emptyResult)
    // An item of many says nothing of the lists of others.
    let showsLists = query.presentation.columns.contains { column in
      if case .list = column.type { true } else { false }
    }
    notes.tellsDropped =
      settings.isInteractive && showsLists && !query.relation.isCard
      && isNews(ofDroppedParts: report)
    return notes
  }

  /// The query nearest to one that had no rows. Where that went on from a result, which is by now
  /// the empty one, what gave it stands before; nil where that is no single pipeline.
  var nearestLine: String? {
    guard let nearest = emptyResult?.nearest else { return nil }
    guard lastRun?.query.readsLastResult ?? false else { return nearest.text }
    let base = BrowsedText.text(of: lastAttempt?.withoutLast)
    // All rows of the result, where no stage is left.
    let rest = nearest.text.firstIndex(of: "|").map { " " + nearest.text[$0...] } ?? ""
    return base.isEmpty ? nil : base + rest
  }

  /// Whether a source had empty parts of which nothing was told yet.
  private func isNews(ofDroppedParts report: RunReport) -> Bool {
    let scans = [report.scan, report.details].compactMap(\.self) + report.joined
    let names = Set(scans.filter { $0.dropped > 0 }.compactMap(\.source))
    defer { toldDropped.formUnion(names) }
    return !names.isSubset(of: toldDropped)
  }

  /// Why a query that was run has no rows, as far as rows tell that are at hand; nil where nobody
  /// sees the result.
  private func emptiness(
    of query: BoundQuery, in source: ScriptText, _ report: RunReport
  ) -> EmptyResult? {
    guard report.rows == 0, query.presentation.isShown, !isRereading,
      settings.told.why, settings.quietness == .nothing, !isCancelled()
    else { return nil }
    let environment = Executor.Environment(
      directory: sources, lastResult: last, locale: settings.locale, workers: sources.workers,
      isCancelled: isCancelled)
    let question = EmptyResultQuestion(query, in: source, known: context, environment)
    let answer = offline { question.answer(to: report) }
    return isCancelled() ? nil : answer
  }
}

extension CompletionList {
  /// One text that stands for a whole line.
  static func only(_ text: String) -> CompletionList {
    CompletionList(
      replaceFrom: 0, items: [Completion(replacement: text, label: text, note: "")])
  }
}
