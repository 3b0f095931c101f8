// SPDX-License-Identifier: MIT

package import Catalogue
package import Diagnostics
package import QuerySyntax

/// A pipeline that has been checked: what is read and done, and how what comes of it is shown.
package struct BoundQuery: Sendable {
  /// What is read and done; its columns are those that are shown.
  package let relation: Relation
  package let presentation: Presentation
  /// The scope after the last stage, for whatever goes on from the result.
  package let scope: Scope
  /// Whether it reads rows of the last result besides its own.
  let readsRows: Bool
  /// Where the pipeline stands in its script.
  package let range: ScriptRange
  /// What may have been meant otherwise, which is told where no row is left.
  package let doubts: [String]
  /// The pipeline as it is written; nil where it is no statement of its own.
  var written: WrittenPipeline?
}

/// A pipeline as it is written, which many copies of a query share.
final class WrittenPipeline: Sendable {
  let pipeline: Pipeline

  init(_ pipeline: Pipeline) { self.pipeline = pipeline }
}

/// How the rows of a query are shown: under which names, in which format, where, and what they are
/// called. What is done to get them does not depend on it.
package struct Presentation: Sendable {
  /// The columns that are shown, in order.
  package let columns: [OutputColumn]
  /// The format that the pipeline asks for; nil where it leaves that open.
  package let format: ResultFormat?
  /// How a chart is drawn, where that is said.
  package let chart: ChartOptions
  /// The place of the column whose values head the rows that have them, which stand together; nil
  /// for none.
  package let heading: Int?
  /// The file that it writes; nil where the result is shown.
  package let target: SaveTarget?
  /// Whether the pipeline only checks and shows nothing.
  package let isSilent: Bool
  /// How many cells the picture of its item is wide at most; nil where the settings say so.
  package let pictureSize: Int?
  package let nouns: RowNouns
  /// The places of the columns that the query names itself, which are seen wherever there is room;
  /// nil for all.
  package let named: Set<Int>?
  /// The place of the column that tells of how many rows each group is; nil where rows are none.
  package let counts: Int?

  /// Whether people see the rows.
  package var isShown: Bool { target == nil && !isSilent }
}

/// What is said of a chart besides its columns.
package struct ChartOptions: Sendable {
  /// Between which numbers rows are counted, ascending; empty where the chart finds them.
  package var ends: [Decimal] = []
  /// In which format it is written; nil for text.
  package var markup: ResultFormat?
}

/// A column that is shown.
package struct OutputColumn: Sendable {
  package let label: String
  package let id: ColumnID
  package let type: ValueType
  /// Whether it is left out where the run finds that its rows tell nothing by it.
  package var isOptional = false
}

/// What the rows of a query are called.
package struct RowNouns: Sendable {
  /// What they are of: the word for a source's items, a view's name, a file's path, or what a table
  /// says of others; nil where nothing tells.
  package let subject: String?
  /// One of them and many, such as `hotel` and `hotels`; nil where they are no items of a source.
  private let items: (one: String, many: String)?

  init(of relation: Relation, _ scope: Scope) {
    subject = scope.title ?? (scope.noun == Scope.nounOfTable ? nil : scope.noun)
    if case .lastResult = relation.origin {
      items = scope.source == nil ? nil : (scope.noun, scope.noun)
    } else {
      // A definition need not say what one of its items is called.
      items = relation.source.map { ($0.schema.one ?? "row", $0.schema.noun) }
    }
  }

  /// What so many are called.
  package func items(_ count: Int) -> String? { count == 1 ? items?.one : items?.many }
}

// What a shell wants to know of a query as a whole.
extension BoundQuery {
  /// The source of the one item that it shows; nil where it shows others.
  package var shownSource: SourceReference? {
    if case .item = relation.origin { scope.source } else { nil }
  }

  /// The relations that can be followed from its rows.
  package var relations: [SourceRelation] {
    scope.key == nil ? [] : relation.origin.source?.capability.relations ?? []
  }

  /// Whether it gives as many rows each time, from a list or the last result, and asks no server.
  package var isCountable: Bool { relation.isAtHand && !relation.isOfChance }

  /// Whether it goes on from the result before it.
  package var readsLastResult: Bool {
    switch relation.origin {
    case .lastResult, .item(_, .row, _, _), .related(_, _, .row, _, _): true
    case .scan, .item, .related, .categories, .sources, .describe: readsRows
    }
  }
}
