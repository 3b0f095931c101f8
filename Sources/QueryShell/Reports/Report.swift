// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import PictureFormats
import QuerySyntax
import ResultRendering

/// Makes a page in HTML of a text in Markdown: its `cq` blocks run as one session, and below each
/// stands what comes of it.
struct Report {
  /// What a block has come to.
  private struct Outcome {
    let script: String
    let html: String
    let notes: [String]
    /// What was expected to be wrong with it, and is.
    let error: String?
  }

  private let source: ScriptText
  private let options: ReportOptions
  private let transcript: Transcript
  private let lessons: LessonPage
  /// The code of the language of the text, and that of what is said besides.
  private let code: String
  private let language: SpokenLanguage
  private let session: Session
  private let watch: ReadingWatch
  private let output = OutputStream()
  private let errors = OutputStream()
  private let calendar: () -> CalendarDate?

  /// The settings are those of the command line, the network is asked as for a script.
  init(
    _ source: ScriptText, _ options: ReportOptions, _ settings: SessionSettings,
    network: NetworkAccess? = nil, progress: ProgressLine? = nil,
    calendar: @escaping () -> CalendarDate?, isCancelled: @escaping () -> Bool = { false }
  ) {
    self.source = source
    self.options = options
    self.calendar = calendar
    transcript = Transcript(source)
    code = options.language ?? CourseReading.language(ofPage: source.name).rawValue
    language = SpokenLanguage(code: code) ?? .english
    lessons = LessonPage(transcript, in: language)
    var settings = settings.forPages
    settings.sources.texts = transcript.files
    watch = settings.watch
    session = Session(
      settings, network: network, output: output, errors: errors,
      progress: progress, calendar: calendar, isCancelled: isCancelled)
  }

  /// Whether something that was read is where a path leads.
  func reads(_ path: String) -> Bool { session.sources.reads(path) }

  /// The page; or the status with which it ends, and what is told of that.
  func page() -> (html: String?, status: ExitStatus, told: String) {
    let faults = CheckedFile(source, isPage: true).pageFaults
    if let fault = faults.first {
      for fault in faults { session.report(fault) }
      return (nil, fault.code.exitStatus, errors.taken())
    }
    var outcomes: [Int: Outcome] = [:]
    for block in lessons.scripts {
      let before = session.state
      let status = session.run(block.script)
      if block.isAside {
        let number = session.settings.options.figureNumber
        session.restore(before)
        session.use(figureNumber: number)
      }
      let html = output.taken()
      let told = errors.taken()
      if status != .success, !block.mayFail { return (nil, status, told) }
      let isError = status != .success
      outcomes[block.line] = Outcome(
        script: block.script.text, html: html, notes: isError ? [] : Self.lines(told),
        error: isError ? told : nil)
    }
    return (html(outcomes), .success, "")
  }

  private static func lines(_ told: String) -> [String] {
    told.split(separator: "\n").map {
      $0.hasPrefix("note: ") ? String($0.dropFirst(6)) : String($0)
    }
  }

  private func html(_ outcomes: [Int: Outcome]) -> String {
    let page = MarkdownPage(lessons.text, picture: picture)
    let files = transcript.namesOfFiles
    var body = ""
    var count = 0
    var followsScript = false
    var questions = lessons.questions[...]
    for block in page.blocks {
      while let asked = questions.first, asked.line < block.line {
        body += lessons.html(asking: asked)
        questions.removeFirst()
      }
      switch block {
      case .prose(_, let html):
        body += html
        followsScript = false
      case .fenced(let line, let kind, let html):
        if let outcome = outcomes[line] {
          if let part = lessons.parts[line] {
            body += lessons.html(part, result: content(outcome))
          } else {
            count += 1
            body += section(count, outcome)
          }
          followsScript = true
        } else if !(followsScript && ["output", "error"].contains(kind)) {
          body += files[line].map { "<p class=\"cq-note\">\(DocumentText.html($0))</p>\n" } ?? ""
          body += html
          followsScript = false
        }
      }
    }
    body += questions.map(lessons.html(asking:)).joined()
    return ReportPage.html(
      title: page.title ?? source.name, language: code, body: body,
      made: calendar().map { String($0.description.prefix(10)) })
  }

  private func section(_ number: Int, _ outcome: Outcome) -> String {
    let name = language.text("Query", "Abfrage")
    return "<section aria-label=\"\(name) \(number)\">\n\(content(outcome))</section>\n"
  }

  /// A script, and what has come of it.
  private func content(_ outcome: Outcome) -> String {
    var html = "<pre class=\"cq-script\" tabindex=\"0\">"
    html += "<code>\(PageText.highlighted(outcome.script))</code></pre>\n\(outcome.html)"
    if let error = outcome.error {
      html += "<pre class=\"cq-error\"><code>\(DocumentText.lines(error))</code></pre>\n"
    }
    for note in outcome.notes { html += "<p class=\"cq-note\">\(DocumentText.html(note))</p>\n" }
    return html
  }

  /// What stands in the page for a picture that its text names: the bytes of the file, where they
  /// are wanted and are a picture.
  private func picture(_ address: String) -> String? {
    guard options.embedsPictures, !address.contains("://") else { return nil }
    return EmbeddedPicture.address(
      ofFile: ScriptInclusion.path(address, from: source.name), watch: watch.quiet)
  }
}
