// SPDX-License-Identifier: MIT

import Catalogue

/// The words of a `search` go to a server that finds words.
///
/// Its answer holds, as it may look at more than the fields that there are; so this is no matter of
/// speed and is done in every plan. A search that names its fields is done here.
enum PushSearch {
  @Sendable static func apply(_ plan: PhysicalPlan) -> PhysicalPlan {
    guard case .scan(let source, let columns, var request) = plan.origin,
      source.capability.searches
    else { return plan }
    var pushed = plan
    for (index, step) in plan.steps.enumerated() {
      guard step.judgesRowsAlone else { break }
      guard case .search(var search) = step, !search.namesFields else { continue }
      request.search += search.words
      search.isAsked = true
      pushed.steps[index] = .search(search)
    }
    pushed.origin = .scan(source, columns: columns, asking: request)
    return pushed
  }
}

extension Step {
  /// Whether it treats each row by itself, so that rows which a later step leaves out may as well
  /// be missing before it.
  var judgesRowsAlone: Bool {
    switch self {
    case .filter, .search, .extend, .detail, .sort: true
    case .top, .limit, .skip, .distinct, .aggregate, .group, .expand, .assert, .expectRows,
      .failColumns, .expectSame, .expectLive, .join, .union, .follow:
      false
    }
  }
}
