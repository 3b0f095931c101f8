// SPDX-License-Identifier: MIT

package import Catalogue

/// What parts of lists and of items are called in notes and messages.
extension SourcePart {
  /// Such as `Bags`, `page 3 of Bags and on` or `item 40611`.
  package var words: String {
    switch self {
    case .list(let category, let page, let isEnd):
      [page.map { "page \($0)" }, category].compactMap(\.self).joined(separator: " of ")
        + (isEnd ? " and on" : "")
    case .item(let key): "item \(key)"
    case .attached(let name): name
    }
  }
}
