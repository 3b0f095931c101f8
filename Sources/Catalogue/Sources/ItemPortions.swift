// SPDX-License-Identifier: MIT

/// How many items are asked for side by side: few at first, since those may be enough, then more.
package struct ItemPortions {
  private static let first = 8
  private static let largest = 32
  private var size = first

  package init() {}

  package mutating func next() -> Int {
    defer { size = min(2 * size, Self.largest) }
    return size
  }
}
