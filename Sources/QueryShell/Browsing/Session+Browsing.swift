// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import LineEditing
import QueryEngine
import QuerySyntax
import ResultRendering

// `.browse`.
extension Session {
  /// Shows the last result in the whole window, where keys write the query further, and leaves that
  /// at the prompt.
  func browse() {
    guard let window else {
      return note("`.browse` wants a terminal that moves its cursor; `.last` shows the result")
    }
    guard history.current != nil, last != nil else {
      return note("there is no result yet; `.browse` looks at the last one")
    }
    guard let screen = FullScreen(),
      var browser = browser(rows: window.rows(), columns: window.columns())
    else {
      return note("`.browse` wants a terminal; `.last` shows the result")
    }
    output.flush()
    screen.enter()
    defer { screen.leave() }
    nextLine = browse(&browser, screen, window)
    // Of a terminal that has but one screen nothing is left behind.
    screen.show([])
    forgetCancelling?()
  }

  /// A browser over the last result, for a window of some size; nil where there is no result.
  func browser(rows: Int, columns: Int) -> Browser? {
    guard let entry = history.current, let last else { return nil }
    let ran = Ran(query: entry.query, report: entry.report, result: last)
    let query = BrowserQuery(head: BrowsedText.text(of: lastAttempt))
    let view = view(of: ran, query, last, columns: columns)
    let place = settings.options.page(currentSource ?? "cq")
    return Browser(
      view, prompt: place + (settings.isOffline ? "*> " : "> "), rows: rows, columns: columns,
      settings.options, settings.colours)
  }

  /// Takes keys until one leaves; gives the line for the prompt.
  private func browse(
    _ browser: inout Browser, _ screen: FullScreen, _ window: PagingWindow
  ) -> String? {
    while true {
      screen.show(browser.frame())
      switch screen.next() {
      case .end: return nil
      case .signal:
        browser.resize(rows: window.rows(), columns: window.columns())
      case .key(let key):
        switch browser.take(key) {
        case .stay: break
        case .suspend: screen.suspend()
        case .copy(let text): screen.copy(inBase64: Base64.encoded(Array(text.utf8)))
        case .leave(let line): return line
        case .work(let work): screen.listening { perform(work, in: &browser) }
        }
      }
    }
  }

  /// Does what a key asks for.
  func perform(_ work: Browser.Work, in browser: inout Browser) {
    forgetCancelling?()
    switch work {
    case .run(let query): run(query, in: &browser)
    case .ask(let text): ask(text, in: &browser)
    case .find(let step): find(by: step, in: &browser)
    case .markSame:
      let same = browser.view.table?.rows(
        likeRow: browser.row, place: browser.place, unless: isCancelled)
      if let same { browser.mark(same) } else { browser.tell("interrupted") }
    }
  }

  private func find(by step: Int, in browser: inout Browser) {
    guard let table = browser.view.table, table.count > 0 else { return }
    let found = table.row(
      holding: browser.sought, from: browser.row + step, by: step < 0 ? -1 : 1,
      unless: isCancelled)
    guard let found else {
      return browser.tell(isCancelled() ? "interrupted" : "not found: \(browser.sought)")
    }
    browser.go(toRow: found)
  }

  /// Runs the stages of a query that were not run yet.
  private func run(_ query: BrowserQuery, in browser: inout Browser) {
    let head = browser.view.head
    let base = browser.base(of: query)
    switch ran(base.text, from: base.rows) {
    case .success(let ran): browser.show(view(of: ran, query, head, columns: browser.columns))
    case .failure(let fault): browser.tell(fault.words)
    }
  }

  /// Runs a statement that names an item, whose rows then are those of a head.
  private func ask(_ text: String, in browser: inout Browser) {
    let source = browser.view.result.scope.source
    // The last result may be another one when the line is run.
    let place = source.flatMap { $0 == context.current ? nil : " of \($0.written)" } ?? ""
    switch ran(text + place, from: browser.view.result) {
    case .success(let ran):
      let query = BrowserQuery(head: text + place)
      browser.show(view(of: ran, query, ran.result, columns: browser.columns))
    case .failure(let fault): browser.tell(fault.words)
    }
  }

