// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

@testable import CatalogueSources

/// Where the pages of a list are from, told as they come.
@Suite struct PageOriginTests {
  private typealias Page = (category: Int, page: Int, copy: Provenance.Origin)

  private static let titles: [String?] = ["Bags", nil, "Shoes", "Hats"]

  /// The same of all pages at once: those of a category that are alike are one part.
  private static func parts(_ pages: [Page]) -> PartOrigins {
    var parts = PartOrigins()
    for page in pages {
      let title = titles[page.category]
      let siblings = pages.filter { $0.category == page.category }
      let isAlike = title != nil && siblings.allSatisfy { $0.copy == page.copy }
      if isAlike, page.page != siblings[0].page { continue }
      parts.add(.list(category: title, page: isAlike ? nil : page.page), page.copy)
    }
    return parts
  }

  @Test func eachPageAddsToWhatIsKnown() {
    var random = Seeded(13)
    let copies: [Provenance.Origin] = [
      .live, .live, .kept(age: 9, reason: nil), .kept(age: 900, reason: "it is down"),
    ]
    for _ in 0..<300 {
      var origins = PageOrigins()
      var pages: [Page] = []
      for category in 0..<4 {
        for page in 0..<Int.random(in: 0...4, using: &random) {
          let copy = copies.randomElement(using: &random) ?? .live
          pages.append((category, page + 1, copy))
          origins.add(copy, page: page + 1, of: Self.titles[category], at: category)
          #expect(origins.parts == Self.parts(pages))
        }
      }
    }
  }
}
