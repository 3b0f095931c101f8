// SPDX-License-Identifier: MIT

/// Rows that a limit leaves out need no computed columns and no details fetched.
enum LimitEarly {
  @Sendable static func apply(_ plan: PhysicalPlan) -> PhysicalPlan {
    var early = plan
    early.steps = []
    for step in plan.steps {
      var place = early.steps.count
      if step.isLimit {
        while place > 0, early.steps[place - 1].addsColumns { place -= 1 }
      }
      early.steps.insert(step, at: place)
    }
    return early
  }
}

extension Step {
  fileprivate var isLimit: Bool {
    switch self {
    case .limit, .skip: true
    case .filter, .search, .extend, .detail, .sort, .top, .distinct, .aggregate, .assert,
      .expectRows, .failColumns, .expectSame, .expectLive, .group, .expand, .join, .union, .follow:
      false
    }
  }

  /// Whether it gives every row that it takes, in order, with further columns.
  fileprivate var addsColumns: Bool {
    switch self {
    case .extend, .detail: true
    case .filter, .search, .sort, .top, .limit, .skip, .distinct, .aggregate, .assert,
      .expectRows, .failColumns, .expectSame, .expectLive, .group, .expand, .join, .union, .follow:
      false
    }
  }
}
