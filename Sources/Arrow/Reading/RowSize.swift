// SPDX-License-Identifier: MIT

import Catalogue

// How large single rows become: where lists share elements few bytes can say much.
extension Column {
  /// Whether there are lists whose elements stand in memory less often than they are meant.
  var sharesElements: Bool {
    switch self {
    case .list(let lists): lists.isShared || lists.elements.repeatsValues
    case .record(let records): records.members.contains { $0.sharesElements }
    case .bool, .number, .text, .null: false
    }
  }

  private var repeatsValues: Bool {
    switch self {
    case .text(let texts): texts.codes != nil
    case .list(let lists): lists.isShared || lists.elements.repeatsValues
    case .record(let records): records.members.contains { $0.repeatsValues }
    case .bool, .number, .null: false
    }
  }

  /// Whether a row has more values and bytes of texts than may be.
  func exceeds(_ most: Int) -> Bool {
    // Sums of so many of them are no longer than numbers can be.
    let most = min(most, 1 << 32)
    return sizes(most).contains { $0 > most }
  }

  /// For each row how many there are, as far as that matters.
  private func sizes(_ most: Int) -> [Int] {
    switch self {
    case .bool, .number, .null: return Array(repeating: 1, count: count)
    case .text(let texts):
      return (0..<texts.count).map { 1 + (texts.bytes(at: $0)?.count ?? 0) }
    case .record(let records):
      var sums = Array(repeating: 1, count: count)
      for member in records.members {
        for (row, size) in member.sizes(most).enumerated() {
          sums[row] = min(sums[row] + size, most + 1)
        }
      }
      return sums
    case .list(let lists):
      var before = [0]
      before.reserveCapacity(lists.elements.count + 1)
      var sum = 0
      for size in lists.elements.sizes(most) {
        sum += size
        before.append(sum)
      }
      return (0..<lists.count).map { row in
        let range = lists.range(of: row)
        return min(1 + before[range.upperBound] - before[range.lowerBound], most + 1)
      }
    }
  }
}
