// SPDX-License-Identifier: MIT

import Catalogue

/// Which types go together, and what an operator makes of them. It knows types and nothing else.
enum UnitAlgebra {
  /// One side of an operator.
  struct Side: Equatable {
    /// Nil when nothing is known; it agrees with everything.
    let type: ValueType?
    /// Whether it reads no field: a bare number in the script takes the unit of the other side,
    /// while one in the data has a meaning that only its source could tell.
    let isConstant: Bool
  }

  /// Why two sides do not go together.
  enum Conflict: Equatable {
    case twoCurrencies
    /// A currency meets money whose source names none.
    case unspecifiedCurrency
    /// A unit meets a number of the data that has none.
    case noUnit
    /// They are of different kinds.
    case kinds
  }

  /// What has to be done so that two sides can be compared or stand in for each other.
  enum Agreement: Equatable {
    case asTheyAre
    /// The number on the left, or on the right, is meant in that type's unit.
    case leftTakes(ValueType)
    case rightTakes(ValueType)
    /// The text on the left, or on the right, is read as a date.
    case leftReadsDate
    case rightReadsDate
    case conflict(Conflict)
  }

  static func agreement(_ left: Side, _ right: Side) -> Agreement {
    guard let first = left.type, let second = right.type else { return .asTheyAre }
    switch (first, second) {
    case (.money(let one), .money(let other)): return agreement(one, other)
    case (.length, .length), (.date, .any), (.any, .date): return .asTheyAre
    case (.date, .text) where !right.isConstant: return .rightReadsDate
    case (.text, .date) where !left.isConstant: return .leftReadsDate
    default: break
    }
    if first.hasUnit, second.isNumber || second == .any {
      return bare(right, in: first) ?? .rightTakes(first)
    }
    if second.hasUnit, first.isNumber || first == .any {
      return bare(left, in: second) ?? .leftTakes(second)
    }
    return plain(first, second) ? .asTheyAre : .conflict(.kinds)
  }

  private static func agreement(_ first: Denomination, _ second: Denomination) -> Agreement {
    if first == second { return .asTheyAre }
    let isNamed = first != .unspecified && second != .unspecified
    return .conflict(isNamed ? .twoCurrencies : .unspecifiedCurrency)
  }

  /// What a number without a unit is to a type with one; nil where it takes the unit.
  private static func bare(_ side: Side, in type: ValueType) -> Agreement? {
    // Neither of them says a currency.
    if type == .money(.unspecified) { return .asTheyAre }
    if type == .duration, side.isConstant { return .conflict(.kinds) }
    return side.isConstant && side.type != .any ? nil : .conflict(.noUnit)
  }

  /// Types without units.
  private static func plain(_ first: ValueType, _ second: ValueType) -> Bool {
    if first == second || first == .any || second == .any { return true }
    if first.isNumber && second.isNumber { return true }
    if first.isTextual && second.isTextual { return true }
    guard case .list(let left) = first, case .list(let right) = second else { return false }
    return agreement(
      Side(type: left, isConstant: false), Side(type: right, isConstant: false)) == .asTheyAre
  }

  /// The type of two values of which either can be the result; they agree.
  static func common(_ first: ValueType?, _ second: ValueType?) -> ValueType? {
    guard let first, let second else { return first ?? second }
    if second.hasUnit, !first.hasUnit { return second }
    if case .list(let one) = first, case .list(let other) = second {
      return common(one, other).map(ValueType.list)
    }
    return first == .int && second == .decimal ? .decimal : first
  }
}

// Calculations.
extension UnitAlgebra {
  /// What an operator makes of two sides.
  enum Outcome: Equatable {
    /// A value of a type, nil when nothing is known of it.
    case makes(ValueType?)
    /// The number on one side takes the unit of the result first.
    case makesTaking(ValueType, onLeft: Bool)
    /// The operator does not go with the type of one side.
    case unfit(onLeft: Bool)
    case conflict(Conflict)
  }

  static func outcome(_ operation: Arithmetic, _ left: Side, _ right: Side) -> Outcome {
    for (side, onLeft) in [(left, true), (right, false)] {
      if let type = side.type, !type.isNumber, !type.hasUnit, type != .date {
        return .unfit(onLeft: onLeft)
      }
    }
    if left.type == .date || right.type == .date { return dates(operation, left.type, right.type) }
    if !left.hasUnit, !right.hasUnit {
      let isWhole = operation != .divide && left.type == .int && right.type == .int
      return .makes(isWhole ? .int : .decimal)
    }
    switch operation {
    case .add, .subtract, .remainder: return sum(left, right)
    case .multiply:
      if left.hasUnit, right.hasUnit { return .conflict(.kinds) }
      return .makes(left.hasUnit ? left.type : right.type)
    case .divide: return quotient(left, right)
    }
  }

  private static func sum(_ left: Side, _ right: Side) -> Outcome {
    switch agreement(left, right) {
    case .asTheyAre, .leftReadsDate, .rightReadsDate: .makes(common(left.type, right.type))
    case .leftTakes(let type): .makesTaking(type, onLeft: true)
    case .rightTakes(let type): .makesTaking(type, onLeft: false)
    case .conflict(let conflict): .conflict(conflict)
    }
  }

  private static func quotient(_ left: Side, _ right: Side) -> Outcome {
    guard right.hasUnit else { return .makes(right.type == nil ? nil : left.type) }
    guard let first = left.type else { return .makes(nil) }
    guard first.hasUnit else { return .conflict(.kinds) }
    if case .conflict(let conflict) = agreement(left, right) { return .conflict(conflict) }
    return .makes(.decimal)
  }

  /// A date and a duration make a date, two dates make a duration.
  private static func dates(
    _ operation: Arithmetic, _ left: ValueType?, _ right: ValueType?
  ) -> Outcome {
    switch (operation, left, right) {
    case (.add, nil, _), (.add, _, nil), (.subtract, nil, _), (.subtract, _, nil): .makes(nil)
    case (.subtract, .date, .date): .makes(.duration)
    case (.add, .date, .duration), (.subtract, .date, .duration), (.add, .duration, .date):
      .makes(.date)
    default: .conflict(.kinds)
    }
  }
}

extension UnitAlgebra.Side {
  fileprivate var hasUnit: Bool { type?.hasUnit ?? false }
}

extension ValueType {
  /// Whether its values are a number and a unit, which can be added up.
  var hasUnit: Bool {
    switch self {
    case .money, .length, .duration: true
    case .bool, .int, .decimal, .text, .id, .list, .record, .date, .any: false
    }
  }

  /// Whether its values are money that says its currency.
  var hasCurrency: Bool {
    switch self {
    case .money(.fixed), .money(.varying): true
    default: false
    }
  }

  /// Whether a chart can draw its values, which are numbers of one unit.
  var isDrawable: Bool { isNumber || (hasUnit && isStoredAsNumber && self != .duration) }

  /// Whether its values can be added up.
  var isSummable: Bool { isNumber || hasUnit }
}
