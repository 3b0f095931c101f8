// SPDX-License-Identifier: MIT

/// What is known of a stage by its kind, for whatever walks over trees.
package struct StageFacts: Sendable {
  /// What becomes of the rows.
  package enum Effect: Sendable {
    /// They pass as they are, perhaps with other columns.
    case same
    /// Some of them pass, in their order.
    case subset
    /// They pass in another order.
    case reordered
    /// Others take their place, each of which may stand for several.
    case new
    /// They go out of the pipeline, into a file or a format.
    case output
    /// Nothing is known.
    case unknown
  }

  package let effect: Effect
  /// Whether the rows after it have an order of their own.
  package var ordersRows = false
  /// Whether it keeps rows by their places.
  package var choosesByPlace = false
  /// Whether it leaves out the last rows, wherever they stand.
  package var cutsEnd = false
  /// Whether it does something else where other columns are seen.
  package var readsShown = false
  /// Whether names stand in it with commas between them.
  package var listsNames = false
  /// Whether rows are rarely looked at right after it.
  package var isRarelyLast = false

  /// Whether the rows after it are those before it or some of them, in the same order, with none
  /// cut off at the end.
  package var keepsOrder: Bool { (effect == .same || effect == .subset) && !cutsEnd }
}

extension Stage {
  /// The condition that each row has to meet to pass, or to be right.
  package var condition: Expression? {
    if case .filter(let condition) = kind { return condition }
    if case .assert(let condition, _) = kind { return condition }
    return nil
  }

  /// The keys by which it puts rows in order; nil where it does not.
  package var sortKeys: [SortKeyClause]? {
    if case .sort(let keys) = kind { return keys }
    if case .top(_, let keys) = kind { return keys }
    return nil
  }
}
