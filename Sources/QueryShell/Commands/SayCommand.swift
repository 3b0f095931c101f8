// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

extension Command {
  static let say = Command(
    name: "say", form: "(FILE | -c QUERY)",
    summary: "say in sentences what a script does, without running it",
    detail: """
      In English, and in German with --language de. A FILE is a script, or a page of Markdown, whose
      `cq` blocks are said, with the solutions of exercises and what answers questions.
      """,
    options: [.query, .language] + Option.telling
  ) { (invocation, streams) throws(UsageError) in
    guard let input = try oneScript(of: invocation) else {
      throw UsageError(
        message: "`cq say` needs a script", help: "for example cq say -c 'from hotels'")
    }
    let code = invocation.language ?? SpokenLanguage.english.rawValue
    guard let language = SpokenLanguage(code: code) else {
      throw UsageError(message: "queries are not said in `\(code)`", help: .languages)
    }
    do throws(UnreadableScript) {
      return streams.finish(say(try input.unpacked().read(streams), language, streams))
    } catch {
      return streams.finish(streams.fail(error.diagnostic))
    }
  }
}

extension Command {
  private static func say(
    _ source: ScriptText, _ language: SpokenLanguage, _ streams: StandardStreams
  ) -> ExitStatus {
    let scripts = scripts(in: source).map { Parser.parse($0) }
    let status = streams.report(
      CheckedFile(source).pageFaults + scripts.flatMap(\.diagnostics))
    if status != .success { return status }
    if scripts.allSatisfy(\.tree.statements.isEmpty) {
      return streams.fail(.nothingSaid(source))
    }
    streams.show(scripts.map { SaidQuery.text(of: $0.tree, in: language) }.joined())
    return .success
  }
}

extension Command {
  /// The scripts of a file in their order, of a page with those of its lessons.
  private static func scripts(in source: ScriptText) -> [ScriptText] {
    guard source.isPage else { return CheckedFile(source).scripts }
    return LessonPage(Transcript(source), in: .english).scripts.filter { !$0.mayFail }.map(\.script)
  }
}

extension Diagnostic {
  fileprivate static func nothingSaid(_ source: ScriptText) -> Diagnostic {
    let help =
      source.isPage
      ? "a block begins with a line ```cq and ends with a line ```"
      : "for example cq say -c 'from hotels'"
    return Diagnostic(
      .badOptionValue, "\(source.name) has no \(source.isPage ? "`cq` block" : "statement")",
      remarks: [.help(help)])
  }
}

extension String {
  /// What `--language` takes where something is said or told.
  static let languages =
    "--language \(SpokenLanguage.allCases.map(\.rawValue).joined(separator: " or "))"
}
