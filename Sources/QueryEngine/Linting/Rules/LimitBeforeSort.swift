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
      if stage.orders { break }
      let after = stages[(index + 1)...].drop(while: \.keepsOrder)
      guard index >= told, stage.chooses, let sort = after.first, case .sort = sort.kind
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
    case .categories, .sources, .item, .relation, .lastResult: return false
    }
  }
}

extension Stage {
  /// Whether it keeps rows by their places.
  fileprivate var chooses: Bool {
    switch kind {
    case .limit, .skip, .page: true
    case .filter, .search, .sort, .show, .extend, .rename, .drop, .distinct, .count, .summarize,
      .group, .expand, .top, .assert, .expect, .join, .union, .relation, .apply, .save, .to,
      .unreadable:
      false
    }
  }

  /// Whether the rows after it have an order of their own.
  fileprivate var orders: Bool {
    switch kind {
    case .sort, .top, .count, .summarize, .group, .apply: true
    case .filter, .search, .show, .extend, .rename, .drop, .distinct, .expand, .limit, .skip, .page,
      .assert, .expect, .join, .union, .relation, .save, .to, .unreadable:
      false
    }
  }

  /// Whether the rows after it are some of those before it, in the same order.
  var keepsOrder: Bool {
    switch kind {
    case .filter, .search, .show, .extend, .rename, .drop, .skip, .assert, .expect: true
    case .sort, .top, .count, .summarize, .group, .apply, .distinct, .expand, .limit, .page, .join,
      .union, .relation, .save, .to, .unreadable:
      false
    }
  }
}
