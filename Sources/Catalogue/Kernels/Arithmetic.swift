// SPDX-License-Identifier: MIT

/// The arithmetic of the language on columns of numbers.
public enum Arithmetic: String, Sendable, CaseIterable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"

  /// What a calculation found besides its results.
  public struct Outcome: Sendable {
    public let column: NumberColumn
    /// In how many rows the divisor was zero; the result is null there.
    public let zeroDivisions: Int
    /// The first row whose exact result has more than 38 digits.
    public let overflow: Int?
  }

  /// Calculates row by row; a null on either side makes null.
  public func apply(_ first: NumberColumn, _ second: NumberColumn) -> Outcome {
    if let column = narrow(first, second) {
      return Outcome(column: column, zeroDivisions: 0, overflow: nil)
    }
    var builder = NumberColumnBuilder()
    var zeroDivisions = 0
    var overflow: Int?
    for row in 0..<first.count {
      guard let left = first.decimal(at: row), let right = second.decimal(at: row) else {
        builder.append(nil)
        continue
      }
      let result = apply(left, right)
      builder.append(result)
      guard result == nil else { continue }
      if right.isZero, self == .divide || self == .remainder {
        zeroDivisions += 1
      } else {
        overflow = overflow ?? row
      }
    }
    return Outcome(column: builder.finish(), zeroDivisions: zeroDivisions, overflow: overflow)
  }

  /// One calculation; nil for a division by zero or a result of more than 38 digits.
  public func apply(_ first: Decimal, _ second: Decimal) -> Decimal? {
    switch self {
    case .add: Decimal.sum(first, second)
    case .subtract: Decimal.sum(first, -second)
    case .multiply: Decimal.product(first, second)
    case .divide: Decimal.quotient(first, second)
    case .remainder: Decimal.remainder(first, second)
    }
  }

  /// The usual case: 64-bit numbers whose results fit 64 bits; nil when it is not that.
  private func narrow(_ first: NumberColumn, _ second: NumberColumn) -> NumberColumn? {
    guard case .narrow(let left, let leftScale) = first.storage,
      case .narrow(let right, let rightScale) = second.storage
    else { return nil }
    let validity = Self.bothValid(first.validity, second.validity)
    switch self {
    case .add where leftScale == rightScale:
      return Self.narrow(left, right, leftScale, validity) { $0.addingReportingOverflow($1) }
    case .subtract where leftScale == rightScale:
      return Self.narrow(left, right, leftScale, validity) { $0.subtractingReportingOverflow($1) }
    case .multiply where leftScale + rightScale <= Decimal.maximumDigits:
      return Self.narrow(left, right, leftScale + rightScale, validity) {
        $0.multipliedReportingOverflow(by: $1)
      }
    default: return nil
    }
  }

  @inline(__always)
  private static func narrow(
    _ first: Buffer<Int64>, _ second: Buffer<Int64>, _ scale: Int, _ validity: Bitmap?,
    _ operation: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
  ) -> NumberColumn? {
    let (left, right) = (first.span, second.span)
    var overflowed = false
    let results = unsafe Buffer<Int64>(capacity: left.count) { results, count in
      for row in left.indices {
        let (value, overflow) = operation(left[row], right[row])
        unsafe results.initializeElement(at: row, to: value)
        overflowed = overflowed || overflow
      }
      count = left.count
    }
    return overflowed
      ? nil : NumberColumn(.narrow(results, scale: scale), validity: validity)
  }

  private static func bothValid(_ first: Bitmap?, _ second: Bitmap?) -> Bitmap? {
    guard let first, let second else { return first ?? second }
    return first & second
  }
}

extension NumberColumn {
  /// The contrary of every value.
  public var negated: NumberColumn {
    let values = (0..<count).map { decimal(at: $0).map { -$0 } }
    var builder = NumberColumnBuilder()
    for value in values { builder.append(value) }
    return builder.finish()
  }

  /// The values as whole seconds of dates; nil when one lies outside of the years 1 to 9999.
  public var wholeDates: NumberColumn? {
    var builder = NumberColumnBuilder()
    for row in 0..<count {
      guard let value = decimal(at: row) else {
        builder.append(nil)
        continue
      }
      guard let date = CalendarDate(value) else { return nil }
      builder.append(Decimal(date.seconds))
    }
    return builder.finish()
  }
}
