// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

extension LintRule {
  static let repeatedShow = LintRule(
    code: .repeatedShow, name: "repeated-show",
    summary: "`show` after which another `show` chooses anew",
    reason: "`show` chooses what is seen, so only the last one counts"
  ) { script in
    script.stageLists.flatMap { stages in
      stages.indices.compactMap { index in
        guard stages[index].onlyShows else { return nil }
        let next = stages[(index + 1)...].drop { !$0.facts.readsShown }.first
        guard let next, case .show = next.kind else { return nil }
        return LintFinding(
          "this `show` has no effect: a later one chooses anew", at: stages[index].range,
          secondary: [.init(next.range, "the one that counts")],
          fix: StageRemoval.fix(index, of: stages, in: script.source))
      }
    }
  }
}

extension Stage {
  /// Whether it is a `show` that computes and names nothing.
  fileprivate var onlyShows: Bool {
    guard case .show(let shown) = kind else { return false }
    guard case .columns(let columns) = shown else { return true }
    return columns.allSatisfy {
      guard case .field(let field) = $0, case .name = field.kind else { return false }
      return true
    }
  }
}
