// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import QueryEngine
import QuerySyntax
import ResultRendering

extension Command {
  static let debug = Command(
    name: "debug", form: "tokens|tree|bound|plan (FILE.cq | -c QUERY)",
    summary: "what a step on the way of a query makes of it",
    detail: """
      tokens  the words and marks, each with its line and column
      tree    the tree of each statement
      bound   each statement with its names resolved and its types checked
      plan    what is done for each statement, after the planner's rules: with the algorithms, what
              they hold and on how many processors, and what a join or group runs below it
      """, options: [.query] + Option.reading + Option.telling
  ) { (invocation, streams) throws(UsageError) in
    let (stage, input) = try debugging(invocation)
    do throws(UnreadableScript) {
      try input.checkScript()
      let source = try input.read(streams)
      return streams.finish(stage.show(source, streams))
    } catch {
      return streams.fail(error.diagnostic)
    }
  }

  private static func debugging(
    _ invocation: Invocation
  ) throws(UsageError) -> (DebugStage, ScriptInput) {
    let names = DebugStage.allCases.map(\.rawValue)
    let help = "one of \(names.joined(separator: ", "))"
    var invocation = invocation
    guard let word = invocation.operands.first else {
      throw UsageError(message: "`cq debug` needs a step", help: help)
    }
    guard let stage = DebugStage(rawValue: word) else {
      let question = Suggestion.question(for: word, among: names).map { "; \($0)" } ?? ""
      throw UsageError(message: "`cq debug` knows no `\(word)`\(question)", help: help)
    }
    invocation.operands.removeFirst()
    guard let input = try oneScript(of: invocation) else {
      throw UsageError(
        message: "`cq debug \(word)` needs a script", help: "cq debug \(word) FILE.cq")
    }
    return (stage, input)
  }
}

/// A step on the way of a query whose result can be shown.
enum DebugStage: String, CaseIterable {
  case tokens, tree, bound, plan

  /// Writes what the step makes of a script, and what is wrong with that.
  func show(_ source: ScriptText, _ streams: StandardStreams) -> ExitStatus {
    let parsed = Parser.parse(source)
    switch self {
    case .tokens: return end(parsed.tokens.map { line($0, source) }, parsed.diagnostics, streams)
    case .tree:
      let lines = parsed.tree.statements.map { TreeText.statement($0) + "\n" }
      return end(lines, parsed.diagnostics, streams)
    case .bound: return show(source, streams) { $0.map(PlanText.bound) }
    case .plan: return show(source, streams, PlanText.planned)
    }
  }

  private func show(
    _ source: ScriptText, _ streams: StandardStreams, _ texts: ([BoundStatement]) -> [String]
  ) -> ExitStatus {
    let check = ScriptCheck(source, sources: streams.sources())
    let isWhole = !check.faults.contains(where: \.isFatal)
    let texts = isWhole ? texts(check.statements) : []
    return end([texts.joined(separator: "\n")], check.faults, streams)
  }

  private func end(
    _ lines: [String], _ faults: [Diagnostic], _ streams: StandardStreams
  ) -> ExitStatus {
    streams.show(source: Sanitiser.visibleLines(lines.joined()))
    return streams.report(faults)
  }

  private func line(_ token: Token, _ source: ScriptText) -> String {
    let place = source.place(of: token.range.start)
    let text = Sanitiser.visible(TokenText.token(token, in: source))
    return "\(place.line):\(place.column) \(text)\n"
  }
}
