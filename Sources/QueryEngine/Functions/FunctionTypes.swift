// SPDX-License-Identifier: MIT

import Catalogue

// Rules for the types of results, shared by rows of the table of functions.
extension ScalarFunction {
  typealias TypeRule = @Sendable ([ValueType?]) -> ValueType?

  /// For one argument that passes a test.
  static func one(
    _ test: @escaping @Sendable (ValueType) -> Bool, gives type: ValueType
  ) -> TypeRule {
    { $0.count == 1 && fits($0[0], test) ? type : nil }
  }

  /// For so many texts.
  static func texts(_ count: Int, gives type: ValueType) -> TypeRule {
    { types in
      types.count == count && types.allSatisfy { fits($0, \.isTextual) } ? type : nil
    }
  }

  /// A duration is no number of one unit that could be rounded.
  static func rounded(_ arguments: [ValueType?], _ number: ValueType) -> ValueType? {
    guard arguments[0] != .duration, fits(arguments[0], \.isSummable),
      arguments.dropFirst().allSatisfy({ fits($0) { $0 == .int } })
    else { return nil }
    return arguments[0].map { $0.isNumber ? number : $0 } ?? number
  }

  /// For so many plain numbers.
  static func reals(_ counts: ClosedRange<Int>) -> TypeRule {
    { types in
      counts.contains(types.count) && types.allSatisfy { fits($0, \.isNumber) } ? .decimal : nil
    }
  }

  /// For a value of which a part is taken by one or two whole numbers.
  static func parts(_ types: [ValueType?], _ fitsFirst: Bool, _ result: ValueType) -> ValueType? {
    (2...3).contains(types.count) && fitsFirst
      && types.dropFirst().allSatisfy({ fits($0) { $0 == .int } }) ? result : nil
  }

  static func fits(_ type: ValueType?, _ test: (ValueType) -> Bool) -> Bool {
    type.map(test) ?? true
  }

  static func commonType(_ types: [ValueType?]) -> ValueType? {
    let known = types.compactMap { $0 }
    guard let first = known.first else { return .any }
    if known.allSatisfy({ $0 == first }) { return first }
    if known.allSatisfy({ UnitAlgebra.common(first, $0)?.hasUnit ?? false }) {
      return known.first(where: \.hasUnit)
    }
    return known.allSatisfy(\.isNumber) ? .decimal : nil
  }
}

extension ValueType {
  var isList: Bool { if case .list = self { true } else { false } }

  /// Whether it is a list of what `sort by` orders.
  var isSortableList: Bool {
    if case .list(let element) = self { element.isSortable } else { false }
  }

  /// Whether it is a list of what can be written one after another.
  var isJoinable: Bool {
    if case .list(let element) = self { element.isTextual || element.isNumber } else { false }
  }
}
