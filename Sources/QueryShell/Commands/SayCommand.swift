// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

extension Command {
  static let say = Command(
    name: "say", form: "(FILE.cq | -c QUERY)",
    summary: "say in sentences what a script does, without running it",
    detail: "In English, and in German with --language de.",
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
      let parsed = Parser.parse(try input.read(streams))
      let status = streams.report(parsed.diagnostics)
      if status != .success { return streams.finish(status) }
      streams.show(SaidQuery.text(of: parsed.tree, in: language))
      return streams.finish(.success)
    } catch {
      return streams.finish(streams.fail(error.diagnostic))
    }
  }
}

extension String {
  /// What `--language` takes where something is said or told.
  static let languages =
    "--language \(SpokenLanguage.allCases.map(\.rawValue).joined(separator: " or "))"
}
