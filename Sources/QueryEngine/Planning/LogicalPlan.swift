// SPDX-License-Identifier: MIT

package import Catalogue
package import Diagnostics

/// What a pipeline does, from where its rows come to which columns are shown.
package struct LogicalPlan: Sendable {
  package var origin: Origin
  package var steps: [Step]
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
  package let range: SourceRange
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
  let computation: Computation
}

/// A column that is shown.
package struct OutputColumn: Sendable {
  package let label: String
  package let id: ColumnID
  package let type: ValueType
}

/// One thing that is done to the rows.
package indirect enum Step: Sendable {
  /// With the fields whose nulls are to be counted, because they decide the condition.
  case filter(BoundExpression, [NullNote])
  case search(WordSearch)
  case extend([Computation])
  case detail(DetailStep)
  /// The items that each row names, in the place of the rows.
  case follow(FollowStep)
  case sort([Ordering])
  case top(Int, [Ordering])
  case limit(Int)
  case skip(Int)
  case distinct([ColumnID])
  /// One row for each group, in the order of their first appearance; without keys one row.
  case aggregate([Measure], by: [ColumnID])
  /// Runs steps for each group by itself; `adding` are keys that the steps leave out.
  case group(by: [OutputColumn], [Step], adding: [ColumnID])
  /// One row for each element of a list, which becomes another column.
  case expand(ColumnID, into: ColumnID)
  /// Ends the run with a fault unless the condition holds for every row.
  case assert(BoundExpression, message: String?, key: ColumnID?)
  /// Ends the run with a fault unless there are so many rows.
  case expectRows(ExpectedRows)
  /// Ends the run with a fault: the columns are known before any row.
  case failColumns(expected: [String], found: [String], SourceRange)
  /// Ends the run with a fault unless the rows have the cells of those of another plan.
  case expectSame(SubPlan, [OutputColumn], [OutputColumn], SourceRange)
  /// Ends the run with a fault unless the rows are neither a sample's nor an old copy's.
  case expectLive(SourceRange)
  /// Each row beside those of another plan that go with it.
  case join(JoinStep)
  /// The rows, then those of another plan, with columns that take from both.
  case union(SubPlan, [UnionColumn])
}

/// How many rows there must be, and how a message names those that there are.
package struct ExpectedRows: Sendable {
  let comparison: Comparison
  let count: Int
  /// The stage before and the values of its parameters; empty where there are none.
  let context: String
  /// The columns by which rows are named: their key and the first text that is shown.
  let names: [OutputColumn]
  /// Where it is written.
  let range: SourceRange
  /// The keys of the groups, one within the other, whose rows are counted.
  var groups: [String] = []

  func inGroup(_ name: String) -> ExpectedRows {
    var inner = self
    inner.groups.insert(name, at: 0)
    return inner
  }
}

/// Fields of the items' own records, which are fetched by their keys.
package struct DetailStep: Sendable {
  let source: any CatalogueSource
  let key: ColumnID
  var columns: [ScanColumn] = []
  /// The column of whether the record could be read; nil where nothing asks for that.
  var isKnown: ColumnID?

  /// The columns that it adds, in order.
  var added: [ColumnID] { columns.map(\.id) + [isKnown].compactMap(\.self) }
}

/// A relation that is followed from every row.
package struct FollowStep: Sendable {
  let source: any CatalogueSource
  let relation: String
  /// The keys of the rows that name items.
  let key: ColumnID
  var columns: [ScanColumn]
  /// The key of the row that names the item.
  let of: ColumnID
}

/// A plan whose rows a step brings in.
package struct SubPlan: Sendable {
  var origin: LogicalPlan.Origin
  var steps: [Step]
  /// The columns of its batches.
  var columns: [ColumnID]
}

extension SubPlan {
  init(_ head: BoundHead, columns: [ColumnID]) {
    self.init(origin: head.origin, steps: head.binder.steps, columns: columns)
  }
}

