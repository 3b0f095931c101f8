// SPDX-License-Identifier: MIT

/// When two values of a type are the same: where they are equal, or numbers that differ by no more
/// than a tolerance, also within lists and records.
package struct Alikeness: Sendable {
  private let type: ValueType
  /// How much numbers may differ, in the unit of their type; nil for nothing.
  private let tolerance: Decimal?

  package init(_ type: ValueType, within tolerance: Decimal?) {
    self.type = type
    self.tolerance = tolerance
  }

  /// Row by row whether the values of two columns of the type are the same; two nulls are.
  package func bits(_ first: Column, _ second: Column) -> Bitmap {
    guard tolerance != nil, type.hasTolerance else { return Column.compare(first, .equal, second) }
    return Bitmap(count: first.count) {
      areAlike(first.value(at: $0), second.value(at: $0), type)
    }
  }

  private func areAlike(_ first: Value, _ second: Value, _ type: ValueType) -> Bool {
    if first == second { return true }
    switch (first, second) {
    case (.number(let one), .number(let other)): return areAlike(one, other, type)
    case (.text(let one), .text(let other)):
      // Values of no certain type are kept as JSON.
      guard type == .any, case .number(let one) = JSONText.scalar(Array(one.utf8)[...]),
        case .number(let other) = JSONText.scalar(Array(other.utf8)[...])
      else { return false }
      return areAlike(one, other, .decimal)
    case (.list(let some), .list(let others)):
      guard case .list(let element) = type, some.count == others.count else { return false }
      return zip(some, others).allSatisfy { areAlike($0, $1, element) }
    case (.record(let some), .record(let others)):
      return some.count == others.count
        && zip(some, others).allSatisfy { one, other in
          one.name.isSpelled(as: other.name)
            && areAlike(one.value, other.value, type.member(one.name))
        }
    default: return false
    }
  }

  private func areAlike(_ first: Decimal, _ second: Decimal, _ type: ValueType) -> Bool {
    guard type.hasTolerance, let tolerance = tolerance.flatMap(type.stored),
      let most = Decimal.sum(min(first, second), tolerance)
    else { return false }
    return max(first, second) <= most
  }
}

extension ValueType {
  /// Whether there are numbers in it that may be nearly the same: no dates, and no times.
  fileprivate var hasTolerance: Bool {
    switch self {
    case .int, .decimal, .money, .length, .any: true
    case .list(let element): element.hasTolerance
    case .record(let members): members.contains { $0.type.hasTolerance }
    default: false
    }
  }

  /// The type of a member; amounts with a currency of their own have members too.
  fileprivate func member(_ name: String) -> ValueType {
    switch self {
    case .record(let members): members.first { $0.name.isSpelled(as: name) }?.type ?? .any
    case .money: .decimal
    default: .any
    }
  }
}
