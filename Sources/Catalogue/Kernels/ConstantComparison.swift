// SPDX-License-Identifier: MIT

extension Column {
  /// Compares each row with one number, which is brought to the column's scale once; nil for a
  /// column that holds no numbers.
  ///
  /// Nothing is smaller or larger than null, as between two columns; `!=` is the contrary of `=`.
  package func compare(_ comparison: Comparison, with number: Decimal) -> Bitmap? {
    if comparison == .notEqual { return compare(.equal, with: number).map { ~$0 } }
    switch self {
    case .number(let column):
      let matching = column.compare(comparison, with: number)
      return column.validity.map { matching & $0 } ?? matching
    case .null(let count): return Bitmap(repeating: false, count: count)
    case .bool, .text, .list, .record: return nil
    }
  }
}

extension NumberColumn {
  /// The bits of null rows mean nothing.
  fileprivate func compare(_ comparison: Comparison, with number: Decimal) -> Bitmap {
    guard case .narrow(let values, let scale) = storage else {
      return Bitmap(count: count) { row in
        decimal(at: row).map { comparison.holds(Decimal.compare($0, number)) } ?? false
      }
    }
    let bound = number.bound(atScale: scale)
    guard let floor = Int64(exactly: bound.floor) else {
      // All values are on one side of it.
      return Bitmap(
        repeating: comparison.holds(bound.floor > 0 ? -1 : 1), count: values.count)
    }
    let count = values.count
    return unsafe values.withUnsafeBufferPointer { values in
      switch comparison {
      case .equal where !bound.isExact: return Bitmap(repeating: false, count: count)
      case .notEqual where !bound.isExact: return Bitmap(repeating: true, count: count)
      case .equal: return Bitmap(count: count) { unsafe values[$0] == floor }
      case .notEqual: return Bitmap(count: count) { unsafe values[$0] != floor }
      case .less where bound.isExact: return Bitmap(count: count) { unsafe values[$0] < floor }
      case .less, .lessOrEqual: return Bitmap(count: count) { unsafe values[$0] <= floor }
      case .greaterOrEqual where bound.isExact:
        return Bitmap(count: count) { unsafe values[$0] >= floor }
      case .greater, .greaterOrEqual: return Bitmap(count: count) { unsafe values[$0] > floor }
      }
    }
  }
}

extension Decimal {
  /// The largest whole coefficient at a scale that is not above the number, or one beyond 64 bits
  /// where that is; and whether it is the number itself.
  fileprivate func bound(atScale target: Int) -> (floor: Int128, isExact: Bool) {
    if scale <= target {
      return (coefficient(atScale: target) ?? (coefficient < 0 ? .min : .max), true)
    }
    // In canonical form the digits that go are not all zero.
    let (quotient, _) = coefficient.quotientAndRemainder(dividingBy: PowerOfTen[scale - target])
    return (coefficient < 0 ? quotient - 1 : quotient, false)
  }
}
