// SPDX-License-Identifier: MIT

import Catalogue

/// A sort that a server makes as the language does goes to it.
///
/// A filter leaves an order as it is, so that a sort goes past each. The sort stays, as the server
/// may not have made it. Rows with equal keys come as the server sends them, which need not be the
/// order of its list: where it would decide which rows there are, such a sort stays here.
enum PushOrder {
  @Sendable static func apply(_ plan: Relation) -> Relation {
    push(plan, choosesRows: false)
  }

  /// For a plan within another, whose rows a stage out there may choose among.
  @Sendable static func applyInside(_ plan: Relation) -> Relation {
    push(plan, choosesRows: true)
  }

  private static func push(_ plan: Relation, choosesRows: Bool) -> Relation {
    guard case .scan(let source, let columns, var request) = plan.origin else { return plan }
    let reader = ConditionReader(source, columns)
    for (index, step) in plan.steps.enumerated() {
      let orderings = step.orderings
      if !orderings.isEmpty {
        let choosing = choosesRows || plan.steps[index...].contains(where: \.traits.dependsOnOrder)
        let order = order(orderings, of: source, reader)
        if !choosing || keepsTies(order, of: source) { request.order = order }
        break
      }
      guard step.traits.isRowwise else { break }
    }
    var pushed = plan
    pushed.origin = .scan(source, columns: columns, asking: request)
    return pushed
  }

  /// Whether no two rows are equal in the keys, or those that are come in the order of the list.
  static func keepsTies(_ order: [PushedOrder], of source: any CatalogueSource) -> Bool {
    order.contains { $0.field == source.schema.key }
      || order.allSatisfy { key in
        source.capability.fields[key.field]?.ordering(descending: key.descending)?.keepsTies
          ?? false
      }
  }

  /// The keys as the server takes them; none where it does not order by all of them. The order of
  /// texts is a matter of the locale and of the language.
  private static func order(
    _ orderings: [SortColumn], of source: any CatalogueSource, _ reader: ConditionReader
  ) -> [PushedOrder] {
    let keys = orderings.compactMap { ordering -> PushedOrder? in
      guard let field = reader.field(ordering.column), !ordering.nullsFirst,
        source.capability.fields[field]?.ordering(descending: ordering.descending) != nil,
        source.schema.fields[field].type.isStoredAsNumber
      else { return nil }
      return PushedOrder(field: field, descending: ordering.descending)
    }
    let isTaken = keys.count == 1 || !source.capability.sortsByOneField
    return isTaken && keys.count == orderings.count ? keys : []
  }
}
