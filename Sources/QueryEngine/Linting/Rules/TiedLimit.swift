// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

extension LintRule {
  static let tiedLimit = LintRule(
    code: .tiedLimit, name: "tied-limit",
    summary: "`limit` after a `sort` that leaves ties, or such a `top`",
    reason: "of rows with equal keys the server's order decides which are cut"
  ) { script in
    script.pipelines.flatMap { pipeline, part in
      let keys = script.keyNames(of: part.reference)
      return findings(pipeline.stages, keys, in: script)
    }
  }

  private static func findings(
    _ stages: [Stage], _ keys: [String], in script: LintedScript
  ) -> [LintFinding] {
    var identity = RowIdentity(keys: keys)
    var findings: [LintFinding] = []
    for (index, stage) in stages.enumerated() {
      identity.pass(stage)
      findings += Self.findings(stage.innerStages, keys, in: script)
      guard let sorted = stage.sortKeys, !identity.isDecided(by: sorted) else { continue }
      let rest = stages[(index + 1)...].drop(while: \.facts.keepsOrder)
      guard let cut = stage.isTop ? stage : rest.first, stage.isTop || cut.facts.cutsEnd else {
        continue
      }
      let written = sorted.map { script.source[$0.expression.range] }.joined(separator: ", ")
      let help = keys.first.flatMap { identity.isOfItems ? $0 : nil }.map { key in
        "`\(script.source[stage.range]), \(key)` decides between them"
      }
      findings.append(
        LintFinding(
          "rows with equal `\(written)` are cut in the order of the server", at: cut.range,
          secondary: stage.isTop ? [] : [.init(stage.range, "leaves ties")], help: help))
    }
    return findings
  }
}

extension Stage {
  fileprivate var isTop: Bool { if case .top = kind { true } else { false } }
}

/// By which names no two rows are alike.
private struct RowIdentity {
  /// Each is a list of names that together are different in every row.
  private var names: [[String]]
  /// Whether the rows are items of a source.
  private(set) var isOfItems = true

  init(keys: [String]) { names = keys.map { [$0.lowercased()] } }

  mutating func pass(_ stage: Stage) {
    switch stage.kind {
    case .count(let columns), .summarize(_, let columns): regroup(columns.map(\.name))
    case .distinct(let columns): regroup(columns.isEmpty ? [nil] : columns.map(\.text))
    default: if stage.facts.effect == .new { regroup([nil]) }
    }
  }

  /// A name that is nil stands for what has none.
  private mutating func regroup(_ columns: [String?]) {
    let known = columns.compactMap { $0?.lowercased() }
    names = known.count == columns.count ? [known] : []
    isOfItems = false
  }

  func isDecided(by keys: [SortKeyClause]) -> Bool {
    let sorted = keys.compactMap { key in
      if case .name(let name) = key.expression.kind { name.text.lowercased() } else { nil }
    }
    return names.contains { $0.allSatisfy(sorted.contains) }
  }
}

extension ColumnClause {
  /// The name that the column has afterwards; nil for a member of a record.
  fileprivate var name: String? {
    switch self {
    case .computed(let assignment): assignment.name.text
    case .field(let field): field.path.count == 1 ? field.path[0] : nil
    }
  }
}
