// SPDX-License-Identifier: MIT

import Catalogue

/// Which of some conditions take the last rows, by the rows for which each of them holds.
struct ConditionConflict {
  /// Those that no row meets.
  let unmet: [Int]
  /// Sets of others that no row meets together, though one does that need not meet some of them.
  let conflicts: [[Int]]

  /// All of these: without them there are rows.
  var named: [Int] { unmet + conflicts.flatMap(\.self) }

  /// Of conditions of which no row of `count` meets all.
  init(_ bits: [Bitmap], count: Int) {
    unmet = bits.indices.filter { bits[$0].setCount == 0 }
    var rest = bits.indices.filter { bits[$0].setCount > 0 }
    var conflicts: [[Int]] = []
    while !Self.isMet(rest, bits, count) {
      var conflict = rest
      for index in rest.reversed() {
        let fewer = conflict.filter { $0 != index }
        if !Self.isMet(fewer, bits, count) { conflict = fewer }
      }
      conflicts.append(conflict)
      rest.removeAll(where: conflict.contains)
    }
    self.conflicts = conflicts
  }

  private static func isMet(_ conditions: [Int], _ bits: [Bitmap], _ count: Int) -> Bool {
    all(conditions.map { bits[$0] }, count: count).setCount > 0
  }

  /// The rows that all of some conditions leave.
  static func all(_ bits: [Bitmap], count: Int) -> Bitmap {
    bits.reduce(Bitmap(repeating: true, count: count)) { $0 & $1 }
  }
}
