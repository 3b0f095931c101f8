// SPDX-License-Identifier: MIT

public import Diagnostics

/// `from "old.json" to "new.json" by id ignoring checked_at within 0.01`: two tables, and how their
/// rows are compared.
public struct ChangesClause: Sendable {
  /// A number in a script, without `_` between its digits.
  public struct Tolerance: Sendable {
    public let digits: String
    public let range: ScriptRange
  }

  public let old: FromClause
  public let new: FromClause
  /// The fields that name a row on either side; none where the key of the source does.
  public let keys: [Name]
  /// The fields that are not compared.
  public let ignored: [Name]
  /// How much numbers may differ and yet be the same; nil for nothing.
  public let tolerance: Tolerance?
  public let range: ScriptRange

  package init(
    old: FromClause, new: FromClause, keys: [Name], ignored: [Name], tolerance: Tolerance?,
    range: ScriptRange
  ) {
    self.old = old
    self.new = new
    self.keys = keys
    self.ignored = ignored
    self.tolerance = tolerance
    self.range = range
  }

  /// Both tables, the old one first.
  package var sides: [FromClause] { [old, new] }
}
