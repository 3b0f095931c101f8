// SPDX-License-Identifier: MIT

import Diagnostics

extension LintRule {
  static let unknownRule = LintRule(
    code: .unknownRule, name: "unknown-rule", summary: "a comment that allows what is no rule",
    reason: "a misspelt name silences nothing"
  ) { script in
    script.allowances.flatMap(\.names).compactMap { range in
      let word = script.source[range]
      guard !all.contains(where: { $0.isCalled(word) }) else { return nil }
      let near = Suggestion.nearest(to: word, among: all.map(\.name))
      let question = Suggestion.question(Array(near.prefix(1)))
      return LintFinding(
        "there is no rule `\(word)`", at: range, question: question,
        remedy: .listRules,
        fix: .word(word, at: range, near: near))
    }
  }
}
