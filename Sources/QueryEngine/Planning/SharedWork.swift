// SPDX-License-Identifier: MIT

import Catalogue

/// What any thread can do with a batch as soon as it is read, before the rows come together: work
/// on each row by itself, and make the state of a part of what is combined next.
///
/// A reference, since most plans have none: the type of an array of operators need not be made for
/// them at the start.
final class SharedWork: Sendable {
  let steps: [any RowwiseOperator]
  /// What combines the rows next; nil where they go on as they are.
  let combined: (any PartedOperator)?

  /// Whether it wants every row, also where those after it need no more.
  var seesEveryRow: Bool { steps.contains(where: \.seesEveryRow) }

  /// How many operators of the plan have a part in it.
  var count: Int { steps.count + (combined == nil ? 0 : 1) }

  /// Whether it takes less for a row than to hand the row to another thread.
  fileprivate var isLight: Bool {
    (RowCost.sum(steps.lazy.map(\.cost)) + (combined?.cost ?? .nothing)).isLight
  }

  private init(_ steps: [any RowwiseOperator], _ combined: (any PartedOperator)?) {
    self.steps = steps
    self.combined = combined
  }

  /// The first work of a plan; nil where it begins with other work.
  static func first(of operators: [PhysicalOperator]) -> SharedWork? {
    var steps: [any RowwiseOperator] = []
    for planned in operators {
      // Work that counts the rows before it, and states that are not worth having, end it.
      switch planned.work {
      case .rowwise(let work) where !planned.step.expressions.contains(where: \.tellsRowsBefore):
        if work.multipliesRows, steps.contains(where: \.multipliesRows) { return uncombined(steps) }
        steps.append(work)
      case .parted(let work) where work.isShared: return SharedWork(steps, work)
      case .rowwise, .parted, .sequential: return uncombined(steps)
      }
    }
    return uncombined(steps)
  }

  /// The work up to where rows become more than were read: where nothing combines them there, they
  /// would wait for whoever takes them.
  private static func uncombined(_ steps: [any RowwiseOperator]) -> SharedWork? {
    let steps = Array(steps.prefix { !$0.multipliesRows })
    return steps.isEmpty ? nil : SharedWork(steps, nil)
  }
}

extension BoundExpression {
  /// Whether a fault tells how many rows there were before.
  fileprivate var tellsRowsBefore: Bool {
    switch kind {
    case .amounts(_, .one, _, _), .amounts(_, .same, _, _): true
    default: children.contains(where: \.tellsRowsBefore)
    }
  }
}

extension PhysicalPlan {
  /// What threads share of it where the list is at hand; nil where that is nothing, or light work,
  /// which is done by whoever reads.
  var shared: SharedWork? {
    guard case .scan = source, let work = SharedWork.first(of: operators), !work.isLight else {
      return nil
    }
    return work
  }
}
