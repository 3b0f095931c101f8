// SPDX-License-Identifier: MIT

extension RandomAccessCollection where Index == Int {
  /// The first place from which on a test holds, which no earlier one meets; the end where none
  /// does.
  func first(from test: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if test(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
