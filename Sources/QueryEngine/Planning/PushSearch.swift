// SPDX-License-Identifier: MIT

import Catalogue

/// The words of a `search` go to a server that finds words.
///
/// Its answer holds, as it may look at more than the fields that there are; so this is no matter of
/// speed and is done in every plan. A search that names its fields is done here.
enum PushSearch {
  @Sendable static func apply(_ plan: Relation) -> Relation {
    guard case .scan(let source, let columns, var request) = plan.origin,
      source.capability.searches
    else { return plan }
    var pushed = plan
    for (index, step) in plan.steps.enumerated() {
      guard step.judgesRowsAlone else { break }
      guard var search = step as? SearchStep, !search.namesFields else { continue }
      request.search += search.words
      search.isAsked = true
      pushed.steps[index] = search
    }
    pushed.origin = .scan(source, columns: columns, asking: request)
    return pushed
  }
}
