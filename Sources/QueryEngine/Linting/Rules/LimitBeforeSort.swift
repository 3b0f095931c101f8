// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

extension LintRule {
  static let limitBeforeSort = LintRule(
    code: .limitBeforeSort, name: "limit-before-sort",
    summary: "`limit`, `skip` or `page` before `sort`, with nothing sorted before it",
    reason: "the rows that are sorted are those that happened to come first"
  ) { script in
    script.pipelines.flatMap { pipeline, part in
      // The rows of a view or of the last result may be in order already.
      guard pipeline.head.isSource(in: script) else { return [LintFinding]() }
      return findings(pipeline.stages, in: script)
    }
  }

  /// What is found in stages before which nothing is sorted.
  private static func findings(_ stages: [Stage], in script: LintedScript) -> [LintFinding] {
    var findings: [LintFinding] = []
    // The stages up to the next `sort` have been told of.
    var told = 0
    for (index, stage) in stages.enumerated() {
      findings += Self.findings(stage.innerStages, in: script)
      if stage.facts.ordersRows { break }
      let after = stages[(index + 1)...].drop(while: \.facts.keepsOrder)
      guard index >= told, stage.facts.choosesByPlace, let sort = after.first,
        case .sort = sort.kind
      else { continue }
      told = after.startIndex
      findings.append(finding(stage, before: sort, in: script))
    }
    return findings
  }

  private static func finding(
    _ stage: Stage, before sort: Stage, in script: LintedScript
  ) -> LintFinding {
    let written = script.source[stage.range]
    let whole = "`\(script.source[sort.range]) | \(written)`"
    let help =
      if case .limit(let count) = stage.kind {
        "for the first \(script.source[count.range]) of all write \(whole)"
      } else {
        "to choose from all in order write \(whole)"
      }
    return LintFinding(
      "`\(written)` comes before `sort`, so it chooses what is sorted", at: stage.range,
      secondary: [.init(sort.keyword)], help: help)
  }
}

extension Pipeline.Head {
  /// Whether it reads a source itself, and no view or result.
  fileprivate func isSource(in script: LintedScript) -> Bool {
    switch self {
    case .from(let clause):
      guard case .name(let name) = clause.source.kind else { return true }
      return !script.boundNames.contains(name.lowercased())
    case .current: return true
    case .categories, .sources, .item, .relation, .changes, .history, .lastResult: return false
    }
  }
}
