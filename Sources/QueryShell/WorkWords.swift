// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import QueryEngine

// What the line of progress says of what is done.

extension ReadingProgress {
  /// Such as `big.json: read 120 MB of 512 MB`.
  var words: String {
    let all = total.map { " of \(amount($0))" } ?? ""
    return switch work {
    case .reading: "\(name): read \(amount(done))\(all)"
    case .searching: "\(name): found the records of \(amount(done))\(all)"
    case .typing: "\(name): found the fields of \(done)\(all) records"
    }
  }

  private func amount(_ count: Int) -> String {
    work == .typing ? "\(count)" : ByteCount.words(count)
  }
}

extension RunProgress {
  /// Such as `hotels: 12000 rows` and `sorting 12000 rows`.
  func words(of source: String?) -> String {
    let count = rows == 1 ? "1 row" : "\(rows) rows"
    return switch work {
    case .reading: source.map { "\($0): \(count)" } ?? count
    case .sorting: "sorting \(count)"
    case .grouping: "grouping \(count)"
    case .joining: "joining \(count)"
    }
  }
}

extension TransferSubject {
  /// Such as `bestbuy, page 3 of 8, 200 rows`, or `bestbuy, 40 items` after so many.
  var words: String {
    switch part {
    case .list, .items(asked: 0): return source
    case .items(let asked): return "\(source), \(asked == 1 ? "1 item" : "\(asked) items")"
    case .page(let page, let pages, let records):
      let all = pages.map { " of \($0)" } ?? ""
      return "\(source), page \(page)\(all)" + (records.map { ", \($0) rows" } ?? "")
    }
  }
}
