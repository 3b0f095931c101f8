// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import QueryEngine

/// The names of the hotels with at least so many stars, nearest first: the same question as
/// `from hotels | filter stars >= 3 | sort by distance | show name` at the prompt.
public func hotels(withAtLeast stars: Int) throws -> [String] {
  let sources = SourceRegistry(SourceRegistry.Options(), isCancelled: { false })
  let query = try Query(
    "from hotels | filter stars >= \(stars) | sort by distance | show name", sources: sources)
  var names: [String] = []
  try query.run { batch in
    for row in 0..<batch.count {
      if case .text(let name) = batch.columns[0].value(at: row) { names.append(name) }
    }
  }
  return names
}
