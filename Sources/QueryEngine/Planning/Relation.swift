// SPDX-License-Identifier: MIT

package import Catalogue

/// The rows of a source and what is done to them.
package struct Relation: Sendable {
  var origin: RowSource
  var steps: [any PlanStep]
  /// The columns of its batches, in order.
  var columns: [ColumnID]
}

extension Relation {
  /// Whether running it can fail a check, so that it has to run whoever wants its rows.
  var hasChecks: Bool { steps.contains(where: \.hasChecks) }

  /// Whether chance decides which rows it has.
  var isOfChance: Bool { steps.contains(where: \.holdsChance) }

  /// Whether no step makes other rows of those that it takes.
  var keepsRows: Bool { !steps.contains { $0.traits.effect == .new } }

  /// Whether it runs without asking a server and without the items' own records.
  package var isLocal: Bool { origin.isLocal && steps.allSatisfy(\.isLocal) }

  /// The source whose items it reads; nil where it reads none.
  package var source: (any CatalogueSource)? {
    switch origin {
    case .scan, .item, .related: origin.source
    case .categories, .sources, .describe, .lastResult: nil
    }
  }

  /// Whether its rows are items as they came, not groups of them.
  package var givesItems: Bool {
    guard case .scan = origin else { return false }
    return keepsRows
  }

  /// Whether it is the detail of one item.
  package var isItem: Bool {
    guard case .item = origin else { return false }
    return keepsRows
  }

  /// Whether it is one thing, of which a card tells: an item or a category.
  package var isCard: Bool {
    if case .categories(_, _?, _, _) = origin { return keepsRows }
    return isItem
  }

  /// Whether its rows are the categories of a source.
  package var isOfCategories: Bool {
    guard case .categories(_, nil, _, _) = origin else { return false }
    return keepsRows
  }

  /// The relation between items by which its rows were found; nil where they are others.
  package var followedRelation: String? {
    guard case .related(_, let relation, _, _, _) = origin, keepsRows else { return nil }
    return relation
  }

  /// The source of which it tells the fields; nil where it gives something else.
  package var described: (any CatalogueSource)? {
    if case .describe(let source, _, _, _) = origin { source } else { nil }
  }
}

extension PlanStep {
  /// Whether chance decides its rows, or those of what is within it.
  fileprivate var holdsChance: Bool {
    isOfChance || innerSteps.contains(where: \.holdsChance)
      || relations.contains(where: \.isOfChance)
  }
}
