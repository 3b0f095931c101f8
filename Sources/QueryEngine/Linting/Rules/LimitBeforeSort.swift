import Diagnostics
import QuerySyntax

extension LintRule {
  static let limitBeforeSort = LintRule(
    code: .limitBeforeSort, name: "limit-before-sort",
    summary: "`limit` before `sort`, with nothing sorted before it",
    reason: "the rows that are sorted are those that happened to come first"
  ) { script in
    script.pipelines.flatMap { pipeline, part in
      // The rows of a view or of the last result may be in order already.
      guard pipeline.head.isSource(in: script) else { return [LintFinding]() }
      return pipeline.stages.indices.compactMap { index in
        let before = pipeline.stages[..<index]
        guard case .limit(let count) = pipeline.stages[index].kind,
          !before.contains(where: \.orders)
        else { return nil }
        let after = pipeline.stages[(index + 1)...].drop(while: \.keepsOrder)
        guard let sort = after.first, case .sort = sort.kind else { return nil }
        let limit = pipeline.stages[index]
        let rows = script.source[count.range]
        return LintFinding(
          "`\(script.source[limit.range])` comes before `sort`, so it chooses what is sorted",
          at: limit.range, secondary: [.init(sort.keyword)],
          help: "for the first \(rows) of all write `\(script.source[sort.range]) | "
            + "\(script.source[limit.range])`")
      }
    }
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
