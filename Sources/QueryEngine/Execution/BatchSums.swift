// SPDX-License-Identifier: MIT

import Catalogue

/// The sums of the coefficients of a batch by groups, and how many there are, in numbers that hold
/// them.
struct BatchSums<Total: FixedWidthInteger & SignedInteger> {
  private(set) var groups: [(total: Total, count: Int)]

  init(of values: Buffer<Int64>, _ validity: Bitmap?, _ owners: [Int], _ groupCount: Int) {
    groups = Array(repeating: (0, 0), count: groupCount)
    let (coefficients, places) = (values.span, owners.span)
    var groups = groups.mutableSpan
    guard let validity else {
      for row in places.indices {
        let group = places[row]
        groups[group].total &+= Total(truncatingIfNeeded: coefficients[row])
        groups[group].count &+= 1
      }
      return
    }
    for row in places.indices {
      // What stands in the place of null is nothing.
      let group = places[row]
      let bit: Int64 = validity[row] ? 1 : 0
      groups[group].total &+= Total(truncatingIfNeeded: coefficients[row] & -bit)
      groups[group].count &+= Int(bit)
    }
  }
}

extension Buffer<Int64> {
  /// Whether no sum of some of the numbers needs more than 64 bits, as far as their size tells.
  var hasNarrowSum: Bool {
    let values = span
    var bits: UInt64 = 0
    // A number, or what is left of a negative one when -1 is taken from it without its sign.
    for index in values.indices { bits |= UInt64(bitPattern: values[index] ^ values[index] >> 63) }
    // Each is at most 2 to the power of `width`, and there are fewer than 2 to that of `length`.
    let (width, length) = (64 - bits.leadingZeroBitCount, 64 - count.leadingZeroBitCount)
    return width + length < 63
  }
}
