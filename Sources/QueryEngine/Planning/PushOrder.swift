// SPDX-License-Identifier: MIT

import Catalogue

/// A sort that a server makes as the language does goes to it.
///
/// A filter leaves an order as it is, so that a sort goes past each. The sort stays, as the server
/// may not have made it.
enum PushOrder {
  @Sendable static func apply(_ plan: PhysicalPlan) -> PhysicalPlan {
    guard case .scan(let source, let columns, var request) = plan.origin else { return plan }
    let reader = ConditionReader(source, columns)
    for step in plan.steps {
      if let orderings = step.orderings {
        request.order = order(orderings, of: source, reader)
        break
      }
      guard step.keepsOrder else { break }
    }
    var pushed = plan
    pushed.origin = .scan(source, columns: columns, asking: request)
    return pushed
  }

  /// The keys as the server takes them; none where it does not order by all of them. The order of
  /// texts is a matter of the locale and of the language.
  private static func order(
    _ orderings: [Ordering], of source: any CatalogueSource, _ reader: ConditionReader
  ) -> [PushedOrder] {
    let keys = orderings.compactMap { ordering -> PushedOrder? in
      guard let field = reader.field(ordering.column), !ordering.nullsFirst,
        source.capability.fields[field]?.isSortable ?? false,
        source.schema.fields[field].type.isStoredAsNumber
      else { return nil }
      return PushedOrder(field: field, descending: ordering.descending)
    }
    return keys.count == orderings.count ? keys : []
  }
}

extension Step {
  /// The keys by which it orders the rows; nil where it leaves their order.
  fileprivate var orderings: [Ordering]? {
    switch self {
    case .sort(let orderings), .top(_, let orderings): orderings
    default: nil
    }
  }

  /// Whether a sort after it could as well be made before it.
  fileprivate var keepsOrder: Bool {
    switch self {
    case .extend, .detail, .filter, .search: true
    case .sort, .top, .skip, .limit, .distinct, .aggregate, .group, .expand, .assert, .expectRows,
      .failColumns, .expectSame, .expectLive, .join, .union, .follow:
      false
    }
  }
}