  /// What is shown of a query that has run, in a window of so many columns.
  private func view(
    of ran: Ran, _ query: BrowserQuery, _ head: KeptResult, columns: Int
  ) -> BrowserView {
    var settings = settings
    settings.options.width = columns - 1
    let notes = RunNotes(ran.query, ran.report, settings)
    let title = notes.footer(elapsed: nil)?.split(separator: "\n").first.map(String.init)
    let isPage = ran.query.relation.isCard || settings.format(of: ran.query).isChart
    let content: BrowserView.Content =
      isPage
      ? .page(Self.page(of: ran, settings))
      : .table(BrowserTable(ran.result, ran.query.presentation.columns))
    return BrowserView(
      query: query, head: head, title: title ?? notes.count, item: ran.report.shownItem,
      content: content, result: ran.result)
  }

  private static func page(of ran: Ran, _ settings: SessionSettings) -> [String] {
    var bytes: [UInt8] = []
    var settings = settings
    settings.pictures.wish = .off
    let writer = ResultWriter(ran.query, settings, isFirst: true) { more in
      bytes += more
      return true
    }
    for batch in ran.result.rows(of: ran.query.presentation.columns) {
      writer.add(batch, keeping: false)
    }
    writer.finish(footer: nil)
    return PagedText(String(decoding: bytes, as: UTF8.self)).lines
  }

  /// What came of a statement that was run for the browser.
  private struct Ran {
    let query: BoundQuery
    let report: RunReport
    let result: KeptResult
  }

  /// Why nothing came of one, in one line.
  private struct BrowserFault: Error {
    let words: String
  }

  /// Runs one statement that goes on from a result, and shows nothing.
  private func ran(_ text: String, from result: KeptResult) -> Result<Ran, BrowserFault> {
    let (last, context) = (self.last, self.context)
    defer { (self.last, self.context) = (last, context) }
    self.last = result
    self.context.last = result.scope
    self.context.lastCategories = result.categories
    self.context.lastSource = result.scope.source ?? context.lastSource
    self.context.today = calendar()
    let check = ScriptCheck(
      ScriptText(name: InteractiveLoop.scriptName, text), in: self.context, sources: sources,
      unless: isCancelled)
    if let fault = check.faults.first(where: \.isFatal) {
      return .failure(BrowserFault(words: fault.message))
    }
    guard case .query(let query)? = check.statements.first?.action else {
      return .failure(BrowserFault(words: "interrupted"))
    }
    network?.beginStatement(mostItems: settings.fetchItems)
    defer { progress?.end() }
    return gathered(query, in: ScriptText(name: InteractiveLoop.scriptName, text))
  }

  private func gathered(
    _ query: BoundQuery, in source: ScriptText
  ) -> Result<Ran, BrowserFault> {
    var report = RunReport()
    var kept: [Batch] = []
    let first = query.presentation.columns.count
    do throws(ExecutionFault) {
      try Executor.run(
        physicalPlan(of: query, keepingScope: true), in: environment(for: query), into: &report
      ) { batch in
        kept.append(Batch(Array(batch.columns[first...]), count: batch.count))
        return .more
      }
    } catch {
      let fault = Diagnostic(error, in: source, at: query.range)
      return .failure(BrowserFault(words: fault?.message ?? "interrupted"))
    }
    return .success(
      Ran(
        query: query, report: report,
        result: KeptResult(scope: query.scope, batches: kept, report.provenance)))
  }
}

/// The text of the pipeline that gave a result.
enum BrowsedText {
  /// Empty where it is no single pipeline to which stages can be added.
  static func text(of attempt: Attempt?) -> String {
    var text = ""
    for step in attempt?.steps ?? [] {
      guard let pipeline = pipeline(of: step.source) else { return "" }
      if pipeline.first == "|" {
        guard !text.isEmpty else { return "" }
        text += " " + pipeline
      } else {
        guard text.isEmpty else { return "" }
        text = pipeline
      }
    }
    return text
  }

  /// The pipeline that a script is, on one line, without a format at its end.
  private static func pipeline(of source: ScriptText) -> String? {
    let tree = Parser.parse(source).tree
    guard tree.statements.count == 1, case .pipeline(let pipeline)? = tree.statements.first,
      !LineHighlights(String(decoding: source.bytes, as: UTF8.self)).all
        .contains(where: { $0.role == .comment })
    else { return nil }
    var range = pipeline.range
    if let last = pipeline.stages.last, last.kind.writes {
      range = ScriptRange(range.start, last.range.start)
    }
    let lines = source[range].split(separator: "\n").map(\.trimmed).filter { !$0.isEmpty }
    var text = lines.joined(separator: " ")
    if text.last == "|" { text = String(text.dropLast()).trimmed }
    return text.isEmpty ? nil : text
  }
}
