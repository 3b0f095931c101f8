// SPDX-License-Identifier: MIT

import Catalogue
import QueryEngine
import ResultRendering

// `.back` and `.forward`.
extension Session {
  /// Shows the result before the one that was shown, and goes on from it.
  func goBack() {
    guard let entry = history.back() else {
      return note("there is no result before this one; `.forward` goes the other way")
    }
    show(entry)
  }

  /// Shows the result from which `.back` has led.
  func goForward() {
    guard let entry = history.forward() else {
      return note("there is no result after this one; `.back` goes the other way")
    }
    show(entry)
  }

  /// Shows the last result again, in a form that is given, and goes on from it.
  func showAgain(_ change: (inout SessionSettings) -> Void) {
    guard let entry = history.current else {
      return note("there is no result yet; `.last` shows the last one again")
    }
    let usual = settings
    change(&settings)
    defer { settings = usual }
    show(entry)
  }

  private func show(_ entry: ResultHistory.Entry) {
    let page = ShownPage(self, holding: settings.page(of: entry.query))
    let writer = ResultWriter(entry.query, settings, isFirst: true) { bytes in
      page.write(bytes)
      return self.output.error == nil
    }
    writer.hide(entry.result.hidden)
    for batch in entry.result.rows(of: entry.query.presentation.columns) {
      writer.add(batch, keeping: false)
    }
    let footer = RunNotes(entry.query, entry.report, settings).footer(elapsed: nil)
    if settings.drawsPictures(of: entry.query) {
      _ = finishPictured(writer, entry.result, of: entry.query, footer: footer)
    } else {
      // Nothing was put aside that could not be read again.
      _ = try? writer.writesWaiting { false }
      page.beginFooter()
      writer.finish(footer: footer)
    }
    writeDefinition(after: entry.query, to: writer)
    page.end()
    output.flush()
    tellOfLostLetters()
    running = entry.attempt
    goOn(from: entry.result, of: entry.query, entry.report)
  }

  /// Makes a result the one from which `|` and `it` go on, and its item the one last shown.
  func goOn(from result: KeptResult, of query: BoundQuery, _ report: RunReport) {
    last = result
    lastAttempt = running?.base
    context.last = result.scope
    // The rows of other results have numbers too, but none that `in` could mean.
    context.lastCategories = result.categories ?? context.lastCategories
    context.lastSource = query.scope.shownSource ?? context.lastSource
    remember(query, report)
  }

  /// Notes which item was shown, and whether servers gave all that was wanted.
  func remember(_ query: BoundQuery, _ report: RunReport) {
    lacksAnswers = lacksAnswers || report.provenance.lacksAnswers
    if !settings.run.isOffline { lastReport = Boxed(report) }
    guard let item = report.shownItem else { return }
    shownItem = item
    context.shownSource = query.shownSource
  }
}
