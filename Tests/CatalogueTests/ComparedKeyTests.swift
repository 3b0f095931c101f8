// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import Catalogue

/// Keys that are compared across batches stand in the order in which they are sorted in one.
@Suite struct ComparedKeyTests {
  private static let texts: [Value] = [
    .text("a"), .text("A"), .text("é"), .text(""), .null, .text("10"), .text("9"), .text("漢"),
    .text("b c"), .text("B-c"), .text("\u{1}a"),
  ]
  private static let scalars: [Value] = [
    .text("12"), .text("\"12\""), .text("9.5"), .text("true"), .null, .text("[1]"),
    .text("\"a\""), .text("\"É\""), .text("{\"a\":1}"), .text("-3"),
  ]

  /// The values of some columns, each of which is cut into two anywhere.
  private static let keys: [(type: ValueType, order: SortKey.Order, values: [Value])] =
    ColumnSample.all.map { ($0.type, .natural, $0.values) } + [
      (.text, .natural, texts), (.id, .ids, texts), (.any, .mixed, scalars),
    ]

  private func key(
    _ type: ValueType, _ order: SortKey.Order, _ values: [Value], _ flags: Int
  ) -> SortKey {
    // What is of no certain type is held as its JSON.
    let column = Column(order == .mixed ? .text : type, values)
    return SortKey(
      column, order: order, descending: flags & 1 == 1, nullsFirst: flags & 2 == 2)
  }

  @Test func orderIsThatOfOneColumn() {
    for (type, order, values) in Self.keys where !values.isEmpty {
      for flags in 0..<4 {
        let whole = key(type, order, values, flags)
        let ranks = RowOrder.ranks(whole) { () throws(Never) in }
        for cut in 0...values.count {
          let parts = [Array(values[..<cut]), Array(values[cut...])].map {
            ComparedKey(key(type, order, $0, flags)) { () throws(Never) in }
          }
          for first in values.indices {
            for second in values.indices {
              let (left, right) = (first < cut ? 0 : 1, second < cut ? 0 : 1)
              let found = parts[left].compare(
                first - left * cut, with: parts[right], second - right * cut)
              let wanted = ranks[first] < ranks[second] ? -1 : ranks[first] > ranks[second] ? 1 : 0
              #expect(
                found.signum() == wanted, "\(type) \(flags) \(values[first]) \(values[second])")
            }
          }
        }
      }
    }
  }
}
