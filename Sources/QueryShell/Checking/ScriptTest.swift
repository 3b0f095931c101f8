// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import QuerySyntax
import ResultRendering

/// What comes of testing a file, and how it is told.
struct ScriptTest {
  /// Something that is not as expected.
  struct Failure: Equatable {
    /// The line at which the block begins; nil for a script, whose faults have their own.
    let line: Int?
    var column: Int?
    let what: String
    /// The differences, or what is wrong.
    let lines: [String]
  }

  /// What `today()` is in a test, so that it ends on each day as on every other.
  static let day = CalendarDate(year: 2026, month: 1, day: 31)

  let name: String
  let failures: [Failure]
  /// How many blocks a page of Markdown has; nil for a script.
  var blocks: Int?
  /// Whether there is nothing to test in it.
  let isEmpty: Bool
  /// The page with what came in the place of what was expected.
  var updated: String?

  /// Runs a page of Markdown, each block of which says what should come of it.
  init(transcript source: ScriptText, in pack: Pack? = nil, telling line: ProgressLine? = nil) {
    let transcript = Transcript(source)
    let played = transcript.played(in: pack, telling: line)
    name = source.name
    let unclosed = transcript.unclosed.map {
      Failure(line: $0, what: "the block is not closed", lines: [])
    }
    let unread = transcript.refused.map {
      Failure(line: $0.line, what: $0.reason, lines: [])
    }
    let lessons = LessonTest(source, transcript, in: pack)
    blocks =
      transcript.blocks.count + transcript.refused.count(where: \.isOfScript)
      + (unclosed == nil ? 0 : 1) + lessons.count
    failures =
      played.flatMap { Self.failures($0, in: source.name, beside: lessons.failures) } + unread
      + [unclosed].compactMap(\.self) + lessons.failures
    isEmpty = blocks == 0 && failures.isEmpty
    let isRead = unclosed == nil && unread.isEmpty && lessons.failures.isEmpty
    updated = isRead ? transcript.updated(with: played.map(\.result)) : nil
  }

  /// Runs a script, which checks itself with `assert` and `expect`.
  init(
    script source: ScriptText, _ settings: SessionSettings, in pack: Pack? = nil,
    telling line: ProgressLine? = nil
  ) {
    var settings = settings
    settings.use(pack)
    settings.isOffline = true
    let errors = OutputStream()
    let session = Session(
      settings, output: OutputStream(), errors: errors, progress: line,
      calendar: { Self.day })
    let status = session.run(source)
    let parsed = Parser.parse(source)
    name = source.name
    isEmpty = parsed.tree.statements.isEmpty && parsed.diagnostics.isEmpty
    let lines = errors.taken().split(separator: "\n").map(String.init)
    failures =
      status == .success
      ? [] : [Failure(line: nil, what: "ends with status \(status.rawValue)", lines: lines)]
  }

  private static func failures(
    _ played: Transcript.Played, in page: String, beside told: [Failure]
  ) -> [Failure] {
    let (block, result) = (played.expected, played.result)
    if played.role != .example {
      if block.error == nil, let error = result.error {
        return failure(of: played, error, beside: told).map { [$0] } ?? []
      }
      if block.output == nil, block.error == nil { return [] }
    }
    let ignoresOutput = block.output == nil && block.error != nil
    let texts = [
      ("output", block.output ?? "", ignoresOutput ? "" : result.output ?? ""),
      ("error", block.error ?? "", result.error ?? ""),
    ]
    return texts.compactMap { kind, expected, got in
      guard TimeMask.masked(expected) != TimeMask.masked(got) else { return nil }
      // What nobody has foreseen is looked for in the page.
      let isForeseen = kind == "output" || block.error != nil
      let told = isForeseen ? got : block.placed(got, in: page)
      let lines = TextDifference.lines(expected: expected, got: told)
      return Failure(line: block.line, what: "the \(kind) differs", lines: lines)
    }
  }

  /// What does not run of a lesson; nil where that has been told.
  private static func failure(
    of played: Transcript.Played, _ error: String, beside told: [Failure]
  ) -> Failure? {
    let first = played.expected.line
    let lines = first...(first + played.expected.script.count(where: \.isNewline) + 1)
    if told.contains(where: { $0.line.map(lines.contains) ?? false }) { return nil }
    let what = played.role == .reveal ? "what is revealed" : "the solution"
    return Failure(
      line: first, what: "\(what) does not run",
      lines: error.split(separator: "\n").map(String.init))
  }

  /// A line on the file, and for each failure where it is and what differs.
  var report: String {
    let count = min(Set(failures.map(\.line)).count, blocks ?? 1)
    let of = blocks.map { failures.isEmpty ? "\($0)" : "\(count) of \($0)" }
    let noun = blocks == 1 ? "block" : "blocks"
    let verdict = failures.isEmpty ? (isEmpty ? "empty " : "ok    ") : "FAILED"
    let head = "\(verdict) \(Sanitiser.visible(name))"
    var lines = [head + (of.map { "  \($0) \(noun)" } ?? "")]
    for failure in failures {
      let place = [failure.line, failure.column].compactMap(\.self).map { ":\($0)" }.joined()
      lines.append("\(Sanitiser.visible(name))\(place): \(Sanitiser.visible(failure.what))")
      lines += failure.lines.map { "  " + Sanitiser.visible($0) }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
