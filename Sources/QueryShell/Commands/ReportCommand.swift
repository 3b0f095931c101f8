// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import ResultRendering

extension Command {
  static let report = Command(
    name: "report", form: "FILE.md [-o PAGE.html]",
    summary: "make a page in HTML of a text with queries in it",
    detail: """
      The `cq` blocks of the text run as one session, and below each stands its result: rows as a
      table, charts as pictures, and where they come from. `output` and `error` blocks, with which
      `cq test` compares, are left out. The page is one file, fetches nothing and runs nothing; HTML
      in the text is shown as text. It is written when every block has run, or not at all.
      """,
    options: [.page, .language, .embedded] + Option.reading + [.live, .strict, .salvage]
      + Option.telling
  ) { (invocation, streams) throws(UsageError) in
    guard let operand = invocation.operands.first, invocation.operands.count == 1 else {
      throw UsageError(
        message: "`cq report` needs one text",
        help: "for example cq report prices.md -o prices.html")
    }
    var options = invocation.report
    options.language = invocation.language
    return streams.finish(write(ScriptInput(operand: operand), options, streams))
  }

  private static func write(
    _ input: ScriptInput, _ options: ReportOptions, _ streams: StandardStreams
  ) -> ExitStatus {
    if let lack = MarkdownPage.lack { return streams.fail(lack) }
    var settings = streams.settings
    Interruption.watch(once: true)
    let network = NetworkAccess.real(streams)
    settings.sources.network = network.store
    defer { network.finish() }
    let (source, pack): (ScriptText, Pack?)
    do throws(UnreadableScript) {
      let input = try input.unpacked()
      try input.checkPage()
      (source, pack) = (try input.read(streams, as: .page), input.pack)
    } catch {
      return streams.fail(error.diagnostic)
    }
    if let fault = Diagnostic.nothing(in: source, to: "reported") { return streams.fail(fault) }
    settings.use(pack)
    if let path = options.path, pack == nil, NotedFiles.isSame(path, source.name) {
      return streams.fail(.overwritesRead(path))
    }
    let report = Report(
      source, options, settings, network: network, progress: streams.progress,
      calendar: pack.calendar, isCancelled: { Interruption.isRequested })
    let made = report.page()
    guard let html = made.html else {
      streams.progress?.end()
      streams.errors.write(made.told)
      streams.errors.flush()
      return made.status
    }
    guard let path = options.path else {
      streams.output.write(html)
      return .success
    }
    if report.reads(path) { return streams.fail(.overwritesRead(path)) }
    do throws(AtomicFile.Fault) { try AtomicFile.replace(path, with: Array(html.utf8)) } catch {
      return streams.fail(Diagnostic(error))
    }
    return .success
  }
}

extension Option {
  static let page = Option(
    name: "--output", short: "-o", value: "FILE", help: "write there, over what is there",
    takesPath: true
  ) { (invocation, value) throws(UsageError) in
    invocation.report.path = value
  }

  static let embedded = Option(
    name: "--pictures", help: "put the pictures into the page that its text names by their files"
  ) { (invocation, _) throws(UsageError) in
    invocation.report.embedsPictures = true
  }

  static let language = Option(
    name: "--language", value: "CODE",
    help: "the language, such as de; else that of the name, as page.de.md has"
  ) { (invocation, value) throws(UsageError) in
    guard value.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*/) != nil else {
      throw UsageError(
        message: "--language knows no `\(value)`", help: "a code such as en, de or pt-BR")
    }
    invocation.language = value
  }
}
