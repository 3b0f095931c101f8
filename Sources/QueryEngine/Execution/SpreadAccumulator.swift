// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// Gives the variance of the numbers of each group, or its root, the standard deviation.
struct SpreadAccumulator: Accumulator {
  private let isRoot: Bool
  /// Where the function is called.
  private let range: ScriptRange
  private var moments: [ExactMoments] = []
  private var extraBytes = 0

  init(isRoot: Bool, _ range: ScriptRange) {
    self.isRoot = isRoot
    self.range = range
  }

  var heldBytes: Int { moments.count * MemoryLayout<ExactMoments>.stride + extraBytes }

  mutating func add(_ column: Column, groups: [Int], groupCount: Int, _ state: RunState) {
    grow(to: groupCount)
    guard let numbers = column.numbers else { return }
    for (row, group) in groups.enumerated() {
      guard let number = numbers.decimal(at: row) else { continue }
      extraBytes -= moments[group].extraBytes
      moments[group].add(number)
      extraBytes += moments[group].extraBytes
    }
  }

  mutating func combine(
    _ later: SpreadAccumulator, groups: [Int], groupCount: Int, _ state: RunState
  ) {
    grow(to: groupCount)
    for (known, group) in zip(later.moments, groups) {
      extraBytes -= moments[group].extraBytes
      moments[group].add(known)
      extraBytes += moments[group].extraBytes
    }
  }

  private mutating func grow(to groupCount: Int) {
    while moments.count < groupCount { moments.append(ExactMoments()) }
  }

  mutating func finish(groupCount: Int, _ state: RunState) throws(ExecutionFault) -> Column {
    grow(to: groupCount)
    var builder = NumberColumnBuilder()
    for (group, known) in moments.enumerated() {
      if group & RowOrder.checkMask == 0 { try state.check() }
      let result = isRoot ? known.deviation : known.variance
      if result == nil, known.count > 1 { throw .overflow(range) }
      builder.append(result)
    }
    return .number(builder.finish())
  }
}
