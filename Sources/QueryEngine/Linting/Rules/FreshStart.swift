// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

extension LintRule {
  static let freshStart = LintRule(
    code: .freshStart, name: "fresh-start",
    summary: "a line that begins with a stage and leaves the rows above unused",
    reason: "without `|` a stage reads the whole source again"
  ) { script in
    zip(script.parts, script.parts.dropFirst()).compactMap { before, part in
      guard part.isOwn, before.isOwn, case .pipeline(let earlier) = before.statement,
        case .pipeline(let pipeline) = part.statement, case .current = pipeline.head,
        let stage = pipeline.stages.first, let reference = part.reference,
        before.reference == reference, earlier.stages.last?.facts.isRarelyLast == true
      else { return nil }
      let word = script.source[stage.keyword]
      return LintFinding(
        "`\(word)` begins again with all of \(reference.masked.written), not with the rows above",
        at: stage.keyword, secondary: [.init(earlier.range, "these rows go unused")],
        help: "write `| \(word)` to go on from the rows above")
    }
  }
}
