// SPDX-License-Identifier: MIT

import Diagnostics

// Two tables that are compared.
extension Parser {
  /// What stands behind `changes`.
  mutating func changes(from start: ScriptRange) throws(Stop) -> ChangesClause {
    if take(.of) { return try changesSince(start) }
    guard take(.from) else { throw fail(.missingChangesSide("changes", missingPlace)) }
    let old = try fromClause(after: "changes from")
    guard take(.to) else {
      throw fail(.missingChangesSide(source[start.union(old.range)], missingPlace))
    }
    let new = try fromClause(after: "to")
    guard take(.by) else { throw fail(.missingChangesKey(missingPlace)) }
    learn { $0.compared = old.range }
    let keys = try names(after: "by")
    return try changes(from: start, old, new, by: keys)
  }

  static let changesOf = "changes of"

  /// What stands behind `changes of`: the list as it was, compared with the list of now.
  private mutating func changesSince(_ start: ScriptRange) throws(Stop) -> ChangesClause {
    let new = try fromClause(after: Self.changesOf)
    guard take(.since) else {
      throw fail(.missingMoment(source[start.union(new.range)], missingPlace, behind: .since))
    }
    let moment = try moment(of: new.source)
    let old = FromClause(
      source: new.source, categories: new.categories, moment: moment,
      range: new.range.union(moment.range))
    learn { $0.compared = new.range }
    return try changes(from: start, old, new, by: take(.by) ? try names(after: "by") : [])
  }

  private mutating func changes(
    from start: ScriptRange, _ old: FromClause, _ new: FromClause, by keys: [Name]
  ) throws(Stop) -> ChangesClause {
    var ignored: [Name] = []
    var tolerance: ChangesClause.Tolerance?
    while true {
      if ignored.isEmpty, take(.ignoring) {
        ignored = try names(after: "ignoring")
      } else if tolerance == nil, take(.within) {
        tolerance = try self.tolerance()
      } else {
        break
      }
    }
    learn { $0.compared = nil }
    return ChangesClause(
      old: old, new: new, keys: keys, ignored: ignored, tolerance: tolerance,
      range: range(from: start.start))
  }

  private mutating func tolerance() throws(Stop) -> ChangesClause.Tolerance {
    note(.count(.plain))
    if token.kind == .minus { throw fail(.negativeTolerance(token.range)) }
    guard token.kind == .number else { throw fail(.missingTolerance(missingPlace)) }
    let number = cursor.advance()
    if decimalComma(after: number) ?? spaceGroups(after: number) != nil { throw Stop() }
    return ChangesClause.Tolerance(digits: text(number).filter { $0 != "_" }, range: number.range)
  }
}
