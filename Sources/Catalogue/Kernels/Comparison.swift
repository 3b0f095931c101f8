// SPDX-License-Identifier: MIT

/// The comparisons of the language.
public enum Comparison: String, Sendable, CaseIterable {
  case equal = "="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="

  /// The comparison that holds when the sides are exchanged.
  package var mirrored: Comparison {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  /// Whether it holds between two values.
  public func holds<Value: Comparable>(between first: Value, and second: Value) -> Bool {
    holds(first < second ? -1 : (first > second ? 1 : 0))
  }

  /// Whether it holds between two values of which the first is smaller (-1), equal (0) or larger.
  @inline(__always)
  func holds(_ order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }
}

/// How text is ordered where it is compared.
public enum TextOrder: Sendable, Hashable {
  case codePoints
  /// Whole numbers by size, then the rest by code points.
  case ids
  /// The collation of a locale.
  case collation
  /// The collation, but what typed text is equal to has the same place, whatever its case and
  /// accents.
  case typed
  /// That of values of no certain type: numbers by size, texts by the collation. Two values of
  /// different types have no order.
  case mixed
}

/// One side of a comparison: values of one type, and which rows have any value.
///
/// A row that has a value, yet none of the type, is equal to nothing: not to null either.
public struct OperandValues: Sendable {
  public let values: Column
  /// Which rows have a value of any type; nil when all have.
  public let presence: Bitmap?

  public init(_ values: Column) {
    self.init(values, presence: values.validity)
  }

  /// What values of other types are as those of one type.
  public init(_ values: Column, presence: Bitmap?) {
    self.values = values
    self.presence = presence
  }
}

extension Column {
  /// Compares two columns of one length and one kind, row by row.
  public static func compare(
    _ first: Column, _ comparison: Comparison, _ second: Column,
    order: TextOrder = .codePoints, locale: TextLocale = .root
  ) -> Bitmap {
    compare(OperandValues(first), comparison, OperandValues(second), order: order, locale: locale)
  }

  /// Compares two sides of one length and one kind, row by row.
  ///
  /// Null is two-valued: two nulls are equal, `!=` is the contrary of `=`, and nothing is smaller
  /// or larger than null. Text compares as `order` says.
  public static func compare(
    _ first: OperandValues, _ comparison: Comparison, _ second: OperandValues,
    order: TextOrder = .codePoints, locale: TextLocale = .root
  ) -> Bitmap {
    compare(first, comparison, second, order: order, locale: locale, remembering: nil)
  }

  /// The same for batches one after another, of which what is found out about dictionaries of texts
  /// is remembered.
  package static func compare(
    _ first: OperandValues, _ comparison: Comparison, _ second: OperandValues,
    order: TextOrder = .codePoints, locale: TextLocale = .root,
    remembering texts: ComparedTexts?
  ) -> Bitmap {
    precondition(first.values.count == second.values.count, "columns of a batch have one length")
    if comparison == .notEqual {
      return ~compare(
        first, .equal, second, order: order, locale: locale, remembering: texts)
    }
    let valid = bothValid(first.values, second.values)
    let matching = matches(first.values, comparison, second.values, order, locale, texts)
    let holding = valid.map { matching & $0 } ?? matching
    guard comparison == .equal, let left = first.presence, let right = second.presence else {
      return holding
    }
    return holding | (~left & ~right)
  }

  private static func matches(
    _ first: Column, _ comparison: Comparison, _ second: Column, _ order: TextOrder,
    _ locale: TextLocale, _ remembered: ComparedTexts?
  ) -> Bitmap {
    switch KindInCommon(first, second) {
    case .bools(let left, let right):
      return Bitmap(count: first.count) { row in
        comparison.holds((left.values[row] ? 1 : 0) - (right.values[row] ? 1 : 0))
      }
    case .numbers(let first, let second): return NumberColumn.compare(first, comparison, second)
    case .texts where order == .mixed && comparison != .equal:
      return compareMixed(first, comparison, second, locale)
    case .texts(let first, let second):
      return TextColumn.compare(first, comparison, second, order, locale, remembered)
    case .parts:
      precondition(comparison == .equal, "lists and records have no order")
      return Bitmap(count: first.count) { first.value(at: $0) == second.value(at: $0) }
    case nil: return Bitmap(repeating: false, count: first.count)
    }
  }

  /// Compares values of no certain type whose order is asked for.
  private static func compareMixed(
    _ first: Column, _ comparison: Comparison, _ second: Column, _ locale: TextLocale
  ) -> Bitmap {
    var holding = Bitmap(repeating: false, count: first.count)
    for type in [ValueType.decimal, .text] {
      holding =
        holding
        | compare(
          first.converted(to: type), comparison, second.converted(to: type), order: .collation,
          locale: locale)
    }
    return comparison.holds(0) ? holding | compare(first, .equal, second) : holding
  }

  private static func bothValid(_ first: Column, _ second: Column) -> Bitmap? {
    switch (first.validity, second.validity) {
    case (nil, nil): nil
    case (let valid?, nil), (nil, let valid?): valid
    case (let left?, let right?): left & right
    }
  }
}

extension NumberColumn {
  /// Compares row by row; the bits of null rows mean nothing.
  static func compare(
    _ first: NumberColumn, _ comparison: Comparison, _ second: NumberColumn
  ) -> Bitmap {
    if case .narrow(let left, let leftScale) = first.storage,
      case .narrow(let right, let rightScale) = second.storage, leftScale == rightScale
    {
      return compare(left, comparison, right)
    }
    return Bitmap(count: first.count) { row in
      guard let left = first.decimal(at: row), let right = second.decimal(at: row) else {
        return false
      }
      return comparison.holds(Decimal.compare(left, right))
    }
  }

  private static func compare(
    _ lefts: Buffer<Int64>, _ comparison: Comparison, _ rights: Buffer<Int64>
  ) -> Bitmap {
    let (first, second) = (lefts.span, rights.span)
    return switch comparison {
    case .equal: Bitmap(count: first.count) { first[$0] == second[$0] }
    case .notEqual: Bitmap(count: first.count) { first[$0] != second[$0] }
    case .less: Bitmap(count: first.count) { first[$0] < second[$0] }
    case .lessOrEqual: Bitmap(count: first.count) { first[$0] <= second[$0] }
    case .greater: Bitmap(count: first.count) { first[$0] > second[$0] }
    case .greaterOrEqual: Bitmap(count: first.count) { first[$0] >= second[$0] }
    }
  }
}
