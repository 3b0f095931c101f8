// SPDX-License-Identifier: MIT

import Diagnostics

extension LintRule {
  static let literalKey = LintRule(
    code: .literalKey, name: "literal-key", summary: "a text that looks like a key or a password",
    reason: "scripts are copied, mailed and kept; a key in one is soon everybody's"
  ) { script in
    script.secrets.map { range in
      LintFinding(
        "this looks like a key, and a script is no place for one", at: range,
        help: "put it into the environment, as CQ_KEY_SOURCE")
    }
  }
}
