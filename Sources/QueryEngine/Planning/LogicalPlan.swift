// SPDX-License-Identifier: MIT

package import Catalogue
package import Diagnostics

/// What a pipeline does, from where its rows come to which columns are shown.
package struct LogicalPlan: Sendable {
  /// What is read and done; the columns are those that are shown.
  package let relation: Relation
  /// The columns that are shown, in order.
  package let output: [OutputColumn]
  /// The scope after the last stage, for whatever continues from the result.
  package let scope: Scope
  /// The form that the pipeline asks for; nil where it leaves that open.
  package var form: OutputForm?
  /// The file that it writes; nil where the result is shown.
  package var target: SaveTarget?
  /// Whether the pipeline only checks and shows nothing.
  package var isSilent = false
  /// Whether it reads rows of the last result besides its own.
  var readsRows = false
  /// Where the pipeline stands in its script.
  package let range: ScriptRange

  var origin: RowSource { relation.origin }
}

/// A field of the source and the column that it becomes.
package struct ScanColumn: Sendable {
  let id: ColumnID
  /// The index in the source's schema.
  let field: Int
}

/// A field of the schema that is computed from others.
package struct DerivedField: Sendable {
  /// The index in the source's schema.
  let field: Int
  let computation: Projection
}

/// A column that is shown.
package struct OutputColumn: Sendable {
  package let label: String
  package let id: ColumnID
  package let type: ValueType
}

// What a shell wants to know of a plan.
extension LogicalPlan {
  /// What its rows are of: the word for a source's items, a view's name, a file's path.
  package var subject: String { scope.noun }

  /// What so many rows are called, such as `hotels`; nil where they are no items of a source.
  package func noun(of count: Int) -> String? {
    if case .lastResult = origin { return scope.source == nil ? nil : scope.noun }
    guard let schema = source?.schema else { return nil }
    // A definition need not say what one of its items is called.
    return count == 1 ? schema.one ?? "row" : schema.noun
  }

  /// The source whose items it reads; nil where it reads none.
  package var source: (any CatalogueSource)? { readsItems ? origin.source : nil }

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

  /// The source of which it tells the fields; nil where it gives something else.
  package var described: (any CatalogueSource)? {
    if case .describe(let source, _, _, _) = origin { source } else { nil }
  }

  /// The source of the one item that it shows; nil where it shows others.
  package var shownSource: SourceReference? {
    if case .item = origin { scope.source } else { nil }
  }

  /// The relations that can be followed from its rows.
  package var relations: [SourceRelation] {
    scope.key == nil ? [] : origin.source?.capability.relations ?? []
  }

  /// The relation whose items its rows are; nil where they are others.
  package var followedRelation: String? {
    guard case .related(_, let relation, _, _, _) = origin, keepsRows else { return nil }
    return relation
  }

  /// Whether it reads items of a source.
  package var readsItems: Bool {
    switch origin {
    case .scan, .item, .related: true
    case .categories, .sources, .describe, .lastResult: false
    }
  }

  /// Whether its rows are items as they came, not groups of them.
  package var countsItems: Bool {
    guard case .scan = origin else { return false }
    return keepsRows
  }

  /// Whether no stage makes other rows of those that it takes.
  private var keepsRows: Bool { relation.keepsRows }

  /// Whether it runs without asking a server and without the items' own records.
  package var isLocal: Bool { relation.isLocal }

  /// Whether it goes on from the result before it.
  package var readsLastResult: Bool {
    switch origin {
    case .lastResult, .item(_, .row, _, _), .related(_, _, .row, _, _): true
    case .scan, .item, .related, .categories, .sources, .describe: readsRows
    }
  }
}
