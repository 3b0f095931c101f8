// SPDX-License-Identifier: MIT

package import Catalogue
package import Diagnostics

/// Where rows come from, with the columns that they have at first.
package enum RowSource: Sendable {
  /// The list of a source; the request tells what its server is asked to do, and not the fields.
  case scan(any CatalogueSource, columns: [ScanColumn], asking: ScanRequest)
  /// One item by its id, or by a prefix that no other id has.
  case item(any CatalogueSource, ItemID, columns: [ScanColumn], ScriptRange)
  /// The items that one item names, by the name of the relation.
  case related(any CatalogueSource, String, ItemID, columns: [ScanColumn], ScriptRange)
  /// The categories of a source, or one of them.
  case categories(any CatalogueSource, ItemID?, columns: [ColumnID], ScriptRange)
  case sources(columns: [ColumnID])
  /// `derived` computes the schema's derived fields from the columns of `scan`.
  case describe(
    any CatalogueSource, columns: [ColumnID], scan: [ScanColumn], derived: [DerivedField])
  case lastResult(columns: [ColumnID])

  package enum ItemID: Sendable {
    case id(String)
    /// A row of the last result, from 1.
    case row(Int)
    /// The item that `show ID` showed last.
    case lastShown
  }
}

extension RowSource {
  /// The columns that the first rows have, in order.
  var columns: [ColumnID] {
    switch self {
    case .scan(_, let columns, _), .item(_, _, let columns, _), .related(_, _, _, let columns, _):
      columns.map(\.id)
    case .categories(_, _, let columns, _), .sources(let columns), .lastResult(let columns),
      .describe(_, let columns, _, _):
      columns
    }
  }

  /// The source that is read; nil where none is.
  var source: (any CatalogueSource)? {
    switch self {
    case .scan(let source, _, _), .item(let source, _, _, _), .related(let source, _, _, _, _),
      .categories(let source, _, _, _), .describe(let source, _, _, _):
      source
    case .sources, .lastResult: nil
    }
  }

  /// Whether it is read without asking a server and without the items' own records.
  var isLocal: Bool {
    if case .related = self { return false }
    return source?.isLocal ?? true
  }
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
  let projection: Projection
}
