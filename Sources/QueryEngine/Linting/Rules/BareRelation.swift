// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

extension LintRule {
  static let bareRelation = LintRule(
    code: .bareRelation, name: "bare-relation", summary: "`related` without an id",
    reason: "it means the item last shown, which is another one in another session"
  ) { script in
    script.pipelines.compactMap { pipeline, _ in
      guard case .relation(let name, item: nil, of: _, let range) = pipeline.head else {
        return nil
      }
      let word = script.source[name.range]
      return LintFinding(
        "`\(word)` without an id means the item last shown", at: range,
        help: "name the item: `\(word) 8880044`")
    }
  }
}