/// How rows find their partners.
package struct JoinStep: Sendable {
  var right: SubPlan
  /// What must be equal; a null has no partner.
  let keys: [(left: BoundExpression, right: BoundExpression)]
  /// Columns of a pair that the rest of the condition reads.
  let helpers: [Computation]
  /// What else must hold for a pair.
  let rest: BoundExpression?
  /// Whether rows without a partner stay, with nulls beside them.
  let keepsLeft: Bool
}

/// A column of a union and where it comes from on either side.
package struct UnionColumn: Sendable {
  struct Part: Sendable {
    let id: ColumnID
    /// The type on this side; beside values of no certain type others become such.
    let type: ValueType
  }

  let id: ColumnID
  let type: ValueType
  /// Where the other rows are named.
  let range: SourceRange
  let left: Part?
  let right: Part?
}

/// A field of which a run tells in how many rows it is null, or no date where it is read as one.
package struct NullNote: Sendable, Hashable {
  let column: ColumnID
  /// The type of what is read as a date; nil where the value is taken as it is.
  var readingDate: ValueType?
  /// The field as the query writes it.
  let label: String
}

/// A column that is an aggregate of a group's rows.
package struct Measure: Sendable {
  let id: ColumnID
  let function: AggregateFunction
  /// Of its results.
  let type: ValueType
  /// The column of which it is the aggregate; nil for a count of rows.
  let input: ColumnID?
  /// Where the amounts are written that have a currency each; nil where it calculates with none.
  var money: SourceRange?
  /// What names the rows of such amounts; nil where rows are no items.
  var key: ColumnID?
  let order: SortKey.Order
  /// Where it is written.
  let range: SourceRange
}

/// A column that is computed from others.
package struct Computation: Sendable {
  let id: ColumnID
  let expression: BoundExpression
  /// What the plan is shown with; nil for a column that the query does not name.
  var name: String?
}

/// One key of a sort.
package struct Ordering: Sendable {
  let column: ColumnID
  let order: SortKey.Order
  let descending: Bool
  let nullsFirst: Bool
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
  package var relation: String? {
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
  private var keepsRows: Bool {
    !steps.contains {
      switch $0 {
      case .aggregate, .distinct, .group, .expand, .join, .union, .follow: true
      case .filter, .search, .extend, .detail, .sort, .top, .limit, .skip, .assert, .expectRows,
        .failColumns, .expectSame, .expectLive:
        false
      }
    }
  }

  /// Whether it runs without asking a server and without the items' own records.
  package var isAtHand: Bool { origin.isAtHand && steps.allSatisfy(\.isAtHand) }

  /// Whether it goes on from the result before it.
  package var readsLastResult: Bool {
    switch origin {
    case .lastResult, .item(_, .row, _, _), .related(_, _, .row, _, _): true
    case .scan, .item, .related, .categories, .sources, .describe: readsRows
    }
  }
}

extension SubPlan {
  fileprivate var isAtHand: Bool { origin.isAtHand && steps.allSatisfy(\.isAtHand) }

  /// Whether running it can fail a check, so that it has to run whoever wants its rows.
  var hasChecks: Bool { steps.contains(where: \.isCheck) }
}

extension Step {
  /// Whether it checks its rows, or brings in or runs stages that do.
  var isCheck: Bool {
    switch self {
    case .assert, .expectRows, .failColumns, .expectSame, .expectLive: true
    case .group(_, let steps, _): steps.contains(where: \.isCheck)
    case .join(let join): join.right.hasChecks
    case .union(let other, _): other.hasChecks
    case .filter, .search, .extend, .detail, .sort, .top, .limit, .skip, .distinct, .aggregate,
      .expand, .follow:
      false
    }
  }
}

extension Step {
  fileprivate var isAtHand: Bool {
    switch self {
    case .detail, .follow: false
    case .group(_, let steps, _): steps.allSatisfy(\.isAtHand)
    case .join(let join): join.right.isAtHand
    case .union(let other, _), .expectSame(let other, _, _, _): other.isAtHand
    case .filter, .search, .extend, .sort, .top, .limit, .skip, .distinct, .aggregate, .expand,
      .assert, .expectRows, .failColumns, .expectLive:
      true
    }
  }
}
