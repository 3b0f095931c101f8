// SPDX-License-Identifier: MIT

// What a stage holds, for whatever walks over trees.
extension Stage {
  /// The expressions directly in the stage, in order.
  package var expressions: [Expression] {
    switch kind {
    case .filter(let condition), .assert(let condition, _): [condition]
    case .search(let words, _): [words]
    case .sort(let keys), .top(_, let keys): keys.map(\.expression)
    case .extend(let assignments): assignments.map(\.value)
    case .show(.columns(let columns)), .count(let columns): columns.map(\.expression)
    case .summarize(let aggregates, let columns):
      aggregates.map(\.value) + columns.map(\.expression)
    case .join(let clause): [clause.condition]
    case .apply(_, let arguments): arguments
    case .show(.all), .rename, .drop, .distinct, .group, .expand, .limit, .skip, .page, .expect,
      .union, .relation, .save, .to, .unreadable:
      []
    }
  }

  /// The numbers of rows that it names.
  package var counts: [Count] {
    switch kind {
    case .top(let count, _), .limit(let count), .skip(let count), .expect(.rows(_, let count)):
      [count]
    case .page(let page, let size): [page] + (size.map { [$0] } ?? [])
    case .filter, .search, .sort, .show, .extend, .rename, .drop, .distinct, .count, .summarize,
      .group, .expand, .assert, .expect(.columns), .expect(.same), .expect(.live), .join, .union,
      .relation, .apply, .save, .to, .unreadable:
      []
    }
  }

  /// The source that it reads besides that of its pipeline.
  package var otherSource: SourceName? {
    switch kind {
    case .join(let clause): clause.source
    case .union(let name): name
    case .filter, .search, .sort, .show, .extend, .rename, .drop, .distinct, .count, .summarize,
      .group, .expand, .top, .limit, .skip, .page, .assert, .expect, .relation, .apply, .save, .to,
      .unreadable:
      nil
    }
  }

  /// The stages inside a group.
  package var innerStages: [Stage] {
    if case .group(_, let stages) = kind { stages } else { [] }
  }

  /// The stage and all stages inside it.
  package var withInnerStages: [Stage] { [self] + innerStages.flatMap(\.withInnerStages) }
}

extension ColumnClause {
  package var expression: Expression {
    switch self {
    case .field(let field): field
    case .computed(let assignment): assignment.value
    }
  }
}
