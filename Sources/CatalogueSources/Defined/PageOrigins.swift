// SPDX-License-Identifier: MIT

import Catalogue

/// Where the pages of a list are from, gathered as they come, category after category.
struct PageOrigins {
  /// Those of the categories before.
  private var done = PartOrigins()
  /// The category whose pages come now.
  private var category: Int?
  /// Its pages one by one, and all of them as one part while they are all alike.
  private var pages = PartOrigins()
  private var whole: (title: String, copy: Provenance.Origin)?

  /// The parts; the pages of a category that are all alike are one, under its title.
  var parts: PartOrigins {
    var parts = done
    parts.add(ofCategory)
    return parts
  }

  private var ofCategory: PartOrigins {
    guard let whole else { return pages }
    var parts = PartOrigins()
    parts.add(.list(category: whole.title), whole.copy)
    return parts
  }

  mutating func add(
    _ copy: Provenance.Origin, page: Int, of title: String?, at category: Int
  ) {
    if self.category != category {
      done = parts
      pages = PartOrigins()
      self.category = category
      whole = title.map { ($0, copy) }
    } else if whole?.copy != copy {
      whole = nil
    }
    pages.add(.list(category: title, page: page), copy)
  }
}
