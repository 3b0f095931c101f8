// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import LineEditing
import QueryEngine
import QuerySyntax

extension Command {
  static let lint = Command(
    name: "lint", form: "(FILE... | -c QUERY)",
    summary: "say what scripts hardly mean as it is written, without running them",
    detail: """
      A FILE is a script, source definitions, a page of Markdown with `cq` blocks, or `-` for
      standard input. The exit status is 1 when something is found, and 3 when a script cannot
      run. A comment `# lint: allow RULE` at the end of a line or on the line before it silences a
      rule there.

      rules
      \(LintRule.all.map(line).joined(separator: "\n"))
      """, options: [.query] + Option.reading + Option.telling
  ) { (invocation, streams) throws(UsageError) in
    let inputs = try scripts(to: "lint", invocation)
    return streams.finish(ExitStatus(ofAll: inputs.map { lint($0, streams) }))
  }

  private static func line(_ rule: LintRule) -> String {
    let gap = String(repeating: " ", count: max(1, 20 - rule.name.count))
    return "  \(rule.code.rawValue)  \(rule.name)\(gap)\(rule.summary)"
  }

  private static func lint(_ input: ScriptInput, _ streams: StandardStreams) -> ExitStatus {
    do throws(UnreadableScript) {
      let file = CheckedFile(try input.read(streams))
      let texts = file.scripts
      let sources = streams.sources(with: file.files)
      if file.isDefinition { return streams.report(file.faults(sources)) }
      let check = ScriptCheck(texts, sources: sources)
      let faults = check.faults + file.pageFaults
      if faults.contains(where: \.isFatal) { return streams.report(faults) }
      let warnings = texts.flatMap { text in
        let tokens = Lexer.tokens(of: text).tokens
        return LintRule.warnings(
          LintedScript(
            text, tokens: tokens, scripts: check.scripts, bound: check.statements,
            secrets: secrets(in: text, tokens), directory: sources))
      }
      _ = streams.report(faults + warnings)
      return warnings.isEmpty ? .success : .failedExpectation
    } catch {
      return streams.fail(error.diagnostic)
    }
  }

  /// Texts in quotes, or parts of them, that look like keys.
  private static func secrets(in source: ScriptText, _ tokens: [Token]) -> [ScriptRange] {
    guard let text = String(validating: source.bytes, as: UTF8.self) else { return [] }
    let quoted = tokens.filter { $0.kind == .text }.map(\.range)
    return SecretMask.values(in: text).compactMap { value in
      let start = text.utf8.distance(from: text.startIndex, to: value.lowerBound)
      let range = ScriptRange(start, start + text[value].utf8.count)
      let isQuoted = quoted.contains { $0.start < range.start && range.end < $0.end }
      return isQuoted && looksLikeKey(text, value) ? range : nil
    }
  }

  /// A password of an address, or what is no word: letters and digits mixed.
  private static func looksLikeKey(_ text: String, _ value: Range<String.Index>) -> Bool {
    let word = text[value]
    if text[value.upperBound...].first == "@" { return !word.isEmpty }
    return word.count >= 8 && word.contains(where: \.isNumber) && word.contains(where: \.isLetter)
      && !word.contains(where: \.isWhitespace)
  }
}
