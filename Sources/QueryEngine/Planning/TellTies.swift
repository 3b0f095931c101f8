// SPDX-License-Identifier: MIT

/// Where rows are sorted and then cut, the end tells whether it parts rows that are equal in the
/// keys. What is cut within groups or relations within is not told.
enum TellTies {
  @Sendable static func apply(_ plan: Relation) -> Relation {
    var told = plan
    var order: [SortColumn] = []
    // A sort has all its rows at hand, until a step asks a server for each of them.
    var isAtHand = true
    told.steps = plan.steps.map { step in
      defer {
        // Rows that were made anew stand in no order that a script has asked for.
        if step.traits.effect == .new { order = [] }
        if !step.isLocal { isAtHand = false }
        if !step.orderings.isEmpty { (order, isAtHand) = (step.orderings, true) }
      }
      return step.told(order: order, looksOn: isAtHand)
    }
    return told
  }
}
