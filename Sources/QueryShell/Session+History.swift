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

  private func show(_ entry: ResultHistory.Entry) {
    let writer = ResultWriter(entry.query, settings, isFirst: true) {
      self.output.write($0)
      return self.output.error == nil
    }
    writer.hide(entry.result.hidden)
    for batch in entry.result.rows(of: entry.query.presentation.columns) {
      writer.add(batch, keeping: false)
    }
    let footer = RunNotes(entry.query, entry.report, settings).footer(elapsed: nil)
    if settings.showsPicture(of: entry.query) || settings.showsPictures(of: entry.query) {
      _ = finishPictured(writer, entry.result, of: entry.query, footer: footer)
    } else {
      writer.finish(footer: footer)
    }
    writeDefinition(after: entry.query, to: writer)
    output.flush()
    tellOfLostLetters()
    running = entry.attempt
    goOn(from: entry.result, of: entry.query, entry.report)
  }

  /// Adds to the fields of a source, where people read them, how it is defined.
  func writeDefinition(after query: BoundQuery, to writer: ResultWriter) {
    guard settings.format(of: query).showsFooter, let source = query.relation.described else {
      return
    }
    // A file of lines is none that a definition reads; its fields are told all the same.
    guard let text = try? source.description?.definitionText() else { return }
    writer.add(definition: text)
  }

  /// Makes a result the one from which `|` and `it` go on, and its item the one last shown.
  func goOn(from result: KeptResult, of query: BoundQuery, _ report: RunReport) {
    last = result
    lastAttempt = running?.base
    context.last = result.scope
    context.lastCategories = result.categories
    context.lastSource = query.scope.shownSource ?? context.lastSource
    remember(query, report)
  }

  /// Notes which item was shown.
  func remember(_ query: BoundQuery, _ report: RunReport) {
    guard let item = report.shownItem else { return }
    shownItem = item
    context.shownSource = query.shownSource
  }
}
