// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import QueryEngine

// What the line of progress says of work that is done here.

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
