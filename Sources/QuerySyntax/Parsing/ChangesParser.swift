// SPDX-License-Identifier: MIT

import Diagnostics

// Two tables that are compared.
extension Parser {
  /// What stands behind `changes`.
  mutating func changes(from start: ScriptRange) throws(Stop) -> ChangesClause {
    guard take(.from) else { throw fail(.missingChangesSide("changes", missingPlace)) }
    let old = try fromClause(after: "changes from")
    guard take(.to) else {
      throw fail(.missingChangesSide(source[start.union(old.range)], missingPlace))
    }
    let new = try fromClause(after: "to")
    guard take(.by) else { throw fail(.missingChangesKey(missingPlace)) }
    let keys = try names(after: "by")
    let ignored = take(.ignoring) ? try names(after: "ignoring") : []
    return ChangesClause(
      old: old, new: new, keys: keys, ignored: ignored,
      tolerance: take(.within) ? try tolerance() : nil, range: range(from: start.start))
  }

  private mutating func tolerance() throws(Stop) -> ChangesClause.Tolerance {
    note(.count(.plain))
    guard token.kind == .number else { throw fail(.missingTolerance(missingPlace)) }
    let number = cursor.advance()
    if decimalComma(after: number) ?? spaceGroups(after: number) != nil { throw Stop() }
    return ChangesClause.Tolerance(digits: text(number).filter { $0 != "_" }, range: number.range)
  }
}
